import type { IExecuteFunctions } from 'n8n-workflow';

import { describeChannel } from '../../../channels/nearestChannels';
import type { CreatedOutcome } from '../../../publishing/deliver/outcomes';
import type { PlannedItem } from '../../../publishing/types';
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

/** Says with the output when the created posts go out, and how many items failed; nothing without a post. */
export function addWhenOutHint(
	context: IExecuteFunctions,
	created: CreatedOutcome[],
	failed: number,
): void {
	const whenOut = describeWhenOut(created, { now: Date.now(), timezone: context.getTimezone() });
	if (whenOut === '') return;
	const items = context.getInputData().length;
	const message = failed > 0 ? `${whenOut} ${failed} of ${items} items failed.` : whenOut;
	addHint(context, message);
}

/** When these posts go out, in sentences, as seen at `now` (ms), with dates in `timezone` (an IANA name). */
export function describeWhenOut(
	created: CreatedOutcome[],
	{ now, timezone }: { now: number; timezone: string },
): string {
	const posts = created.map(({ row: { shared, becomes } }) => ({
		type: becomes ?? shared.type,
		date: shared.date,
	}));
	const drafts = posts.filter(({ type }) => type === 'draft');
	const isDue = ({ type, date }: (typeof posts)[number]) =>
		type === 'now' || (type === 'schedule' && Date.parse(date) <= now);
	const due = posts.filter(isDue);
	const dates = posts
		.filter((post) => post.type === 'schedule' && !isDue(post))
		.map(({ date }) => date)
		.sort();
	const [first = ''] = dates;
	const last = dates.at(-1) ?? first;
	return sentences(
		due.length > 0 &&
			`Postiz is publishing ${count(due.length, 'post')} now. Post > Wait returns the links once they are published.`,
		dates.length > 0 &&
			`${count(dates.length, 'post')} will be published ${first === last ? `on ${showDate(first, timezone)}` : `between ${showTime(first, timezone)} and ${showDate(last, timezone)}`}.`,
		drafts.length > 0 &&
			`${count(drafts.length, 'draft')} will not be published until scheduled: use Post > Set Status, or the calendar of Postiz.`,
	);
}
