import { nameItems } from '../../../execution/inputItems';
import type { Run } from '../../../posts/run/run';
import type { OutgoingPost } from '../outgoingPost';
import { halve } from './batches';
import { parseRejection } from './parseRejection';

/**
 * Decides which items of a request to reject after its rejection, each with the reason, and which batches to send next.
 * If the response names no item, the suspect items are halved with `continuesOnError` (docs/api.md, Rejections).
 */
export function planAfterRejection(
	posts: OutgoingPost[],
	body: unknown,
	{ context, options }: Pick<Run, 'context' | 'options'>,
) {
	const { reasonsByItem, suspectIndexes, message } = parseRejection(body, posts);
	const isSuspect = ({ itemIndex }: OutgoingPost) => suspectIndexes.includes(itemIndex);
	const others = posts.filter((post) => !reasonsByItem.has(post.itemIndex) && !isSuspect(post));
	if (options.continuesOnError) {
		const [firstHalf = [], ...otherHalf] = halve(posts.filter(isSuspect));
		return { reasonsByItem, batches: [[...others, ...firstHalf], ...otherHalf] };
	}
	const suspectReasons = suspectIndexes.map((index) => {
		const otherSuspects = suspectIndexes.filter((other) => other !== index);
		const oneOf = otherSuspects.length > 1 ? 'one of ' : '';
		const names = `${oneOf}${nameItems(context, otherSuspects)}`;
		const reason = message ? `It says: “${message}”` : "It didn't say why";
		return [index, `Postiz rejected this item or ${names}. ${reason}`] as const;
	});
	return { reasonsByItem: new Map([...reasonsByItem, ...suspectReasons]), batches: [others] };
}
