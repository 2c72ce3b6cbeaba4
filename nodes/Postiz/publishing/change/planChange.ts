import { dateOf, tagsOf, toPlannedPost, whenMade, type CalendarPost } from '../../calendar/post';
import { isSameMinute } from '../../values/date';
import { sameParts } from '../../values/postKey';
import { doubledProblem, firstRepeat } from '../../values/repetition';
import { atOnceIfDue } from '../atOnce';
import { differences } from './differences';
import { refuseRepublishing, refuseUnchangeable } from './refuseChange';
import { STATE_OF, type Change, type Clock, type PlannedChange, type WantedState } from './types';

/** Plans a change of a post that was just read. Throws {@link Problem} if it can't be changed any more. */
export function planChange(before: CalendarPost, change: Change, clock: Clock): PlannedChange {
	const { post, shortLink = false, isChecked } = change;
	const isMoved = change.date !== undefined && !isSameMinute(change.date, dateOf(before));
	// With a date, a failed post is tried again.
	const isTriedAgain = before.state === 'ERROR' && change.date !== undefined;
	const state = change.state ?? (isTriedAgain ? 'scheduled' : undefined);
	const changed = [
		...(isMoved ? ['date'] : []),
		...(state && STATE_OF[state] !== before.state ? ['state'] : []),
		...(before.parts.length > 0 ? differences(before, change) : (change.named ?? [])),
	];
	const date = isMoved ? change.date! : dateOf(before);
	const inter = (change.inter === undefined ? before.intervalInDays : change.inter) ?? 0;
	const isKeyKept = !post.key || sameParts(post.key, toPlannedPost(before).key).size === 4;
	const plan: PlannedChange = {
		before,
		changed,
		isStateAlone: changed.join() === 'state' && change.date === undefined && isKeyKept,
		post,
		shared: {
			...atOnceIfDue(typeOf(before.state, state, isMoved), date, clock.now),
			tags: change.tags ?? tagsOf(before).map((name) => ({ value: name, label: name })),
			...(inter > 0 && { inter }),
			shortLink,
		},
		isChecked,
	};
	if (changed.length === 0) return plan;
	refuseRepublishing(plan);
	if (!plan.isStateAlone) refuseUnchangeable(before, clock);
	if (change.refusal) throw change.refusal;
	// Postiz would publish it twice at once.
	const doubled =
		repeatAfter(plan) !== undefined &&
		doubledProblem(plan.shared, { ...clock, madeAt: whenMade(before), exists: true });
	if (doubled) throw doubled;
	return plan;
}

function typeOf(
	state: string,
	wanted: WantedState | undefined,
	isMoved: boolean,
): PlannedChange['shared']['type'] {
	if (wanted === 'draft' || (state === 'DRAFT' && !wanted)) return 'draft';
	return isMoved || (wanted && state !== STATE_OF[wanted]) ? 'schedule' : 'update';
}

/** When a repeating post goes out again because of a change, in ms; undefined if the change has no part in that. */
export function repeatAfter({ before, changed, shared }: PlannedChange): number | undefined {
	const { type, inter } = shared;
	const made = whenMade(before);
	const goesOut = type === 'update' ? before.state === 'QUEUE' : type !== 'draft';
	const isNew = ['date', 'state', 'inter'].some((name) => changed.includes(name));
	return goesOut && isNew && inter && made ? firstRepeat(made, inter) : undefined;
}
