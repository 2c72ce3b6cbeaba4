import validator from 'validator';

/**
 * A small declarative table of fields: it reads a body as the service's classes do, says what is
 * wrong in the same words and the same order, and prints the same rules as a JSON schema.
 */
export type Values = Record<string, unknown>;

/** One rule that a value must keep. */
export interface Constraint {
	holds: (value: unknown) => boolean;
	/** What is wrong, for a field of this name. */
	words: (name: string) => string;
	schema: object;
}

export interface Field {
	/** Turns what came in into the field's type, as far as the service does. */
	convert(value: unknown): unknown;
	/** Messages about `value`, in the service's order. */
	check(value: unknown, name: string, siblings: Values): string[];
	/** Whether a value is refused if it is missing; a function decides by the fields beside it. */
	required: boolean | ((siblings: Values) => boolean);
	/** Whether the JSON schema lists it as required. */
	listed: boolean;
	schema: object;
	/** What stands for a missing value. */
	fallback?: unknown;
}
export type Fields = Record<string, Field>;

export const isObject = (value: unknown): value is Values =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object without one of its keys. */
export const without = <T extends object, K extends keyof T>(object: T, key: K): Omit<T, K> =>
	Object.fromEntries(Object.entries(object).filter(([name]) => name !== key)) as Omit<T, K>;

export const isAbsent = (value: unknown) => value === undefined || value === null;

const rule = (
	holds: Constraint['holds'],
	words: Constraint['words'],
	schema: object,
): Constraint => ({ holds, words, schema });

export const isDefined = rule(
	(value) => !isAbsent(value),
	(name) => `${name} should not be null or undefined`,
	{ not: { type: 'null' } },
);
export const isString = rule(
	(value) => typeof value === 'string',
	(name) => `${name} must be a string`,
	{ type: 'string' },
);
export const isBoolean = rule(
	(value) => typeof value === 'boolean',
	(name) => `${name} must be a boolean value`,
	{ type: 'boolean' },
);
export const isNumber = rule(
	(value) => typeof value === 'number' && Number.isFinite(value),
	(name) => `${name} must be a number conforming to the specified constraints`,
	{ type: 'number' },
);
export const isArray = rule(Array.isArray, (name) => `${name} must be an array`, { type: 'array' });
export const isUrl = rule(
	(value) => typeof value === 'string' && validator.isURL(value),
	(name) => `${name} must be a URL address`,
	{ format: 'url', type: 'string' },
);
export const isDate = rule(
	(value) => typeof value === 'string' && validator.isISO8601(value) && !isNaN(Date.parse(value)),
	(name) => `${name} must be a valid ISO 8601 date string`,
	{ type: 'string' },
);

export const minLength = (min: number) =>
	rule(
		(value) => typeof value === 'string' && value.length >= min,
		(name) => `${name} must be longer than or equal to ${min} characters`,
		{ minLength: min },
	);

export const maxLength = (max: number) =>
	rule(
		(value) => typeof value === 'string' && value.length <= max,
		(name) => `${name} must be shorter than or equal to ${max} characters`,
		{ maxLength: max },
	);

export const isIn = (...allowed: string[]) =>
	rule(
		(value) => allowed.includes(value as string),
		(name) => `${name} must be one of the following values: ${allowed.join(', ')}`,
		{ type: 'string', enum: allowed },
	);

export const min = (least: number) =>
	rule(
		(value) => typeof value === 'number' && value >= least,
		(name) => `${name} must not be less than ${least}`,
		{ minimum: least },
	);

export const max = (greatest: number) =>
	rule(
		(value) => typeof value === 'number' && value <= greatest,
		(name) => `${name} must not be greater than ${greatest}`,
		{ maximum: greatest },
	);

export const minElements = (least: number) =>
	rule(
		(value) => Array.isArray(value) && value.length >= least,
		(name) => `${name} must contain at least ${least} elements`,
		{ minItems: least },
	);

export const maxElements = (most: number) =>
	rule(
		(value) => Array.isArray(value) && value.length <= most,
		(name) => `${name} must contain no more than ${most} elements`,
		{ maxItems: most },
	);

/** A text that fits the pattern. */
export const matches = (pattern: RegExp, words: string) =>
	rule(
		(value) => typeof value === 'string' && pattern.test(value),
		() => words,
		{ pattern: pattern.source, type: 'string' },
	);

/** A rule in words of its own. */
export const custom = (holds: Constraint['holds'], words: string, schema: object = {}) =>
	rule(holds, () => words, schema);

/** The constraint, with other words. */
export const saying = (words: string, constraint: Constraint): Constraint => ({
	...constraint,
	words: () => words,
});

const CONVERSIONS = {
	string: String,
	number: Number,
	/** Any text that is not empty is true, `"false"` too. */
	boolean: Boolean,
};

/** A single value; its messages come in the order of the constraints. */
function scalar(type: keyof typeof CONVERSIONS, constraints: Constraint[]): Field {
	const check: Field['check'] = (value, name) =>
		constraints.filter(({ holds }) => !holds(value)).map(({ words }) => words(name));
	return {
		convert: (value) =>
			isAbsent(value) || Array.isArray(value) ? value : CONVERSIONS[type](value),
		check,
		required: check(undefined, '', {}).length > 0,
		listed: true,
		schema: Object.assign({}, ...constraints.map(({ schema }) => schema)) as object,
	};
}

export const string = (...constraints: Constraint[]) => scalar('string', constraints);
export const number = (...constraints: Constraint[]) => scalar('number', constraints);
export const boolean = (...constraints: Constraint[]) => scalar('boolean', constraints);

/** A field that may be left out. */
export const optional = (field: Field): Field => ({
	...field,
	required: false,
	listed: false,
	check: (value, name, siblings) => (isAbsent(value) ? [] : field.check(value, name, siblings)),
});

/** A field that is looked at only if the condition holds. */
export const when = (condition: (siblings: Values) => boolean, field: Field): Field => ({
	...field,
	required: field.required === false ? false : condition,
	listed: false,
	check: (value, name, siblings) => (condition(siblings) ? field.check(value, name, siblings) : []),
});

/** A field that may be left out, and is looked at only if the condition holds. */
export const ifGiven = (condition: (siblings: Values) => boolean, field: Field): Field => ({
	...when(condition, field),
	required: false,
});

/** The field with a sentence for its schema. */
export const described = (description: string, field: Field): Field => ({
	...field,
	schema: { ...field.schema, description },
});

/** The field with a value for those who leave it out. */
export const withDefault = (fallback: unknown, field: Field): Field => ({
	...field,
	required: false,
	fallback,
});

export const equals = (key: string, value: unknown) => (siblings: Values) =>
	siblings[key] === value;

/** Any value at all: for fields whose content is checked elsewhere, or nowhere. */
export const anything: Field = {
	convert: (value) => value,
	check: () => [],
	required: false,
	listed: false,
	schema: {},
};

/** What came in, converted field by field; defaults come first, and unknown keys are kept. */
export function convertFields(fields: Fields, values: Values): Values {
	const defaults = Object.entries(fields).filter(([, { fallback }]) => fallback !== undefined);
	return {
		...Object.fromEntries(
			defaults.map(([name, { fallback }]) => [name, structuredClone(fallback)]),
		),
		...Object.fromEntries(
			Object.entries(values).map(([name, value]) => [
				name,
				Object.hasOwn(fields, name) ? fields[name].convert(value) : value,
			]),
		),
	};
}

/** Messages about a converted object, relative to it. */
export const checkFields = (fields: Fields, values: Values): string[] =>
	Object.entries(fields).flatMap(([name, field]) => field.check(values[name], name, values));

/** The JSON schema of a set of fields; conditional requirements are not in it. */
export function schemaOf(fields: Fields): object {
	const listed = Object.keys(fields).filter((name) => fields[name].listed);
	return {
		properties: Object.fromEntries(Object.entries(fields).map(([name, f]) => [name, f.schema])),
		type: 'object',
		...(listed.length > 0 && { required: listed }),
	};
}

/** An object with fields of its own; a missing one is refused by a constraint only. */
export function group(fields: Fields, ...constraints: Constraint[]): Field {
	const missing = (name: string) =>
		constraints.filter(({ holds }) => !holds(undefined)).map(({ words }) => words(name));
	return {
		convert: (value) => (isObject(value) ? convertFields(fields, value) : value),
		check(value, name) {
			if (isAbsent(value)) return missing(name);
			if (!isObject(value)) return [`nested property ${name} must be either object or array`];
			return checkFields(fields, value).map((message) => `${name}.${message}`);
		},
		required: missing('').length > 0,
		listed: true,
		schema: Object.assign(schemaOf(fields), ...constraints.map(({ schema }) => schema)) as object,
	};
}

/** A list of objects. Its own messages come only if no element is wrong. */
export function list(fields: Fields, ...constraints: Constraint[]): Field {
	const broken = (value: unknown, name: string) =>
		constraints.filter(({ holds }) => !holds(value)).map(({ words }) => words(name));
	return {
		convert: (value) =>
			Array.isArray(value)
				? value.map((entry: unknown) => (isObject(entry) ? convertFields(fields, entry) : entry))
				: value,
		check(value, name) {
			const wrongKind = `each value in nested property ${name} must be either object or array`;
			if (isAbsent(value)) return broken(value, name);
			if (!Array.isArray(value)) return [...broken(value, name), wrongKind];
			const inside = value.flatMap((entry: unknown, index) =>
				isObject(entry)
					? checkFields(fields, entry).map((message) => `${name}.${index}.${message}`)
					: [`${name}.${wrongKind}`],
			);
			return inside.length > 0 ? inside : broken(value, name);
		},
		required: broken(undefined, '').length > 0,
		listed: true,
		schema: Object.assign(
			{ items: schemaOf(fields), type: 'array' },
			...constraints.map(({ schema }) => schema),
		) as object,
	};
}

/** A list of numbers. */
export const numbers: Field = {
	convert: (value) => value,
	check(value, name) {
		if (!isArray.holds(value)) return [isArray.words(name)];
		const allFit = (value as unknown[]).every((entry) => isNumber.holds(entry));
		return allFit ? [] : [isNumber.words(`each value in ${name}`)];
	},
	required: true,
	listed: true,
	schema: { items: { type: 'number' }, type: 'array' },
};

/** An id, a title or the like that must not be empty. */
export const filled: Field = string(isDefined, isString, minLength(1));

export interface TextRules {
	min?: number;
	max?: number;
}

/** An optional text with limits; with {@link required} one that must be there. */
export const text = ({ min: least, max: most }: TextRules = {}): Field =>
	optional(
		string(
			isString,
			...(least === undefined ? [] : [minLength(least)]),
			...(most === undefined ? [] : [maxLength(most)]),
		),
	);

/** The optional field, as one that must be there. */
export const required = (field: Field): Field => ({
	...field,
	required: true,
	listed: true,
	check: (value, name, siblings) =>
		isAbsent(value) ? [isDefined.words(name)] : field.check(value, name, siblings),
	schema: { ...field.schema, ...isDefined.schema },
});
