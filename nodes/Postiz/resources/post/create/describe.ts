import type { IDataObject } from 'n8n-workflow';

import {
	isCreated,
	isFailed,
	type CreatedOutcome,
	type FailedOutcome,
	type FailureReason,
	type Outcome,
} from '../../../publishing/deliver/requests';
import { describeWait } from '../../../transport/explain';
import type { PostType } from '../../../transport/types';
import { showDate, showTime } from '../../../values/date';
import { count, itemNumbers, sentences, wasOrWere } from '../../../values/words';
import { joinFitting, listNames } from '../../../values/lists';
import {
	advised,
	fitSentences,
	MAX_DESCRIPTION,
	shorten,
	type Problem,
} from '../../../values/problem';
import { describeRepeats, firstRepeat } from '../../../values/repetition';
import type { ItemOutcome } from './outcome';

const MAX_NAMES = 100;
const MAX_IDS = 3;
const MAX_NUMBERS = 40;

/** The IDs of the first posts. The output, or `outcomes` of the error, has all of them. */
function idsOf(created: CreatedOutcome[]): string {
	const ids = created.slice(0, MAX_IDS).map(({ postId }) => postId);
	return [...ids, ...(created.length > MAX_IDS ? ['…'] : [])].join(', ');
}

/** Like {@link itemNumbers}, cut to a readable length. */
const shortItemNumbers = (indexes: Iterable<number>) => shorten(itemNumbers(indexes), MAX_NUMBERS);

/** The index of a post's item. */
export const itemOf = ({ post }: Outcome) => post.itemIndex;

/** Reasons that say everything about the item. */
const SAID_ALONE: FailureReason[] = ['refused', 'unknown', 'expired'];

/** A problem that ends the node, with what happened to the other items. */
export function withRest(problem: Problem, rest: string): Problem {
	const room = Math.max(MIN_ADVICE, MAX_DESCRIPTION - rest.length - 2);
	return problem.with({ description: sentences(fitSentences(problem.description, room), rest) });
}

/** The min number of characters of the advice to keep. */
const MIN_ADVICE = 60;

// First what may exist, then the cause: what was not sent only follows from it.
const BY_WEIGHT: FailureReason[] = ['unknown', 'refused', 'expired', 'limited', 'unsent'];

/** The most important of several failures. */
export function mainFailure(failures: FailedOutcome[]): FailedOutcome {
	return failures.reduce((main, failure) =>
		BY_WEIGHT.indexOf(failure.reason) < BY_WEIGHT.indexOf(main.reason) ? failure : main,
	);
}

/** The failure of an item whose posts were partly created by an earlier try. */
export function inPart(problem: Problem, created: CreatedOutcome[], advice: string): Problem {
	return problem.with({
		message: `Postiz has ${count(created.length, 'post')} of this item, but not all: ${problem.message}`,
		description: (own) => sentences(`It has ${idsOf(created)}.`, advice, own),
	});
}

/** Merges the failures of an item: names the created posts, and what to do about the others. */
export function failureOfItem(outcomes: Outcome[], advice: string): FailedOutcome {
	const failures = outcomes.filter(isFailed);
	const main = mainFailure(failures);
	const created = outcomes.filter(isCreated);
	if (created.length === 0) {
		const isOpen = main.reason === 'unknown' && !main.start;
		if (!isOpen) return main;
		return { ...main, ...advised(main, (own) => sentences(own, advice)) };
	}
	const isStuck = ({ start }: FailedOutcome) => start !== undefined;
	const missing = failures.filter((failure) => !isStuck(failure));
	const stuck = failures.filter(isStuck);
	const when = main.retryAfter === undefined ? '' : ` Wait ${describeWait(main.retryAfter)}.`;
	const look = missing.some(({ reason }) => reason === 'unknown')
		? ' Some of these may exist, too.'
		: '';
	return {
		...main,
		message: `Postiz has ${created.length} of the ${outcomes.length} posts of this item: ${main.unclear?.cause.message ?? main.message}`,
		forModel: undefined,
		description: sentences(
			`It has ${idsOf(created)}.`,
			missing.length > 0 &&
				sentences(
					`These are missing: ${listNames(
						missing.map(({ post }) => post.target.label),
						MAX_NAMES,
					)}.${look}${when}`,
					advice,
				),
			...stuck.map(({ description }) => description),
		),
	};
}

/** What became of all items, by their numbers. */
export type ItemOutcomes = Array<ItemOutcome & { item: number }>;

interface Rest {
	/** All created posts. */
	created: CreatedOutcome[];
	/** How to send the rest. */
	advice: string;
	/** The item whose failure ends the node. */
	item: number;
	/** The failure, if it is one of sending. */
	main?: FailedOutcome;
}

/** What happened to the other items when one ends the node, in sentences. */
export function describeRest(
	all: ItemOutcomes,
	{ created, advice, item: own, main }: Rest,
): string {
	const numbers = (items: Iterable<number>) =>
		all.length > 1 ? ` (${shortItemNumbers(items)})` : '';
	const withPosts = new Set(created.map(itemOf));
	const isSaid = main && (SAID_ALONE.includes(main.reason) || withPosts.has(own));
	const others = all.filter(({ item }) => item !== own);
	const itemsIn = (items: ItemOutcomes, ...states: Array<ItemOutcome['state']>) =>
		items.flatMap(({ item, state }) => (states.includes(state) ? [item] : []));
	const rest = isSaid ? others : all;
	const unclear = itemsIn(others, 'unclear');
	const inPart = itemsIn(rest, 'createdInPart');
	const unsent = itemsIn(rest, 'notCreated', 'notSent');
	const where =
		all.length > 1
			? `item${withPosts.size === 1 ? '' : 's'} ${shortItemNumbers(withPosts)}`
			: idsOf(created);
	return sentences(
		created.length > 0 &&
			`${count(created.length, 'post')} ${wasOrWere(created.length)} created before (${where}).`,
		unclear.length > 0 &&
			`${count(unclear.length, 'more item')} ${unclear.length === 1 ? 'is' : 'are'} unclear${numbers(unclear)}: Postiz may have them.`,
		inPart.length > 0 &&
			`${count(inPart.length, 'item')} ${wasOrWere(inPart.length)} published only in part${numbers(inPart)}.`,
		unsent.length > 0 &&
			`${count(unsent.length, 'item')} ${wasOrWere(unsent.length)} not sent${numbers(unsent)}.`,
		(created.length > 0 || unclear.length > 0) && !main?.description.includes(advice) && advice,
	);
}

/** What a run did, in a sentence such as “5 posts created, 14 there already, 7 items failed.”; `all` are the rows of its posts. */
export function describeRun(all: IDataObject[], failed: number, isForModel: boolean): string {
	// Those of a preview have none, and those that are left out a hint of their own.
	const rows = all.filter(({ outcome }) => outcome !== undefined && outcome !== 'left out');
	if (rows.length === 0) return '';
	const amountOf = (...outcomes: string[]) =>
		rows.filter(({ outcome }) => outcomes.includes(String(outcome))).length;
	const created = amountOf('created');
	const there = amountOf('there already', 'unchanged');
	const stuck = rows.filter(({ outcome, state }) => outcome === 'unchanged' && state === 'failed');
	const amounts: Array<[amount: number, what: string]> = [
		[created, 'created'],
		[amountOf('changed'), 'changed'],
		[there, 'there already'],
	];
	const posts = amounts
		.filter(([amount]) => amount > 0)
		.map(([amount, what], index) => `${index === 0 ? count(amount, 'post') : amount} ${what}`);
	const parts = [...posts, ...(failed > 0 ? [`${count(failed, 'item')} failed`] : [])];
	return sentences(
		// If all are created, what follows says how many.
		rows.length + failed > created && `${parts.join(', ')}.`,
		!isForModel &&
			amountOf('there already') > 0 &&
			'To post again what is there, set If the Post Exists to Post Again.',
		stuck.length > 0 &&
			`${count(stuck.length, 'post')} could not be published, and the row is unchanged: see “failureReason”. To try again, change the row, such as its date.`,
	);
}

/** When these posts are published, as of `now` (ms). Dates are in `timezone` (an IANA name). */
export function describeWhenOut(
	created: CreatedOutcome[],
	{ now, timezone }: { now: number; timezone: string },
): string {
	const posts = created.map(({ post: { shared } }) => {
		const { type } = shared;
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

/** Which channels got no post, and why; empty if none, or with Preview Only. */
export function describeLeftOut(all: IDataObject[]): string {
	const rows = all.filter(({ outcome }) => outcome === 'left out');
	if (rows.length === 0) return '';
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
export const describeDuplicate = (channel: string, [first = '', ...others]: string[]) =>
	`${channel}: Postiz has the post ${first} more than once: ${listNames(others)} ${others.length === 1 ? 'is' : 'are'} the same. Nothing was deleted: if they are not meant, use Post > Delete.`;
