import { getOrCreate } from '../../common/lists';
import { matchEarlierAttempt } from '../earlierAttempt';
import { Facts } from './facts';
import { Matcher } from './matcher';
import { matchPosts } from './matchPosts';
import { matchRows } from './matchRows';
import type { Calendar, DesiredPost, ExistingPost, FilesComparison } from '../model';

/**
 * What to do for each desired post, given what the calendar has (docs/api.md, Keys of posts). Pure: posts whose files have
 * to be compared first are `uncompared`.
 */
export function reconcile(wanted: DesiredPost[], calendar: Calendar) {
	const uncompared = new Map<DesiredPost, Set<ExistingPost>>();
	const compareFiles = (desired: DesiredPost, post: ExistingPost): FilesComparison => {
		const known = calendar.compareFiles(desired, post);
		const isOwn = post.key?.row && post.key.row === desired.key.row;
		const { isPublishedAsDated } = new Facts(desired, post, calendar);
		// Files aren't read just to find out that a row is done, unless it may be another one.
		if (!known && (isOwn || !isPublishedAsDated || matcher.hasTooFewPosts(desired))) {
			getOrCreate(uncompared, desired, () => new Set()).add(post);
		}
		return known ?? 'unknown';
	};
	const matcher = new Matcher(wanted, { ...calendar, compareFiles });
	const isByRow = wanted.some(({ key }) => key.row !== null);
	if (!isByRow) matcher.joinDuplicates(wanted.filter(({ item }) => !item.ignoresExisting));
	for (const desired of matcher.undecided) {
		const decision = matchEarlierAttempt(desired, calendar);
		if (decision) matcher.decide(desired, decision);
	}
	if (isByRow) matchRows(matcher);
	else matchPosts(matcher);
	return { steps: wanted.map((desired) => matcher.steps.get(desired)!), uncompared };
}
