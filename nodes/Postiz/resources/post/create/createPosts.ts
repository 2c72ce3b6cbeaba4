import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { SlotFinder } from '../../../channels/slots';
import { Uploads } from '../../../media/uploads';
import { checkItem } from '../../../publishing/check/checkPost';
import { Delivery, type DeliveryDependencies } from '../../../publishing/deliver/delivery';
import { scheduleDrafts, splitDraftsOnly } from '../../../publishing/deliver/draftsOnly';
import type { Outcome } from '../../../publishing/deliver/outcomes';
import type { ReadyPost, Row } from '../../../publishing/deliver/requests';
import { sentPosts, type SentPosts } from '../../../publishing/deliver/sentPosts';
import { deliverAtSlots } from '../../../publishing/deliver/slotRounds';
import { filesOfPost, toPostItem } from '../../../publishing/payload';
import { completeItem, OwnLengths } from '../../../publishing/plan/completePlan';
import { SamePosts } from '../../../publishing/plan/samePosts';
import { openItem, planItem } from '../../../publishing/plan/plan';
import type { PlannedItem, WrittenItem } from '../../../publishing/types';
import type { PostizClient } from '../../../transport/client';
import { continuesOnError } from '../../shared/continuesOnError';
import type { ItemValue } from '../../shared/itemRun';
import { addUnfetchableHint } from '../shared/unfetchable';
import { outputValidated } from './validateOnly';
import { Results } from './results';
import { addPlanHints } from './planHints';
import {
	deliveryDependencies,
	limitWait,
	readRunOptions,
	refuseOtherRunOptions,
	type RunOptions,
} from './runOptions';
import { findMissingTags } from './tags';

/** Reads one input item without looking anything up. `now` is the moment of the execution, in ms. */
export type ReadItem = (context: IExecuteFunctions, itemIndex: number, now: number) => WrittenItem;

type ReadyItem = Pick<PlannedItem, 'fields' | 'allowsPast'> & { posts: ReadyPost[] };
type Items<T> = Array<ItemValue<T>>;

/** What the steps of a creation share. */
interface Run {
	context: IExecuteFunctions;
	/** Waits for the hourly limit, if it may. */
	client: PostizClient;
	options: RunOptions;
	/** The moment of the execution, in ms. */
	now: number;
	results: Results;
	sent: SentPosts;
	uploads: Uploads;
	dependencies: DeliveryDependencies;
}

/**
 * Creates the posts of all input items. Everything is read and checked before the first file is
 * uploaded, and all files are uploaded before the first post is sent: a mistake costs no request.
 */
export async function createPosts(
	context: IExecuteFunctions,
	client: PostizClient,
	readItem: ReadItem,
): Promise<INodeExecutionData[]> {
	const options = tryToReadOptions(context);
	if ('error' in options) return failAll(context, options.error);
	const run = startRun(context, client, options);
	await takeUp(run);
	const checked = await check(run, await plan(run, await read(run, readItem)));
	outputValidated(context, run.results, checked, options);
	const toSend = checked.filter(({ value }) => !value.validatesOnly);
	run.results.addSkipped(toSend);
	await send(run, await upload(run, toSend));
	return run.results.finish(await findMissingTags(run.client, run.results.created));
}

function startRun(context: IExecuteFunctions, client: PostizClient, options: RunOptions): Run {
	const sent = sentPosts(context);
	const limit = limitWait(context, options);
	const patient = client.waitingFor(limit);
	return {
		context,
		client: patient,
		options,
		now: Date.now(),
		results: new Results(context, options),
		sent,
		uploads: new Uploads(context, patient, {
			takes: 'postMedia',
			continuesOnError: continuesOnError(context),
		}),
		dependencies: deliveryDependencies(context, client, { limit, sent }),
	};
}

/** Takes up what an earlier try of the run has sent. */
async function takeUp(run: Run): Promise<void> {
	await run.sent.lookAgain(run.dependencies.lookUp);
	run.results.addOutcomes(await schedule(run, run.sent.all(), true));
}

async function read({ context, results, sent, now }: Run, readItem: ReadItem) {
	const unsent = results.items.filter(({ itemIndex }) => sent.hasUnsent(itemIndex));
	return await results.inTurn(unsent, (_value, itemIndex) => {
		refuseOtherRunOptions(context, itemIndex);
		return readItem(context, itemIndex, now);
	});
}

async function plan(
	{ context, client, results, uploads }: Run,
	written: Items<WrittenItem>,
): Promise<Items<PlannedItem>> {
	const timezone = context.getTimezone();
	const openings = await results.atOnce(written, async (item) => ({
		item,
		opened: await openItem(item, uploads),
	}));
	const lengths = new OwnLengths(client);
	const planned = await results.inTurn(openings, async ({ item, opened }) => {
		const channels = await client.channels();
		const planOfItem = await planItem(item, { channels, uploads, opened, timezone });
		return await completeItem(planOfItem, { lengths, uploads });
	});
	addPlanHints(context, planned);
	return planned;
}

async function check(
	{ context, client, results, sent, now }: Run,
	planned: Items<PlannedItem>,
): Promise<Items<PlannedItem>> {
	const items = planned.map(({ value }) => value);
	const same = new SamePosts(client, items, { now, timezone: context.getTimezone() });
	return await results.inTurn(
		planned,
		async (item, itemIndex) => await same.mark(checkItem(item), itemIndex, sent.idsOf(itemIndex)),
	);
}

async function upload(
	{ context, results, sent, uploads }: Run,
	items: Items<PlannedItem>,
): Promise<Items<ReadyItem>> {
	const ready = await results.atOnce(items, async (item, itemIndex): Promise<ReadyItem> => {
		const wanted = [...item.posts.entries()].filter(([, { sameAs }]) => !sameAs);
		const references = await uploads.references(wanted.flatMap(([, post]) => filesOfPost(post)));
		const posts = wanted.map(([place, post]) => ({
			place,
			target: post.target,
			item: toPostItem(post, references),
		}));
		return { ...item, posts: sent.unsent(itemIndex, posts) };
	});
	addUnfetchableHint(
		context,
		ready.flatMap(({ value }) => value.posts),
	);
	return ready;
}

async function send(run: Run, ready: Items<ReadyItem>): Promise<void> {
	const { context, client, options, results, dependencies } = run;
	const delivery = new Delivery(
		{ combinesRows: options.combinesRows, isolatesFailures: continuesOnError(context) },
		dependencies,
	);
	const deliver = async (rows: Row[]) =>
		await schedule(run, await delivery.deliver(rows.flatMap(splitDraftsOnly)));
	results.addOutcomes(await deliver(ready.flatMap(toRows)));
	const slots = {
		finder: new SlotFinder(client),
		isStopped: () => delivery.isStopped,
		deliver,
	};
	await results.inTurn(ready.filter(isForSlots), async ({ fields, posts }, itemIndex) => {
		results.addOutcomes(await deliverAtSlots({ itemIndex, fields, posts }, slots));
	});
}

/** Schedules what could only be created as a draft. */
async function schedule(
	{ client, dependencies: { note } }: Run,
	outcomes: Outcome[],
	again = false,
): Promise<Outcome[]> {
	return await scheduleDrafts(client, outcomes, { note, again });
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
