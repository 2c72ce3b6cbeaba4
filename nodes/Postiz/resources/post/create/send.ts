import type { IExecuteFunctions } from 'n8n-workflow';

import type { SlotFinder } from '../../../channels/slots';
import {
	deliverAtSlots,
	Delivery,
	type DeliveryDependencies,
} from '../../../publishing/deliver/delivery';
import { scheduleDrafts, splitDraftsOnly } from '../../../publishing/deliver/draftsOnly';
import { findRows } from '../../../publishing/deliver/findRows';
import {
	rowsOfItem,
	type ReadyItem,
	type ReadyPost,
	type Row,
} from '../../../publishing/deliver/requests';
import type { SentPosts } from '../../../publishing/deliver/sentPosts';
import { Twins } from '../../../publishing/deliver/twins';
import type { ApiRequest, PostizClient } from '../../../transport/client';
import { endpoints } from '../../../transport/endpoints';
import type { LimitWait } from '../../../transport/limit';
import { continuesOnError } from '../../../transport/nodeError';
import { isCancelled, pause } from '../../../transport/pause';
import { isPast, showDate } from '../../../values/date';
import type { Explanation } from '../../../values/problem';
import type { ItemValue } from '../../shared/operation';
import type { RunOptions } from './readForm';
import type { Results } from './results';
import { inTurn } from './same';

/** What sends the posts of an execution. */
interface Sending {
	context: IExecuteFunctions;
	client: PostizClient;
	results: Results;
	options: RunOptions;
	dependencies: DeliveryDependencies;
	finder: SlotFinder;
	/** The moment of the execution, in ms. */
	now: number;
}

/** Sends what is ready: what has the same text as another item, only after that one failed, or not at all. */
export async function sendReady(
	ready: Array<ItemValue<ReadyItem>>,
	{ context, client, results, options, dependencies, finder, now }: Sending,
): Promise<void> {
	const { combinesRows } = options;
	const isolatesFailures = continuesOnError(context);
	const delivery = new Delivery({ combinesRows, isolatesFailures }, dependencies);
	const { note } = dependencies;
	const deliver = async (own: Row[]) => {
		const outcomes = await delivery.deliver(await splitDraftsOnly(client, own));
		return await scheduleDrafts(client, outcomes, { note });
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
	const twins = new Twins((post: ReadyPost) => post.item.value[0]?.content ?? '', now);
	for (let left = ready; left.length > 0;) {
		const { go, wait, twins: unsent } = twins.divide(left);
		unsent.forEach((twin) => results.addTwin(twin));
		const rows = go.flatMap(({ itemIndex, value }) => rowsOfItem(itemIndex, value));
		const outcomes = await deliver(rows);
		twins.note(outcomes);
		results.addOutcomes(outcomes);
		await results.inTurn(go.filter(isForSlots), async (item, itemIndex) => {
			const own = await deliverAtSlots(itemIndex, item, slots);
			twins.note(own);
			results.addOutcomes(own);
		});
		left = wait;
	}
}

const isForSlots = ({ value: { fields } }: ItemValue<ReadyItem>) => fields.type === 'nextSlot';

/** What the delivery of an execution needs of n8n and of Postiz. */
export function deliveryDependencies(
	context: IExecuteFunctions,
	client: PostizClient,
	{ limit, sent }: { limit: LimitWait; sent: SentPosts },
): DeliveryDependencies {
	const timezone = context.getTimezone();
	const request: ApiRequest = { ...endpoints.createPosts(), handlesLimit: true };
	return {
		send: async (body) => await client.exchange({ ...request, body: { ...body } }),
		explain: (exchange) => client.explain(exchange, request),
		lookUp: async (rows, sentAt) =>
			await findRows(client, rows, { sentAt, ...sent.takenAt(sentAt) }),
		note: (outcomes) => sent.note(outcomes),
		expiry: (row) => expiry(row, timezone),
		limit,
		wait: async (milliseconds) => await pause(context, milliseconds),
		isCancelled: () => isCancelled(context),
		now: () => Date.now(),
	};
}

/** The failure of a row whose date passed while others were sent, unless past dates are allowed. */
function expiry({ shared, becomes, allowsPast }: Row, timezone: string): Explanation | undefined {
	const { type, date } = shared;
	if ((becomes ?? type) !== 'schedule' || allowsPast || !isPast(date, Date.now())) return undefined;
	return {
		message: `Its date, ${showDate(date, timezone)}, passed before this item could be sent`,
		description:
			'Postiz would publish it immediately. Choose a later date and run it again. Combine Items Into One Request sends faster.',
		forModel: 'Postiz would publish it immediately. Choose a later date.',
	};
}
