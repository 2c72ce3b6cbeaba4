import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { PostizClient } from '../../transport/client';
import { readId, unknownId, type IdField } from './ids';
import { forEachItem } from './itemRun';

/** What a delete operation deletes. */
interface Subject {
	/** The form's field with the ID, and how people see it. */
	parameter: IdField;
	label: string;
	noun: Parameters<typeof unknownId>[0];
	/** Under which key the output names it. */
	key: string;
	path: (id: string) => string;
}

/**
 * Deletes what each item names, each once, however many items name it. Success can look like an
 * error or hold secrets, so nothing of the answer is read or handed on (docs/api.md, Errors).
 */
export async function deleteEach(
	context: IExecuteFunctions,
	client: PostizClient,
	{ parameter, label, noun, key, path }: Subject,
): Promise<INodeExecutionData[]> {
	const deleted = new Set<string>();
	let repeated = 0;
	const output = await forEachItem(context, async (itemIndex) => {
		const id = readId(context, itemIndex, parameter, label);
		if (deleted.has(id)) repeated++;
		else {
			await client.request({
				method: 'DELETE',
				path: path(encodeURIComponent(id)),
				explain: unknownId(noun, id),
			});
			deleted.add(id);
		}
		return [{ [key]: id, deleted: true }];
	});
	if (repeated > 0) {
		const items = repeated === 1 ? '1 item names' : `${repeated} items name`;
		context.addExecutionHints({
			message: `${items} a ${noun} that was deleted for an earlier item already. Each ${noun} was deleted once.`,
			location: 'outputPane',
		});
	}
	return output;
}
