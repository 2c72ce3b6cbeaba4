import type { Remedy } from '../../common/problem';
import type { Item } from '../item';

/** Says how to run items again, and what happens to their existing posts. */
export function getRerunAdvice(items: Item[]): Remedy {
	if (items.some(({ ignoresExistingPosts }) => ignoresExistingPosts)) {
		return [
			'Running this again creates existing posts again.',
			{ forPerson: 'to prevent this, set If the Post Exists to Skip first.' },
		];
	}
	const isUpsert = items.some(({ rowId }) => rowId !== undefined);
	return [
		`Run this again. ${isUpsert ? 'Posts that match their rows' : 'Existing posts'} are skipped.`,
	];
}

/** Says how to run an item again if Postiz may have its post. */
export const getUnclearPostAdvice = ({ ignoresExistingPosts }: Item): Remedy =>
	ignoresExistingPosts
		? [
				'Check the Postiz calendar in a few minutes. Run this again only if the post is not there.',
				{ forPerson: { or: 'set If the Post Exists to Skip first.' } },
			]
		: ['Run this again in a few minutes. Existing posts are skipped.'];
