import type { IExecuteFunctions } from 'n8n-workflow';

import { wasOrWere } from '../../common/text';
import { nameItems } from '../../execution/inputItems';

/** Describes deletions for other items: `The posts of rows 3–4 were deleted.` Empty if there are none. */
export function describeDeletions(
	context: IExecuteFunctions,
	indexes: number[],
	noun: 'channel' | 'post',
): string {
	if (indexes.length === 0) return '';
	const deleted = indexes.length === 1 ? noun : `${noun}s`;
	return `The ${deleted} of ${nameItems(context, indexes)} ${wasOrWere(indexes.length)} deleted.`;
}
