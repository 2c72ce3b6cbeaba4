import { getOrCreate } from '../../common/lists';
import { lookUpSentPost } from '../../posts/existing/lookUpSentPost';
import type { Calendar, Decision, DesiredPost, ExistingPost, FilesComparison } from '../model';
import { matchForCreate } from './matchForCreate';
import { matchForUpsert } from './matchForUpsert';
import { Matcher } from './matcher';
import { PostPair } from './postPair';

/**
 * Decides for each desired post by what the calendar has (docs/api.md, Keys of posts), without requests: `uncompared` are
 * the posts whose files have to be compared before the decisions count.
 */
export function reconcile(desiredPosts: DesiredPost[], calendar: Calendar) {
	const uncompared = new Map<DesiredPost, Set<ExistingPost>>();
	const compareFiles = (desired: DesiredPost, post: ExistingPost): FilesComparison => {
		const result = calendar.compareFiles(desired, post);
		const hasSameRowId = post.key?.row && post.key.row === desired.key.row;
		const { isPublishedDatedText } = new PostPair(desired, post, calendar);
		// The files of a published post needn't be read, unless it may belong to another row.
		if (
			!result &&
			(hasSameRowId || !isPublishedDatedText || matcher.hasMoreRowsThanPosts(desired))
		) {
			getOrCreate(uncompared, desired, () => new Set()).add(post);
		}
		return result ?? 'unknown';
	};
	const matcher = new Matcher(desiredPosts, { ...calendar, compareFiles });
	const isByRow = desiredPosts.some(({ key }) => key.row !== null);
	if (!isByRow) matcher.markDuplicates(desiredPosts.filter(({ item }) => !item.ignoresExisting));
	for (const desired of matcher.undecided) {
		const decision = decideForEarlierAttempt(desired, calendar);
		if (decision) matcher.decide(desired, decision);
	}
	if (isByRow) matchForUpsert(matcher);
	else matchForCreate(matcher);
	return {
		plannedPosts: desiredPosts.map((desired) => matcher.plannedPosts.get(desired)!),
		uncompared,
	};
}

/** A post that an earlier attempt may have created is never sent again; undefined if none has sent it. */
function decideForEarlierAttempt(
	desired: DesiredPost,
	{ posts }: Pick<Calendar, 'posts'>,
): Decision | undefined {
	if (!desired.sentAttempt) return undefined;
	const { isUpdate, replaceCandidate, date } = desired.sentAttempt;
	const lookup = lookUpSentPost(desired, posts);
	if (lookup.kind === 'partial') {
		return { action: 'reject', conflict: 'incompleteThread', post: lookup.post };
	}
	if (lookup.kind !== 'stored') return { action: 'reject', conflict: 'unclear' };
	const { postId, post } = lookup;
	return {
		action: 'alreadySent',
		postId,
		post,
		date: date ?? (post && new Date(post.time).toISOString()),
		isUpdate,
		replaceCandidate,
	};
}
