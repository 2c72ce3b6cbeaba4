import { areSimilar } from '../../text/similar';
import type { Calendar, ExistingPost, DesiredPost } from '../model';

/** True if a post in this state is still to be published, or may be. */
export const isPending = (state: string) => state === 'QUEUE' || state === 'DRAFT';

/** A post of the node that is still to go out, at the same time or with the same text: the row may have been edited. */
export function mayReplace(one: DesiredPost, { key, state, fingerprint }: ExistingPost): boolean {
	if (!key || !isPending(state)) return false;
	const isSameMinute = key.when !== null && key.when === one.key.when;
	return (
		(isSameMinute && areSimilar(one.fingerprint, fingerprint)) ||
		(key.text === one.key.text && key.rest === one.key.rest)
	);
}

/** It has the text of a row, was made before rows had an ID, and is still to go out. */
export const isFromBeforeRowIds = ({ key }: DesiredPost, { key: its, state }: ExistingPost) =>
	key.row !== null && its?.row === null && its.text === key.text && isPending(state);

/** The post of a dated row that certainly failed. */
export const findFailed = (
	{ target, key }: DesiredPost,
	{ posts }: Calendar,
): ExistingPost | undefined =>
	posts.find(
		({ failedForGood, channelId, key: its }) =>
			failedForGood && channelId === target.id && its?.text === key.text && its.when === key.when,
	);

/** What is out with the text of a dated row, which may be sent again for another channel, on which it failed. */
export const isPublishedBefore = (
	{ key }: DesiredPost,
	{ key: its, state }: ExistingPost,
): boolean => key.when !== null && its?.text === key.text && state === 'PUBLISHED';
