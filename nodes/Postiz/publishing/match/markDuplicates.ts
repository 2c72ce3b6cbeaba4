import { getOrCreate } from '../../common/collections';
import { toContentKeyOnChannel } from '../../common/fingerprint';
import type { DesiredPost } from '../../posts/desiredPost';
import { getExistingPost } from '../../posts/plannedPost';
import type { Matcher } from './matcher';

/**
 * Marks posts with the same content on a channel as duplicates. The original is the first post that exists, or else the
 * first post. A post that was sent keeps its own ID, so it is no duplicate.
 */
export function markDuplicates(desiredPosts: DesiredPost[], matcher: Matcher): void {
	const { plannedPosts } = matcher;
	const originals = new Map<string, DesiredPost>();
	const isOriginal = (desired: DesiredPost) => {
		if (desired.sentRecord) return true;
		const planned = plannedPosts.get(desired);
		const existing = planned && getExistingPost(planned);
		// A rejected post has different content from the existing one, unless that one may be online.
		return (
			existing && (planned.action !== 'reject' || matcher.pair(desired, existing).onlineConflict)
		);
	};
	const undecidedPosts = desiredPosts.filter((desired) => !plannedPosts.has(desired));
	for (const desired of [...desiredPosts.filter(isOriginal), ...undecidedPosts]) {
		const contentKey = toContentKeyOnChannel(desired.target.id, desired.fingerprint);
		const duplicateOf = getOrCreate(originals, contentKey, () => desired);
		if (duplicateOf !== desired && !plannedPosts.has(desired) && !desired.sentRecord)
			matcher.record(desired, { action: 'duplicate', duplicateOf });
	}
}
