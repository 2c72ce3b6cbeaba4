import type { Markup } from '../networks/networkTypes';
import { toDocument, renderContent } from './content';
import { getNonBlankTexts, type TextInput } from './textInput';
import { type Block, type Span, getBlockText, getDocumentText } from './document';
import { toNetworkBlocks } from './renderHtml';
import { type Cut, findCuts, CutLevel } from './cuts';

/** How long a part may be, by the measure of its network, such as characters or bytes. */
export interface TextLimit {
	markup: Markup;
	/** The most characters of any part. */
	max: number;
	/** Whether a content fits into the part with this index: the first one may have files. */
	fits: (content: string, part: number) => boolean;
}

/** A text to cut, and the content that a network gets for a piece of it. */
interface CuttableText {
	text: string;
	cuts: Cut[];
	getPiece: (start: number, end: number, options?: { isShortened?: boolean }) => string;
}

/** Splits a text into parts that fit; undefined if tags, or a letter that doesn't fit, prevent it (docs/api.md, Lengths). */
export const splitText = (text: TextInput, limit: TextLimit): string[] | undefined =>
	cutText(text, limit.markup, (source) => splitPieces(source, limit));

/** Cuts a text after a word, and appends “…”; undefined like {@link splitText}. */
export const shortenText = (text: TextInput, { markup, fits }: TextLimit): string | undefined =>
	cutText(text, markup, (source) => {
		const start = skipSpaces(source.text, 0);
		const getPieceTo = (at: number) => source.getPiece(start, at, { isShortened: true });
		const at = findBestCut(
			source.cuts,
			start,
			(place) => fits(getPieceTo(place), 0),
			rankForEllipsis,
		);
		return at === undefined ? undefined : getPieceTo(at);
	});

/** Links, names and sentences must not continue with the ellipsis. */
const ENDS_WITH_WORD = /(?:^|\s)[^\s@#./(]*[\p{L}\p{N}]$/u;

/** Cuts a text in its network's format, or as plain text if the address of a link doesn't fit. */
function cutText<T>(
	text: TextInput,
	markup: Markup,
	cut: (source: CuttableText) => T | undefined,
): T | undefined {
	const isAsIs = text.format === 'asIs';
	// With tags, only the service knows what is text.
	if (isAsIs && getNonBlankTexts(text).some((source) => source.includes('<'))) return undefined;
	// A network that reads Markdown gets tags for it, as its marks would be cut in two.
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
		// Measuring everything that is left would be slow for long texts.
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

/** The best place after `start` up to which everything fits; the last one of several. */
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

/** A better place is preferred unless it makes a part much shorter than necessary. */
const rankForThread = ({ level }: Cut, share: number) =>
	level <= CutLevel.word && share < 1 / 3 ? CutLevel.word + 0.5 : level;
const rankForEllipsis = ({ level }: Cut) => Math.max(level, CutLevel.word);

/** A block, and where its line begins and the next one does. */
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

/** A piece of the text, with the formatting of its blocks. */
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

/** How many of the ordered places satisfy `isBefore`, as only the first ones do; the first `known` certainly do. */
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
