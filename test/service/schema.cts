/**
 * A small declarative table of fields: it checks a value and words what is wrong as the service
 * does, and prints the same rules as a JSON schema.
 */
export type Values = Record<string, unknown>;
export interface Field {
	/** Messages about `value`, each beginning with the field's name. */
	check(value: unknown, name: string): string[];
	/** Whether the field must be there; a function decides by the fields beside it. */
	required: boolean | ((siblings: Values) => boolean);
	schema: object;
}
export type Fields = Record<string, Field>;

const DATE_WITH_MILLISECONDS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

export const isObject = (value: unknown): value is Values =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object without one of its keys. */
export const without = <T extends object, K extends keyof T>(object: T, key: K): Omit<T, K> =>
	Object.fromEntries(Object.entries(object).filter(([name]) => name !== key)) as Omit<T, K>;

const isAbsent = (value: unknown) => value === undefined || value === null;

function isUrl(value: string): boolean {
	return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

function optional(schema: object, check: Field['check']): Field {
	return { schema, check, required: false };
}

/** Checks an object against its fields; unknown keys are refused. Messages are relative to the object. */
export function checkFields(fields: Fields, value: Values): string[] {
	const unknown = Object.keys(value).filter((key) => !Object.hasOwn(fields, key));
	return [
		...unknown.map((key) => `property ${key} should not exist`),
		...Object.entries(fields).flatMap(([name, field]) => {
			const needed = typeof field.required === 'function' ? field.required(value) : field.required;
			return isAbsent(value[name]) && !needed ? [] : field.check(value[name], name);
		}),
	];
}

/** The JSON schema of a set of fields; conditional requirements are not in it. */
export function schemaOf(fields: Fields): object {
	return {
		type: 'object',
		properties: Object.fromEntries(Object.entries(fields).map(([name, f]) => [name, f.schema])),
		required: Object.keys(fields).filter((name) => fields[name].required === true),
		additionalProperties: false,
	};
}

export const required = (field: Field): Field => ({ ...field, required: true });

export const requiredWhen = (condition: (siblings: Values) => boolean, field: Field): Field => ({
	...field,
	required: condition,
});

export interface TextRules {
	min?: number;
	max?: number;
	url?: boolean;
	/** What the text must look like, and how a refusal names it. */
	pattern?: [RegExp, string];
}

export function text({ min, max, url, pattern }: TextRules = {}): Field {
	const schema = {
		type: 'string',
		...(min !== undefined && { minLength: min }),
		...(max !== undefined && { maxLength: max }),
		...(url && { format: 'uri' }),
		...(pattern && { pattern: pattern[0].source }),
	};
	return optional(schema, (value, name) => {
		if (typeof value !== 'string') return [`${name} must be a string`];
		const messages: string[] = [];
		if (min !== undefined && value.length < min)
			messages.push(`${name} must be longer than or equal to ${min} characters`);
		if (max !== undefined && value.length > max)
			messages.push(`${name} must be shorter than or equal to ${max} characters`);
		if (url && !isUrl(value)) messages.push(`${name} must be a URL address`);
		if (pattern && !pattern[0].test(value)) messages.push(`${name} must be ${pattern[1]}`);
		return messages;
	});
}

/** An id, a title or the like that must not be empty. */
export const filled: Field = required(text({ min: 1 }));

export const url: Field = text({ url: true });

export function oneOf(...allowed: string[]): Field {
	return optional({ type: 'string', enum: allowed }, (value, name) =>
		allowed.includes(value as string)
			? []
			: [`${name} must be one of the following values: ${allowed.join(', ')}`],
	);
}

export const flag: Field = optional({ type: 'boolean' }, (value, name) =>
	typeof value === 'boolean' ? [] : [`${name} must be a boolean value`],
);

export function number({ min = -Infinity, max = Infinity } = {}): Field {
	const schema = {
		type: 'number',
		...(Number.isFinite(min) && { minimum: min }),
		...(Number.isFinite(max) && { maximum: max }),
	};
	return optional(schema, (value, name) => {
		if (typeof value !== 'number' || !Number.isFinite(value))
			return [`${name} must be a number conforming to the specified constraints`];
		if (value < min) return [`${name} must not be less than ${min}`];
		if (value > max) return [`${name} must not be greater than ${max}`];
		return [];
	});
}

/** A date in UTC with milliseconds and a trailing Z. */
export const utcDate: Field = optional({ type: 'string', format: 'date-time' }, (value, name) => {
	const isDate =
		typeof value === 'string' &&
		DATE_WITH_MILLISECONDS.test(value) &&
		!Number.isNaN(Date.parse(value)) &&
		new Date(value).toISOString() === value;
	return isDate ? [] : [`${name} must be a valid ISO 8601 date string`];
});

export function group(fields: Fields): Field {
	return optional(schemaOf(fields), (value, name) =>
		isObject(value)
			? checkFields(fields, value).map((message) => `${name}.${message}`)
			: [`${name} must be an object`],
	);
}

export interface ListRules {
	min?: number;
	max?: number;
	/** A further rule on all elements together: a message without the field's name. */
	whole?: (elements: unknown[]) => string | undefined;
}

export function list(element: Field, { min = 0, max = Infinity, whole }: ListRules = {}): Field {
	const schema = {
		type: 'array',
		items: element.schema,
		...(min > 0 && { minItems: min }),
		...(Number.isFinite(max) && { maxItems: max }),
	};
	return optional(schema, (value, name) => {
		if (!Array.isArray(value)) return [`${name} must be an array`];
		const messages = value.flatMap((entry, index) => element.check(entry, `${name}.${index}`));
		if (value.length < min) messages.push(`${name} must contain at least ${min} elements`);
		if (value.length > max) messages.push(`${name} must contain no more than ${max} elements`);
		const together = messages.length === 0 ? whole?.(value) : undefined;
		return together ? [...messages, `${name} ${together}`] : messages;
	});
}

/** Any value at all: for fields whose content is checked elsewhere. */
export const anything: Field = optional({}, () => []);
