import { groupNeighbours, textOf, toLines, type Document, type Span } from './document';
import { append } from '../values/lists';

/** How good a place is to cut a text, best first. */
export enum CutLevel {
	paragraph,
	line,
	sentence,
	word,
	letter,
}

/** A place to cut. The rest begins after the white space there. */
export interface Cut {
	at: number;
	level: CutLevel;
}

/** Text to keep together if possible: a link, a name, formatted Markdown. */
export interface Run {
	start: number;
	end: number;
	/** It must not be cut, as its marks would be published. */
	isMarked?: boolean;
}

/** Where a text may be cut. */
export function findCuts(text: string, runs: Run[]) {
	const isBoundary = new Uint8Array(text.length + 1);
	for (const start of segmentStarts(text, 'grapheme')) isBoundary[start] = 1;
	isBoundary[text.length] = 1;
	const isInRun = new Uint8Array(text.length + 1);
	const isInMarks = new Uint8Array(text.length + 1);
	for (const { start, end, isMarked } of runs) {
		isInRun.fill(1, start + 1, end);
		if (isMarked) isInMarks.fill(1, start + 1, end);
	}
	const end = { at: text.trimEnd().length, level: CutLevel.paragraph };
	const cuts = [...spaceCuts(text), ...spacelessCuts(text), end]
		.filter(({ at }) => isBoundary[at] && at > 0)
		.sort((a, b) => a.at - b.at);
	let behind = 0;
	const points = [...text].map((point) => ({
		at: (behind += point.length),
		level: CutLevel.letter,
	}));
	const letters = points.filter(({ at }) => isBoundary[at]);
	const isOutside = ({ at }: Cut) => !isInRun[at];
	const isInside = ({ at }: Cut) => isInRun[at] && !isInMarks[at];
	const ways = [isOutside, isInside].flatMap((isIn) =>
		[cuts, letters].map((all) => all.filter(isIn)),
	);
	return {
		/** Between words, else between letters, else the same within runs, else within letters; in ascending order. */
		ways: [...ways, points.filter(({ at }) => !isInMarks[at])],
		/** The index of the next character that isn't white space. */
		skipSpace: (from: number): number => {
			let start = from;
			for (let end = start + 1; end <= text.length; end++) {
				if (!isBoundary[end]) continue;
				if (text.slice(start, end).trim() !== '') break;
				start = end;
			}
			return start;
		},
	};
}

/** The segmenter slows down with the length of the text. */
const WINDOW = 2000;

function segmentStarts(text: string, granularity: 'grapheme' | 'word' | 'sentence'): number[] {
	const segmenter = new Intl.Segmenter('en', { granularity });
	const starts: number[] = [];
	let offset = 0;
	while (offset < text.length) {
		const window = text.slice(offset, offset + WINDOW);
		const found = [...segmenter.segment(window)].map(({ index }) => index);
		// The last segment may continue after the window.
		const isCutOff = offset + WINDOW < text.length && found.length > 1;
		const end = (isCutOff ? found.pop() : undefined) ?? WINDOW;
		for (const index of found) starts.push(offset + index);
		offset += end;
	}
	return starts;
}

const SPACES = /\s+/g;
const LINE_BREAK = /[\n\u2028\u2029]/g;
/** Lines aren't broken at these. */
const ONLY_HARD_SPACES = /^[\u00a0\u2007\u202f\ufeff]+$/;

function spaceCuts(text: string): Cut[] {
	const sentences = new Set(segmentStarts(text, 'sentence'));
	return [...text.matchAll(SPACES)]
		.filter(([spaces]) => !ONLY_HARD_SPACES.test(spaces))
		.map(({ 0: spaces, index: at }) => {
			const breaks = spaces.match(LINE_BREAK)?.length ?? 0;
			if (breaks > 0) return { at, level: breaks > 1 ? CutLevel.paragraph : CutLevel.line };
			const isSentence = sentences.has(at + spaces.length);
			return { at, level: isSentence ? CutLevel.sentence : CutLevel.word };
		});
}

const SPACELESS =
	'[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}ー]';
const HAS_SPACELESS = new RegExp(SPACELESS, 'u');
const STOP = '[。！？｡…][」』）】]?';
const ENDS_SENTENCE = new RegExp(`${STOP}$`, 'u');
const MAY_END = new RegExp(`(?:${SPACELESS}|[。！？｡…、，：；」』）】])$`, 'u');
const MAY_START = new RegExp(`^${SPACELESS}`, 'u');
const MUST_NOT_END = /[\p{Ps}\p{Pi}\s]$/u;
const MUST_NOT_START = /^[\p{Pe}\p{Pf}\p{Po}\p{M}\sー]/u;

/** For scripts without spaces between words. */
function spacelessCuts(text: string): Cut[] {
	if (!HAS_SPACELESS.test(text)) return [];
	return segmentStarts(text, 'word').flatMap((at) => {
		// Enough for one character, with a closing bracket before it and a mark after it.
		const before = text.slice(Math.max(0, at - 3), at);
		const behind = text.slice(at, at + 2);
		const mayCut = MAY_END.test(before) || MAY_START.test(behind);
		if (!mayCut || MUST_NOT_END.test(before) || MUST_NOT_START.test(behind)) return [];
		return [{ at, level: ENDS_SENTENCE.test(before) ? CutLevel.sentence : CutLevel.word }];
	});
}

/** What in a document is better kept in one piece; `isMarkdown` says how its network reads it. */
export function findRuns(document: Document, isMarkdown: boolean): Run[] {
	const text = toLines(document);
	const formatted = isMarkdown ? markdownRuns(text) : [];
	return [...wordRuns(text), ...linkRuns(document), ...formatted].sort(
		(a, b) => a.start - b.start || b.end - a.end,
	);
}

/** Links, and what the service or a network treats as one word (docs/api.md, Links to earlier posts). */
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

function wordRuns(text: string): Run[] {
	return [...text.matchAll(ONE_WORD)].map(({ 0: word, index }) => {
		const end = index + word.length;
		// The address of a link, after the last word of its text.
		if (!word.endsWith(')') || text.slice(index - 2, index) !== ' (') return { start: index, end };
		const [before = ''] = /\S*$/.exec(text.slice(Math.max(0, index - 52), index - 2)) ?? [];
		return { start: index - 2 - before.length, end };
	});
}

const targetOf = ({ mention, href }: Span) => mention ?? href;

/** Links with their own address, and mentions. */
function linkRuns(document: Document): Run[] {
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

function markdownRuns(text: string): Run[] {
	const runs: Run[] = [...text.matchAll(MARKDOWN_LINK)].map(({ 0: link, index }) => ({
		start: index,
		end: index + link.length,
		isMarked: true,
	}));
	let at = 0;
	let fence: { mark: string; start: number } | undefined;
	for (const line of text.split('\n')) {
		const end = at + line.length;
		const mark = FENCE.exec(line)?.[1];
		if (!fence) fence = mark ? { mark, start: at } : undefined;
		else if (mark?.startsWith(fence.mark) && line.trim() === mark) {
			runs.push({ start: fence.start, end, isMarked: true });
			fence = undefined;
		}
		append(runs, runsInLine(line, at));
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
			runs.push({ start: offset + opened.start, end: offset + end, isMarked: true });
			open = open.slice(0, open.indexOf(opened));
		} else if (isCode || behind.trim() !== '') open.push({ mark, start });
	}
	return runs;
}
