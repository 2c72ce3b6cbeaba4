import type {
	IBinaryKeyData,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
} from 'n8n-workflow';

import { missingTags, byId, PostFinder } from '../../../calendar/post';
import { flatRow, linkOf } from '../../../calendar/row';
import { channelLabel } from '../../../channels/match';
import { readAgain, type SentChange } from '../../../publishing/change';
import { nameItems, rowNumber, type Run } from '../../../publishing/run';
import { postOf } from '../../../publishing/reconcile';
import type { Fate, Outcome, Step, Wanted } from '../../../publishing/shapes';
import { visibleText } from '../../../text/stored';
import { continuesOnError } from '../../../transport/nodeError';
import { listPosts } from '../../../transport/lists';
import { DAY_MS, showDate } from '../../../values/date';
import { getOrMake, listNames } from '../../../values/lists';
import {
	caughtProblem,
	fitSentences,
	ignoreProblem,
	MAX_DESCRIPTION,
	type Problem,
} from '../../../values/problem';
import {
	capitalized,
	count,
	firstState,
	sentences,
	stateWord,
	wasOrWere,
} from '../../../values/words';
import { addHint, type Failures } from '../../shared/operation';
import { enteredText } from '../shared/expressions';
import { addHints, describeLinked, type Seen } from './hints';
import type { Prepared } from './prepare';

/** What a run did. */
export interface Done extends Seen, Prepared {
	/** Of what was sent. */
	sent: Fate[];
	/** How many posts of Create are those of rows with an ID from now on. */
	linked: number;
}

/** Outputs what became of all posts: a row each, errors of items that failed, and hints about the run. */
export async function report(
	run: Run,
	done: Done,
	failures: Failures,
): Promise<INodeExecutionData[]> {
	const { context } = run;
	const stored = await withStored(fatesOf(done, failures), done, run);
	const ofItems = byItem(done.steps, stored, failures);
	const fates = [...new Set([...ofItems.values()].flat())];
	const failed = [...ofItems].flatMap(([index, own]) => {
		const problem = failures.has(index) ? undefined : problemOfItem(own);
		return problem ? [{ index, problem, weight: weightOf(worstIn(own)) }] : [];
	});
	if (failed.length > 0 && !continuesOnError(context)) {
		// Of several, what may be in Postiz is told first.
		const { index, problem } = failed.reduce((worst, one) =>
			one.weight < worst.weight ? one : worst,
		);
		failures.keeps = true;
		failures.add(index, withRest(problem, index, ofItems, context));
		throw failures.toError(index);
	}
	for (const { index, problem } of failed) failures.add(index, problem);
	const layout = new Layout(context, done.includesInput);
	const output = [...context.getInputData().keys()].flatMap((index): INodeExecutionData[] => {
		const own = ofItems.get(index) ?? [];
		const rows = own.flatMap((fate) => (fate.problem ? [] : [rowOf(fate, index, run)]));
		if (!failures.has(index)) return layout.items(rows, index);
		const outcome = own.some(({ problem }) => problem) ? worstIn(own).outcome : 'refused';
		return [
			...layout.items(rows, index),
			failures.toItem(
				index,
				layout.besideError(index, {
					...failedRow(run, index, outcome, wantedOf(own, index, done)),
					// n8n may show the column of errors last, after all others.
					note: failures.sentenceOf(index),
				}),
			),
		];
	});
	addHints(run, done, fates, failures.size);
	addHint(context, describeLinked(done.linked));
	return output;
}

/** What became of each post; rows that say the same are one. */
function fatesOf({ steps, sent, changes }: Done, failures: Failures): Fate[] {
	const known = new Map(sent.map((fate) => [fate.step, fate]));
	const fateOf = (step: Step): Fate => {
		const { wanted } = step;
		if (step.do === 'made') {
			const { postId, date, isChange } = step;
			return { step, outcome: isChange ? 'changed' : 'created', postId, date };
		}
		if (step.do === 'leaveOut') return { step, outcome: 'leftOut' };
		// What differs by its digest may be the same after all.
		const isSame = step.do === 'change' && changes.get(wanted)?.changed.length === 0;
		if (step.do === 'there' || isSame) return { step, outcome: 'there', postId: step.post.id };
		// Items that say the same fail for the same reason.
		const problem = caughtProblem(failures.of(wanted.item.index));
		// Postiz may have what an earlier try sent, or the start of it.
		const isUnclear = step.do === 'refuse' && wanted.sent !== undefined;
		return { step, outcome: isUnclear ? 'unclear' : 'refused', problem };
	};
	return steps.flatMap((step) => (step.do === 'same' ? [] : [known.get(step) ?? fateOf(step)]));
}

/** The fates of the posts of each item, by its index. */
function byItem(steps: Step[], fates: Fate[], failures: Failures): Map<number, Fate[]> {
	const ofWanted = new Map(fates.map((fate) => [fate.step.wanted, fate]));
	const ofItems = new Map<number, Fate[]>();
	for (const step of steps) {
		const { index } = step.wanted.item;
		const fate = ofWanted.get(step.do === 'same' ? step.sameAs : step.wanted)!;
		// Of an item that failed before, nothing was meant to be sent; what an earlier try sent of it is told.
		const isTold = isMade(fate) || (step.do === 'refuse' && fate.outcome === 'unclear');
		if (isTold || !failures.has(index)) getOrMake(ofItems, index, () => []).push(fate);
	}
	return ofItems;
}

/** The row of a post, as the item with this index means it. */
function rowOf(
	{ step, outcome, postId, date, after, changed = [], missingTags: dropped }: Fate,
	index: number,
	{ client, timezone }: Run,
): IDataObject {
	const { wanted, findings } = step;
	const { target, parts, item } = wanted;
	const post = postOf(step);
	const isNew = outcome === 'created';
	const [first, ...later] = isNew || !after ? parts : after.parts;
	const shown = outcome === 'there' && post ? post.content : (first?.content ?? '');
	const time = date ?? (post && new Date(post.time).toISOString()) ?? item.shared.date;
	const state = isNew ? firstState(item.shared.type) : stateWord(after?.state ?? post?.state ?? '');
	const files = isNew ? parts.flatMap((part) => part.files).length : 0;
	const notes = [
		step.do === 'leaveOut' && step.why,
		step.do === 'there' &&
			step.isOut &&
			'The post is out already, with the text that its row had then.',
		outcome === 'there' && post?.reason,
		...(isNew
			? findings
					.filter(({ level }) => level === 'note')
					.map(({ message }) => `${capitalized(message)}.`)
			: []),
	];
	const { link, note } = linkOf({ state: post?.state ?? '', releaseURL: post?.link });
	return flatRow(
		{
			outcome,
			target,
			text: visibleText(shown),
			...(outcome !== 'leftOut' && { date: time, state }),
			note: sentences(...notes, note),
			link,
			postId,
			...(index !== item.index && { sameAs: item.index }),
			...(changed.length > 0 && { changed: changed.join(', ') }),
			...(later.length > 0 && {
				thread: later.map(({ content, delay = 0 }) => ({ text: visibleText(content), delay })),
			}),
			...(files > 0 && { files }),
			missingTags: dropped,
			previewUrl: postId === undefined ? undefined : client.previewUrl(postId),
		},
		timezone,
	);
}

/** What did not go out of a failed item, as far as its row was understood. */
function wantedOf(own: Fate[], index: number, { resolved }: Seen): Wanted[] {
	const failed = own.flatMap(({ problem, step }) => (problem ? [step.wanted] : []));
	if (failed.length > 0) return failed;
	const told = own.map(({ step }) => step.wanted.target.id);
	const { wanted = [] } = resolved.find(({ item }) => item.index === index) ?? {};
	return wanted.filter(({ target }) => !told.includes(target.id));
}

/**
 * The row of a failed item, in the columns of the other rows: n8n takes the first row's order for the whole table. What
 * was not understood is shown as it was entered.
 */
function failedRow(
	{ context, timezone }: Run,
	index: number,
	outcome: Outcome,
	wanted: Wanted[],
): IDataObject {
	const entered = (field: string) => enteredText(context, index, field);
	const [first] = wanted;
	if (!first) {
		return {
			outcome,
			channel: entered('channels'),
			when: entered('date'),
			text: entered('content'),
		};
	}
	const { isDated, shared, dateProblem } = first.item;
	const date = isDated ? showDate(shared.date, timezone) : '';
	return {
		outcome,
		channel: listNames(wanted.map(({ target }) => channelLabel(target))),
		when: dateProblem ? entered('date') : date,
		text: visibleText(first.parts[0]?.content ?? ''),
	};
}

/** The fates with what the service stored: changed posts are read again, and dropped tags looked for. */
async function withStored(fates: Fate[], { changes }: Done, run: Run): Promise<Fate[]> {
	const posts = new PostFinder(run.client);
	const read: Fate[] = [];
	for (const fate of fates) {
		const sent = fate.outcome === 'changed' ? changes.get(fate.step.wanted) : undefined;
		read.push(sent ? await withChange(fate, sent, posts) : fate);
	}
	return await withMissingTags(read, run);
}

async function withChange(fate: Fate, sent: SentChange, posts: PostFinder): Promise<Fate> {
	try {
		// Only when it was sent, it got the date of a free slot.
		const shared = { ...sent.shared, date: fate.date ?? sent.shared.date };
		return { ...fate, changed: sent.changed, ...(await readAgain({ ...sent, shared }, posts)) };
	} catch (error) {
		return { ...fate, problem: caughtProblem(error) };
	}
}

/** The fates with the tags of created posts that the service dropped; none if it doesn't answer (docs/api.md, Tags). */
async function withMissingTags(fates: Fate[], { client }: Run): Promise<Fate[]> {
	const tagged = fates.filter(
		({ outcome, step }) => outcome === 'created' && step.wanted.item.shared.tags.length > 0,
	);
	if (tagged.length === 0) return fates;
	const dates = tagged.map(({ date = '' }) => Date.parse(date));
	const window = { start: Math.min(...dates) - DAY_MS, end: Math.max(...dates) + DAY_MS };
	const known = byId((await listPosts(client, window).catch(ignoreProblem)) ?? []);
	return fates.map((fate) => {
		const listed = fate.outcome === 'created' ? known.get(fate.postId ?? '') : undefined;
		if (!listed) return fate;
		const { tags } = fate.step.wanted.item.shared;
		return { ...fate, missingTags: missingTags(tags, { ...listed, parts: [] }) };
	});
}

/** From what may be in Postiz to what only follows from another failure. */
const BY_WEIGHT: Outcome[] = ['unclear', 'refused', 'notSent', 'changed'];
const weightOf = ({ outcome, problem }: Fate) =>
	problem ? BY_WEIGHT.indexOf(outcome) : BY_WEIGHT.length;
const worstIn = (fates: Fate[]) =>
	fates.reduce((worst, fate) => (weightOf(fate) < weightOf(worst) ? fate : worst));

/** Why an item failed, with what Postiz has of it; undefined if it didn't. */
function problemOfItem(fates: Fate[]): Problem | undefined {
	const worst = worstIn(fates);
	const { problem } = worst;
	const made = fates.filter(isMade);
	// What was changed may have a problem, too: it isn't as it was sent, or couldn't be read again.
	if (!problem || made.length === 0 || isMade(worst)) return problem;
	const missing = fates
		.filter((fate) => fate.problem && !isMade(fate))
		.map(({ step }) => channelLabel(step.wanted.target));
	return problem.with({
		message: `Postiz has ${made.length} of the ${fates.length} posts of this item: ${problem.message}`,
		description: sentences(
			`It has ${idsOf(made)}.`,
			`These are missing: ${listNames(missing, 100)}.`,
			adviceFor(fates, problem.description),
			problem.description,
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
function withRest(
	problem: Problem,
	index: number,
	ofItems: Map<number, Fate[]>,
	context: IExecuteFunctions,
): Problem {
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
		unclear.length > 0 && `It is also unclear whether Postiz has ${nameItems(context, unclear)}.`,
		unsent.length > 0 &&
			`${count(unsent.length, 'other item')} ${wasOrWere(unsent.length)} not sent (${nameItems(context, unsent)}).`,
		created.size > 0 && adviceFor(all, problem.description),
	);
	const room = Math.max(60, MAX_DESCRIPTION - rest.length - 2);
	return problem.with({ description: sentences(fitSentences(problem.description, room), rest) });
}

/** With Include Input Fields, the name of what the node says. */
const BESIDE = 'post';

/** Lays out what the node says of an item: alone, or before the columns of its row, under a name of its own. */
export class Layout {
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly includesInput: boolean,
	) {}

	/** The items of rows; the first has the files of `first`. */
	items(rows: IDataObject[], index: number, first?: IBinaryKeyData): INodeExecutionData[] {
		const { json = {}, binary } = this.context.getInputData()[index] ?? {};
		return rows.map((row, place) => {
			const said = this.numbered(row, index);
			const files = { ...(this.includesInput && binary), ...(place === 0 && first) };
			return {
				json: this.includesInput ? this.beside(said, json) : said,
				...(Object.keys(files).length > 0 && { binary: files }),
				pairedItem: { item: index },
			};
		});
	}

	/** What stands beside the `error` of an item. */
	besideError(index: number, row: IDataObject): IDataObject {
		const { json = {} } = this.context.getInputData()[index] ?? {};
		const said = this.numbered(row, index);
		if (this.includesInput) return this.beside(said, json);
		const { outcome } = said;
		// The error has its place before the columns of the input, as n8n shows the first keys first.
		return { ...said, error: '', ...json, outcome };
	}

	private beside(said: IDataObject, columns: IDataObject): IDataObject {
		// First, as n8n shows the first keys first.
		const shown: IDataObject = Object.assign({ [BESIDE]: said }, columns, { [BESIDE]: said });
		// With Retry On Fail, n8n takes a first item with an `error` for a failed one.
		delete shown.error;
		return shown;
	}

	/** A row with its number in a sheet behind what became of it, as people look there for what to change. */
	private numbered(row: IDataObject, index: number): IDataObject {
		const entries = Object.entries(row);
		entries.splice(1, 0, ...Object.entries(this.numberOf(index)));
		return Object.fromEntries(entries) as IDataObject;
	}

	/** The number of a row, as sheets have it. */
	numberOf(index: number): { row?: number } {
		const row = rowNumber(this.context, index);
		return row === undefined ? {} : { row };
	}
}
