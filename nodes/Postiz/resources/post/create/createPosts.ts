import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { SlotFinder } from '../../../channels/slots';
import { Uploads } from '../../../media/uploads';
import { checkItem } from '../../../publishing/check/checkItem';
import { Delivery } from '../../../publishing/deliver/delivery';
import { scheduleDrafts, splitDraftsOnly } from '../../../publishing/deliver/draftsOnly';
import type { FailedOutcome, Outcome } from '../../../publishing/deliver/outcomes';
import type { ReadyPost, Row } from '../../../publishing/deliver/requests';
import { sentPosts } from '../../../publishing/deliver/sentPosts';
import { filesOfPost, toPostItem } from '../../../publishing/payload';
import { completeItem } from '../../../publishing/plan/completePlan';
import { OwnLengths } from '../../../publishing/plan/ownLengths';
import { SamePosts } from '../../../publishing/plan/samePosts';
import { openItem, planItem } from '../../../publishing/plan/plan';
import type { PlannedItem, WrittenItem } from '../../../publishing/types';
import type { PostizClient } from '../../../transport/client';
import { TOO_MANY_REQUESTS } from '../../../transport/status';
import { caughtProblem } from '../../../values/problem';
import { continuesOnError } from '../../shared/continuesOnError';
import type { ItemValue } from '../../shared/itemRun';
import { outputOnlyChecked } from './onlyCheck';
import { Results } from './results';
import { addPlanHints } from './planHints';
import { deliveryDependencies, limitWait, readRunOptions, type RunOptions } from './runOptions';
import { findMissingTags } from './tags';

/** Reads one input item without looking anything up. `now` is the moment of the execution, in ms. */
export type ReadItem = (context: IExecuteFunctions, itemIndex: number, now: number) => WrittenItem;

type ReadyItem = Pick<PlannedItem, 'fields' | 'allowsPast'> & { posts: ReadyPost[] };

/**
 * Creates the posts of all input items. Everything is read and checked before the first file is
 * uploaded, and all files are uploaded before the first post is sent: a mistake costs no request.
 */
export async function createPosts(
	context: IExecuteFunctions,
	client: PostizClient,
	readItem: ReadItem,
): Promise<INodeExecutionData[]> {
	const now = Date.now();
	const options = tryToReadOptions(context);
	if ('error' in options) return failAll(context, options.error);
	const results = new Results(context, options);
	const sent = sentPosts(context);
	const limit = limitWait(context, options);
	const patient = client.waitingFor(limit);
	const uploads = new Uploads(context, patient, {
		takes: 'postMedia',
		continuesOnError: continuesOnError(context),
	});
	const dependencies = deliveryDependencies(context, client, { limit, sent });
	const schedule = async (outcomes: Outcome[], again = false) =>
		await scheduleDrafts(patient, outcomes, { note: dependencies.note, again });
	await sent.lookAgain(dependencies.lookUp);
	results.addOutcomes(await schedule(sent.all(), true));

	const unsent = results.items.filter(({ itemIndex }) => sent.hasUnsent(itemIndex));
	const written = await results.inTurn(unsent, (_value, itemIndex) =>
		readItem(context, itemIndex, now),
	);
	const opened = await results.inTurn(written, async (item) => ({
		item,
		opened: await openItem(item, uploads),
	}));
	const lengths = new OwnLengths(patient);
	const planned = await results.inTurn(opened, async ({ item, opened: files }) => {
		const plan = await planItem(item, {
			channels: await patient.channels(),
			uploads,
			opened: files,
		});
		return await completeItem(plan, { lengths, uploads });
	});
	addPlanHints(context, planned);
	const same = new SamePosts(
		patient,
		planned.map(({ value }) => value),
		now,
	);
	const checked = await results.inTurn(
		planned,
		async (item, itemIndex) => await same.mark(checkItem(item), itemIndex, sent.idsOf(itemIndex)),
	);
	outputOnlyChecked(context, results, checked, options);

	const toSend = checked.filter(({ value }) => !value.onlyChecks);
	results.addSkipped(toSend);
	const ready = await results.atOnce(toSend, async (item, itemIndex): Promise<ReadyItem> => {
		const wanted = [...item.posts.entries()].filter(([, { sameAs }]) => !sameAs);
		const references = await uploads.references(wanted.flatMap(([, post]) => filesOfPost(post)));
		const posts = wanted.map(([place, post]) => ({
			place,
			target: post.target,
			item: toPostItem(post, references),
		}));
		return { ...item, posts: sent.unsent(itemIndex, posts) };
	});

	const delivery = new Delivery(
		{ combinesRows: options.combinesRows, isolatesFailures: continuesOnError(context) },
		dependencies,
	);
	const deliver = async (rows: Row[]) => {
		const outcomes = await delivery.deliver(rows.flatMap(splitDraftsOnly));
		results.addOutcomes(await schedule(outcomes));
	};
	await deliver(ready.flatMap(toRows));
	const finder = new SlotFinder(patient);
	await results.inTurn(ready.filter(isForSlots), async (item, itemIndex) => {
		const rounds = roundsOf(item.posts);
		for (const [index, round] of rounds.entries()) {
			const rows = await toSlotRows(item, round, { itemIndex, finder, delivery }).catch(
				(error: unknown) => failedSlots(item, rounds.slice(index).flat(), itemIndex, error),
			);
			if (Array.isArray(rows)) await deliver(rows);
			else {
				results.addOutcomes([rows]);
				return;
			}
		}
	});
	return results.finish(await findMissingTags(patient, results.created));
}

function tryToReadOptions(context: IExecuteFunctions): RunOptions | { error: unknown } {
	try {
		return readRunOptions(context);
	} catch (error) {
		return { error };
	}
}

function failAll(context: IExecuteFunctions, error: unknown): INodeExecutionData[] {
	const results = new Results(context, { outputsLimited: false });
	for (const { itemIndex } of results.items) results.fail(error, itemIndex);
	return results.toOutput();
}

/** The row of an item whose posts all have the date of the item. */
function toRows({ itemIndex, value: { fields, allowsPast, posts } }: ItemValue<ReadyItem>): Row[] {
	const { type } = fields;
	return type === 'nextSlot' ? [] : [{ itemIndex, shared: { ...fields, type }, posts, allowsPast }];
}

const isForSlots = ({ value: { fields } }: ItemValue<ReadyItem>) => fields.type === 'nextSlot';

/** Rows at the next free slots, which are looked up now: they must find the posts before taken. */
async function toSlotRows(
	{ fields }: ReadyItem,
	posts: ReadyPost[],
	{ itemIndex, finder, delivery }: { itemIndex: number; finder: SlotFinder; delivery: Delivery },
): Promise<Row[]> {
	const slots = delivery.isStopped ? new Map<string, string>() : await finder.find(posts);
	return [...groupBySlot(posts, slots)].map(([date = fields.date, group]) => ({
		itemIndex,
		shared: { ...fields, type: 'schedule', date },
		posts: group,
	}));
}

/** Posts of an item that are not sent, as no free slot was found. */
function failedSlots(
	{ fields }: ReadyItem,
	posts: ReadyPost[],
	itemIndex: number,
	error: unknown,
): FailedOutcome {
	const { message, description, httpCode } = caughtProblem(error);
	const reason = httpCode === String(TOO_MANY_REQUESTS) ? 'limited' : 'unsent';
	const row: Row = { itemIndex, shared: { ...fields, type: 'schedule' }, posts };
	return { row, kind: 'failed', reason, message, description, httpCode };
}

/** Posts of which each goes to another channel: two to one channel take two slots. */
function roundsOf(posts: ReadyPost[]): ReadyPost[][] {
	const rounds: ReadyPost[][] = [];
	const counts = new Map<string, number>();
	for (const post of posts) {
		const round = counts.get(post.target.id) ?? 0;
		counts.set(post.target.id, round + 1);
		(rounds[round] ??= []).push(post);
	}
	return rounds;
}

function groupBySlot(
	posts: ReadyPost[],
	slots: Map<string, string>,
): Map<string | undefined, ReadyPost[]> {
	const groups = new Map<string | undefined, ReadyPost[]>();
	for (const post of posts) {
		const slot = slots.get(post.target.id);
		groups.set(slot, [...(groups.get(slot) ?? []), post]);
	}
	return groups;
}
