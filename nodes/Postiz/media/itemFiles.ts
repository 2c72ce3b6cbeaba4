import type { IBinaryKeyData, INodeExecutionData } from 'n8n-workflow';

import { Problem } from '../common/problem';
import { joinNames, quote } from '../common/text';
import { isObject } from '../common/value';
import type { FileSource } from './fileSource';

/** Returns the files of an item by field name. */
export function getItemFiles(
	{ json, binary = {} }: INodeExecutionData = { json: {} },
): IBinaryKeyData {
	// Some workflows keep files under this key in the JSON of items.
	return { ...(isObject(json._files) && (json._files as unknown as IBinaryKeyData)), ...binary };
}

/**
 * Returns the files of an item with this name, or all files for `*`. Throws {@link Problem} that names the `label` if
 * there are none.
 */
export function requireFiles(name: string, files: IBinaryKeyData, label?: string): FileSource[] {
	const names = Object.keys(files);
	const isAll = name === '*';
	// In files of a form, n8n replaces these characters.
	const formFieldName = name.replace(/\W/g, '_');
	const exact = names.filter((field) => isAll || field === name);
	const fields = exact.length > 0 ? exact : names.filter((field) => field === formFieldName);
	if (fields.length > 0) {
		return fields.map((field) => ({ from: 'binary', field, binary: files[field]! }));
	}
	const [message, remedy] =
		names.length > 0
			? [
					`The item has no binary field ${quote(name)}`,
					`It has: ${joinNames(names)}. Correct the name.`,
				]
			: [
					'The item has no files',
					'Check that the previous node outputs a file, or choose another source.',
				];
	throw new Problem(label ? `${label}: ${message}` : message, remedy, { needsPerson: true });
}
