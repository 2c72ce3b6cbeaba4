import { formatDateTimeWithZone } from '../common/date';
import { groupBy } from '../common/lists';
import { createNote } from './issues';
import type { PlannedPost } from './model';

const toChannelDate = ({ desired: { target, item } }: PlannedPost) =>
	`${target.id} ${formatDateTimeWithZone(item.shared.date, 'UTC')}`;

/** Adds a note to new posts at the same minute on one channel; `isCreated` is true for those that are or will be created. */
export function withSameMinuteNotes(
	steps: PlannedPost[],
	isCreated: (step: PlannedPost) => boolean,
): PlannedPost[] {
	const created = steps.filter(
		(step) =>
			step.action === 'create' &&
			['schedule', 'now'].includes(step.desired.item.shared.type) &&
			isCreated(step),
	);
	const crowded = groupBy(created, toChannelDate).filter(({ length }) => length > 1);
	const notes = new Map(
		crowded.flatMap((group) => {
			const note = createNote('Date', describeSameMinute(group));
			return group.map((step) => [step, note] as const);
		}),
	);
	return steps.map((step) => {
		const note = notes.get(step);
		return note ? { ...step, issues: [...step.issues, note] } : step;
	});
}

/** Posts of several items with the same text and files of their own may be meant as one post. */
function describeSameMinute(steps: PlannedPost[]): string {
	const message = `${steps.length} posts go out at the same time`;
	const [first] = steps;
	const isAlike = steps.every(
		({ desired: { fingerprint, parts } }) =>
			fingerprint === first?.desired.fingerprint && parts[0]!.files.length > 0,
	);
	if (!isAlike) return message;
	const files = steps.flatMap(({ desired: { parts } }) => parts[0]!.files).length;
	return `${message}. If this is one post with ${files} files, put Aggregate with Include Binaries before this node`;
}
