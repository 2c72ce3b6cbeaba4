import { areSimilar } from '../text/similar';
import { minuteOf, REACH_MS } from './occasion';
import type { Calendar, Decision, There, Wanted } from './shapes';

/** What becomes of a row that has no post, unless it is created; `posts` are those on its channel that are nobody's. */
export const decideForNewRow = (
	one: Wanted,
	posts: There[],
	calendar: Calendar,
): Decision | undefined =>
	leaveOutIfOver(one, calendar) ??
	refuseIfKeyUnknown(one, posts) ??
	refuseIfKeyLost(one, posts, calendar);

/** The row is out on other channels: one that joins a group would get all old rows at once. */
function leaveOutIfOver(one: Wanted, { posts, now }: Calendar): Decision | undefined {
	const isPast = one.key.when === null || one.time < now;
	const isOut = ({ key, state, time }: There) =>
		key?.row === one.key.row && state === 'PUBLISHED' && time < now - REACH_MS;
	return isPast && posts.some(isOut) ? { do: 'leaveOut', why: OVER } : undefined;
}

/** Any post whose key can't be read may be the row's, whatever its text and date are by now. */
function refuseIfKeyUnknown(one: Wanted, posts: There[]): Decision | undefined {
	const unread = posts.filter(({ isKeyUnknown }) => isKeyUnknown);
	const post = unread.find((each) => isLikeRow(one, each)) ?? unread[0];
	return post ? { do: 'refuse', refusal: 'unknownKey', post } : undefined;
}

/** On an instance that keeps no keys, only its text or date tell what a row may have been. */
function refuseIfKeyLost(
	one: Wanted,
	posts: There[],
	{ keepsKeys }: Calendar,
): Decision | undefined {
	if (keepsKeys) return undefined;
	const post = posts.find((each) => !each.isByHand && isLikeRow(one, each));
	return post ? { do: 'refuse', refusal: 'lostKey', post } : undefined;
}

/** A row was perhaps moved, or its text corrected, since this post was made. */
function isLikeRow(one: Wanted, post: There): boolean {
	const isAtDate = one.key.when !== null && minuteOf(one.time) === minuteOf(post.time);
	return one.look === post.look || (isAtDate && areSimilar(one.look, post.look));
}

const OVER = 'The row is out already on other channels, and this one joined later.';
