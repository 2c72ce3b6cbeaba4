import type { IDataObject, INode, INodeProperties } from 'n8n-workflow';

import { emptyProblem, isEmpty, propertiesOf, unwrap } from '../values/read';

/**
 * The filters of a collection that have a value. Throws {@link Problem} for one that was added and is empty: without it,
 * everything would be found. A model leaves out a filter by leaving it empty.
 */
export function addedFilters(
	{ options = [] }: INodeProperties,
	entered: unknown,
	{ parameters }: INode,
): IDataObject {
	const written = propertiesOf(parameters.filters);
	const added = Object.entries(propertiesOf(entered)).filter(([name, value]) => {
		if (!isEmpty(unwrap(value))) return true;
		if (JSON.stringify(written[name])?.includes('$fromAI')) return false;
		const { displayName = name } =
			(options as INodeProperties[]).find((one) => one.name === name) ?? {};
		throw emptyProblem(
			`The filter ${displayName} is empty`,
			'Enter a value, or remove the filter.',
		);
	});
	return Object.fromEntries(added) as IDataObject;
}
