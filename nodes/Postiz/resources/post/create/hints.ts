import type { IExecuteFunctions } from 'n8n-workflow';

import { channelLabel } from '../../../channels/match';
import { describePosts } from '../../../publishing/check/findings';
import { MAX_PREVIEWS } from '../../../publishing/observe';
import type { Resolved } from '../../../publishing/resolve';
import { nameItems, type Run } from '../../../publishing/run';
import type { Fate, Outcome, Step, Wanted } from '../../../publishing/shapes';
import { describeBeside, describeShift, describeTwins } from '../../../publishing/words';
import { markupIn } from '../../../text/content';
import { showDate, showTime } from '../../../values/date';
import { joinFitting, listNames } from '../../../values/lists';
import { quote } from '../../../values/problem';
import { capitalized, count, sentences, wasOrWere } from '../../../values/words';
import { addHint } from '../../shared/operation';
import type { RunOptions } from './readForm';

/** Adds hints about what a run did, and what it found. */
export function addHints(run: Run, seen: Seen, fates: Fate[], failed: number): void {
	const { context, timezone } = run;
	const out = describeWhenOut(fates, timezone);
	// Models see the error itself.
	addHint(
		context,
		sentences(describeRun(fates, failed), out),
		sentences(describeRun(fates, 0), out),
	);
	addHint(context, describeLeftOut(fates));
	addHint(context, describeSame(seen.steps, context));
	addHint(context, describeShift(seen.steps));
	addOthers(run, fates);
	addItemHints(run, seen);
	const created = fates.filter(({ outcome }) => outcome === 'created');
	const posts = created.map(({ step: { wanted, findings } }) => ({
		target: wanted.target,
		findings,
	}));
	const missing = fates.flatMap(({ missingTags = [] }) => missingTags);
	for (const hint of describePosts(posts, missing)) addHint(context, hint);
}

const MAX_OTHERS = 10;

/** Names posts beside new ones, and posts that are there twice, as far as somebody would read it. */
function addOthers({ context, timezone }: Run, fates: Fate[]): void {
	let found = 0;
	for (const { step, problem } of fates) {
		if (problem) continue;
		const [beside, twins] = [describeBeside(step, timezone), describeTwins(step, timezone)];
		if (beside + twins === '') continue;
		found += 1;
		if (found > MAX_OTHERS) continue;
		addHint(context, beside, describeBeside(step, timezone, true));
		addHint(context, twins);
	}
	const more = found - MAX_OTHERS;
	if (more > 0)
		addHint(context, `The same goes for ${count(more, 'more post')}: see the calendar.`);
}

/** What a run did, in a sentence such as “5 posts created, 14 there already, 7 items failed.” */
function describeRun(fates: Fate[], failed: number): string {
	const amountOf = (wanted: Outcome) => fates.filter(({ outcome }) => outcome === wanted).length;
	const created = amountOf('created');
	const amounts: Array<[amount: number, what: string]> = [
		[created, 'created'],
		[amountOf('changed'), 'changed'],
		[amountOf('there'), 'there already'],
	];
	const posts = amounts
		.filter(([amount]) => amount > 0)
		.map(([amount, what], index) => `${index === 0 ? count(amount, 'post') : amount} ${what}`);
	const parts = [
		...posts,
		...(failed > 0 ? [`${count(failed, 'item')} failed (see “error”)`] : []),
	];
	// Then what follows says how many.
	const isAllCreated = created > 0 && parts.length === 1;
	const there = fates.flatMap(({ step }) => (step.do === 'there' ? [step] : []));
	const out = there.filter(({ isOut }) => isOut).length;
	const dead = there.filter(({ post }) => post.isDead).length;
	return sentences(
		parts.length > 0 && !isAllCreated && `${parts.join(', ')}.`,
		out > 0 &&
			`${count(out, 'post')} ${out === 1 ? 'is' : 'are'} out already, with the text that ${out === 1 ? 'its row' : 'their rows'} had then.`,
		dead > 0 &&
			`${count(dead, 'post')} could not be published, and the row is unchanged: see “note”. To try again, change the row, such as its date.`,
	);
}

/** How many posts of Create were linked to their rows; empty if none were. */
export const describeLinked = (linked: number) =>
	linked > 0
		? `${count(linked, 'post')} ${wasOrWere(linked)} linked to ${linked === 1 ? 'its row' : 'their rows'}.`
		: '';

/** When created posts are published, and changed ones whose row says now. */
function describeWhenOut(fates: Fate[], timezone: string): string {
	const now = Date.now();
	const posts = fates
		.filter(({ outcome, step, after, date = '' }) => {
			const isNow = step.wanted.item.shared.type === 'now' && after?.state !== 'DRAFT';
			return outcome === 'created' || (outcome === 'changed' && isNow && Date.parse(date) <= now);
		})
		.map(({ step, date = '' }) => {
			const { type } = step.wanted.item.shared;
			return { type: type !== 'draft' && Date.parse(date) <= now ? 'now' : type, date };
		});
	const datesOf = (...wanted: string[]) =>
		posts.flatMap(({ type, date }) => (wanted.includes(type) ? [date] : [])).sort();
	const due = datesOf('now').length;
	const drafts = datesOf('draft').length;
	const dates = datesOf('schedule', 'nextSlot');
	const [first = '', last = first] = [dates[0], dates.at(-1)];
	return sentences(
		due > 0 &&
			`Postiz is publishing ${count(due, 'post')} now, ${showDate(new Date(now).toISOString(), timezone)}. Post > Wait returns the links once they are published.`,
		dates.length > 0 &&
			`${count(dates.length, 'post')} will be published ${first === last ? `on ${showDate(first, timezone)}` : `between ${showTime(first, timezone)} and ${showDate(last, timezone)}`}.`,
		drafts > 0 &&
			`${count(drafts, 'draft')} will not be published until scheduled: use Post > Update, or the calendar of Postiz.`,
	);
}

/** In characters. */
const MAX_LEFT_OUT = 400;

/** Which channels got no post, and why. */
function describeLeftOut(fates: Fate[]): string {
	const steps = fates.flatMap(({ step }) => (step.do === 'leaveOut' ? [step] : []));
	if (steps.length === 0) return '';
	const whys = steps.map(({ wanted, why }) => `${channelLabel(wanted.target)} – ${why}`);
	const { text, left } = joinFitting([...new Set(whys)], ' ', MAX_LEFT_OUT);
	const more = left > 0 && `And ${count(left, 'more channel')}: see “note”.`;
	return sentences(
		`${count(steps.length, 'channel')} ${wasOrWere(steps.length)} left out.`,
		text,
		more,
	);
}

/** Rows that say the same as another one. */
function describeSame(steps: Step[], context: IExecuteFunctions): string {
	const same = steps.flatMap((step) => (step.do === 'same' ? [step] : []));
	const [first] = same;
	if (!first) return '';
	const more = same.length > 1 && `So do ${same.length - 1} more.`;
	const [own, other] = [first.wanted, first.sameAs].map(({ item }) =>
		nameItems(context, [item.index]),
	) as [string, string];
	const what = own === other ? 'the same twice' : `the same as ${other}`;
	return sentences(`${capitalized(own)} says ${what}, so both are one post.`, more);
}

/** What a run knows of its items before anything is sent. */
export interface Seen extends RunOptions {
	/** The indexes of rows in which nothing stands. */
	blank: ReadonlySet<number>;
	resolved: Resolved[];
	/** Items failed before they were resolved. */
	isPartial: boolean;
	steps: Step[];
	/** How many posts may be a row's, and weren't looked at. */
	unread: number;
}

/** Adds hints about blank rows, channels without a post, and unused Network Settings. */
export function addItemHints({ context }: Run, seen: Seen): void {
	const { blank, resolved, isPartial } = seen;
	const add = (found: string[], describe: (list: string[]) => string, forModel?: '') => {
		const unique = [...new Set(found)];
		if (unique.length > 0) addHint(context, describe(unique), forModel);
	};
	const { size } = blank;
	if (size > 0) addHint(context, `${count(size, 'blank row')} ${wasOrWere(size)} left out.`);
	addHint(context, describeUnread(seen.unread));
	add(
		resolved.flatMap(({ disabled }) => disabled.map(channelLabel)),
		(list) =>
			`These channels of the chosen groups were left out, as they are disabled in Postiz: ${list.join(', ')}.`,
	);
	// An item that failed may need them.
	const [first = [], ...others] = isPartial
		? []
		: resolved.map(({ unusedNetworks }) => unusedNetworks);
	const wanted = resolved.flatMap((one) => one.wanted);
	add(
		first.filter((network) => others.every((unused) => unused.includes(network))),
		(list) => `Network Settings for ${list.join(', ')} were not used: ${chosenChannels(wanted)}.`,
		'',
	);
	const [unread] = wanted.flatMap(unreadMarkup);
	if (!unread) return;
	const { found, format } = unread;
	addHint(
		context,
		`${quote(found)} is published as it is written. If the text is ${format}, set the option Text Format to ${format}.`,
		'',
	);
}

/** Posts of rows that were perhaps not found, on a Postiz whose lists don't show whose they are. */
const describeUnread = (unread: number): string =>
	unread === 0
		? ''
		: `Only ${MAX_PREVIEWS} posts were searched for those of these rows, and ${count(unread, 'more post')} ${wasOrWere(unread)} not. If a row was created for the second time, delete the older post.`;

/** The chosen channels, as the end of a sentence. */
function chosenChannels(wanted: Wanted[]): string {
	const [only = '', ...others] = new Set(wanted.map(({ target }) => channelLabel(target)));
	return others.length === 0
		? `the chosen channel is ${only}`
		: `the chosen channels are ${listNames([only, ...others], 120)}`;
}

/** Finds Markdown or HTML in plain text, unless the network renders it. */
function unreadMarkup({ target, parts }: Wanted) {
	const texts = parts.flatMap(({ written }) =>
		written?.format === 'automatic' ? written.texts : [],
	);
	return texts
		.flatMap((text) => markupIn(text) ?? [])
		.filter(({ format }) => format === 'HTML' || target.provider?.text !== 'markdown');
}
