import type { IExecuteFunctions } from 'n8n-workflow';

import { capitalize, joinSentences } from '../../common/text';
import { nameItems } from '../../execution/inputItems';
import type { PlannedPost } from '../../posts/plannedPost';
import type { PostResult } from '../../posts/postResult';
import { isInPostiz } from './resultsByItem';

/**
 * Lists the items whose post is a duplicate of another item's. Empty if there are none, or if Postiz doesn't have the
 * post.
 */
export function describeDuplicates(
	plannedPosts: PlannedPost[],
	results: PostResult[],
	context: IExecuteFunctions,
): string {
	const inPostiz = new Set(results.filter(isInPostiz).map(({ planned }) => planned.desired));
	const duplicates = plannedPosts.flatMap((planned) =>
		planned.action === 'duplicate' && inPostiz.has(planned.duplicateOf) ? [planned] : [],
	);
	const [first] = duplicates;
	if (!first) return '';
	const [name, otherName] = [first.desired, first.duplicateOf].map(({ item }) =>
		nameItems(context, [item.index]),
	) as [string, string];
	const others = [...new Set(duplicates.map(({ desired }) => desired.item.index))].slice(1);
	return joinSentences(
		name === otherName
			? `${capitalize(name)} has the same post twice.`
			: `${capitalize(name)} repeats ${otherName}. They share one post.`,
		others.length > 0 &&
			`${capitalize(nameItems(context, others))} ${others.length === 1 ? 'repeats' : 'repeat'} earlier ones, too.`,
	);
}
