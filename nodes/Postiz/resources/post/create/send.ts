import type { IExecuteFunctions } from 'n8n-workflow';

import type { SlotFinder } from '../../../channels/slots';
import { learnKeepsKeys } from '../../../publishing/deliver/arrived';
import { Delivery } from '../../../publishing/deliver/delivery';
import { asDraftsOnly, scheduleDrafts } from '../../../publishing/deliver/draftsOnly';
import type { NewPost } from '../../../publishing/deliver/requests';
import type { SentPosts } from '../../../publishing/deliver/sentPosts';
import { deliverAtSlots } from '../../../publishing/deliver/slots';
import { doubledProblem } from '../../../values/repetition';
import type { PostizClient } from '../../../transport/client';
import type { LimitWait } from '../../../transport/limit';
import { groupBy } from '../../../values/groupBy';
import { continuesOnError } from '../../../transport/nodeError';
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
export async function sendPosts(
	posts: NewPost[],
	{ context, client, results, sent, limit, finder, now }: Sending,
): Promise<void> {
	const isolatesFailures = continuesOnError(context);
	const delivery = new Delivery({ context, client, sent, limit, isolatesFailures });
	const deliver = async (own: NewPost[]) => {
		const outcomes = await delivery.deliver(await asDraftsOnly(client, own));
		await learnKeepsKeys(client, outcomes);
		return await scheduleDrafts(client, outcomes, sent);
	};
	const slots = {
		deliver,
		findSlots: async (own: NewPost[]) => {
			if (delivery.isStopped) return new Map<string, string>();
			const found = await finder.find(own);
			const rules = { madeAt: now, timezone: context.getTimezone() };
			const [doubled] = [...found.values()].flatMap(
				(date) => doubledProblem({ ...own[0]!.shared, date }, rules) ?? [],
			);
			if (doubled) throw doubled;
			return found;
		},
		inTurn: async <T>(own: NewPost[], work: () => Promise<T>) => {
			const keys = own.map(({ target }) => JSON.stringify([client.baseUrl, target.id]));
			return await inTurn(context, keys, work);
		},
	};
	results.addOutcomes(await deliver(posts.filter(({ isForSlot }) => !isForSlot)));
	const forSlots = posts.filter(({ isForSlot }) => isForSlot);
	const items = groupBy(forSlots, ({ itemIndex }) => itemIndex).map((value) => ({
		itemIndex: value[0].itemIndex,
		value,
	}));
	await results.inTurn(items, async (own) => {
		results.addOutcomes(await deliverAtSlots(own, slots));
	});
}
