import { areSimilar } from '../../text/similar';
import { toMinute } from '../../common/date';
import { DEDUPE_WINDOW_MS } from '../dedupeWindow';
import type { Calendar, Decision, ExistingPost, DesiredPost } from '../model';

/** What becomes of a row that has no post, unless it is created; `posts` are those on its channel that are nobody's. */
export const decideForNewRow = (
	one: DesiredPost,
	posts: ExistingPost[],
	calendar: Calendar,
): Decision | undefined =>
	skipIfPublishedElsewhere(one, calendar) ??
	rejectIfKeyUnknown(one, posts) ??
	rejectIfKeyLost(one, posts, calendar);

/** The row is out on other channels: one that joins a group would get all old rows at once. */
function skipIfPublishedElsewhere(
	one: DesiredPost,
	{ posts, now }: Calendar,
): Decision | undefined {
	const isPast = one.key.when === null || one.time < now;
	const isOut = ({ key, state, time }: ExistingPost) =>
		key?.row === one.key.row && state === 'PUBLISHED' && time < now - DEDUPE_WINDOW_MS;
	return isPast && posts.some(isOut) ? { action: 'skip', reason: JOINED_LATER } : undefined;
}

/** Any post whose key can't be read may be the row's, whatever its text and date are by now. */
function rejectIfKeyUnknown(one: DesiredPost, posts: ExistingPost[]): Decision | undefined {
	const unread = posts.filter(({ isKeyUnknown }) => isKeyUnknown);
	const post = unread.find((each) => resemblesRow(one, each)) ?? unread[0];
	return post ? { action: 'reject', rejection: 'unknownKey', post } : undefined;
}

/** On an instance that keeps no keys, only its text or date tell what a row may have been. */
function rejectIfKeyLost(
	one: DesiredPost,
	posts: ExistingPost[],
	{ keepsKeys }: Calendar,
): Decision | undefined {
	if (keepsKeys) return undefined;
	const post = posts.find((each) => !each.isByHand && resemblesRow(one, each));
	return post ? { action: 'reject', rejection: 'lostKey', post } : undefined;
}

/** A row was perhaps moved, or its text corrected, since this post was made. */
function resemblesRow(one: DesiredPost, post: ExistingPost): boolean {
	const isAtDate = one.key.when !== null && toMinute(one.time) === toMinute(post.time);
	return (
		one.fingerprint === post.fingerprint ||
		(isAtDate && areSimilar(one.fingerprint, post.fingerprint))
	);
}

const JOINED_LATER = 'The row is already published on other channels. This one was added later.';
