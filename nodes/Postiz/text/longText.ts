import type { TextForm } from '../providers/types';
import { writeDocument, type TextRules } from './content';
import { findCuts, findRuns, type Cut, type Run } from './cuts';
import { parsePlain, textOf, toLines, type Block, type Document, type Span } from './document';
import { toDocument, withoutBlank, type WrittenText } from './written';
import { renderLines, toNetworkBlocks } from './render';

/** Splits a text into pieces that fit; undefined if tags or formatted Markdown prevent it (docs/api.md, Lengths). */
export const splitText = (text: WrittenText, rules: TextRules, limit: number) =>
	cutText(text, rules, limit, (whole) => whole.split());

/** Cuts a text after a word, and appends “…”; undefined like {@link splitText}. */
export const shortenText = (text: WrittenText, rules: TextRules, limit: number) =>
	cutText(text, rules, limit, (whole) => whole.shorten());

/** Cuts a text in its network's format, or else as plain text. */
function cutText<T>(
	text: WrittenText,
	{ form, count }: TextRules,
	limit: number,
	cut: (text: LongText) => T | undefined,
): T | undefined {
	const isAsIs = text.format === 'asIs';
	// With tags, only the service knows what is text.
	if (isAsIs && withoutBlank(text).some((one) => one.includes('<'))) return undefined;
	const document = toDocument(text, form);
	const isSource = renderLines(document, form) !== undefined;
	// Pieces are shorter, so they don't need a compact format that would be read differently.
	const write = (piece: Document) =>
		isAsIs ? toLines(piece) : writeDocument(piece, { form, count, limits: [] });
	const fits = (content: string) => count(content) <= limit;
	const cutAs = (as: TextForm, isMarkdown = false) =>
		cut(new LongText(toNetworkBlocks(document, as), isMarkdown, { write, fits, limit }));
	if (isSource && form === 'markdown') return cutAs(form, true);
	// If the address of a link is too long, it is cut between letters.
	return cutAs(form) ?? cutAs('plain');
}

function sliceSpans(spans: Span[], start: number, end: number): Span[] {
	let at = 0;
	return spans.flatMap((span) => {
		const text = span.text.slice(Math.max(0, start - at), Math.max(0, end - at));
		at += span.text.length;
		return text === '' ? [] : [{ ...span, text }];
	});
}

const ENDS_WITH_FENCE = /(?:^|\n) {0,3}(?:`{3,}|~{3,})$/;

function withEnding(document: Document, ending: string): Document {
	const last = document.at(-1);
	if (!last || ending === '') return document;
	// After a code fence, it would become code.
	if (ENDS_WITH_FENCE.test(textOf(last))) return [...document, ...parsePlain(ending.trim())];
	return [...document.slice(0, -1), { ...last, spans: [...last.spans, { text: ending }] }];
}

const LETTER = /[\p{L}\p{N}]$/u;

class LongText {
	private readonly text: string;
	/** With their index in the text. */
	private readonly blocks: Array<{ at: number; block: Block }>;
	private readonly runs: Run[];
	private readonly cuts: ReturnType<typeof findCuts>;
	private readonly end: number;

	constructor(
		document: Document,
		isMarkdown: boolean,
		private readonly target: {
			write: (piece: Document) => string;
			fits: (content: string) => boolean;
			limit: number;
		},
	) {
		let next = 0;
		this.blocks = document.map((block) => {
			const at = next;
			next += textOf(block).length + 1;
			return { at, block };
		});
		this.text = toLines(document);
		this.runs = findRuns(document, isMarkdown);
		this.cuts = findCuts(this.text, this.runs);
		this.end = this.text.trimEnd().length;
	}

	split(): string[] | undefined {
		const pieces: string[] = [];
		let start = this.cuts.skipSpace(0);
		while (start < this.end) {
			// Measuring everything that is left would be slow for long texts.
			const isNear = (place: number) => place - start <= this.target.limit * 8;
			const fits = (place: number) => isNear(place) && this.fits(start, place);
			const mayFit = pieces.length === 0 || isNear(this.end);
			const isLast = mayFit && this.fits(start, this.end);
			const end = isLast ? this.end : this.bestCut(start, fits);
			if (end === undefined) return undefined;
			pieces.push(this.piece(start, end));
			start = this.cuts.skipSpace(end);
		}
		return pieces;
	}

	shorten(): string | undefined {
		const start = this.cuts.skipSpace(0);
		const fits = (place: number) => this.fits(start, place, this.ellipsis(place));
		const end = this.cut(start, fits, last);
		return end === undefined ? undefined : this.piece(start, end, this.ellipsis(end));
	}

	/** Links and names must not continue with it. */
	private ellipsis(end: number): string {
		const isInWord =
			LETTER.test(this.text.slice(Math.max(0, end - 2), end)) &&
			!this.runs.some((run) => run.start < end && run.end >= end);
		return isInWord ? '…' : ' …';
	}

	/** Renders a piece, with an ending appended to its last word. */
	private piece(start: number, end: number, ending = ''): string {
		return this.target.write(withEnding(this.slice(start, end), ending));
	}

	private slice(start: number, end: number): Document {
		const first = Math.max(0, firstAbove(this.blocks, start) - 1);
		const behind = firstAbove(this.blocks, end - 1);
		return this.blocks.slice(first, behind).map(({ at, block: { tag, spans } }) => ({
			// The rest of a list entry has no mark.
			tag: tag === 'li' && start > at ? ('p' as const) : tag,
			spans: sliceSpans(spans, start - at, end - at),
		}));
	}

	private fits(start: number, end: number, ending?: string): boolean {
		return this.target.fits(this.piece(start, end, ending));
	}

	/** The best cut that doesn't make a piece much shorter than necessary. */
	private bestCut(start: number, fits: (place: number) => boolean): number | undefined {
		return this.cut(start, fits, (fitting) => {
			const room = (last(fitting) ?? start) - start;
			const filled = fitting.slice(firstAbove(fitting, start + room * LEAST_FILLED));
			const best = filled.reverse().sort((a, b) => a.level - b.level);
			return best.find(({ at }) => fits(at))?.at;
		});
	}

	private cut(
		start: number,
		fits: (place: number) => boolean,
		choose: (fitting: Cut[]) => number | undefined,
	) {
		for (const cuts of this.cuts.ways) {
			const first = firstAbove(cuts, start);
			const behind = countWhile(cuts, ({ at }) => fits(at), first);
			const chosen = choose(cuts.slice(first, behind));
			if (chosen !== undefined) return chosen;
		}
		return undefined;
	}
}

/** The share of a piece that must be filled before a better cut is preferred. */
const LEAST_FILLED = 1 / 3;

const last = (cuts: Cut[]) => cuts.at(-1)?.at;

/** How many of these ordered places satisfy `isIn`, if only the first ones do; the first `known` are known to. */
function countWhile<T>(places: T[], isIn: (place: T) => boolean, known = 0): number {
	const isInAt = (index: number) => {
		const place = places[index];
		return place !== undefined && isIn(place);
	};
	let low = known;
	let step = 1;
	// In growing steps, as checking a distant place can be slow.
	while (isInAt(low + step - 1)) {
		low += step;
		step *= 2;
	}
	let high = Math.min(low + step - 1, places.length);
	while (low < high) {
		const middle = (low + high) >> 1;
		if (isInAt(middle)) low = middle + 1;
		else high = middle;
	}
	return low;
}

/** The index of the first cut after a place. */
const firstAbove = (cuts: Array<Pick<Cut, 'at'>>, place: number) =>
	countWhile(cuts, ({ at }) => at <= place);
