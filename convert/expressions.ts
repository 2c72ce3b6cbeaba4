/** True for a text that n8n works out as an expression instead of taking it as it stands. */
export function isExpression(value: unknown): value is `=${string}` {
	return typeof value === 'string' && value.startsWith('=');
}

/** A part of a text with expressions in it: code between curly brackets, or text. */
export interface Chunk {
	isCode: boolean;
	text: string;
}

/** The parts of a text with expressions in it. Before an expression, n8n takes two backslashes for one. */
export const split = (template: string): Chunk[] =>
	template.split(/\{\{(.*?)\}\}/s).map((text, at, { length }) => {
		const isCode = at % 2 === 1;
		return { isCode, text: isCode || at === length - 1 ? text : text.replace(/\\\\/g, '\\') };
	});

/** The JavaScript that an expression consists of; empty if there is text beside it, or none. */
export const codeIn = (expression: unknown): string =>
	/^=\s*\{\{(.*)\}\}\s*$/s.exec(String(expression))?.[1] ?? '';

/** The JavaScript of an expression, for use inside another expression. */
export function expressionCode(expression: string): string {
	const chunks = split(expression.slice(1)).filter(({ isCode, text }) => isCode || text !== '');
	const [only, ...more] = chunks;
	if (only?.isCode && more.length === 0) return bracketed(only.text);
	const parts = chunks.map(({ isCode, text }) => (isCode ? bracketed(text) : quoted(text)));
	return `[${parts.join(', ')}].join('')`;
}

function bracketed(code: string): string {
	const inner = code.trim().replace(/[;\s]+$/, '');
	// A comment at the end would take the bracket with it.
	return /^[\w$.]+$/.test(inner) ? inner : `(${inner}${inner.includes('//') ? '\n' : ''})`;
}

/** A value without expressions as JavaScript on one line, which fits between the brackets of an expression. */
export const quoted = (value: unknown): string =>
	JSON.stringify(value)
		.replace(/\{\{/g, '{\\u007b')
		.replace(/\}\}/g, '}\\u007d')
		// JSON may hold these two as they are; n8n's reader of expressions takes them for line ends.
		.replace(/[\u2028\u2029]/g, (end) => `\\u${end.charCodeAt(0).toString(16)}`);

/** JavaScript that stands in a value for what it yields. */
export class Code {
	constructor(readonly text: string) {}
}

/**
 * Indented JSON for a field of n8n, in which expressions stand for what they yield. One that fails leaves a gap, so that
 * nothing is taken for the whole.
 */
export function toJsonField(value: unknown): string {
	const codes: string[] = [];
	const marked = mapLeaves(value, (leaf) => {
		if (leaf instanceof Code) return mark(codes.push(leaf.text));
		return isExpression(leaf) ? mark(codes.push(`${expressionCode(leaf)} ?? ''`)) : leaf;
	});
	const json = JSON.stringify(marked, null, 2);
	if (codes.length === 0) return json;
	// Before an expression n8n takes two backslashes for one, behind the last it leaves them alone.
	const last = json.lastIndexOf('\uE001');
	const before = json
		.slice(0, last)
		.replace(/\{(?=\{)/g, '\\u007b')
		.replace(/\\/g, '\\\\');
	const filled = (before + json.slice(last).replace(/\{(?=\{)/g, '\\u007b')).replace(
		MARK,
		(_all, number) => `{{ JSON.stringify(${codes[Number(number) - 1] ?? ''}) }}`,
	);
	return `=${filled}`;
}

const mark = (number: number) => `\uE000${number}\uE001`;
const MARK = /"\uE000(\d+)\uE001"/g;

/** The value with everything changed in it that is no list or object; `key` is the name of what is changed. */
export function mapLeaves(
	value: unknown,
	change: (leaf: unknown, key: string) => unknown,
	key = '',
): unknown {
	if (typeof value !== 'object' || value === null || value instanceof Code) {
		return change(value, key);
	}
	if (Array.isArray(value)) return value.map((inner) => mapLeaves(inner, change, key));
	const entries = Object.entries(value);
	return Object.fromEntries(entries.map(([name, inner]) => [name, mapLeaves(inner, change, name)]));
}
