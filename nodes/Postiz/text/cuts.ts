/** How good a place is to cut a text: the lower, the better. */
export enum CutLevel {
	paragraph,
	line,
	sentence,
	word,
	/** Between the letters of a word. */
	letter,
}

/** A place to cut: what follows starts behind the white space there. */
export interface Cut {
	at: number;
	level: CutLevel;
}

/** What stays in one piece as long as it fits into one: a link, a name, formatted Markdown. */
export interface Run {
	start: number;
	end: number;
	/** What opens and closes it in each of its pieces, if it has to be cut. */
	marks?: [open: string, close: string];
}

/** Where a text may be cut. */
export interface Cuts {
	/** Behind words, else between letters, else the same inside of runs; each in ascending order. */
	ways: Cut[][];
	/** Where the first character that is no white space begins, from a place on. */
	skipSpace: (from: number) => number;
}

/** Finds where a text may be cut without harm to the runs in it. */
export function findCuts(text: string, runs: Run[]): Cuts {
	const isBoundary = new Uint8Array(text.length + 1);
	for (const start of segmentStarts(text, 'grapheme')) isBoundary[start] = 1;
	isBoundary[text.length] = 1;
	const isInRun = new Uint8Array(text.length + 1);
	const isInMark = new Uint8Array(text.length + 1);
	for (const { start, end, marks: [open, close] = ['', ''] } of runs) {
		isInRun.fill(1, start + 1, end);
		if (open) isInMark.fill(1, start + 1, start + open.length + 1);
		if (close) isInMark.fill(1, end - close.length, end);
	}
	const end = { at: text.trimEnd().length, level: CutLevel.paragraph };
	const cuts = [...spaceCuts(text), ...spacelessCuts(text), end]
		.filter(({ at }) => isBoundary[at] && at > 0)
		.sort((a, b) => a.at - b.at);
	const letters = [...isBoundary.keys()]
		.filter((at) => at > 0 && isBoundary[at])
		.map((at) => ({ at, level: CutLevel.letter }));
	const isOutside = ({ at }: Cut) => !isInRun[at];
	const isInside = ({ at }: Cut) => isInRun[at] && !isInMark[at];
	return {
		ways: [isOutside, isInside].flatMap((isThere) => [
			cuts.filter(isThere),
			letters.filter(isThere),
		]),
		skipSpace: (from) => {
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

/** The segmenter takes ever longer for each segment of a longer text. */
const WINDOW = 2000;

function segmentStarts(text: string, granularity: 'grapheme' | 'word' | 'sentence'): number[] {
	const segmenter = new Intl.Segmenter('en', { granularity });
	const starts: number[] = [];
	let offset = 0;
	while (offset < text.length) {
		const window = text.slice(offset, offset + WINDOW);
		const found = [...segmenter.segment(window)].map(({ index }) => index);
		// The last one may go on behind the window.
		const isCutOff = offset + WINDOW < text.length && found.length > 1;
		const end = (isCutOff ? found.pop() : undefined) ?? WINDOW;
		for (const index of found) starts.push(offset + index);
		offset += end;
	}
	return starts;
}

const SPACES = /\s+/g;
const LINE_BREAK = /[\n\u2028\u2029]/g;
/** A line is never broken at these. */
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

/** Between words of scripts that write no spaces between them. */
function spacelessCuts(text: string): Cut[] {
	if (!HAS_SPACELESS.test(text)) return [];
	return segmentStarts(text, 'word').flatMap((at) => {
		// As much as one character takes, with a closing bracket before and a mark behind.
		const before = text.slice(Math.max(0, at - 3), at);
		const behind = text.slice(at, at + 2);
		const mayCut = MAY_END.test(before) || MAY_START.test(behind);
		if (!mayCut || MUST_NOT_END.test(before) || MUST_NOT_START.test(behind)) return [];
		return [{ at, level: ENDS_SENTENCE.test(before) ? CutLevel.sentence : CutLevel.word }];
	});
}
