import { tryJson } from '../nodes/Postiz/values/read';
import { Code, isExpression, mapLeaves, quoted, split, type Chunk } from './expressions';

/** An expression that stands without quotation marks in JSON: it yields JSON, not a text. */
export class Bare extends Code {
	/** An expression for the value, as far as it is one of JSON. */
	get expression(): string {
		return `={{ ${parseCode(this.text)} }}`;
	}
}

/** JavaScript for the value that JSON text stands for, or for the text itself if it is none. */
const parseCode = (code: string) =>
	`((value) => { try { return JSON.parse(value); } catch (error) { return value; } })(${code})`;

/** The value with an expression for each {@link Bare}. */
export const plain = (value: unknown): unknown =>
	mapLeaves(value, (leaf) => (leaf instanceof Bare ? leaf.expression : leaf));

/**
 * Reads JSON with expressions in it: a text with code becomes an expression, code alone an expression or {@link Bare}.
 * Undefined if it is no JSON; values that are no text are returned as they are.
 */
export function parseText(text: unknown): unknown {
	if (typeof text !== 'string') return text;
	// Without an equals sign at the front, curly brackets are text.
	return parse(isExpression(text) ? split(text.slice(1)) : [{ isCode: false, text }]);
}

// Letters for private use stand for the expressions while JSON is read.
const MARK = /\uE000(\d+)\uE001/;
const BARE = /^\uE002(\d+)$/;
const TOKENS = /"((?:[^"\\]|\\[^])*)"(\s*:)?|\uE000(\d+)\uE001|,(?=\s*[}\]])|\s+/g;

function parse(chunks: Chunk[]): unknown {
	const codes: string[] = [];
	const marked = chunks.map(({ isCode, text }) =>
		isCode ? `\uE000${codes.push(text.trim().replace(/[;\s]+$/, '')) - 1}\uE001` : text,
	);
	const json = marked
		.join('')
		.replace(TOKENS, (_token, text?: string, colon = '', bare?: string) => {
			if (bare !== undefined) return `"\uE002${bare}"`;
			if (text === undefined) return ' ';
			// A name that comes from an expression cannot be read.
			return colon !== '' && /^=|\uE000/.test(text) ? '' : `"${strict(text)}"${colon}`;
		});
	const codeAt = (index: string | undefined) => codes[Number(index)] ?? '';
	return mapLeaves(tryJson(json), (value) => {
		if (typeof value !== 'string') return value;
		const [, bare] = BARE.exec(value) ?? [];
		if (bare !== undefined) return bareOf(codeAt(bare));
		// Every second part is the number of an expression.
		const parts = value.split(MARK);
		return toText(
			parts.map((part, at) =>
				at % 2 === 0
					? { isCode: false, text: part }
					: { isCode: true, text: textCode(codeAt(part)) },
			),
		);
	});
}

/** The inside of a text as JSON has to have it: some have line breaks and single backslashes in it. */
const strict = (text: string) =>
	text.replace(/\\["\\/bfnrtu\uE000]|[\\\p{Cc}]/gu, (found) =>
		found.length > 1 ? found : JSON.stringify(found).slice(1, -1),
	);

function toText(parts: Chunk[]): string {
	if (parts.every(({ isCode }) => !isCode)) {
		const text = parts.map((part) => part.text).join('');
		return text.startsWith('=') ? `={{ ${quoted(text)} }}` : text;
	}
	// Before an expression n8n takes two backslashes for one, after the last it leaves them alone.
	const written = parts.map(({ isCode, text }, index) => {
		if (isCode) return `{{ ${text} }}`;
		if (text.includes('{{')) return `{{ ${quoted(text)} }}`;
		return index < parts.length - 1 ? text.replace(/\\/g, '\\\\') : text;
	});
	return `=${written.join('')}`;
}

function bareOf(code: string): unknown {
	const value = strippedOf(code);
	return value === undefined ? new Bare(code) : `={{ ${value} }}`;
}

/** Code for the text that stands for the code in the middle of a JSON text. */
function textCode(code: string): string {
	const [, whole] = /^(.*)\.(?:slice|substring)\(\s*1\s*,\s*-1\s*\)$/s.exec(code) ?? [];
	const value = whole === undefined ? undefined : strippedOf(whole);
	if (value !== undefined) return value;
	return ESCAPES_FOR_JSON.test(code) ? unescapeCode(code) : code;
}

/** Code that puts backslashes before what JSON does not take inside a text. */
export const ESCAPES_FOR_JSON = /\.replace(?:All)?\([^)]*,\s*(?:'\\\\|"\\\\|`\\\\)/;

/** JavaScript for a text from what was made fit for JSON, or for that itself if it was not. */
const unescapeCode = (code: string) =>
	`((text) => { try { return JSON.parse('"' + text + '"'); } catch (error) { return text; } })(${code})`;

/** What code turns into JSON, if it does no more than that. */
function strippedOf(code: string): string | undefined {
	const [, before] = /^(.*)\.toJsonString\(\)$/s.exec(code) ?? [];
	return before !== undefined && isChain(before) ? before : stringified(code);
}

/** The value that code hands to JSON.stringify, with an indent at most. */
function stringified(code: string): string | undefined {
	const [, inside = ''] = /^\s*JSON\.stringify\s*\((.*)\)\s*$/s.exec(code) ?? [];
	const [value = '', ...more] = topLevel(inside) ?? [];
	const isIndent = (text: string) => /^\s*(?:null|undefined|\d+|['"]\s*['"])\s*$/.test(text);
	return more.every(isIndent) && value.trim() !== '' ? value.trim() : undefined;
}

/** True for a name with what hangs on it by dots and brackets, or for something in brackets. */
function isChain(code: string): boolean {
	const [only, ...more] = topLevel(code) ?? [];
	return only !== undefined && more.length === 0 && /^[\w$.?]*$/.test(blanked(only) ?? ' ');
}

/** The parts of code between its outer commas; undefined if the brackets do not match. */
export function topLevel(code: string): string[] | undefined {
	const shape = blanked(code, ' ');
	if (shape === undefined) return undefined;
	const commas = [...shape.matchAll(/,/g)].map(({ index }) => index);
	return [...commas, code.length].map((end, at) =>
		code.slice(at === 0 ? 0 : (commas[at - 1] ?? 0) + 1, end),
	);
}

const PAIRS: Record<string, string> = { ')': '(', ']': '[', '}': '{' };

/** The code with `filler` for all that stands in brackets or quotes; undefined if they do not match. */
function blanked(code: string, filler = ''): string | undefined {
	const open: string[] = [];
	let result = '';
	for (let at = 0; at < code.length; at++) {
		const letter = code.charAt(at);
		const quote = open.at(-1) ?? '';
		const isOutside = open.length === 0;
		if (/['"`]/.test(quote)) {
			if (letter === '\\') {
				at++;
				result += filler;
			} else if (letter === quote) open.pop();
		} else if (/['"`([{]/.test(letter)) open.push(letter);
		else if (letter in PAIRS && open.pop() !== PAIRS[letter]) return undefined;
		result += isOutside && open.length === 0 ? letter : filler;
	}
	return open.length === 0 ? result : undefined;
}
