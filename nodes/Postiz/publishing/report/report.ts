import type {
	IBinaryKeyData,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
} from 'n8n-workflow';

import { findMissingTags, indexById, PostFinder } from '../../calendar/calendarPost';
import { toFlatRow, getLink } from '../../calendar/postRow';
import { channelLabel } from '../../channels/findByName';
import { readAgain, type SentChange } from '../send/planChange';
import { nameItems, getRowNumber, type Run } from '../run';
import {
	getExistingPost,
	type PostResult,
	type Outcome,
	type PlannedPost,
	type DesiredPost,
} from '../model';
import { visibleText } from '../../text/storedText';
import { continuesOnError } from '../../transport/nodeError';
import { listPosts } from '../../transport/listPosts';
import { DAY_MS, showDate } from '../../common/date';
import { getOrCreate, listNames } from '../../common/lists';
import {
	asProblem,
	fitSentences,
	ignoreProblem,
	MAX_DESCRIPTION,
	type Problem,
} from '../../common/problem';
import {
	capitalized,
	count,
	firstState,
	sentences,
	stateWord,
	wasOrWere,
} from '../../common/wording';
import { addHint, type ItemResults } from '../../actions/shared/operation';
import { getEnteredText } from '../read/expressions';
import { addHints, describeLinked, type RunSummary } from './hints';
import { withSameMinuteNotes } from '../sameMinute';
import type { Prepared } from '../send/prepare';

/** What a run did. */
export interface RunResult extends RunSummary, Prepared {
	/** Of what was sent. */
	sent: PostResult[];
	/** How many posts of Create are those of rows with an ID from now on. */
	linked: number;
}

/** Outputs what became of all posts: a row each, errors of items that failed, and hints about the run. */
export async function report(
	run: Run,
	done: RunResult,
	failures: ItemResults,
): Promise<INodeExecutionData[]> {
	const { context } = run;
	const stored = withDateNotes(await withStoredPosts(toResults(done, failures), done, run));
	const ofItems = groupByItem(done.steps, stored, failures);
	const fates = [...new Set([...ofItems.values()].flat())];
	const failed = [...ofItems].flatMap(([index, own]) => {
		const problem = failures.has(index) ? undefined : toItemProblem(own);
		return problem ? [{ index, problem, weight: getSeverity(findWorst(own)) }] : [];
	});
	if (failed.length > 0 && !continuesOnError(context)) {
		// Of several, what may be in Postiz is told first.
		const { index, problem } = failed.reduce((worst, one) =>
			one.weight < worst.weight ? one : worst,
		);
		failures.keepsGoing = true;
		failures.add(index, withOtherItems(problem, index, ofItems, context));
		throw failures.toError(index);
	}
	for (const { index, problem } of failed) failures.add(index, problem);
	const layout = new Layout(context, done.includesInput);
	const output = [...context.getInputData().keys()].flatMap((index): INodeExecutionData[] => {
		const own = ofItems.get(index) ?? [];
		const rows = own.flatMap((fate) => (fate.problem ? [] : [toRow(fate, index, run)]));
		if (!failures.has(index)) return layout.items(rows, index);
		const outcome = own.some(({ problem }) => problem) ? findWorst(own).outcome : 'refused';
		return [
			...layout.items(rows, index),
			failures.toItem(
				index,
				layout.errorRow(index, {
					...toFailedRow(run, index, outcome, getUnsent(own, index, done)),
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

/** Counts only posts that were created: others of their minute may have failed. */
function withDateNotes(results: PostResult[]): PostResult[] {
	const created = new Set(
		results.flatMap(({ outcome, planned }) => (outcome === 'created' ? [planned] : [])),
	);
	const noted = withSameMinuteNotes(
		results.map(({ planned }) => planned),
		(step) => created.has(step),
	);
	return results.map((result, index) => ({ ...result, planned: noted[index]! }));
}

/** What became of each post; rows that say the same are one. */
function toResults({ steps, sent, changes }: RunResult, failures: ItemResults): PostResult[] {
	const known = new Map(sent.map((fate) => [fate.planned, fate]));
	const fateOf = (step: PlannedPost): PostResult => {
		const { desired } = step;
		if (step.action === 'alreadySent') {
			const { postId, date, isChange } = step;
			return { planned: step, outcome: isChange ? 'changed' : 'created', postId, date };
		}
		if (step.action === 'skip') return { planned: step, outcome: 'leftOut' };
		// What differs by its digest may be the same after all.
		const isSame = step.action === 'update' && changes.get(desired)?.changed.length === 0;
		if (step.action === 'keep' || isSame)
			return { planned: step, outcome: 'there', postId: step.post.id };
		// Items that say the same fail for the same reason.
		const problem = asProblem(failures.of(desired.item.index));
		// Postiz may have what an earlier try sent, or the start of it.
		const isUnclear = step.action === 'reject' && desired.earlierAttempt !== undefined;
		return { planned: step, outcome: isUnclear ? 'unclear' : 'refused', problem };
	};
	return steps.flatMap((step) =>
		step.action === 'duplicate' ? [] : [known.get(step) ?? fateOf(step)],
	);
}

/** The fates of the posts of each item, by its index. */
function groupByItem(
	steps: PlannedPost[],
	fates: PostResult[],
	failures: ItemResults,
): Map<number, PostResult[]> {
	const ofWanted = new Map(fates.map((fate) => [fate.planned.desired, fate]));
	const ofItems = new Map<number, PostResult[]>();
	for (const step of steps) {
		const { index } = step.desired.item;
		const fate = ofWanted.get(step.action === 'duplicate' ? step.duplicateOf : step.desired)!;
		// Of an item that failed before, nothing was meant to be sent; what an earlier try sent of it is told.
		const isTold = isInPostiz(fate) || (step.action === 'reject' && fate.outcome === 'unclear');
		if (isTold || !failures.has(index)) getOrCreate(ofItems, index, () => []).push(fate);
	}
	return ofItems;
}

/** The row of a post, as the item with this index means it. */
function toRow(
	{ planned, outcome, postId, date, after, changed = [], missingTags: dropped }: PostResult,
	index: number,
	{ client, timezone }: Run,
): IDataObject {
	const { desired, issues } = planned;
	const { target, parts, item } = desired;
	const post = getExistingPost(planned);
	const isNew = outcome === 'created';
	const [first, ...later] = isNew || !after ? parts : after.parts;
	const shown = outcome === 'there' && post ? post.content : (first?.content ?? '');
	const time = date ?? (post && new Date(post.time).toISOString()) ?? item.shared.date;
	const state = isNew ? firstState(item.shared.type) : stateWord(after?.state ?? post?.state ?? '');
	const files = isNew ? parts.flatMap((part) => part.files).length : 0;
	const notes = [
		planned.action === 'skip' && planned.reason,
		planned.action === 'keep' &&
			planned.isPublished &&
			'The post is out already, with the text that its row had then.',
		outcome === 'there' && post?.reason,
		...(isNew
			? issues
					.filter(({ level }) => level === 'note')
					.map(({ message }) => `${capitalized(message)}.`)
			: []),
	];
	const { link, note } = getLink({ state: post?.state ?? '', releaseURL: post?.link });
	return toFlatRow(
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
function getUnsent(own: PostResult[], index: number, { resolved }: RunSummary): DesiredPost[] {
	const failed = own.flatMap(({ problem, planned }) => (problem ? [planned.desired] : []));
	if (failed.length > 0) return failed;
	const told = own.map(({ planned }) => planned.desired.target.id);
	const { desired = [] } = resolved.find(({ item }) => item.index === index) ?? {};
	return desired.filter(({ target }) => !told.includes(target.id));
}

/**
 * The row of a failed item, in the columns of the other rows: n8n takes the first row's order for the whole table. What
 * was not understood is shown as it was entered.
 */
function toFailedRow(
	{ context, timezone }: Run,
	index: number,
	outcome: Outcome,
	wanted: DesiredPost[],
): IDataObject {
	const entered = (field: string) => getEnteredText(context, index, field);
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
async function withStoredPosts(
	fates: PostResult[],
	{ changes }: RunResult,
	run: Run,
): Promise<PostResult[]> {
	const posts = new PostFinder(run.client);
	const read: PostResult[] = [];
	for (const fate of fates) {
		const sent = fate.outcome === 'changed' ? changes.get(fate.planned.desired) : undefined;
		read.push(sent ? await withChange(fate, sent, posts) : fate);
	}
	return await withMissingTags(read, run);
}

async function withChange(
	fate: PostResult,
	sent: SentChange,
	posts: PostFinder,
): Promise<PostResult> {
	try {
		// Only when it was sent, it got the date of a free slot.
		const shared = { ...sent.shared, date: fate.date ?? sent.shared.date };
		return { ...fate, changed: sent.changed, ...(await readAgain({ ...sent, shared }, posts)) };
	} catch (error) {
		return { ...fate, problem: asProblem(error) };
	}
}

/** The fates with the tags of created posts that the service dropped; none if it doesn't answer (docs/api.md, Tags). */
async function withMissingTags(fates: PostResult[], { client }: Run): Promise<PostResult[]> {
	const tagged = fates.filter(
		({ outcome, planned }) => outcome === 'created' && planned.desired.item.shared.tags.length > 0,
	);
	if (tagged.length === 0) return fates;
	const dates = tagged.map(({ date = '' }) => Date.parse(date));
	const window = { start: Math.min(...dates) - DAY_MS, end: Math.max(...dates) + DAY_MS };
	const known = indexById((await listPosts(client, window).catch(ignoreProblem)) ?? []);
	return fates.map((fate) => {
		const listed = fate.outcome === 'created' ? known.get(fate.postId ?? '') : undefined;
		if (!listed) return fate;
		const { tags } = fate.planned.desired.item.shared;
		return { ...fate, missingTags: findMissingTags(tags, { ...listed, parts: [] }) };
	});
}

/** From what may be in Postiz to what only follows from another failure. */
const BY_SEVERITY: Outcome[] = ['unclear', 'refused', 'notSent', 'changed'];
const getSeverity = ({ outcome, problem }: PostResult) =>
	problem ? BY_SEVERITY.indexOf(outcome) : BY_SEVERITY.length;
const findWorst = (fates: PostResult[]) =>
	fates.reduce((worst, fate) => (getSeverity(fate) < getSeverity(worst) ? fate : worst));

/** Why an item failed, with what Postiz has of it; undefined if it didn't. */
function toItemProblem(fates: PostResult[]): Problem | undefined {
	const worst = findWorst(fates);
	const { problem } = worst;
	const made = fates.filter(isInPostiz);
	// What was changed may have a problem, too: it isn't as it was sent, or couldn't be read again.
	if (!problem || made.length === 0 || isInPostiz(worst)) return problem;
	const missing = fates
		.filter((fate) => fate.problem && !isInPostiz(fate))
		.map(({ planned }) => channelLabel(planned.desired.target));
	return problem.with({
		message: `Postiz has ${made.length} of the ${fates.length} posts of this item: ${problem.message}`,
		description: sentences(
			`It has ${listIds(made)}.`,
			`These are missing: ${listNames(missing, 100)}.`,
			getAdvice(fates, problem.description),
			problem.description,
		),
	});
}

const isInPostiz = ({ outcome }: PostResult) => ['created', 'changed', 'there'].includes(outcome);

/** How to send the rest, unless it was `said`. */
function getAdvice(fates: PostResult[], said: string): string | false {
	const wouldRepeat = fates.some(({ planned }) => planned.desired.item.ignoresExisting);
	if (wouldRepeat) return 'Before you run this again, set If the Post Exists to Skip.';
	return !said.includes('again') && 'Run this again: what is there is skipped.';
}

const MAX_IDS = 3;

function listIds(fates: PostResult[]): string {
	const ids = fates.slice(0, MAX_IDS).map(({ postId }) => postId);
	return [...ids, ...(fates.length > MAX_IDS ? ['…'] : [])].join(', ');
}

/** The problem that ends the node, with what became of the other items. */
function withOtherItems(
	problem: Problem,
	index: number,
	ofItems: Map<number, PostResult[]>,
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
		created.size > 0 && getAdvice(all, problem.description),
	);
	const room = Math.max(60, MAX_DESCRIPTION - rest.length - 2);
	return problem.with({ description: sentences(fitSentences(problem.description, room), rest) });
}

/** With Include Input Fields, the name of what the node says. */
const INPUT_FIELD_KEY = 'post';

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
			const said = this.withRowNumber(row, index);
			const files = { ...(this.includesInput && binary), ...(place === 0 && first) };
			return {
				json: this.includesInput ? this.mergeWithInput(said, json) : said,
				...(Object.keys(files).length > 0 && { binary: files }),
				pairedItem: { item: index },
			};
		});
	}

	/** What stands beside the `error` of an item. */
	errorRow(index: number, row: IDataObject): IDataObject {
		const { json = {} } = this.context.getInputData()[index] ?? {};
		const said = this.withRowNumber(row, index);
		if (this.includesInput) return this.mergeWithInput(said, json);
		const { outcome } = said;
		// The error has its place before the columns of the input, as n8n shows the first keys first.
		return { ...said, error: '', ...json, outcome };
	}

	private mergeWithInput(said: IDataObject, columns: IDataObject): IDataObject {
		// First, as n8n shows the first keys first.
		const shown: IDataObject = Object.assign({ [INPUT_FIELD_KEY]: said }, columns, {
			[INPUT_FIELD_KEY]: said,
		});
		// With Retry On Fail, n8n takes a first item with an `error` for a failed one.
		delete shown.error;
		return shown;
	}

	/** A row with its number in a sheet behind what became of it, as people look there for what to change. */
	private withRowNumber(row: IDataObject, index: number): IDataObject {
		const entries = Object.entries(row);
		entries.splice(1, 0, ...Object.entries(this.numberOf(index)));
		return Object.fromEntries(entries) as IDataObject;
	}

	/** The number of a row, as sheets have it. */
	numberOf(index: number): { row?: number } {
		const row = getRowNumber(this.context, index);
		return row === undefined ? {} : { row };
	}
}
