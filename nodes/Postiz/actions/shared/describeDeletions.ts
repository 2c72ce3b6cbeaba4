import type { IExecuteFunctions } from 'n8n-workflow';

import { wasOrWere } from '../../common/text';
import { nameItems } from '../../execution/inputItems';

/** What was deleted for other items than the one of an error; empty without any: `The posts of rows 3–4 were deleted.` */
export function describeDeletions(
	context: IExecuteFunctions,
	indexes: number[],
	noun: 'channel' | 'post',
): string {
	if (indexes.length === 0) return '';
	const deleted = indexes.length === 1 ? noun : `${noun}s`;
	return `The ${deleted} of ${nameItems(context, indexes)} ${wasOrWere(indexes.length)} deleted.`;
}
