import { tryJson } from '../nodes/Postiz/values/read';
import { Code, mapLeaves, quoted, split, type Chunk } from './expressions';

/** An expression that stands without quotation marks in JSON: it yields JSON, not a text. */
export class Bare extends Code {
	/** An expression for the value, as far as it is one of JSON. */
	get expression(): string {
		return `={{ ${parseCode(this.text)} }}`;
	}
}

/** JavaScript for the value that JSON text stands for, or for the value itself. */
export const parseCode = (code: string) =>
	`((value) => { try { return JSON.parse(value); } catch (error) { return value; } })(${code})`;

/**
 * Reads JSON with expressions in it: a text between quotation marks becomes an expression if it holds
 * one, an expression on its own an expression or {@link Bare}. Undefined if it is no JSON.
 */
export const parseTemplate = (text: string): unknown => parse(split(text));

/** Reads JSON in which curly brackets are text. Undefined if it is no JSON. */
export const parsePlain = (text: string): unknown => parse([{ isCode: false, text }]);

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
			// Names that come from expressions are no JSON here.
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

/** The inside of a text as JSON has to have it: with line breaks and backslashes that some leave as they are. */
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

/** Code that yields the text which the code yields once it is read as the inside of a JSON text. */
function textCode(code: string): string {
	const [, whole] = /^(.*)\.(?:slice|substring)\(\s*1\s*,\s*-1\s*\)$/s.exec(code) ?? [];
	const value = whole === undefined ? undefined : strippedOf(whole);
	if (value !== undefined) return value;
	return ESCAPES_FOR_JSON.test(code) ? unescapeCode(code) : code;
}

/** Code that puts backslashes before what JSON does not take inside a text. */
export const ESCAPES_FOR_JSON = /\.replace(?:All)?\([^)]*,\s*(?:'\\\\|"\\\\|`\\\\)/;

/** JavaScript for a text from what was made fit for JSON, or that itself if it was not. */
export const unescapeCode = (code: string) =>
	`((text) => { try { return JSON.parse('"' + text + '"'); } catch (error) { return text; } })(${code})`;

/** What is turned into JSON, if the code does that and no more. */
function strippedOf(code: string): string | undefined {
	const [, before] = /^(.*)\.toJsonString\(\)$/s.exec(code) ?? [];
	return before !== undefined && isChain(before) ? before : stringified(code);
}

/** The value that code hands to JSON.stringify, with an indent at most. */
export function stringified(code: string): string | undefined {
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

/** The arguments of a call; undefined if the brackets do not match. */
export function topLevel(code: string): string[] | undefined {
	const shape = blanked(code, ' ');
	if (shape === undefined) return undefined;
	const parts: string[] = [];
	let start = 0;
	shape.split('').forEach((letter, index) => {
		if (letter !== ',') return;
		parts.push(code.slice(start, index));
		start = index + 1;
	});
	return [...parts, code.slice(start)];
}

const PAIRS = new Map([
	[')', '('],
	[']', '['],
	['}', '{'],
]);

/** The code with `filler` for all that stands in brackets or quotes; undefined if they do not match. */
function blanked(code: string, filler = ''): string | undefined {
	const open: string[] = [];
	let result = '';
	for (let at = 0; at < code.length; at++) {
		const letter = code.charAt(at);
		const quote = open.at(-1) ?? '';
		const isInText = /['"`]/.test(quote);
		const isOutside = open.length === 0;
		if (isInText) {
			if (letter === '\\') {
				at++;
				result += filler;
			} else if (letter === quote) open.pop();
		} else if (/['"`([{]/.test(letter)) open.push(letter);
		else if (PAIRS.has(letter)) {
			if (open.pop() !== PAIRS.get(letter)) return undefined;
		}
		result += isOutside && open.length === 0 ? letter : filler;
	}
	return open.length === 0 ? result : undefined;
}
