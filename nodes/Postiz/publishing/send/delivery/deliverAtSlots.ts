import { groupBy } from '../../../common/lists';
import { rethrowUnlessProblem } from '../../../common/problem';
import { locks } from '../../../common/processState';
import { assertNotCancelled } from '../../../execution/nodeContext';
import type { DeliveryResult, OutgoingPost } from '../outgoingPost';
import { DeliveryState } from './deliveryState';

type Send = (posts: OutgoingPost[]) => Promise<DeliveryResult[]>;

/** Sends the posts of an item, each at a slot that is looked up right before (docs/api.md, Free slots). */
export async function deliverAtSlots(
	posts: OutgoingPost[],
	delivery: DeliveryState,
	send: Send,
): Promise<DeliveryResult[]> {
	const { client, context } = delivery.run;
	const results: DeliveryResult[] = [];
	for (const turn of groupByTurn(posts)) {
		// Until the posts are sent, no other execution looks for slots of these channels.
		const keys = turn.map((post) => JSON.stringify([client.baseUrl, getChannelId(post)]));
		try {
			const work = async () => {
				assertNotCancelled(context);
				return await send(await assignSlots(turn, delivery));
			};
			results.push(...(await locks.runExclusively(keys, work)));
		} catch (error) {
			const problem = rethrowUnlessProblem(error);
			const { results: failed } = delivery.failAndStopIfBlocked(turn, 'notSent', problem);
			results.push(...failed);
			delivery.stopIfFailed(failed);
		}
	}
	return results;
}

/** The posts with the dates of free slots, unless they won't be sent. */
export async function assignSlots(
	posts: OutgoingPost[],
	{ run, stopReason }: DeliveryState,
): Promise<OutgoingPost[]> {
	if (stopReason) return posts;
	// The lookups themselves may wait for the limit, so a slot may be as old as the first of them.
	const slotFoundAt = Date.now();
	const slots = await run.slots.fetchSlots(posts.map(({ desired }) => desired));
	return posts.map((post) => ({
		...post,
		slotFoundAt,
		requestFields: { ...post.requestFields, date: slots.get(getChannelId(post))! },
	}));
}

/** Two posts on a channel need two slots. */
function groupByTurn(posts: OutgoingPost[]): OutgoingPost[][] {
	const counts = new Map<string, number>();
	return groupBy(posts, (post) => {
		const turnIndex = counts.get(getChannelId(post)) ?? 0;
		counts.set(getChannelId(post), turnIndex + 1);
		return turnIndex;
	});
}

const getChannelId = ({ payload }: OutgoingPost) => payload.integration.id;
