import { nameItems } from '../../../execution/inputItems';
import type { OutgoingPost } from '../outgoingPost';
import { halve } from './batches';
import type { DeliveryState } from './deliveryState';
import { parseRejection } from './parseRejection';

/**
 * Decides which items of a rejected request are rejected, each with the reason, and which batches to send next. If the
 * response names no item, the suspect items are halved with `continuesOnError` (docs/api.md, Refusals).
 */
export function planAfterRejection(
	posts: OutgoingPost[],
	body: unknown,
	{ continuesOnError, run }: Pick<DeliveryState, 'continuesOnError' | 'run'>,
) {
	const { rejected, suspectItems, message } = parseRejection(body, posts);
	const getItemPosts = (items: number[]) => posts.filter((post) => items.includes(post.itemIndex));
	const others = posts.filter(
		({ itemIndex }) => !rejected.has(itemIndex) && !suspectItems.includes(itemIndex),
	);
	if (continuesOnError) {
		const [firstHalf = [], ...otherHalf] = halve(getItemPosts(suspectItems));
		return { rejected, batches: [[...others, ...firstHalf], ...otherHalf] };
	}
	const rejectedSuspects = suspectItems.map((item) => {
		const otherSuspects = suspectItems.filter((other) => other !== item);
		const oneOf = otherSuspects.length > 1 ? 'one of ' : '';
		const names = `${oneOf}${nameItems(run.context, otherSuspects)}`;
		const reason = message ? `It says: “${message}”` : "It didn't say why";
		return [item, `Postiz rejected this item or ${names}. ${reason}`] as const;
	});
	return { rejected: new Map([...rejected, ...rejectedSuspects]), batches: [others] };
}
