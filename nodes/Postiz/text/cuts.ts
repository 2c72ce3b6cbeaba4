/** How good a place is to cut a text, best first; within links and names only if nothing else fits. */
export enum CutLevel {
	paragraph,
	line,
	sentence,
	word,
	letter,
	insideName,
}

/** A place between two characters. What follows begins after the white space there. */
export interface Cut {
	at: number;
	level: CutLevel;
}

/** The places where a text may be cut, in ascending order; the last one is its end. */
export function findCuts(text: string): Cut[] {
	const names = namesIn(text);
	const sentences = new Set(segmentStarts(text, 'sentence'));
	const words = HAS_SPACELESS.test(text) ? new Set(segmentStarts(text, 'word')) : undefined;
	const end = text.trimEnd().length;
	const levelAt = (at: number): CutLevel | undefined => {
		if (at === end) return CutLevel.paragraph;
		const [space] = (SPACES.lastIndex = at) < 0 ? [''] : (SPACES.exec(text) ?? ['']);
		if (ONLY_HARD_SPACES.test(space)) return names[at] ? CutLevel.insideName : CutLevel.letter;
		const isSentence = sentences.has(at + space.length);
		if (space !== '') {
			// Only before all of it.
			if (/\s/.test(text[at - 1] ?? ' ')) return undefined;
			const breaks = space.match(LINE_BREAK)?.length ?? 0;
			if (breaks > 0) return breaks > 1 ? CutLevel.paragraph : CutLevel.line;
			if (names[at]) return CutLevel.insideName;
			return isSentence ? CutLevel.sentence : CutLevel.word;
		}
		if (names[at]) return CutLevel.insideName;
		if (!words?.has(at) || !MAY_CUT.test(`${text.slice(at - 1, at)}|${text[at] ?? ''}`))
			return CutLevel.letter;
		return isSentence ? CutLevel.sentence : CutLevel.word;
	};
	return [...segmentStarts(text, 'grapheme'), text.length].flatMap((at) => {
		const level = at > 0 && at <= end ? levelAt(at) : undefined;
		return level === undefined ? [] : [{ at, level }];
	});
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

const SPACES = /\s+/y;
const LINE_BREAK = /[\n\u2028\u2029]/g;
/** Lines aren't broken at these. */
const ONLY_HARD_SPACES = /^[\u00a0\u2007\u202f\ufeff]+$/;
const SPACELESS =
	'[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}]';
const HAS_SPACELESS = new RegExp(SPACELESS, 'u');
/** For scripts without spaces between words: no mark begins a line, and no bracket ends one. */
const MAY_CUT = new RegExp(
	`(?:${SPACELESS}|[。！？｡…、，：；」』）】])\\|[^\\p{Pe}\\p{Pf}\\p{Po}\\p{M}\\sー]$|^[^\\p{Ps}\\p{Pi}\\s]\\|${SPACELESS}`,
	'u',
);

/** Links, and what the service or a network treats as one word (docs/api.md, Links to earlier posts). */
const ONE_WORD = new RegExp(
	[
		// A company on LinkedIn, a person on Discord, an earlier post.
		'@\\[[^\\]\\n]{0,200}\\]\\(urn:[^)\\s]{0,200}\\)',
		'\\[\\[\\[@[^\\]\\n]{0,200}\\]\\]\\]',
		'\\(post:[^)\\s]{0,100}\\)',
		// A link with its address behind it.
		'\\S{0,50} \\(https?:[^)\\s]{0,2000}\\)',
		'(?:https?:\\/\\/|www\\.)[!-~\\u00a1-\\u024f\\u0400-\\u04ff]+',
		'[\\w.+-]{1,64}@[\\w-]+(?:\\.[\\w-]+)+',
		'[@#][\\p{L}\\p{N}_][\\p{L}\\p{N}\\p{M}_.@-]*',
	].join('|'),
	'giu',
);

/** For each place of a text, whether it is inside of a link or name. */
function namesIn(text: string): Uint8Array {
	const names = new Uint8Array(text.length + 1);
	for (const { 0: name, index } of text.matchAll(ONE_WORD)) {
		names.fill(1, index + 1, index + name.length);
	}
	return names;
}
