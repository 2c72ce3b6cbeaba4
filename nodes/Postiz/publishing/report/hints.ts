import type { IExecuteFunctions } from 'n8n-workflow';

import { channelLabel } from '../../channels/findByName';
import { describePosts } from '../issues';
import { MAX_PREVIEWS } from '../calendarReader';
import type { Resolved } from '../resolve/resolve';
import { nameItems, type Run } from '../run';
import type { PostResult, Outcome, PlannedPost, DesiredPost } from '../model';
import { describeReplaced, describeShift, describeDuplicates } from '../explainPosts';
import { findMarkup } from '../../text/content';
import { showDate, showTime } from '../../common/date';
import { joinFitting, listNames } from '../../common/lists';
import { quote } from '../../common/problem';
import { capitalized, count, sentences, wasOrWere } from '../../common/wording';
import { addHint } from '../../actions/shared/operation';
import type { RunOptions } from '../read/readForm';

/** Adds hints about what a run did, and what it found. */
export function addHints(run: Run, seen: RunSummary, fates: PostResult[], failed: number): void {
	const { context, timezone } = run;
	const out = describeWhenOut(fates, timezone);
	// Models see the error itself.
	addHint(
		context,
		sentences(describeRun(fates, failed), out),
		sentences(describeRun(fates, 0), out),
	);
	addHint(context, describeSkipped(fates));
	addHint(context, describeRepeated(seen.steps, context));
	addHint(context, describeShift(seen.steps));
	addReplacedHints(run, fates);
	addItemHints(run, seen);
	const created = fates.filter(({ outcome }) => outcome === 'created');
	const posts = created.map(({ planned: { desired, issues } }) => ({
		target: desired.target,
		findings: issues,
	}));
	const missing = fates.flatMap(({ missingTags = [] }) => missingTags);
	for (const hint of describePosts(posts, missing)) addHint(context, hint);
}

const MAX_REPLACED = 10;

/** Names posts beside new ones, and posts that are there twice, as far as somebody would read it. */
function addReplacedHints({ context, timezone }: Run, fates: PostResult[]): void {
	let found = 0;
	for (const { planned, problem } of fates) {
		if (problem) continue;
		const [beside, twins] = [
			describeReplaced(planned, timezone),
			describeDuplicates(planned, timezone),
		];
		if (beside + twins === '') continue;
		found += 1;
		if (found > MAX_REPLACED) continue;
		addHint(context, beside, describeReplaced(planned, timezone, true));
		addHint(context, twins);
	}
	const more = found - MAX_REPLACED;
	if (more > 0)
		addHint(context, `The same goes for ${count(more, 'more post')}: see the calendar.`);
}

/** What a run did, in a sentence such as “5 posts created, 14 there already, 7 items failed.” */
function describeRun(fates: PostResult[], failed: number): string {
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
	const there = fates.flatMap(({ planned }) => (planned.action === 'keep' ? [planned] : []));
	const out = there.filter(({ isPublished }) => isPublished).length;
	const dead = there.filter(({ post }) => post.failedForGood).length;
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
function describeWhenOut(fates: PostResult[], timezone: string): string {
	const now = Date.now();
	const posts = fates
		.filter(({ outcome, planned, after, date = '' }) => {
			const isNow = planned.desired.item.shared.type === 'now' && after?.state !== 'DRAFT';
			return outcome === 'created' || (outcome === 'changed' && isNow && Date.parse(date) <= now);
		})
		.map(({ planned, date = '' }) => {
			const { type } = planned.desired.item.shared;
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
const MAX_SKIPPED = 400;

/** Which channels got no post, and why. */
function describeSkipped(fates: PostResult[]): string {
	const steps = fates.flatMap(({ planned }) => (planned.action === 'skip' ? [planned] : []));
	if (steps.length === 0) return '';
	const whys = steps.map(({ desired, reason }) => `${channelLabel(desired.target)} – ${reason}`);
	const { text, left } = joinFitting([...new Set(whys)], ' ', MAX_SKIPPED);
	const more = left > 0 && `And ${count(left, 'more channel')}: see “note”.`;
	return sentences(
		`${count(steps.length, 'channel')} ${wasOrWere(steps.length)} left out.`,
		text,
		more,
	);
}

/** Rows that say the same as another one. */
function describeRepeated(steps: PlannedPost[], context: IExecuteFunctions): string {
	const same = steps.flatMap((step) => (step.action === 'duplicate' ? [step] : []));
	const [first] = same;
	if (!first) return '';
	const more = same.length > 1 && `So do ${same.length - 1} more.`;
	const [own, other] = [first.desired, first.duplicateOf].map(({ item }) =>
		nameItems(context, [item.index]),
	) as [string, string];
	const what = own === other ? 'the same twice' : `the same as ${other}`;
	return sentences(`${capitalized(own)} says ${what}, so both are one post.`, more);
}

/** What a run knows of its items before anything is sent. */
export interface RunSummary extends RunOptions {
	/** The indexes of rows in which nothing stands. */
	blank: ReadonlySet<number>;
	resolved: Resolved[];
	/** Items failed before they were resolved. */
	isPartial: boolean;
	steps: PlannedPost[];
	/** How many posts may be a row's, and weren't looked at. */
	unread: number;
}

/** Adds hints about blank rows, channels without a post, and unused Network Settings. */
export function addItemHints({ context }: Run, seen: RunSummary): void {
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
	const wanted = resolved.flatMap((one) => one.desired);
	add(
		first.filter((network) => others.every((unused) => unused.includes(network))),
		(list) =>
			`Network Settings for ${list.join(', ')} were not used: ${getChosenChannels(wanted)}.`,
		'',
	);
	const [unread] = wanted.flatMap(findUnreadMarkup);
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
function getChosenChannels(wanted: DesiredPost[]): string {
	const [only = '', ...others] = new Set(wanted.map(({ target }) => channelLabel(target)));
	return others.length === 0
		? `the chosen channel is ${only}`
		: `the chosen channels are ${listNames([only, ...others], 120)}`;
}

/** Finds Markdown or HTML in plain text, unless the network renders it. */
function findUnreadMarkup({ target, parts }: DesiredPost) {
	const texts = parts.flatMap(({ source }) => (source?.format === 'automatic' ? source.texts : []));
	return texts
		.flatMap((text) => findMarkup(text) ?? [])
		.filter(({ format }) => format === 'HTML' || target.network?.text !== 'markdown');
}
