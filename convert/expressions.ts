/** True for a text that n8n works out as an expression instead of taking it as it stands. */
export function isExpression(value: unknown): value is `=${string}` {
	return typeof value === 'string' && value.startsWith('=');
}

/** True if the value is an expression or holds one anywhere. */
export function holdsExpression(value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return isExpression(value);
	return Object.values(value).some(holdsExpression);
}

/** A part of a text with expressions in it: code between curly brackets, or text. */
export interface Chunk {
	isCode: boolean;
	text: string;
}

/** As n8n reads it: the first `}}` ends the code, a backslash before the brackets makes them text. */
export function split(template: string): Chunk[] {
	const chunks: Chunk[] = [];
	let isCode = false;
	let text = '';
	for (let rest = template; rest !== '';) {
		const at = rest.indexOf(isCode ? '}}' : '{{');
		if (at === -1) {
			text += rest;
			break;
		}
		const isEscaped = (/\\*$/.exec(rest.slice(0, at))?.[0].length ?? 0) % 2 === 1;
		text += rest.slice(0, isEscaped ? at + 2 : at);
		rest = rest.slice(at + 2);
		if (isEscaped) continue;
		chunks.push({ isCode, text: isCode ? text : text.replace(/\\\\/g, '\\') });
		isCode = !isCode;
		text = '';
	}
	return text === '' ? chunks : [...chunks, { isCode, text }];
}

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

const TEXT = `'[^'\\\\]*'|"[^"\\\\]*"`;
const ACCESSOR = `\\.[A-Za-z_$][\\w$]*|\\[(?:\\d+|${TEXT})\\]`;
const SOURCE = `\\$json|\\$\\((?:${TEXT})\\)\\.(?:item|first\\(\\)|last\\(\\))|\\$node\\[(?:${TEXT})\\]`;
const PATH = new RegExp(`^(${SOURCE})((?:${ACCESSOR})*)$`);
const CONSTANT = new RegExp(`^(?:${TEXT}|[\\d.]+|true|false|null|\\$now|\\$today|\\$itemIndex)$`);

/*
 * n8n takes an expression that fails for undefined. As a part of a larger one it would make all of
 * that undefined, so that a post could go out without its settings or pictures.
 */
function bracketed(code: string): string {
	const inner = code
		.trim()
		.replace(/[;\s]+$/, '')
		.replace('\\}}', '} }');
	if (CONSTANT.test(inner)) return inner;
	const [, source, path = ''] = PATH.exec(inner) ?? [];
	if (source !== undefined) return source + optionalPath(source, path);
	// A comment at the end would take the bracket with it.
	const end = inner.includes('//') ? '\n' : '';
	return `((run) => { try { return run(); } catch (error) { if (error.name.startsWith('Expression')) throw error; } })(() => (${inner}${end}))`;
}

function optionalPath(source: string, path: string): string {
	const accessors = path.match(new RegExp(ACCESSOR, 'g')) ?? [];
	return accessors
		.map((accessor, index) => {
			if (index === 0 && !source.startsWith('$(')) return accessor;
			return accessor.startsWith('[') ? `?.${accessor}` : `?${accessor}`;
		})
		.join('');
}

/** A value without expressions as JavaScript on one line; see {@link toCode} for its brackets. */
export function quoted(value: unknown): string {
	return (
		JSON.stringify(value)
			.replace(/\{\{/g, '{\\u007b')
			.replace(/\}\}/g, '}\\u007d')
			// JSON may hold these two as they are; n8n's reader of expressions takes them for line ends.
			.replace(/\u2028/g, '\\u2028')
			.replace(/\u2029/g, '\\u2029')
	);
}

const SHORT = 80;

/**
 * JavaScript that returns the value, with what its expressions yield in their places. No two curly
 * brackets stand side by side in it, so that it fits between those of an expression.
 */
export function toCode(value: unknown, depth = 0): string {
	if (isExpression(value)) return expressionCode(value);
	if (value instanceof Code) return value.text;
	if (typeof value !== 'object' || value === null) return quoted(value ?? null);
	const isList = Array.isArray(value);
	const [open, close] = isList ? '[]' : '{}';
	const lines = isList
		? value.map((element) => toCode(element, depth + 1))
		: Object.entries(value)
				.filter(([, inner]) => inner !== undefined)
				.map(([key, inner]) => `${keyCode(key)}: ${toCode(inner, depth + 1)}`);
	if (lines.length === 0) return `${open}${close}`;
	const line = lines.join(', ');
	// Around lists and objects the brackets stand on lines of their own.
	if (line.length <= SHORT && !/[\n[{]/.test(line)) {
		return isList ? `[${line}]` : `{ ${line} }`;
	}
	const indent = '  '.repeat(depth + 1);
	return `${open}\n${indent}${lines.join(`,\n${indent}`)}\n${'  '.repeat(depth)}${close}`;
}

// An object may take its keys from expressions, too.
function keyCode(key: string): string {
	return isExpression(key) ? `[${expressionCode(key)}]` : quoted(key);
}

/** JavaScript that stands in a value for what it yields. */
export class Code {
	constructor(readonly text: string) {}
}

/** The expression for {@link toCode}, or indented JSON if nothing in the value needs one. */
export function toJsonField(value: unknown): string {
	return needsCode(value) ? toExpression(value) : JSON.stringify(value, null, 2);
}

/** The expression for {@link toCode}. */
export function toExpression(value: unknown): string {
	return `={{ ${toCode(value)} }}`;
}

function needsCode(value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return isExpression(value);
	return (
		value instanceof Code ||
		Object.keys(value).some(isExpression) ||
		Object.values(value).some(needsCode)
	);
}

/** The value with whatever is no list and no object in it changed; `path` leads to it. */
export function mapLeaves(
	value: unknown,
	change: (leaf: unknown, path: string[]) => unknown,
	path: string[] = [],
): unknown {
	if (typeof value !== 'object' || value === null || value instanceof Code) {
		return change(value, path);
	}
	const inside = (inner: unknown, key: string) => mapLeaves(inner, change, [...path, key]);
	if (Array.isArray(value)) return value.map((inner, index) => inside(inner, String(index)));
	return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inside(inner, key)]));
}
