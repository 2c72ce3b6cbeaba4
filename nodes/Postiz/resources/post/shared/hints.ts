import type { IExecuteFunctions } from 'n8n-workflow';

import { describeNotes } from '../../../publishing/check/findings';
import { joinFitting } from '../../../values/lists';
import { quote } from '../../../values/problem';
import { addHint } from '../../shared/operation';

/** Adds a hint about tags that the service doesn't know, if any. */
export function addMissingTagsHint(context: IExecuteFunctions, labels: string[]): void {
	if (labels.length === 0) return;
	const names = [...new Set(labels)].map(quote).join(', ');
	addHint(
		context,
		`Postiz has no tag ${names}: it keeps only tags that exist there, in the same spelling. Create it in Postiz, or correct Tags.`,
	);
}

/** Adds a hint about what may not be published of these posts, if anything. */
export function addNotesHint(
	context: IExecuteFunctions,
	posts: Parameters<typeof describeNotes>[0],
): void {
	const [first, ...others] = describeNotes(posts);
	if (first === undefined) return;
	const { text, left } = joinFitting([first, ...others], '; ', MAX_NOTES);
	addHint(context, left > 0 ? `${text}; and ${left} more.` : `${text}.`);
}

/** In characters. */
const MAX_NOTES = 400;
