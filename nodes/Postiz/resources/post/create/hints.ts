import type { IExecuteFunctions } from 'n8n-workflow';

import { describeChannel } from '../../../channels/nearestChannels';
import type { CreatedOutcome } from '../../../publishing/deliver/outcomes';
import type { PlannedItem } from '../../../publishing/types';
import type { PostType } from '../../../transport/types';
import { showDate, showTime } from '../../../values/date';
import { count } from '../../../values/plural';
import { addHint } from '../../shared/itemRun';

/** Puts together those that there are. */
export const sentences = (...texts: Array<string | false>): string =>
	texts.filter(Boolean).join(' ');

/**
 * Says what of a JSON body was changed, which channels of a group get no post, and, of what is only validated,
 * which Network Settings do nothing.
 */
export function addPlanHints(context: IExecuteFunctions, items: PlannedItem[]): void {
	const add = (found: string[], describe: (list: string[]) => string) => {
		const unique = [...new Set(found)];
		if (unique.length > 0) addHint(context, describe(unique));
	};
	add(
		items.flatMap(({ corrections }) => [...corrections]),
		(list) => `Some of the JSON was read as it was probably meant: ${list.join('; ')}.`,
	);
	add(
		items.flatMap(({ leftOut }) => leftOut.map(describeChannel)),
		(list) =>
			`These channels of the chosen groups were left out, as they are disabled in Postiz: ${list.join(', ')}.`,
	);
	const validated = items.filter(({ validatesOnly }) => validatesOnly);
	const [first, ...others] = validated.map(({ unusedNetworks }) => unusedNetworks);
	add(
		(first ?? []).filter((network) => others.every((unused) => unused.includes(network))),
		(list) =>
			`Network Settings for ${list.join(', ')} do nothing: no channel that they apply to is selected.`,
	);
}

/** When these posts go out, in sentences, as seen at `now` (ms), with dates in `timezone` (an IANA name). */
export function describeWhenOut(
	created: CreatedOutcome[],
	{ now, timezone }: { now: number; timezone: string },
): string {
	const posts = created.flatMap(({ row: { shared, becomes }, posts: own }) => {
		const type = becomes ?? shared.type;
		const isDue = type === 'schedule' && Date.parse(shared.date) <= now;
		return own.map(() => ({ type: isDue ? 'now' : type, date: shared.date }));
	});
	const datesOf = (wanted: PostType) =>
		posts.flatMap(({ type, date }) => (type === wanted ? [date] : [])).sort();
	const due = datesOf('now').length;
	const drafts = datesOf('draft').length;
	const dates = datesOf('schedule');
	const [first = '', last = first] = [dates[0], dates.at(-1)];
	return sentences(
		due > 0 &&
			`Postiz is publishing ${count(due, 'post')} now. Post > Wait returns the links once they are published.`,
		dates.length > 0 &&
			`${count(dates.length, 'post')} will be published ${first === last ? `on ${showDate(first, timezone)}` : `between ${showTime(first, timezone)} and ${showDate(last, timezone)}`}.`,
		drafts > 0 &&
			`${count(drafts, 'draft')} will not be published until scheduled: use Post > Set Status, or the calendar of Postiz.`,
	);
}
