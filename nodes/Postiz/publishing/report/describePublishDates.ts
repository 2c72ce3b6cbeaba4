import { formatDateTime, formatDateTimeWithZone, SECOND_MS } from '../../common/date';
import { formatCount, joinSentences } from '../../common/text';
import type { PostType } from '../../posts/item';
import type { PostResult } from '../../posts/postResult';

/** Says when created posts are published, and updated posts that are due. */
export function describePublishDates(
	results: PostResult[],
	timezone: string,
	serviceNow: number,
): string {
	// The service's clock is only known to the second.
	const isDue = (date: string) => Date.parse(date) <= serviceNow + SECOND_MS;
	const posts = results
		.filter(({ outcome, planned, after, date = '' }) => {
			const isNow = planned.desired.item.requestFields.type === 'now' && after?.state !== 'DRAFT';
			return outcome === 'created' || (outcome === 'updated' && isNow && isDue(date));
		})
		.map(({ planned, date = '' }): { type: PostType; date: string } => {
			const { type } = planned.desired.item.requestFields;
			return { type: type !== 'draft' && isDue(date) ? 'now' : type, date };
		});
	const countWith = (type: PostType) => posts.filter((post) => post.type === type).length;
	const [dueCount, draftCount] = [countWith('now'), countWith('draft')];
	const dates = posts.flatMap(({ type, date }) =>
		type === 'schedule' || type === 'nextSlot' ? [date] : [],
	);
	return joinSentences(
		dueCount > 0 &&
			`Postiz is publishing ${formatCount(dueCount, 'post')} now, ${formatDateTimeWithZone(new Date(serviceNow).toISOString(), timezone)}. Post > Wait returns the links once they are published.`,
		dates.length > 0 &&
			`${formatCount(dates.length, 'post')} will be published ${describeDates(dates, timezone)}.`,
		draftCount > 0 &&
			`${formatCount(draftCount, 'draft')} will not be published until scheduled: use Post > Update, or the Postiz calendar.`,
	);
}

/** Formats a single date as `on …`, several as `between … and …`. */
function describeDates(dates: string[], timezone: string): string {
	const sorted = [...dates].sort();
	const [first = '', last = first] = [sorted[0], sorted.at(-1)];
	const lastTime = formatDateTimeWithZone(last, timezone);
	return first === last
		? `on ${lastTime}`
		: `between ${formatDateTime(first, timezone)} and ${lastTime}`;
}
