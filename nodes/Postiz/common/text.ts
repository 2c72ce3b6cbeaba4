/** Formats an amount with a noun: `1 post`, `3 posts`. */
export function formatCount(amount: number, noun: string): string {
	return `${amount} ${noun}${amount === 1 ? '' : 's'}`;
}

export const wasOrWere = (amount: number) => (amount === 1 ? 'was' : 'were');

export const capitalize = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** Joins sentences, without empty ones. */
export const joinSentences = (...texts: Array<string | false | undefined>): string =>
	texts.filter(Boolean).join(' ');

/** Normalizes a name for comparisons: lower case, without @, with plain spaces and composed letters. */
export const toComparableName = (name: unknown): string =>
	String(name ?? '')
		.normalize('NFKC')
		.replace(/\s+/g, ' ')
		.trim()
		.replace(/^@/, '')
		.toLowerCase();

/** Prepares a message to follow another one: starts in lower case, except names such as `Facebook Page: …`. */
export const continueSentence = (message: string) =>
	message.replace(/^[A-Z](?=[a-z]* )(?![^.;“]*(?:: | – ))/, (letter) => letter.toLowerCase());

/** Joins as many texts as fit into `max` characters, at least the first, and returns how many remain. */
export function joinFitting([first = '', ...others]: string[], separator: string, max: number) {
	let text = first;
	let remainingCount = others.length;
	for (const other of others) {
		const longer = `${text}${separator}${other}`;
		if (longer.length > max) break;
		text = longer;
		remainingCount--;
	}
	return { text, remainingCount };
}

/** Lists as many names as fit into `max` characters, and how many more there are. */
export function joinNames(names: string[], max = 140): string {
	const { text, remainingCount } = joinFitting(names, ', ', max);
	return remainingCount > 0 ? `${text}, and ${remainingCount} more` : text;
}

// British English has no comma before “and”.
const list = new Intl.ListFormat('en-GB');

/** Joins names as a sentence does: `X, LinkedIn and Bluesky`. */
export const joinWithAnd = (names: string[]): string => list.format(names);

/** Formats numbers of items or rows: `1–3, 7`. */
export function formatItemNumbers(numbers: Iterable<number>): string {
	const ranges: Array<{ from: number; to: number }> = [];
	for (const number of [...new Set(numbers)].sort((a, b) => a - b)) {
		const last = ranges.at(-1);
		if (last?.to === number - 1) last.to = number;
		else ranges.push({ from: number, to: number });
	}
	return ranges.map(({ from, to }) => (from === to ? String(from) : `${from}–${to}`)).join(', ');
}

/** Quotes a value in a message, shortened and without secrets of web addresses. */
export function quote(value: unknown): string {
	const text = hideUrlSecrets(typeof value === 'object' ? toJson(value) : String(value));
	return `“${shorten(text, 80)}”`;
}

function toJson(value: object | null): string {
	try {
		return JSON.stringify(value);
	} catch {
		// It contains itself, or is too deeply nested.
		return Array.isArray(value) ? '[…]' : '{…}';
	}
}

/** Removes user names, passwords, query strings and fragments from addresses in a text. */
export function hideUrlSecrets(text: string): string {
	// Processing all of a huge text would be slow, and only its start is shown.
	return text
		.slice(0, 2000)
		.replace(/:\/\/[^\s/?#@"]*@/g, '://')
		.replace(/(:\/\/[^\s?#"]*)[?#][^\s"]*/g, '$1');
}

/** The address of a file in a message, without secrets. */
export function shortenUrl(url: string): string {
	return shorten(hideUrlSecrets(url), 120);
}

/** Returns as many sentences as fit into `max` characters, or the start of the first sentence. */
export function fitSentences(text: string, max: number): string {
	if (text.length <= max) return text;
	const end = Math.max(
		...['. ', '.” ', '? '].map((mark) => {
			const length = mark.length - 1;
			return text.lastIndexOf(mark, max - length) + length;
		}),
	);
	return end > 1 ? text.slice(0, end).trimEnd() : shorten(text, max - 1);
}

/** Cuts a text to at most `max` code units and an ellipsis, but never inside a character. */
export function shorten(text: string, max: number): string {
	return text.length > max ? `${takeStart(text, max)}…` : text;
}

const characters = new Intl.Segmenter();

/** The start of a text: at most `max` UTF-16 code units, ending with a whole character. */
export function takeStart(text: string, max: number): string {
	if (text.length <= max) return text;
	const { index = 0 } = characters.segment(text.slice(0, max + 100)).containing(max) ?? {};
	return text.slice(0, index);
}
