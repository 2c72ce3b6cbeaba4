import type { IDataObject } from 'n8n-workflow';

import { joinFitting, listNames } from '../../../values/lists';
import { count, sentences, wasOrWere } from '../../../values/plural';

/** How many posts were skipped, and why; false if none. Models have no form to change that. */
export function describeSkipped(amount: number, isForModel: boolean): string | false {
	const them = amount === 1 ? 'it' : 'them';
	const otherwise = isForModel
		? ''
		: ` To post ${them} again, set If the Post Exists to Post Again.`;
	return (
		amount > 0 &&
		`${count(amount, 'post')} ${wasOrWere(amount)} skipped: Postiz has ${them} already.${otherwise}`
	);
}

/** Which channels got no post, and why, of their rows. */
export function describeLeftOut(rows: IDataObject[]): string {
	const whys = rows.map(({ channelName, reason }) => `${String(channelName)}: ${String(reason)}`);
	const { text, left } = joinFitting([...new Set(whys)], ' ', MAX_LEFT_OUT);
	const more = left > 0 && `And ${count(left, 'more channel')}: see “reason”.`;
	return sentences(
		`${count(rows.length, 'channel')} ${wasOrWere(rows.length)} left out.`,
		text,
		more,
	);
}

/** In characters. */
const MAX_LEFT_OUT = 400;

/** Names posts that Postiz has more than once. */
export const describeDouble = (channel: string, [first = '', ...others]: string[]) =>
	`${channel}: Postiz has the post ${first} more than once: ${listNames(others)} ${others.length === 1 ? 'is' : 'are'} the same. Nothing was deleted: if they are not meant, use Post > Delete.`;

/** What it means if an instance drops the keys of posts. */
export const WITHOUT_KEYS =
	'This Postiz instance does not keep what the node adds to recognize its own posts. A second run recognizes them by channel, text and date only.';
