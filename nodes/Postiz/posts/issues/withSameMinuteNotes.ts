import { groupBy } from '../../common/collections';
import { toMinuteNumber } from '../../common/date';
import { createNoteIssue } from '../issue';
import { withIssues, type PlannedPost } from '../plannedPost';
import type { PostResult } from '../postResult';

const toChannelMinute = ({ desired: { target, time } }: PlannedPost) =>
	`${target.id} ${toMinuteNumber(time)}`;

/** Adds a note to new posts at the same minute on a channel. `isCreated` selects posts that are or will be created. */
export function withSameMinuteNotes(
	plannedPosts: PlannedPost[],
	isCreated: (planned: PlannedPost) => boolean,
): PlannedPost[] {
	const created = plannedPosts.filter(
		(planned) =>
			planned.action === 'create' &&
			['schedule', 'now'].includes(planned.desired.item.requestFields.type) &&
			isCreated(planned),
	);
	const groups = groupBy(created, toChannelMinute).filter(({ length }) => length > 1);
	const notes = new Map(
		groups.flatMap((group) => {
			const note = createNoteIssue('Date', describeSameMinute(group));
			return group.map((planned) => [planned, note] as const);
		}),
	);
	return plannedPosts.map((planned) => {
		const note = notes.get(planned);
		return note ? withIssues(planned, [note]) : planned;
	});
}

/** Adds the notes to results. Only counts created posts: others at the same minute may have failed. */
export function withSameMinuteNotesInResults(results: PostResult[]): PostResult[] {
	const createdPosts = new Set(
		results.flatMap(({ outcome, planned }) => (outcome === 'created' ? [planned] : [])),
	);
	const plannedWithNotes = withSameMinuteNotes(
		results.map(({ planned }) => planned),
		(planned) => createdPosts.has(planned),
	);
	return results.map((result, index) => ({ ...result, planned: plannedWithNotes[index]! }));
}

/**
 * Describes posts at the same minute. If they only differ in their files, a single post with all files may have been
 * intended.
 */
function describeSameMinute(plannedPosts: PlannedPost[]): string {
	const message = `${plannedPosts.length} posts go out at the same time`;
	const [first] = plannedPosts;
	const mayBeOnePost = plannedPosts.every(
		({ desired: { comparableText, parts } }) =>
			comparableText === first?.desired.comparableText && parts[0]!.files.length > 0,
	);
	if (!mayBeOnePost) return message;
	const files = plannedPosts.flatMap(({ desired: { parts } }) => parts[0]!.files).length;
	return `${message}. If this is one post with ${files} files, put Aggregate with Include Binaries before this node`;
}
