/** Kinds of places to cut a text, the best first. A link or name is only cut if nothing else fits. */
export enum CutLevel {
	paragraph,
	line,
	sentence,
	word,
	letter,
	insideName,
}

/** A place between two characters. White space after it is dropped. */
export interface Cut {
	at: number;
	level: CutLevel;
}

/** Finds the places where a text may be cut, in ascending order; the last one is its end. */
export function findCuts(text: string): Cut[] {
	const names = markNames(text);
	const sentences = new Set(findSegmentStarts(text, 'sentence'));
	const end = text.trimEnd().length;
	const getLevel = (at: number): CutLevel | undefined => {
		const before = text.charAt(at - 1);
		// Cuts are before white space, not within it.
		if (SPACE.test(before)) return undefined;
		if (at === end) return CutLevel.paragraph;
		SPACES.lastIndex = at;
		const [space = ''] = SPACES.exec(text) ?? [];
		const breaks = space.match(LINE_BREAK)?.length ?? 0;
		if (breaks > 0) return breaks > 1 ? CutLevel.paragraph : CutLevel.line;
		if (names[at]) return CutLevel.insideName;
		if (sentences.has(at + space.length) && !OPENING_BRACKET.test(before)) return CutLevel.sentence;
		return space === '' ? CutLevel.letter : CutLevel.word;
	};
	return [...findSegmentStarts(text, 'grapheme'), text.length].flatMap((at) => {
		const level = at > 0 && at <= end ? getLevel(at) : undefined;
		return level === undefined ? [] : [{ at, level }];
	});
}

/** In characters. The segmenter is slower per character for longer texts. */
const WINDOW = 2000;

function findSegmentStarts(text: string, granularity: 'grapheme' | 'sentence'): number[] {
	const segmenter = new Intl.Segmenter('en', { granularity });
	const starts: number[] = [];
	let offset = 0;
	while (offset < text.length) {
		const window = text.slice(offset, offset + WINDOW);
		const indexes = [...segmenter.segment(window)].map(({ index }) => index);
		// The last segment may continue after the window.
		const isCutOff = offset + WINDOW < text.length && indexes.length > 1;
		const end = (isCutOff ? indexes.pop() : undefined) ?? WINDOW;
		for (const index of indexes) starts.push(offset + index);
		offset += end;
	}
	return starts;
}

// White space, without no-break spaces.
const SPACES = /[^\S\u00a0\u2007\u202f\ufeff]+/y;

const SPACE = new RegExp(SPACES, '');

// "(" and "“": after a space, Unicode counts them as the end of the previous sentence.
const OPENING_BRACKET = /[\p{Ps}\p{Pi}]/u;

const LINE_BREAK = /[\n\u2028\u2029]/g;

/** Links, and what the service or a network treats as one word (docs/api.md, Links to earlier posts). */
const ONE_WORD = new RegExp(
	[
		// "@[Acme](urn:li:organization:1)", a company on LinkedIn
		'@\\[[^\\]\\n]{0,200}\\]\\(urn:[^)\\s]{0,200}\\)',
		// "[[[@acme]]]", a person on Discord
		'\\[\\[\\[@[^\\]\\n]{0,200}\\]\\]\\]',
		// "(post:cm1abc)", the link of an earlier post
		'\\(post:[^)\\s]{0,100}\\)',
		// "menu (https://example.com)", a link with its address behind it
		'\\S{0,50} \\(https?:[^)\\s]{0,2000}\\)',
		// "https://example.com/menu", "www.example.com"
		'(?:https?:\\/\\/|www\\.)[!-~\\u00a1-\\u024f\\u0400-\\u04ff]+',
		// "me@example.com"
		'[\\w.+-]{1,64}@[\\w-]+(?:\\.[\\w-]+)+',
		// "@acme_coffee", "#coffee"
		'[@#][\\p{L}\\p{N}_][\\p{L}\\p{N}\\p{M}_.@-]*',
	].join('|'),
	'giu',
);

/** Returns an array with 1 for each place inside a link or name. */
function markNames(text: string): Uint8Array {
	const names = new Uint8Array(text.length + 1);
	for (const { 0: name, index } of text.matchAll(ONE_WORD)) {
		names.fill(1, index + 1, index + name.length);
	}
	return names;
}
