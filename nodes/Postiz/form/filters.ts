import type { IDataObject, IExecuteFunctions, INode, INodeProperties } from 'n8n-workflow';

import { quote } from '../values/problem';
import { emptyProblem, isEmpty, propertiesOf, unwrap } from '../values/read';
import { field } from './fields';
import { labelOf, type Readable } from './readable';

/** Filters with what reads those of an item. */
interface Filters<T> {
	property: INodeProperties;
	read: (entered: unknown, node: INode) => T;
	readItem: Readable<T>['readItem'];
	/** Those of an item in words: `States “failed”, Tag “winter”`. */
	nameItem: (context: IExecuteFunctions, itemIndex: number) => string;
}

/** True for a parameter, as the workflow has it, that a model fills in. */
export const isForModel = (written: unknown): boolean =>
	JSON.stringify(written)?.includes('$fromAI') ?? false;

/**
 * The filters of a list. One that was added and is empty is refused: without it, everything would be found. A model
 * leaves out a filter by leaving it empty.
 */
export function filtersOf<T extends object>(filters: {
	[Name in keyof T]: Readable<T[Name]>;
}): Filters<T> {
	const all = Object.entries<Readable<T[keyof T]>>(filters);
	const property = field.collection('Filters', 'filters', {
		placeholder: 'Add Filter',
		options: all.map(([, filter]) => filter.property),
	});
	const read = (entered: unknown, { parameters }: INode) => {
		const written = propertiesOf(parameters.filters);
		const added = Object.entries(propertiesOf(entered)).filter(([name, value]) => {
			if (!isEmpty(unwrap(value))) return true;
			if (isForModel(written[name])) return false;
			const known = all.find(([, filter]) => filter.property.name === name)?.[1];
			throw emptyProblem(
				`The filter ${known?.property.displayName ?? name} is empty`,
				'Enter a value, or remove the filter.',
			);
		});
		const values = Object.fromEntries(added) as IDataObject;
		return Object.fromEntries(all.map(([name, filter]) => [name, filter.read(values)])) as T;
	};
	const enteredIn = (context: IExecuteFunctions, itemIndex: number) =>
		context.getNodeParameter(property.name, itemIndex, {});
	return {
		property,
		read,
		readItem: (context, itemIndex) => read(enteredIn(context, itemIndex), context.getNode()),
		nameItem: (context, itemIndex) => {
			const entered = propertiesOf(enteredIn(context, itemIndex));
			return all
				.filter(([name]) => !isEmpty(unwrap(entered[name])))
				.map(([name, filter]) => `${labelOf(filter.property)} ${quote(unwrap(entered[name]))}`)
				.join(', ');
		},
	};
}
