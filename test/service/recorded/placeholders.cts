import { isObject, type Values } from '../schema.cjs';

/**
 * How an answer is compared with a recorded one. `<id 1>`, `<uuid 2>`, `<token 1>` each stand for the
 * same value throughout a file, `<text>` for prose that was left out, `<number>`, `<recorded at>` and
 * `<name>` for values that differ each time, `<a x 501>` for 501 times that letter.
 */
const NAMED = /^<(?:id|uuid|token|code) \d+>$/;
const REPEATED = /<(.) x (\d+)>/gu;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const SHAPES: Record<string, RegExp> = {
	'<text>': /\S/,
	'<number>': /^\d+$/,
	'<recorded at>': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/,
};

/** The values of the placeholders in a file: those that were found, and those of the service. */
export class Placeholders {
	private readonly values = new Map<string, string>();

	/** `known`: addresses and secrets of the service, by placeholder. */
	constructor(private readonly known: Record<string, string>) {}

	/** Gives a placeholder its value, and returns whether it can have it. */
	bind(placeholder: string, value: unknown): boolean {
		const known = this.values.get(placeholder);
		if (known !== undefined) return known === value;
		if (typeof value !== 'string' || value === '') return false;
		if (placeholder.startsWith('<uuid') && !UUID.test(value)) return false;
		if ([...this.values.values()].includes(value)) return false;
		this.values.set(placeholder, value);
		return true;
	}

	/** Returns a recorded value with all placeholders replaced. */
	resolve<T>(recorded: T): T {
		const resolveText = (text: string) => {
			let result = text.replace(REPEATED, (_whole, letter: string, times: string) =>
				letter.repeat(Number(times)),
			);
			for (const [placeholder, value] of [...this.values, ...Object.entries(this.known)])
				result = result.replaceAll(placeholder, value);
			return result;
		};
		return mapTexts(recorded, resolveText) as T;
	}

	/** Returns whether a value of an answer matches the recorded text. */
	matches(actual: unknown, recorded: string): boolean {
		if (NAMED.test(recorded)) return this.bind(recorded, actual);
		if (typeof actual !== 'string') return false;
		if (Object.hasOwn(SHAPES, recorded)) return SHAPES[recorded].test(actual);
		const parts = this.resolve(recorded).split('<name>');
		const [first, ...others] = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
		return new RegExp(`^${[first, ...others].join('\\w+')}$`).test(actual);
	}
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
	if (typeof value === 'string') return change(value);
	if (Array.isArray(value)) return value.map((entry) => mapTexts(entry, change));
	if (!isObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, entry]) => [key, mapTexts(entry, change)]),
	);
}

const toWords = (value: unknown) => JSON.stringify(value) ?? 'nothing';

/** Describes each place where an answer differs from the recorded one. */
export function listDifferences(
	actual: unknown,
	recorded: unknown,
	placeholders: Placeholders,
	path = 'body',
): string[] {
	if (typeof recorded === 'string')
		return placeholders.matches(actual, recorded)
			? []
			: [`${path} is ${toWords(actual)}, not ${toWords(recorded)}`];
	if (Array.isArray(recorded)) {
		if (!Array.isArray(actual)) return [`${path} is ${toWords(actual)}, not a list`];
		const length =
			actual.length === recorded.length
				? []
				: [`${path} has ${actual.length} entries, not ${recorded.length}: ${toWords(actual)}`];
		return [
			...length,
			...recorded.flatMap((entry, index) =>
				listDifferences(actual[index], entry, placeholders, `${path}.${index}`),
			),
		];
	}
	if (isObject(recorded)) {
		if (!isObject(actual)) return [`${path} is ${toWords(actual)}, not an object`];
		return [...new Set([...Object.keys(recorded), ...Object.keys(actual)])].flatMap((key) =>
			Object.hasOwn(recorded, key)
				? listDifferences(actual[key], recorded[key], placeholders, `${path}.${key}`)
				: [`${path}.${key} is ${toWords(actual[key])}, and should not be there`],
		);
	}
	return actual === recorded ? [] : [`${path} is ${toWords(actual)}, not ${toWords(recorded)}`];
}

/** The part of an answer that a recorded row shows. */
export const pickRecordedKeys = (actual: unknown, recorded: Values): unknown =>
	isObject(actual)
		? Object.fromEntries(Object.entries(actual).filter(([key]) => Object.hasOwn(recorded, key)))
		: actual;
