import type { CalendarPost } from '../../../calendar/calendarPost';
import { isOnly } from '../../../common/collections';
import { findDifferences, isDraftAfter, showsInList } from '../../../posts/merge/findDifferences';
import { toUpdatableFields } from '../../../posts/merge/updatableFields';
import type { PlannedUpdate, PostUpdate } from '../../../posts/postUpdate';
import type { Run } from '../../../posts/run/run';
import { assertUpdatable } from './assertUpdatable';

/**
 * Plans an update: compares it with its post, which must be freshly read, and decides what to send. Throws
 * {@link Problem} if the post can't be updated.
 */
export function planUpdateOrThrow(
	before: CalendarPost,
	update: PostUpdate,
	run: Pick<Run, 'client' | 'timezone'>,
): PlannedUpdate {
	const { post, fingerprint, shortLink = false } = update;
	const current = toUpdatableFields(before);
	const differences = findDifferences(current, update);
	// The output of a row notes what couldn't be compared; a form must not lose what was entered.
	const isIncompleteRow = fingerprint !== undefined && !before.parts;
	const changed = isIncompleteRow ? differences.filter(showsInList) : differences;
	const isMoved = changed.includes('date');
	const typeUnlessDraft = isMoved || changed.includes('state') ? 'schedule' : 'update';
	const repeatDays = update.repeatDays ?? current.repeatDays;
	const tags = update.tags ?? current.tags.map((name) => ({ value: name, label: name }));
	const planned: PlannedUpdate = {
		before,
		changed,
		changesOnlyState: isOnly(changed, 'state') && update.date === undefined && !fingerprint,
		post,
		fingerprint: fingerprint ?? current.fingerprint,
		partCount: update.partCount ?? current.fingerprint?.partCount,
		isForSlot: update.isForSlot,
		requestFields: {
			type: isDraftAfter(current, update) ? 'draft' : typeUnlessDraft,
			date: isMoved ? update.date! : current.date,
			tags,
			...(repeatDays > 0 && { inter: repeatDays }),
			shortLink,
		},
	};
	if (changed.length > 0) assertUpdatable(planned, run);
	return planned;
}
