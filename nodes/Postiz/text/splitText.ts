import type { Markup } from '../networks/networkTypes';
import { toDocument, renderContent, getNonBlankTexts, type TextInput } from './content';
import { type Cut, findCuts, CutLevel } from './cuts';
import { type Block, type Span, getBlockText, getDocumentText } from './document';
import { toNetworkBlocks } from './renderHtml';

/** The maximum length of a part, in the unit of its network, such as characters or bytes. */
export interface TextLimit {
	markup: Markup;
	/** An upper bound for the characters of a part. */
	max: number;
	/** True if content fits into the part with this index. The first part may have files, and so another limit. */
	fits: (content: string, part: number) => boolean;
}

/** A text, the places to cut it, and a function that renders a piece of it for the network. */
interface CuttableText {
	text: string;
	cuts: Cut[];
	getPiece: (start: number, end: number, options?: { isShortened?: boolean }) => string;
}

/** Splits a text into parts that fit (docs/api.md, Lengths). Undefined if it has tags As Is, or if no letter fits. */
export const splitText = (text: TextInput, limit: TextLimit): string[] | undefined =>
	cutText(text, limit.markup, (cuttable) => splitPieces(cuttable, limit));

/** Cuts a text after a word, and appends “…”; undefined like {@link splitText}. */
export const shortenText = (text: TextInput, { markup, fits }: TextLimit): string | undefined =>
	cutText(text, markup, (cuttable) => {
		const start = skipSpaces(cuttable.text, 0);
		const getPieceTo = (at: number) => cuttable.getPiece(start, at, { isShortened: true });
		const at = findBestCut(
			cuttable.cuts,
			start,
			(place) => fits(getPieceTo(place), 0),
			rankForEllipsis,
		);
		return at === undefined ? undefined : getPieceTo(at);
	});

// "…our winter menu", but not "…example.com", "…@acme" or "…is here.", which an ellipsis would change.
const ENDS_WITH_WORD = /(?:^|\s)[^\s@#./(]*[\p{L}\p{N}]$/u;

/** Calls `cut` for the formatted text. If the address of a link doesn't fit, calls it for the plain text. */
function cutText<T>(
	text: TextInput,
	markup: Markup,
	cut: (cuttable: CuttableText) => T | undefined,
): T | undefined {
	const isAsIs = text.format === 'asIs';
	// The node doesn't parse text that is sent As Is.
	if (isAsIs && getNonBlankTexts(text).some((source) => source.includes('<'))) return undefined;
	// Markdown is cut as formatted text, as a cut could separate the two marks of "**bold**".
	const isMarkdown = markup === 'markdown' && text.format === 'automatic';
	const document = toDocument(
		isMarkdown ? { ...text, format: 'model' } : text,
		markup === 'markdown' ? 'html' : markup,
	);
	const cutAs = (pieceMarkup: Markup) => {
		const blocks = toNetworkBlocks(document, pieceMarkup);
		const lines = getDocumentText(blocks);
		const located = locateBlocks(blocks);
		const getPiece: CuttableText['getPiece'] = (start, end, { isShortened = false } = {}) => {
			const piece = sliceBlocks(located, start, end);
			const last = piece.at(-1);
			if (isShortened && last)
				last.spans.push({ text: ENDS_WITH_WORD.test(getBlockText(last)) ? '…' : ' …' });
			return isAsIs ? getDocumentText(piece) : renderContent(piece, markup);
		};
		return cut({ text: lines, cuts: findCuts(lines), getPiece });
	};
	return cutAs(markup) ?? cutAs('plain');
}

function splitPieces(
	{ text, cuts, getPiece }: CuttableText,
	{ fits, max }: TextLimit,
): string[] | undefined {
	const end = text.trimEnd().length;
	const pieces: string[] = [];
	let start = skipSpaces(text, 0);
	while (start < end) {
		const part = pieces.length;
		// Rendering the whole rest for each cut would be slow.
		const isNear = (at: number) => at - start <= max * 8;
		const fitsTo = (at: number) => isNear(at) && fits(getPiece(start, at), part);
		const at = fitsTo(end) ? end : findBestCut(cuts, start, fitsTo, rankForThread);
		if (at === undefined) return undefined;
		pieces.push(getPiece(start, at));
		start = skipSpaces(text, at);
	}
	return pieces;
}

const skipSpaces = (text: string, from: number) =>
	text.length - text.slice(from).trimStart().length;

/**
 * Finds the best place to cut after `start` so that the text before it fits. Of equally good places, returns the last.
 */
function findBestCut(
	cuts: Cut[],
	start: number,
	fits: (at: number) => boolean,
	rank: (cut: Cut, share: number) => number,
): number | undefined {
	const first = findPartitionPoint(cuts, ({ at }) => at <= start);
	const fitting = cuts.slice(
		first,
		findPartitionPoint(cuts, ({ at }) => fits(at), first),
	);
	const room = (fitting.at(-1)?.at ?? start) - start;
	return fitting
		.map((cut) => ({ at: cut.at, rank: rank(cut, (cut.at - start) / room) }))
		.sort((a, b) => a.rank - b.rank || b.at - a.at)
		.find(({ at }) => fits(at))?.at;
}

/** Lowers the rank of a cut if the part would be shorter than a third of what fits. */
const rankForThread = ({ level }: Cut, share: number) =>
	level <= CutLevel.word && share < 1 / 3 ? CutLevel.word + 0.5 : level;
const rankForEllipsis = ({ level }: Cut) => Math.max(level, CutLevel.word);

/** A block, and where its line and the next one start in the text. */
interface LocatedBlock {
	block: Block;
	start: number;
	end: number;
}

function locateBlocks(blocks: Block[]): LocatedBlock[] {
	const located: LocatedBlock[] = [];
	for (const block of blocks) {
		const start = located.at(-1)?.end ?? 0;
		located.push({ block, start, end: start + getBlockText(block).length + 1 });
	}
	return located;
}

/** The blocks between two places in the text. */
function sliceBlocks(located: LocatedBlock[], start: number, end: number): Block[] {
	const first = findPartitionPoint(located, (line) => line.end <= start);
	const last = findPartitionPoint(located, (line) => line.start < end);
	return located.slice(first, last).map(({ block, start: lineStart }) => {
		const isRest =
			getBlockText(block)
				.slice(0, Math.max(0, start - lineStart))
				.trim() !== '';
		// The rest of a list entry has no mark.
		const tag = block.tag === 'li' && isRest ? 'p' : block.tag;
		return { tag, spans: sliceSpans(block.spans, start - lineStart, end - lineStart) };
	});
}

function sliceSpans(spans: Span[], start: number, end: number): Span[] {
	const sliced: Span[] = [];
	let at = 0;
	for (const span of spans) {
		const text = span.text.slice(Math.max(0, start - at), Math.max(0, end - at));
		at += span.text.length;
		if (text !== '') sliced.push({ ...span, text });
	}
	return sliced;
}

/** Binary search: counts the leading places that satisfy `isBefore`. The first `known` places aren't checked. */
function findPartitionPoint<T>(places: T[], isBefore: (place: T) => boolean, known = 0): number {
	let low = known;
	let high = places.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (isBefore(places[middle]!)) low = middle + 1;
		else high = middle;
	}
	return low;
}
