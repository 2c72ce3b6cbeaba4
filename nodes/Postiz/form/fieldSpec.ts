import type { IDataObject, IExecuteFunctions, INode, INodeProperties } from 'n8n-workflow';

import { parseBoolean } from '../common/parseBoolean';
import { parseOption } from '../common/parseOption';
import { parseOptionalText } from '../common/parseText';
import { createEmptyProblem } from '../common/problem';
import { quote } from '../common/text';
import { isEmpty, toObject, unwrapLocator } from '../common/value';
import { field } from './fieldBuilders';

/** A field with its readers, which throw a {@link Problem} that has the label. */
export interface FieldSpec<T> {
	property: INodeProperties;
	/** Reads the value from its collection. */
	read: (values: IDataObject) => T;
	/** Reads the value from an item, if the field isn't in a collection. */
	readParameter: (context: IExecuteFunctions, itemIndex: number) => T;
}

/** Returns the label of a field for messages, without the suffix that n8n requires for dynamic lists and IDs. */
export const getLabel = ({ displayName }: INodeProperties) =>
	displayName.replace(/ Names? or IDs?$/, '');

/** The label of an entry in errors: with its number, unless it is the only one. */
export const getEntryLabel = (label: string, index: number, count: number) =>
	count > 1 ? `${label} ${index + 1}` : label;

/**
 * Creates a field whose value is read by `parse`; its errors have the `label`. `isAdded`: whether somebody added the
 * field to its collection.
 */
export const createFieldSpec = <T>(
	property: INodeProperties,
	parse: (entered: unknown, label: string, option: { isAdded?: boolean }) => T,
): FieldSpec<T> => {
	const { name, default: defaultValue } = property;
	const label = getLabel(property);
	return {
		property,
		read: (values) => parse(values[name], label, { isAdded: Object.hasOwn(values, name) }),
		readParameter: (context, itemIndex) =>
			parse(context.getNodeParameter(name, itemIndex, defaultValue), label, {}),
	};
};

export const createBooleanSpec = (...args: Parameters<typeof field.boolean>): FieldSpec<boolean> =>
	createFieldSpec(field.boolean(...args), parseBoolean);

/** Creates a field for a search text, which is read in lower case. Empty if there is none. */
export const createSearchWordSpec = (...args: Parameters<typeof field.text>): FieldSpec<string> =>
	createFieldSpec(field.text(...args), (entered, label) =>
		parseOptionalText(entered, label).toLowerCase(),
	);

/**
 * Creates a choice by value or label. An empty choice is the `fallback`, unless it `isRequired`. A new field starts
 * with `initialValue`, for an option whose fallback would have no effect.
 */
export const createChoiceSpec = <T extends string>(
	displayName: string,
	name: string,
	fallback: NoInfer<T>,
	{
		options,
		isRequired = false,
		initialValue = fallback,
		...rest
	}: Pick<INodeProperties, 'description' | 'displayOptions'> & {
		options: Array<{ name: string; value: T }>;
		isRequired?: boolean;
		initialValue?: NoInfer<T>;
	},
): FieldSpec<T> =>
	createFieldSpec(
		field.choice(displayName, name, { default: initialValue, options, ...rest }),
		(entered, label) =>
			parseOption(isEmpty(entered) && !isRequired ? fallback : entered, options, label),
	);

/** True if a model fills in the parameter. */
const isFilledByModel = (parameter: unknown): boolean =>
	JSON.stringify(parameter)?.includes('$fromAI') ?? false;

/**
 * Creates the filters of a list. Rejects an empty filter, because it would list everything. Only models may leave a
 * filter empty.
 */
export function createFiltersSpec<T extends object>(filters: {
	[Name in keyof T]: FieldSpec<T[Name]>;
}) {
	const specs = Object.entries<FieldSpec<T[keyof T]>>(filters);
	const property = field.collection('Filters', 'filters', {
		placeholder: 'Add Filter',
		options: specs.map(([, filter]) => filter.property),
	});
	const read = (entered: unknown, { parameters }: INode): T => {
		const written = toObject(parameters.filters);
		const added = Object.entries(toObject(entered)).filter(([name, value]) => {
			if (!isEmpty(unwrapLocator(value))) return true;
			if (isFilledByModel(written[name])) return false;
			const known = specs.find(([, filter]) => filter.property.name === name)?.[1];
			throw createEmptyProblem(
				`The filter ${known?.property.displayName ?? name} is empty`,
				'Enter a value, or remove the filter.',
			);
		});
		const values = Object.fromEntries(added) as IDataObject;
		return Object.fromEntries(specs.map(([name, filter]) => [name, filter.read(values)])) as T;
	};
	const getEntered = (context: IExecuteFunctions, itemIndex: number) =>
		context.getNodeParameter(property.name, itemIndex, {});
	return {
		property,
		read,
		readParameter: (context: IExecuteFunctions, itemIndex: number) =>
			read(getEntered(context, itemIndex), context.getNode()),
		/** Describes the filters in words: `States “failed”, Tag “winter”`. */
		describeParameter: (context: IExecuteFunctions, itemIndex: number) =>
			describeFilters(specs, toObject(getEntered(context, itemIndex))),
	};
}

const describeFilters = (
	specs: Array<[string, FieldSpec<unknown>]>,
	entered: Record<string, unknown>,
) =>
	specs
		.map(([, { property }]) => ({ property, value: unwrapLocator(entered[property.name]) }))
		.filter(({ value }) => !isEmpty(value))
		.map(
			({ property, value }) =>
				`${getLabel(property)} ${quote(Array.isArray(value) ? value.join(', ') : value)}`,
		)
		.join(', ');
