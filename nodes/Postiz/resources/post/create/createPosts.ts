import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { toPreview, Uploads } from '../../../media/uploads';
import type { PostizClient } from '../../../transport/client';
import { continuesOnError } from '../../shared/continuesOnError';
import type { Entry } from '../../shared/itemRun';
import { SlotFinder } from '../../shared/slots';
import type { ReadyPost, Row } from './batches';
import { Delivery } from './delivery';
import { toDraft, toPosts } from './drafts';
import { Results } from './results';
import { deliveryDependencies, limitWait, readRunOptions, type RunOptions } from './runOptions';
import type { DraftedItem, WrittenItem } from './types';

/** Reads one input item without looking anything up. `now` is the moment of the execution, in ms. */
export type ReadItem = (context: IExecuteFunctions, itemIndex: number, now: number) => WrittenItem;

type ReadyItem = Pick<DraftedItem, 'fields' | 'allowsPast'> & { posts: ReadyPost[] };

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
	const limit = limitWait(context, options);
	const patient = client.waitingFor(limit);
	const uploads = new Uploads(context, patient, {
		takes: 'postMedia',
		continuesOnError: continuesOnError(context),
	});

	const written = await results.inTurn(results.items, (_value, itemIndex) =>
		readItem(context, itemIndex, now),
	);
	const opened = await results.inTurn(written, async (item) => ({
		...item,
		files: await uploads.checkAll(item.files),
	}));
	const drafted = await results.inTurn(opened, async ({ posts, ...item }): Promise<DraftedItem> => {
		const channels = await patient.channels();
		return { ...item, drafts: posts.map((post) => toDraft(post, channels)) };
	});
	const checked = await results.inTurn(drafted, (item) => {
		toPosts(item, item.files.map(toPreview));
		return item;
	});
	const ready = await results.atOnce(checked, async (item): Promise<ReadyItem> => {
		const references = await uploads.references(item.files);
		return { ...item, posts: toPosts(item, references) };
	});

	const delivery = new Delivery(
		{ combinesRows: options.combinesRows, isolatesFailures: continuesOnError(context) },
		deliveryDependencies(context, client, limit),
	);
	results.addOutcomes(await delivery.deliver(ready.flatMap(toRows)));
	await deliverInSlots(ready, { delivery, results, finder: new SlotFinder(patient) });
	return results.toOutput();
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
function toRows({ itemIndex, value: { fields, allowsPast, posts } }: Entry<ReadyItem>): Row[] {
	const { type } = fields;
	return type === 'nextSlot' ? [] : [{ itemIndex, shared: { ...fields, type }, posts, allowsPast }];
}

interface SlotDelivery {
	delivery: Delivery;
	results: Results;
	finder: SlotFinder;
}

/** Posts at the next free slots go one after another: each must find the one before taken. */
async function deliverInSlots(
	ready: Array<Entry<ReadyItem>>,
	{ delivery, results, finder }: SlotDelivery,
): Promise<void> {
	const waiting = ready.filter(({ value: { fields } }) => fields.type === 'nextSlot');
	await results.inTurn(waiting, async ({ fields, posts }, itemIndex) => {
		for (const round of roundsOf(posts)) {
			const slots = delivery.isStopped ? new Map<string, string>() : await finder.find(round);
			const rows = [...groupBySlot(round, slots)].map(([date = fields.date, group]): Row => ({
				itemIndex,
				shared: { ...fields, type: 'schedule', date },
				posts: group,
			}));
			results.addOutcomes(await delivery.deliver(rows));
		}
	});
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
