import type { Run } from './cuts';
import { groupNeighbours, textOf, type Document, type Span } from './document';

/** Links, and what the service or a network reads as one word (docs/api.md, Links to earlier posts). */
const ONE_WORD = new RegExp(
	[
		// A company on LinkedIn, a person on Discord, an earlier post.
		'@\\[[^\\]\\n]{0,200}\\]\\(urn:[^)\\s]{0,200}\\)',
		'\\[\\[\\[@[^\\]\\n]{0,200}\\]\\]\\]',
		'\\(post:[^)\\s]{0,100}\\)',
		'(?:https?:\\/\\/|www\\.)[!-~\\u00a1-\\u024f\\u0400-\\u04ff]+',
		'[\\w.+-]{1,64}@[\\w-]+(?:\\.[\\w-]+)+',
		'[@#][\\p{L}\\p{N}_][\\p{L}\\p{N}\\p{M}_.@-]*',
	].join('|'),
	'giu',
);

/** What in a text, of which each line is a block, is better kept in one piece. */
export function wordRuns(text: string): Run[] {
	return [...text.matchAll(ONE_WORD)].map(({ 0: word, index }) => {
		const end = index + word.length;
		// The address of a link, behind the last word of its text.
		const isInBrackets = word.endsWith(')') && text.slice(index - 2, index) === ' (';
		return { start: isInBrackets ? startOfWord(text, index - 2) : index, end };
	});
}

function startOfWord(text: string, end: number): number {
	let start = end;
	while (start > 0 && end - start < 50 && !/\s/.test(text.charAt(start - 1))) start--;
	return start;
}

const targetOf = ({ mention, href }: Span) => mention ?? href;

/** Links with an address of their own, and mentions. */
export function linkRuns(document: Document): Run[] {
	let at = 0;
	return document.flatMap(({ tag, spans }) => {
		const links = groupNeighbours(spans, targetOf).flatMap((group) => {
			const start = at;
			at += textOf({ tag, spans: group }).length;
			return targetOf(group[0]) === undefined ? [] : [{ start, end: at }];
		});
		at++;
		return links;
	});
}

const FENCE = /^ {0,3}(`{3,}|~{3,})[\w+#.-]*\s*$/;
const MARK = /`+|\*{1,3}|_{1,3}|~~|\|\||\\./g;
const MARKDOWN_LINK = /!?\[[^\]\n]{0,500}\]\([^)\s]{0,2000}\)/g;
const WORD = /[\p{L}\p{N}]/u;

/** What is formatted in a text that a network reads as Markdown. */
export function markdownRuns(text: string): Run[] {
	const runs: Run[] = [...text.matchAll(MARKDOWN_LINK)].map(({ 0: link, index }) => ({
		start: index,
		end: index + link.length,
	}));
	let at = 0;
	let fence: { mark: string; run: Required<Run> } | undefined;
	for (const line of text.split('\n')) {
		const end = at + line.length;
		const mark = FENCE.exec(line)?.[1];
		if (fence) {
			if (mark?.startsWith(fence.mark) && line.trim() === mark) {
				fence.run.end = end;
				fence.run.marks[1] = `\n${line}`;
				fence = undefined;
			}
		} else if (mark) {
			// Until it is closed, the rest of the text is code.
			fence = { mark, run: { start: at, end: text.length, marks: [`${line}\n`, `\n${mark}`] } };
			runs.push(fence.run);
		} else runs.push(...runsInLine(line, at));
		at = end + 1;
	}
	return runs;
}

function runsInLine(line: string, offset: number): Run[] {
	const runs: Run[] = [];
	let open: Array<{ mark: string; start: number }> = [];
	for (const { 0: mark, index: start } of line.matchAll(MARK)) {
		const end = start + mark.length;
		const before = line[start - 1] ?? ' ';
		const behind = line[end] ?? ' ';
		const isInWord = mark.startsWith('_') && WORD.test(before) && WORD.test(behind);
		if (isInWord || mark.startsWith('\\')) continue;
		const isCode = mark.startsWith('`');
		const opened = open.find((other) => other.mark === mark);
		if (opened && (isCode || before.trim() !== '')) {
			runs.push({ start: offset + opened.start, end: offset + end, marks: [mark, mark] });
			open = open.slice(0, open.indexOf(opened));
		} else if (isCode || behind.trim() !== '') open.push({ mark, start });
	}
	return runs;
}
