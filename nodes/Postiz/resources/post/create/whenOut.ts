import type { CreatedOutcome } from '../../../publishing/deliver/requests';
import { describeRepeats, firstRepeat } from '../../../values/repetition';
import type { PostType } from '../../../transport/types';
import { showDate, showTime } from '../../../values/date';
import { count, sentences } from '../../../values/plural';

/** When these posts are published, as of `now` (ms). Dates are in `timezone` (an IANA name). */
export function describeWhenOut(
	created: CreatedOutcome[],
	{ now, timezone }: { now: number; timezone: string },
): string {
	const posts = created.map(({ post: { shared, becomes } }) => {
		const type = becomes ?? shared.type;
		const isDue = type === 'schedule' && Date.parse(shared.date) <= now;
		return { type: isDue ? 'now' : type, date: shared.date, inter: shared.inter };
	});
	const datesOf = (wanted: PostType) =>
		posts.flatMap(({ type, date }) => (type === wanted ? [date] : [])).sort();
	const due = datesOf('now').length;
	const drafts = datesOf('draft').length;
	const dates = datesOf('schedule');
	const repeats = posts.flatMap(({ type, inter = 0 }) =>
		type !== 'draft' && inter > 0 ? [firstRepeat(now, inter)] : [],
	);
	const [first = '', last = first] = [dates[0], dates.at(-1)];
	return sentences(
		due > 0 &&
			`Postiz is publishing ${count(due, 'post')} now, ${showDate(new Date(now).toISOString(), timezone)}. Post > Wait returns the links once they are published.`,
		dates.length > 0 &&
			`${count(dates.length, 'post')} will be published ${first === last ? `on ${showDate(first, timezone)}` : `between ${showTime(first, timezone)} and ${showDate(last, timezone)}`}.`,
		describeRepeats(repeats, timezone),
		drafts > 0 &&
			`${count(drafts, 'draft')} will not be published until scheduled: use Post > Update, or the calendar of Postiz.`,
	);
}
