import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { SlotFinder } from '../../../channels/slots';
import { Uploads } from '../../../media/uploads';
import { checkItem } from '../../../publishing/check/checkItem';
import { Delivery } from '../../../publishing/deliver/delivery';
import { scheduleDrafts, splitDraftsOnly } from '../../../publishing/deliver/draftsOnly';
import type { Outcome } from '../../../publishing/deliver/outcomes';
import type { ReadyPost, Row } from '../../../publishing/deliver/requests';
import { sentPosts } from '../../../publishing/deliver/sentPosts';
import { deliverAtSlots } from '../../../publishing/deliver/slotRounds';
import { filesOfPost, toPostItem } from '../../../publishing/payload';
import { completeItem } from '../../../publishing/plan/completePlan';
import { OwnLengths } from '../../../publishing/plan/ownLengths';
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
	const timezone = context.getTimezone();
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
	const written = await results.inTurn(unsent, (_value, itemIndex) => {
		refuseOtherRunOptions(context, itemIndex);
		return readItem(context, itemIndex, now);
	});
	const opened = await results.atOnce(written, async (item) => ({
		item,
		opened: await openItem(item, uploads),
	}));
	const lengths = new OwnLengths(patient);
	const planned = await results.inTurn(opened, async ({ item, opened: files }) => {
		const plan = await planItem(item, {
			channels: await patient.channels(),
			uploads,
			opened: files,
			timezone,
		});
		return await completeItem(plan, { lengths, uploads });
	});
	addPlanHints(context, planned);
	const same = new SamePosts(
		patient,
		planned.map(({ value }) => value),
		{ now, timezone },
	);
	const checked = await results.inTurn(
		planned,
		async (item, itemIndex) => await same.mark(checkItem(item), itemIndex, sent.idsOf(itemIndex)),
	);
	outputValidated(context, results, checked, options);

	const toSend = checked.filter(({ value }) => !value.validatesOnly);
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

	addUnfetchableHint(
		context,
		ready.flatMap(({ value }) => value.posts),
	);

	const delivery = new Delivery(
		{ combinesRows: options.combinesRows, isolatesFailures: continuesOnError(context) },
		dependencies,
	);
	const deliver = async (rows: Row[]) =>
		await schedule(await delivery.deliver(rows.flatMap(splitDraftsOnly)));
	results.addOutcomes(await deliver(ready.flatMap(toRows)));
	const slots = {
		finder: new SlotFinder(patient),
		isStopped: () => delivery.isStopped,
		deliver,
	};
	await results.inTurn(ready.filter(isForSlots), async ({ fields, posts }, itemIndex) => {
		results.addOutcomes(await deliverAtSlots({ itemIndex, fields, posts }, slots));
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
