import type { IExecuteFunctions } from 'n8n-workflow';

import { describeNotes } from '../../../publishing/check/findings';
import { joinFitting } from '../../../values/lists';
import { quote } from '../../../values/problem';
import { addHint } from '../../shared/operation';

/** In characters. */
const MAX_NOTES = 400;

/** Adds hints about what may not be published of posts, and about tags that the service doesn't know, if any. */
export function addPostHints(
	context: IExecuteFunctions,
	posts: Parameters<typeof describeNotes>[0],
	missingTags: string[],
): void {
	const { text, left } = joinFitting(describeNotes(posts), '; ', MAX_NOTES);
	addHint(context, text && `${text}${left > 0 ? `; and ${left} more` : ''}.`);
	const names = [...new Set(missingTags)].map(quote).join(', ');
	addHint(
		context,
		names &&
			`Postiz has no tag ${names}: it keeps only tags that exist there, in the same spelling. Create it in Postiz, or correct Tags.`,
	);
}
