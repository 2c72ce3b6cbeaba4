import type { PlannedItem } from '../types';
import { checkPost, refuseProblems } from './checkPost';

const NOTHING_SENT = 'Nothing was sent for this item.';
const SKIP = 'If your instance of Postiz allows this, turn on the option Skip Validation.';

/** Returns the item. Throws {@link Problem} for what the service would refuse in its posts. */
export function checkItem(item: PlannedItem): PlannedItem {
	const { posts, fields, skipsValidation } = item;
	if (skipsValidation) return item;
	const isDraft = fields.type === 'draft';
	const problems = posts.flatMap((post) => checkPost(post, { isDraft }));
	const mayPass = problems.every((problem) => problem.mayPass);
	refuseProblems(problems, mayPass ? `${NOTHING_SENT} ${SKIP}` : NOTHING_SENT);
	return item;
}
