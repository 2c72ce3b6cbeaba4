import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { PostFinder } from '../../../calendar/find';
import { byId } from '../../../calendar/listings';
import { missingTags } from '../../../calendar/post';
import { flatRow, linkOf } from '../../../calendar/row';
import { readAgain } from '../../../publishing/change';
import type { Run } from '../../../publishing/run';
import type { Fate, Outcome, Step } from '../../../publishing/shapes';
import { describeBeside, describeShift, describeTwins } from '../../../publishing/words';
import { visibleText } from '../../../text/stored';
import { continuesOnError } from '../../../transport/nodeError';
import { listPosts } from '../../../transport/posts';
import { DAY_MS, showDate, showTime } from '../../../values/date';
import { joinFitting, largest, listNames, smallest } from '../../../values/lists';
import {
	caughtProblem,
	ignoreProblem,
	MAX_DESCRIPTION,
	fitSentences,
	Problem,
} from '../../../values/problem';
import {
	count,
	firstState,
	itemNumbers,
	sentences,
	stateWord,
	wasOrWere,
} from '../../../values/words';
import { addHint } from '../../shared/operation';
import { addMissingTagsHint, addNotesHint } from '../shared/hints';
import type { Failures } from '../../shared/failures';
import { addItemHints, type Seen } from './itemHints';
import { Layout } from './layout';
import type { Prepared } from './prepare';

/** What a run did. */
export interface Done extends Seen, Prepared {
	/** Of what was sent. */
	sent: Fate[];
}

/** Outputs what became of all posts: a row each, errors of items that failed, and hints about the run. */
export async function report(
	run: Run,
	done: Done,
	failures: Failures,
): Promise<INodeExecutionData[]> {
	const { context } = run;
	const fates = fatesOf(done, failures);
	const missing = await readWhatChanged(run, done, fates);
	const ofItems = byItem(fates);
	for (const [index, own] of ofItems) {
		const problem = problemOfItem(own);
		if (!problem || failures.has(index)) continue;
		if (!continuesOnError(context)) {
			// Of several, what may be in Postiz is told first.
			const [worst, all] = worstOf(ofItems);
			failures.keeps = true;
			failures.add(worst, withRest(problemOfItem(all)!, worst, ofItems));
			throw failures.toError(worst);
		}
		failures.add(index, problem);
	}
	const layout = new Layout(context, done.includesInput);
	const output = [...context.getInputData().keys()].flatMap((index): INodeExecutionData[] => {
		const own = ofItems.get(index) ?? [];
		const rows = own
			.filter(({ problem }) => !problem)
			.map((fate) => rowOf(fate, index, { run, missing }));
		return [
			...layout.items(rows, index),
			...(failures.has(index)
				? [failures.toItem(index, layout.besideError(index, outcomeOf(own)))]
				: []),
		];
	});
	addHints(run, done, {
		fates: [...new Set(fates.map(({ fate }) => fate))],
		missing,
		failed: failures.size,
	});
	return output;
}

/** A fate, for one of the items that mean it. */
interface ItemFate {
	index: number;
	fate: Fate;
}

/** The fate of each post, for each of its items. */
function fatesOf({ steps, sent, changes }: Done, failures: Failures): ItemFate[] {
	const known = new Map(sent.map((fate) => [fate.step, fate]));
	const fateOf = (step: Step): Fate => {
		const fate = known.get(step);
		if (fate) return fate;
		const { wanted, post, isMade } = step;
		if (isMade) {
			const { postId = post?.id, date, isChange } = wanted.sent ?? {};
			return { step, outcome: isChange ? 'changed' : 'created', postId, date };
		}
		if (step.do === 'leaveOut') return { step, outcome: 'leftOut' };
		// What differs by its digest may be the same after all.
		const isSame = step.do === 'change' && changes.get(step)?.changed.length === 0;
		if (step.do === 'there' || isSame) return { step, outcome: 'there', postId: post!.id };
		// Items that say the same fail for the same reason.
		const problem = caughtProblem(failures.of(wanted.item.index));
		return { step, outcome: step.refusal === 'unclear' ? 'unclear' : 'refused', problem };
	};
	const ofWanted = new Map(
		steps.filter(({ sameAs }) => !sameAs).map((step) => [step.wanted, fateOf(step)]),
	);
	return steps.flatMap(({ wanted, sameAs }) => {
		const { index } = wanted.item;
		const fate = ofWanted.get(sameAs ?? wanted);
		// Of an item that failed before, nothing was meant to be sent.
		const isRefused =
			failures.has(index) && fate?.outcome !== 'created' && fate?.outcome !== 'there';
		return fate && !isRefused ? [{ index, fate }] : [];
	});
}

function byItem(fates: ItemFate[]): Map<number, Fate[]> {
	const items = new Map<number, Fate[]>();
	for (const { index, fate } of fates) items.set(index, [...(items.get(index) ?? []), fate]);
	return items;
}

/** The row of a post, as the item with this index means it. */
function rowOf(
	{ step, outcome, postId, date, after, changed = [] }: Fate,
	index: number,
	{ run, missing }: { run: Run; missing: Map<Fate, string[]> },
): IDataObject {
	const { wanted, post, why, isOut } = step;
	const { target, parts, item, findings } = wanted;
	const isNew = outcome === 'created';
	const [first, ...later] = isNew || !after ? parts : after.parts;
	const shown = outcome === 'there' && post ? post.content : (first?.content ?? '');
	const time = date ?? (post && new Date(post.time).toISOString()) ?? item.shared.date;
	const state = isNew ? firstState(item.shared.type) : stateWord(after?.state ?? post?.state ?? '');
	const files = isNew ? parts.flatMap((part) => part.files).length : 0;
	const notes = [
		why,
		isOut && 'The post is out already, with the text that its row had then.',
		outcome === 'there' && post?.reason,
		...(isNew
			? findings.filter(({ level }) => level === 'note').map(({ message }) => `${message}.`)
			: []),
	];
	const { link, note } = linkOf({ state: post?.state ?? '', releaseURL: post?.link });
	return flatRow(
		{
			outcome,
			target,
			...(outcome !== 'leftOut' && { date: time, text: visibleText(shown), state }),
			note: sentences(...notes, note),
			link,
			postId,
			...(index !== item.index && { sameAs: item.index }),
			...(changed.length > 0 && { changed: changed.join(', ') }),
			...(later.length > 0 && {
				thread: later.map(({ content, delay = 0 }) => ({ text: visibleText(content), delay })),
			}),
			...(files > 0 && { files }),
			missingTags: [...missing].find(([fate]) => fate.step === step)?.[1],
			previewUrl: postId === undefined ? undefined : run.client.previewUrl(postId),
		},
		run.timezone,
	);
}

/** Reads changed posts again, and looks for tags that Postiz dropped, by fate. */
async function readWhatChanged(
	run: Run,
	{ changes }: Done,
	fates: ItemFate[],
): Promise<Map<Fate, string[]>> {
	const missing = new Map<Fate, string[]>();
	const posts = new PostFinder(run.client);
	const tagged: Fate[] = [];
	for (const fate of new Set(fates.map((one) => one.fate))) {
		const sent = changes.get(fate.step);
		if (fate.outcome === 'created' && fate.step.wanted.item.shared.tags.length > 0)
			tagged.push(fate);
		if (fate.outcome !== 'changed' || !sent) continue;
		fate.changed = sent.changed;
		try {
			const { after, missingTags: dropped } = await readAgain(sent, posts);
			fate.after = after;
			if (dropped.length > 0) missing.set(fate, dropped);
		} catch (error) {
			fate.problem = caughtProblem(error);
		}
	}
	for (const [fate, labels] of await findMissingTags(run, tagged)) missing.set(fate, labels);
	return missing;
}

/** Tags of created posts that the service dropped; none if it doesn't answer (docs/api.md, Tags). */
async function findMissingTags({ client }: Run, tagged: Fate[]): Promise<Map<Fate, string[]>> {
	if (tagged.length === 0) return new Map();
	const dates = tagged.map(({ date = '' }) => Date.parse(date));
	const window = { start: smallest(dates) - DAY_MS, end: largest(dates) + DAY_MS };
	const known = byId((await listPosts(client, window).catch(ignoreProblem)) ?? []);
	const labels = tagged.flatMap((fate): Array<[Fate, string[]]> => {
		const listed = known.get(fate.postId ?? '');
		const dropped =
			listed && missingTags(fate.step.wanted.item.shared.tags, { ...listed, parts: [] });
		return dropped && dropped.length > 0 ? [[fate, dropped]] : [];
	});
	return new Map(labels);
}

/** From what may be in Postiz to what only follows from another failure. */
const BY_WEIGHT: Outcome[] = ['unclear', 'refused', 'notSent'];
const weightOf = ({ outcome, problem }: Fate) =>
	problem ? BY_WEIGHT.indexOf(outcome) + (problem.isFollowUp ? 0.5 : 0) : BY_WEIGHT.length;

const worstIn = (fates: Fate[]) =>
	fates.reduce((worst, fate) => (weightOf(fate) < weightOf(worst) ? fate : worst));
const worstOf = (ofItems: Map<number, Fate[]>) =>
	[...ofItems].reduce((worst, one) =>
		weightOf(worstIn(one[1])) < weightOf(worstIn(worst[1])) ? one : worst,
	);

/** Why an item failed, with what Postiz has of it; undefined if it didn't. */
function problemOfItem(fates: Fate[]): Problem | undefined {
	const { problem } = worstIn(fates);
	const made = fates.filter(isMade);
	if (!problem || made.length === 0) return problem;
	const missing = fates.filter((fate) => fate.problem).map(({ step }) => step.wanted.target.label);
	return problem.with({
		message: `Postiz has ${made.length} of the ${fates.length} posts of this item: ${problem.message}`,
		description: (own) =>
			sentences(
				`It has ${idsOf(made)}.`,
				`These are missing: ${listNames(missing, 100)}.`,
				adviceFor(fates, own),
				own,
			),
	});
}

const isMade = ({ outcome }: Fate) => ['created', 'changed', 'there'].includes(outcome);

/** How to send the rest, unless it was `said`. */
function adviceFor(fates: Fate[], said: string): string | false {
	const wouldRepeat = fates.some(({ step }) => step.wanted.item.postsAgain);
	if (wouldRepeat) return 'Before you run this again, set If the Post Exists to Skip.';
	return !said.includes('again') && 'Run this again: what is there is skipped.';
}

const MAX_IDS = 3;

function idsOf(fates: Fate[]): string {
	const ids = fates.slice(0, MAX_IDS).map(({ postId }) => postId);
	return [...ids, ...(fates.length > MAX_IDS ? ['…'] : [])].join(', ');
}

/** The problem that ends the node, with what became of the other items. */
function withRest(problem: Problem, index: number, ofItems: Map<number, Fate[]>): Problem {
	const others = [...ofItems].filter(([other]) => other !== index);
	const all = [...ofItems.values()].flat();
	const created = new Set(all.filter(({ outcome }) => outcome === 'created'));
	const itemsWith = (outcome: Outcome) =>
		others
			.filter(([, fates]) => fates.some((fate) => fate.outcome === outcome))
			.map(([other]) => other);
	const [unclear, unsent] = [itemsWith('unclear'), itemsWith('notSent')];
	const rest = sentences(
		created.size > 0 && `${count(created.size, 'post')} ${wasOrWere(created.size)} created.`,
		unclear.length > 0 &&
			`It is also unclear whether Postiz has ${unclear.length === 1 ? 'item' : 'items'} ${itemNumbers(unclear)}.`,
		unsent.length > 0 &&
			`${count(unsent.length, 'other item')} ${wasOrWere(unsent.length)} not sent (${itemNumbers(unsent)}).`,
		created.size > 0 && adviceFor(all, problem.description),
	);
	const room = Math.max(60, MAX_DESCRIPTION - rest.length - 2);
	return problem.with({ description: (own) => sentences(fitSentences(own, room), rest) });
}

/** The outcome of an item that failed. */
const outcomeOf = (fates: Fate[]): Outcome =>
	fates.length > 0 ? worstIn(fates).outcome : 'refused';

interface Told {
	fates: Fate[];
	missing: Map<Fate, string[]>;
	failed: number;
}

/** Adds hints about what the run did, and what it found. */
function addHints(run: Run, done: Done, { fates, missing, failed }: Told): void {
	const { context, timezone } = run;
	addHint(context, sentences(describeRun(fates, failed), describeWhenOut(fates, timezone)));
	addHint(context, describeLeftOut(fates));
	addHint(context, describeSame(done.steps));
	addHint(context, describeShift(done.steps));
	for (const { step } of fates.filter(isMade)) {
		addHint(context, describeBeside(step, timezone), describeBeside(step, timezone, true));
		addHint(context, describeTwins(step, timezone));
	}
	addItemHints(run, done);
	addNotesHint(
		context,
		fates.filter(({ outcome }) => outcome === 'created').map(({ step }) => step.wanted),
	);
	addMissingTagsHint(context, [...missing.values()].flat());
}

/** What a run did, in a sentence such as “5 posts created, 14 there already, 7 items failed.” */
function describeRun(fates: Fate[], failed: number): string {
	const amountOf = (wanted: Outcome) => fates.filter(({ outcome }) => outcome === wanted).length;
	const [created, there] = [amountOf('created'), amountOf('there')];
	const amounts: Array<[amount: number, what: string]> = [
		[created, 'created'],
		[amountOf('changed'), 'changed'],
		[there, 'there already'],
	];
	const posts = amounts
		.filter(([amount]) => amount > 0)
		.map(([amount, what], index) => `${index === 0 ? count(amount, 'post') : amount} ${what}`);
	const parts = [...posts, ...(failed > 0 ? [`${count(failed, 'item')} failed`] : [])];
	const out = fates.filter(({ step }) => step.isOut).length;
	const dead = fates.filter(({ outcome, step }) => outcome === 'there' && step.post?.isDead).length;
	return sentences(
		// If all are created, what follows says how many.
		parts.length > 0 && (failed > 0 || created < fates.length) && `${parts.join(', ')}.`,
		out > 0 &&
			`${count(out, 'post')} ${out === 1 ? 'is' : 'are'} out already, with the text that ${out === 1 ? 'its row' : 'their rows'} had then.`,
		dead > 0 &&
			`${count(dead, 'post')} could not be published, and the row is unchanged: see “note”. To try again, change the row, such as its date.`,
	);
}

/** When created posts are published. */
function describeWhenOut(fates: Fate[], timezone: string): string {
	const now = Date.now();
	const posts = fates
		.filter(({ outcome }) => outcome === 'created')
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
	const steps = fates.filter(({ outcome }) => outcome === 'leftOut').map(({ step }) => step);
	if (steps.length === 0) return '';
	const whys = steps.map(({ wanted, why = '' }) => `${wanted.target.name}: ${why}`);
	const { text, left } = joinFitting([...new Set(whys)], ' ', MAX_LEFT_OUT);
	const more = left > 0 && `And ${count(left, 'more channel')}: see “note”.`;
	return sentences(
		`${count(steps.length, 'channel')} ${wasOrWere(steps.length)} left out.`,
		text,
		more,
	);
}

/** Rows that say the same as another one. */
function describeSame(steps: Step[]): string {
	const same = steps.filter(({ sameAs }) => sameAs);
	const [first] = same;
	if (!first) return '';
	const more = same.length > 1 && `So do ${same.length - 1} more.`;
	return sentences(
		`Item ${first.wanted.item.index} says the same as item ${first.sameAs!.item.index}, so both are one post.`,
		more,
	);
}
