import type {
	IDataObject,
	IExecuteFunctions,
	INodeProperties,
	INodePropertyCollection,
} from 'n8n-workflow';

import { toObject, unwrapLocator } from '../../../common/value';
import { getEntryLabel, getLabel } from '../../../form/fieldSpec';

/** A field of the form with a text. */
export interface RawField {
	label: string;
	/** Its path in n8n, such as `thread.segment[0].content`. */
	path: string;
	/** As entered, with its expressions. */
	rawText: string;
}

/** Lists the fields of the form that have a text, before n8n evaluates their expressions. */
export function listRawFields(
	context: IExecuteFunctions,
	properties: INodeProperties[],
): RawField[] {
	const fields = listFields(properties, context.getNode().parameters as IDataObject);
	// Networks share some fields, so a path may be listed several times.
	return [...new Map(fields.map((field) => [field.path, field])).values()];
}

const listFields = (
	properties: INodeProperties[],
	values: IDataObject,
	parentPath = '',
	parentLabel = '',
): RawField[] =>
	properties.flatMap((property) => {
		const { name, type, options = [] } = property;
		const value = unwrapLocator(values[name]);
		// Only fields of the chosen networks have values.
		if (type === 'notice' || value === undefined) return [];
		const path = `${parentPath}${name}`;
		const label = `${parentLabel}${getLabel(property)}`;
		const children = toObject(value) as IDataObject;
		if (typeof value === 'string') return [{ label, path, rawText: value }];
		if (type === 'collection') {
			return listFields(options as INodeProperties[], children, `${path}.`, `${label}: `);
		}
		if (type !== 'fixedCollection') return [];
		return (options as INodePropertyCollection[]).flatMap((list) => {
			const listPath = `${path}.${list.name}`;
			const entries = children[list.name] ?? [];
			if (typeof entries === 'string') return [{ label, path: listPath, rawText: entries }];
			if (!Array.isArray(entries)) {
				return listFields(list.values, entries as IDataObject, `${listPath}.`, `${label}: `);
			}
			return entries.flatMap((entry, index) => {
				const entryLabel = getEntryLabel(label, index, entries.length);
				return listFields(
					list.values,
					entry as IDataObject,
					`${listPath}[${index}].`,
					`${entryLabel}: `,
				);
			});
		});
	});
