import 'reflect-metadata';
import { instanceToPlain, plainToInstance, Type } from 'class-transformer';
import {
	ArrayMaxSize,
	ArrayMinSize,
	IsArray,
	IsBoolean,
	IsDateString,
	IsDefined,
	IsIn,
	IsNumber,
	IsOptional,
	IsString,
	IsUrl,
	Matches,
	Max,
	MaxLength,
	Min,
	MinLength,
	ValidateBy,
	ValidateIf,
	ValidateNested,
	validateSync,
	type ValidationError,
} from 'class-validator';
import { JSONSchema, targetConstructorToSchema } from 'class-validator-jsonschema';

/**
 * Tables of fields, read by the libraries that the service reads bodies with: they convert, check
 * and describe a class with decorators, and a table says which ones each of its properties has.
 */
export type Values = Record<string, unknown>;
/** The decorators of a property, in the order of their messages. */
export type Field = PropertyDecorator[];
export type Fields = Record<string, Field>;
type Condition = (siblings: Values) => boolean;
type Class = new () => object;

export const isObject = (value: unknown): value is Values =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object without one of its keys. */
export const omit = <T extends object, K extends keyof T>(object: T, key: K): Omit<T, K> =>
	Object.fromEntries(Object.entries(object).filter(([name]) => name !== key)) as Omit<T, K>;

export const isDefined = IsDefined();
export const isString = IsString();
export const isBoolean = IsBoolean();
export const isNumber = IsNumber();
export const isArray = IsArray();
export const isUrl = IsUrl();
export const isDate = IsDateString();
export const isIn = (...allowed: string[]) => IsIn(allowed);
export const matches = (pattern: RegExp, message: string) => Matches(pattern, { message });
export {
	Max as max,
	MaxLength as maxLength,
	Min as min,
	MinLength as minLength,
	ArrayMaxSize as maxElements,
	ArrayMinSize as minElements,
};

/** A rule with its own message, which can read the other fields. */
export const custom = (
	holds: (value: unknown, siblings: Values) => boolean,
	message: string,
): PropertyDecorator =>
	ValidateBy(
		{
			name: message,
			validator: { validate: (value, details) => holds(value, details!.object as Values) },
		},
		{ message },
	);

/** Converts any value to this type. */
const ofType = (type: unknown) => Reflect.metadata('design:type', type);
/** Any text that is not empty is true, `"false"` too. */
export const boolean = (...rules: Field): Field => [ofType(Boolean), ...rules];
export const string = (...rules: Field): Field => [ofType(String), ...rules];
export const number = (...rules: Field): Field => [ofType(Number), ...rules];

/** An optional field. */
export const optional = (field: Field): Field => [IsOptional(), ...field];
/** A field that is only checked if the condition is met. */
export const when = (condition: Condition, field: Field): Field => [
	ValidateIf(condition),
	...field,
];
/** Adds a description to the schema of a field, or replaces it. */
export const described = (words: string | ((usual: Schema) => Schema), field: Field): Field => [
	...field,
	JSONSchema(typeof words === 'string' ? { description: words } : words) as PropertyDecorator,
];
/** Adds a default. */
export const withDefault = (fallback: unknown, field: Field): Field => [
	Reflect.metadata('fallback', fallback),
	...field,
];
export const equals =
	(key: string, value: unknown): Condition =>
	(siblings) =>
		siblings[key] === value;

/** Any value: for fields that are checked elsewhere, or never. */
export const anything: Field = [];

/** An object; only a rule can reject a missing one. */
export const group = (fields: Fields, ...rules: Field): Field => [
	Type(() => createClass(fields)),
	ofType(createClass(fields)),
	ValidateNested(),
	...rules,
];
/** A list of objects. Its own messages only appear if all elements are valid. */
export const list = (fields: Fields, ...rules: Field): Field => [
	Type(() => createClass(fields)),
	ofType(Array),
	Reflect.metadata('elements', createClass(fields)),
	ValidateNested({ each: true }),
	...rules,
];
/** A list of numbers. */
export const numbers: Field = [ofType(Array), isArray, IsNumber({}, { each: true })];

/** A required text, such as an ID or a title. */
export const filled: Field = string(isDefined, isString, MinLength(1));

/** An object may have no rules at all. */
const CHECKS = { forbidUnknownValues: false };

const classes = new WeakMap<Fields, Class>();

/** The class whose properties are the fields. */
function createClass(fields: Fields): Class {
	const known = classes.get(fields);
	if (known) return known;
	class Properties {
		constructor() {
			for (const name of Object.keys(fields)) {
				const fallback: unknown = Reflect.getMetadata('fallback', Properties.prototype, name);
				if (fallback !== undefined) Object.assign(this, { [name]: structuredClone(fallback) });
			}
		}
	}
	for (const [name, decorators] of Object.entries(fields))
		decorators.forEach((decorate) => decorate(Properties.prototype, name));
	classes.set(fields, Properties);
	return Properties;
}

/** Lists messages with their paths. Those of an object only appear if its fields are valid. */
const listMessages = (errors: ValidationError[], path = ''): string[] =>
	errors.flatMap(({ property, constraints = {}, children = [] }) =>
		children.length > 0
			? listMessages(children, `${path}${property}.`)
			: Object.values(constraints).map((message) => path + message),
	);

/** Converts an input, with defaults first and unknown keys kept, and lists its errors. */
export function readFields(fields: Fields, values: Values) {
	const instance = plainToInstance(createClass(fields), values, { enableImplicitConversion: true });
	const errors = validateSync(instance, CHECKS);
	return { values: instanceToPlain(instance), messages: listMessages(errors) };
}

type Schema = ReturnType<typeof targetConstructorToSchema>;

/** The class of an object in a body, or of the elements of a list. */
function createNestedSchema({
	target,
	propertyName,
}: {
	target: unknown;
	propertyName: string;
}): Schema {
	const { prototype } = target as { prototype: object };
	const of = (key: string) => Reflect.getMetadata(key, prototype, propertyName) as Class;
	return createClassSchema(of('elements') ?? of('design:type'));
}
const createClassSchema = (target: Class): Schema =>
	targetConstructorToSchema(target, {
		additionalConverters: { nestedValidation: createNestedSchema },
	});

/** The JSON schema of fields, without conditional requirements. */
export const createSchema = (fields: Fields): Schema => createClassSchema(createClass(fields));

/** The names of the required fields. */
export function listRequired(fields: Fields): string[] {
	const { required = [] } = createSchema(fields);
	const errors = validateSync(plainToInstance(createClass(fields), {}), CHECKS);
	return errors.map(({ property }) => property).filter((name) => required.includes(name));
}
