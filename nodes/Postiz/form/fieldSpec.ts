import type { IDataObject, IExecuteFunctions, INode, INodeProperties } from 'n8n-workflow';

import { createEmptyProblem } from '../common/fieldProblems';
import { parseBoolean } from '../common/parseBoolean';
import { parseOption } from '../common/parseOption';
import { parseOptionalText } from '../common/parseText';
import { quote } from '../common/text';
import { isEmpty, getProperties, unwrapLocator } from '../common/value';
import { field } from './fieldBuilders';

/** A field and its readers, which throw a {@link Problem} with its label. */
export interface FieldSpec<T> {
	property: INodeProperties;
	/** Reads it from the values of its collection. */
	read: (values: IDataObject) => T;
	/** Reads it from an item, if it is in no collection. */
	readItem: (context: IExecuteFunctions, itemIndex: number) => T;
}

/** How messages name a field: without the ending that n8n wants where a list is loaded, or an ID entered. */
export const getLabel = ({ displayName }: INodeProperties) =>
	displayName.replace(/ Names? or IDs?$/, '');

/** A field that `parse` reads; errors have its `label`. `isAdded`: somebody added it to its collection. */
export const createFieldSpec = <T>(
	property: INodeProperties,
	parse: (entered: unknown, label: string, option: { isAdded?: boolean }) => T,
): FieldSpec<T> => {
	const { name, default: defaultValue } = property;
	const label = getLabel(property);
	return {
		property,
		read: (values) => parse(values[name], label, { isAdded: Object.hasOwn(values, name) }),
		readItem: (context, itemIndex) =>
			parse(context.getNodeParameter(name, itemIndex, defaultValue), label, {}),
	};
};

export const createBooleanSpec = (...args: Parameters<typeof field.boolean>): FieldSpec<boolean> =>
	createFieldSpec(field.boolean(...args), parseBoolean);

/** A text to search for, in lower case; empty if there is none. */
export const createSearchWordSpec = (...args: Parameters<typeof field.text>): FieldSpec<string> =>
	createFieldSpec(field.text(...args), (entered, label) =>
		parseOptionalText(entered, label).toLowerCase(),
	);

/**
 * A choice by value or label. If it is empty, the `fallback` counts, unless it `isRequired`. It starts with
 * `initialValue`, for options whose fallback would have no effect.
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

/** True for the parameter of a workflow that a model fills in. */
const isFilledByModel = (parameter: unknown): boolean =>
	JSON.stringify(parameter)?.includes('$fromAI') ?? false;

/**
 * The filters of a list. An empty one is rejected, as everything would be found without it; only models leave out a
 * filter by leaving it empty.
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
		const written = getProperties(parameters.filters);
		const added = Object.entries(getProperties(entered)).filter(([name, value]) => {
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
		readItem: (context: IExecuteFunctions, itemIndex: number) =>
			read(getEntered(context, itemIndex), context.getNode()),
		/** In words: `States “failed”, Tag “winter”`. */
		describeItem: (context: IExecuteFunctions, itemIndex: number) =>
			describeFilters(specs, getProperties(getEntered(context, itemIndex))),
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
