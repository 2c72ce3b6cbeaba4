import { tryJson } from '../nodes/Postiz/values/read';
import { quoted, split, type Chunk } from './expressions';

/** An expression that stands without quotation marks in JSON: it yields JSON, not a text. */
export class Bare {
	constructor(readonly code: string) {}

	/** An expression for the value, as far as it is one of JSON. */
	get expression(): string {
		return `={{ ${parseCode(this.code)} }}`;
	}
}

/** JavaScript for the value that JSON text stands for, or for the value itself. */
export const parseCode = (code: string) =>
	`((value) => { try { return JSON.parse(value); } catch (error) { return value; } })(${code})`;

class Unreadable extends Error {}

type Token = string | { code: string };

/**
 * Reads JSON with expressions in it: a text between quotation marks becomes an expression if it holds
 * one, an expression on its own an expression or {@link Bare}. Undefined if it is no JSON.
 */
export function parseTemplate(text: string): unknown {
	return parse(split(text));
}

/** Reads JSON in which curly brackets are text. Undefined if it is no JSON. */
export function parsePlain(text: string): unknown {
	return parse([{ isCode: false, text }]);
}

function parse(chunks: Chunk[]): unknown {
	try {
		const reader = new Reader(chunks);
		const value = reader.value();
		reader.end();
		return value;
	} catch (error) {
		return unreadable(error);
	}
}

/** Undefined for what is no JSON; throws a mistake of the reader itself. */
function unreadable(error: unknown): undefined {
	if (error instanceof Unreadable) return undefined;
	throw error;
}

class Reader {
	private readonly tokens: Token[];

	private at = 0;

	constructor(chunks: Chunk[]) {
		this.tokens = chunks.flatMap<Token>(({ isCode, text }) =>
			isCode ? [{ code: text.trim().replace(/[;\s]+$/, '') }] : Array.from(text),
		);
	}

	value(): unknown {
		const token = this.peek();
		if (typeof token === 'object') {
			this.at++;
			return bare(token.code);
		}
		switch (token) {
			case '{':
				return this.object();
			case '[':
				return this.list(']', () => this.value());
			case '"':
				return this.text();
			default:
				return this.word();
		}
	}

	end(): void {
		if (this.peek() !== undefined) throw new Unreadable();
	}

	private object(): Record<string, unknown> {
		const entries = this.list('}', () => {
			if (this.peek() !== '"') throw new Unreadable();
			const key = this.text();
			if (key.startsWith('=') || this.peek() !== ':') throw new Unreadable();
			this.at++;
			return [key, this.value()] as const;
		});
		return Object.fromEntries(entries);
	}

	private list<T>(close: string, element: () => T): T[] {
		const elements: T[] = [];
		this.at++;
		while (this.peek() !== close) {
			elements.push(element());
			if (this.peek() === ',') this.at++;
			else if (this.peek() !== close) throw new Unreadable();
		}
		this.at++;
		return elements;
	}

	private text(): string {
		const parts: Chunk[] = [];
		let literal = '';
		for (this.at++; this.tokens[this.at] !== '"'; this.at++) {
			const token = this.tokens[this.at];
			if (token === undefined) throw new Unreadable();
			if (typeof token === 'string') {
				literal += token === '\\' ? this.escaped() : token;
				continue;
			}
			parts.push({ isCode: false, text: literal }, { isCode: true, text: textCode(token.code) });
			literal = '';
		}
		this.at++;
		return toText([...parts, { isCode: false, text: literal }]);
	}

	private escaped(): string {
		const letter = this.tokens[++this.at];
		if (typeof letter !== 'string') throw new Unreadable();
		if (letter !== 'u') {
			// n8n itself turns two backslashes before an expression into one, which JSON may not know.
			return ESCAPES.get(letter) ?? `\\${letter}`;
		}
		const digits = this.tokens.slice(this.at + 1, this.at + 5).join('');
		if (!/^[\da-f]{4}$/i.test(digits)) throw new Unreadable();
		this.at += 4;
		return String.fromCharCode(parseInt(digits, 16));
	}

	private word(): unknown {
		let word = '';
		for (; /^[\w.+-]$/.test(String(this.tokens[this.at])); this.at++) {
			word += String(this.tokens[this.at]);
		}
		const value = tryJson(word);
		if (value === undefined) throw new Unreadable();
		return value;
	}

	/** The next token that is no space. */
	private peek(): Token | undefined {
		while (/^\s$/.test(String(this.tokens[this.at]))) this.at++;
		return this.tokens[this.at];
	}
}

const ESCAPES = new Map<string, string>([
	['"', '"'],
	['\\', '\\'],
	['/', '/'],
	['b', '\b'],
	['f', '\f'],
	['n', '\n'],
	['r', '\r'],
	['t', '\t'],
]);

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

function bare(code: string): unknown {
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
	if (before !== undefined && isChain(before)) return before;
	const [, inside] = /^JSON\.stringify\((.*)\)$/s.exec(code) ?? [];
	if (inside === undefined) return undefined;
	const [value = '', ...more] = topLevel(inside) ?? [];
	const isIndent = more.every((argument) =>
		/^\s*(?:null|undefined|\d+|['"]\s*['"])\s*$/.test(argument),
	);
	return isIndent && value.trim() !== '' ? value.trim() : undefined;
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
