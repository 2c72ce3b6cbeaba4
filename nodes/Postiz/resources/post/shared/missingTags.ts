import type { IExecuteFunctions } from 'n8n-workflow';

import { quote } from '../../../values/quote';

/** Says with the output which tags the service does not know; nothing without any. */
export function addMissingTagsHint(context: IExecuteFunctions, labels: string[]): void {
	if (labels.length === 0) return;
	context.addExecutionHints({
		message: `Postiz has no tag ${[...new Set(labels)].map(quote).join(', ')}: it keeps only tags that exist there, in the same spelling. Create it in Postiz, or correct Tags.`,
		location: 'outputPane',
	});
}
