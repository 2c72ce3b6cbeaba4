import type { IExecuteFunctions } from 'n8n-workflow';

import type { SlotFinder } from '../../../channels/slots';
import { learnKeepsKeys } from '../../../publishing/deliver/arrived';
import { Delivery } from '../../../publishing/deliver/delivery';
import { scheduleDrafts, splitDraftsOnly } from '../../../publishing/deliver/draftsOnly';
import { rowsOfItem, type ReadyPost, type Row } from '../../../publishing/deliver/requests';
import type { SentPosts } from '../../../publishing/deliver/sentPosts';
import { deliverAtSlots } from '../../../publishing/deliver/slots';
import { doubledProblem } from '../../../values/repetition';
import type { ItemOf } from '../../../publishing/types';
import type { PostizClient } from '../../../transport/client';
import type { LimitWait } from '../../../transport/limit';
import { continuesOnError } from '../../../transport/nodeError';
import type { ItemValue } from '../../shared/operation';
import type { Results } from './results';
import { inTurn } from './same';

interface Sending {
	context: IExecuteFunctions;
	client: PostizClient;
	results: Results;
	sent: SentPosts;
	limit: LimitWait;
	finder: SlotFinder;
	/** When the execution started, in ms. */
	now: number;
}

/** Sends all posts. */
export async function sendReady(
	ready: Array<ItemValue<ItemOf<ReadyPost>>>,
	{ context, client, results, sent, limit, finder, now }: Sending,
): Promise<void> {
	const isolatesFailures = continuesOnError(context);
	const tools = { context, client, sent, limit };
	const delivery = new Delivery({ isolatesFailures }, tools);
	const deliver = async (own: Row[]) => {
		const outcomes = await delivery.deliver(await splitDraftsOnly(client, own));
		await learnKeepsKeys(client, outcomes);
		return await scheduleDrafts(client, outcomes, sent);
	};
	const slots = {
		deliver,
		findSlots: async (posts: ReadyPost[]) =>
			delivery.isStopped ? new Map<string, string>() : await finder.find(posts),
		inTurn: async <T>(posts: ReadyPost[], work: () => Promise<T>) => {
			const keys = posts.map(({ target }) => JSON.stringify([client.baseUrl, target.id]));
			return await inTurn(context, keys, work);
		},
	};
	const rows = ready.flatMap(({ itemIndex, value }) => rowsOfItem(itemIndex, value));
	results.addOutcomes(await deliver(rows));
	await results.inTurn(ready.filter(isForSlots), async (item, itemIndex) => {
		const findSlots = async (posts: ReadyPost[]) => {
			const found = await slots.findSlots(posts);
			const rules = { madeAt: now, timezone: context.getTimezone() };
			const [doubled] = [...found.values()].flatMap(
				(date) => doubledProblem({ ...item.fields, date }, rules) ?? [],
			);
			if (doubled) throw doubled;
			return found;
		};
		results.addOutcomes(await deliverAtSlots(itemIndex, item, { ...slots, findSlots }));
	});
}

const isForSlots = ({ value: { fields } }: ItemValue<ItemOf<ReadyPost>>) =>
	fields.type === 'nextSlot';
