import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { SlotFinder } from '../../../channels/slots';
import { Uploads } from '../../../media/uploads';
import { checkItem } from '../../../publishing/check/checkPost';
import { Delivery, type DeliveryDependencies } from '../../../publishing/deliver/delivery';
import { scheduleDrafts, splitDraftsOnly } from '../../../publishing/deliver/draftsOnly';
import { findRows } from '../../../publishing/deliver/findRows';
import type { Outcome } from '../../../publishing/deliver/outcomes';
import type { ReadyPost, Row } from '../../../publishing/deliver/requests';
import { sentPosts } from '../../../publishing/deliver/sentPosts';
import { deliverAtSlots } from '../../../publishing/deliver/slotRounds';
import { filesOfPost, toPostItem } from '../../../publishing/payload';
import { completeItem, OwnLengths } from '../../../publishing/plan/completePlan';
import { openItem, planItem } from '../../../publishing/plan/plan';
import { SamePosts } from '../../../publishing/plan/samePosts';
import type { PlannedItem, WrittenItem } from '../../../publishing/types';
import type { PostizClient } from '../../../transport/client';
import { LimitWait } from '../../../transport/limit';
import { continuesOnError } from '../../../transport/nodeError';
import { isCancelled, pause } from '../../../transport/pause';
import { isPast, showDate } from '../../../values/date';
import type { Explanation } from '../../../values/problem';
import { ItemRun, type ItemValue } from '../../shared/itemRun';
import type { Operation } from '../../shared/types';
import { addUnfetchableHint } from '../shared/hints';
import { formFields, jsonFields } from './fields';
import { addPlanHints } from './hints';
import { readRunOptions, type RunOptions } from './readFields';
import { readForm } from './readForm';
import { readJson } from './readJson';
import { Results } from './results';
import { outputValidated } from './validateOnly';

/** Reads one input item without looking anything up. `now` is the moment of the execution, in ms. */
type ReadItem = (context: IExecuteFunctions, itemIndex: number, now: number) => WrittenItem;

type ReadyItem = Pick<PlannedItem, 'fields' | 'allowsPast'> & { posts: ReadyPost[] };
type Items<T> = Array<ItemValue<T>>;

/**
 * Creates the posts of all input items. Everything is read and checked before the first file is
 * uploaded, and all files are uploaded before the first post is sent: a mistake costs no request.
 */
async function createPosts(
	context: IExecuteFunctions,
	client: PostizClient,
	readItem: ReadItem,
): Promise<INodeExecutionData[]> {
	const start = new ItemRun(context);
	const [first] = await start.inTurn(start.items, () => readRunOptions(context));
	if (!first) return start.toOutput();
	const run = startRun(context, client, first.value);
	await takeUp(run);
	const checked = await check(run, await plan(run, await read(run, readItem)));
	outputValidated(context, run.results, checked, run.options);
	const toSend = checked.filter(({ value }) => !value.validatesOnly);
	run.results.addSkipped(toSend);
	await send(run, await upload(run, toSend));
	return await run.results.finish(run.client);
}

type Run = ReturnType<typeof startRun>;

function startRun(context: IExecuteFunctions, client: PostizClient, options: RunOptions) {
	const sent = sentPosts(context);
	const timezone = context.getTimezone();
	const wait = async (milliseconds: number) => await pause(context, milliseconds);
	const limit = new LimitWait(options.maxWaitMs, wait);
	const patient = client.waitingFor(limit);
	const request = { method: 'POST', path: '/posts', handlesLimit: true } as const;
	const dependencies: DeliveryDependencies = {
		send: async (body) => await client.exchange({ ...request, body: { ...body } }),
		explain: (exchange) => client.explain(exchange, request),
		// Posts that the service named for other rows are not the ones that a look-up looks for.
		lookUp: async (rows, sentAt) => await findRows(client, rows, { sentAt, taken: sent.ids() }),
		note: (outcomes) => sent.note(outcomes),
		expiry: (row) => expiry(row, timezone),
		limit,
		wait,
		isCancelled: () => isCancelled(context),
		now: () => Date.now(),
	};
	return {
		context,
		/** Waits for the hourly limit, if it may. */
		client: patient,
		options,
		timezone,
		now: Date.now(),
		results: new Results(context, options.outputsLimited),
		sent,
		uploads: new Uploads(context, patient, 'postMedia'),
		dependencies,
	};
}

/** Takes up what an earlier try of the run has sent. */
async function takeUp(run: Run): Promise<void> {
	await run.sent.lookAgain(run.dependencies.lookUp);
	run.results.addOutcomes(await schedule(run, run.sent.all(), true));
}

async function read({ context, results, sent, now }: Run, readItem: ReadItem) {
	const unsent = results.items.filter(({ itemIndex }) => sent.hasUnsent(itemIndex));
	return await results.inTurn(unsent, (_value, itemIndex) => readItem(context, itemIndex, now));
}

async function plan(
	{ context, client, results, timezone, uploads }: Run,
	written: Items<WrittenItem>,
): Promise<Items<PlannedItem>> {
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
	addPlanHints(
		context,
		planned.map(({ value }) => value),
	);
	return planned;
}

async function check(
	{ client, results, sent, timezone, now }: Run,
	planned: Items<PlannedItem>,
): Promise<Items<PlannedItem>> {
	const items = planned.map(({ value }) => value);
	const same = new SamePosts(client, items, { now, timezone });
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
	const slots = { finder: new SlotFinder(client), isStopped: () => delivery.isStopped, deliver };
	await results.inTurn(ready.filter(isForSlots), async ({ fields, posts }, itemIndex) => {
		results.addOutcomes(await deliverAtSlots({ itemIndex, fields, posts }, slots));
	});
}

const schedule = async (
	{ client, dependencies: { note } }: Run,
	outcomes: Outcome[],
	again = false,
): Promise<Outcome[]> => await scheduleDrafts(client, outcomes, { note, again });

/** The row of an item whose posts all have the date of the item. */
function toRows({ itemIndex, value: { fields, allowsPast, posts } }: ItemValue<ReadyItem>): Row[] {
	const { type } = fields;
	return type === 'nextSlot' ? [] : [{ itemIndex, shared: { ...fields, type }, posts, allowsPast }];
}

const isForSlots = ({ value: { fields } }: ItemValue<ReadyItem>) => fields.type === 'nextSlot';

/** A date that passed while others were sent or waited for, unless it may. */
function expiry({ shared, becomes, allowsPast }: Row, timezone: string): Explanation | undefined {
	const { type, date } = shared;
	if ((becomes ?? type) !== 'schedule' || allowsPast || !isPast(date, Date.now())) return undefined;
	return {
		message: `Its date, ${showDate(date, timezone)}, passed before this item could be sent`,
		description:
			'Postiz would publish it immediately. Choose a later date and run it again. Combine Items Into One Request sends faster.',
	};
}

/** Post: Create (docs/api.md, Creating posts). */
export const create: Operation = {
	name: 'Create',
	value: 'create',
	action: 'Create a post on one or more channels',
	description: 'Publish, schedule or draft a post on one or several channels',
	properties: formFields,
	execute: async (context, client) => await createPosts(context, client, readForm),
};

/** Post: Create From JSON (docs/api.md, Creating posts). */
export const createFromJson: Operation = {
	name: 'Create From JSON',
	value: 'createFromJson',
	action: 'Create posts from JSON',
	description:
		'Create posts from JSON for the Postiz API, such as from the payload wizard of Postiz',
	properties: jsonFields,
	execute: async (context, client) => await createPosts(context, client, readJson),
};
