import { toProblemOrRethrow } from '../../../common/problem';
import { locks } from '../../../common/processState';
import { assertNotCancelled } from '../../../execution/nodeContext';
import type { DeliveryResult } from '../../../posts/postResult';
import type { OutgoingPost } from '../outgoingPost';
import type { Delivery } from './delivery';

type Send = (posts: OutgoingPost[]) => Promise<DeliveryResult[]>;

/** Sends the posts of an item. Each gets a free slot, which is looked up just before (docs/api.md, Free slots). */
export async function deliverAtSlots(
	posts: OutgoingPost[],
	delivery: Delivery,
	send: Send,
): Promise<DeliveryResult[]> {
	const { client, context } = delivery.run;
	const results: DeliveryResult[] = [];
	for (const turn of groupByTurn(posts)) {
		// Locks the channels, so that another execution doesn't take the same slots before the posts are sent.
		const keys = turn.map((post) => JSON.stringify([client.baseUrl, getChannelId(post)]));
		try {
			const work = async () => {
				assertNotCancelled(context);
				return await send(await assignSlots(turn, delivery));
			};
			results.push(...(await locks.runExclusively(keys, work)));
		} catch (error) {
			const problem = toProblemOrRethrow(error);
			const { results: failed } = delivery.failAndStopIfBlocked(turn, 'notSent', problem);
			results.push(...failed);
			delivery.stopOnFailure(failed);
		}
	}
	return results;
}

/** Returns the posts with the dates of free slots. Posts that won't be sent keep their dates. */
export async function assignSlots(
	posts: OutgoingPost[],
	{ run, stopReason }: Delivery,
): Promise<OutgoingPost[]> {
	if (stopReason) return posts;
	// A lookup may wait for the rate limit, so the age of all slots counts from the start.
	const slotFoundAt = Date.now();
	const slots = await run.slots.fetchSlots(posts.map(({ desired }) => desired));
	return posts.map((post) => ({
		...post,
		slotFoundAt,
		requestFields: { ...post.requestFields, date: slots.get(getChannelId(post))! },
	}));
}

/** Groups posts into turns with one post per channel, as each post needs its own slot. */
function groupByTurn(posts: OutgoingPost[]): OutgoingPost[][] {
	const turns: OutgoingPost[][] = [];
	for (const post of posts) {
		const hasChannel = (other: OutgoingPost) => getChannelId(other) === getChannelId(post);
		const free = turns.find((turn) => !turn.some(hasChannel));
		if (free) free.push(post);
		else turns.push([post]);
	}
	return turns;
}

const getChannelId = ({ payload }: OutgoingPost) => payload.integration.id;
