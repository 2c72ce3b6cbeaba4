import { codeIn } from './expressions';
import { stringified, topLevel } from './template';

const PROPERTY = /^\s*(?:([A-Za-z_$][\w$]*)|"([^"\\]*)"|'([^'\\]*)')\s*(?::([^]*))?$/;
const PLAIN = /^(?:true|false|null|-?\d+(?:\.\d+)?)$/;

/**
 * What a body holds that is one expression with an object written out in it, such as
 * `={{ JSON.stringify({ text: $json.text }) }}`: each value that is code becomes an expression. Undefined for any other.
 */
export function literalIn(text: unknown): object | undefined {
	const code = codeIn(text);
	const value = parse(stringified(code) ?? code);
	return typeof value === 'object' && value !== null ? value : undefined;
}

/** Undefined for an object that is not fully written out, such as one with a spread. */
function parse(code: string): unknown {
	const text = code.trim();
	const inside = text.slice(1, -1);
	const parts = topLevel(inside)?.filter((part) => part.trim() !== '');
	if (parts && text.startsWith('{') && text.endsWith('}')) return parseObject(parts);
	if (parts && text.startsWith('[') && text.endsWith(']')) {
		const elements = parts.map(parse);
		return elements.includes(undefined) ? undefined : elements;
	}
	if (PLAIN.test(text)) return JSON.parse(text);
	const [, , plain] = /^(["'])([^"'\\\n]*)\1$/.exec(text) ?? [];
	if (plain !== undefined) return plain;
	return text === '' || text.startsWith('...') ? undefined : `={{ ${text} }}`;
}

function parseObject(parts: string[]): object | undefined {
	const entries = parts.map((part): [string, unknown] | undefined => {
		const [, word, double, single, value] = PROPERTY.exec(part) ?? [];
		const key = word ?? double ?? single;
		const held = value ?? word;
		const parsed = held === undefined ? undefined : parse(held);
		return key === undefined || parsed === undefined ? undefined : [key, parsed];
	});
	return entries.includes(undefined)
		? undefined
		: Object.fromEntries(entries.filter((entry) => entry !== undefined));
}
