import type { PlannedFile } from '../../../../media/plannedFile';
import { splitDraftsOnly } from '../../../../publishing/deliver/draftsOnly';
import { rowsOfItem, toBatches, toReadyPosts } from '../../../../publishing/deliver/requests';
import { filesOfPost } from '../../../../publishing/payload';
import type { PlannedItem, PlannedPost } from '../../../../publishing/types';
import type { PostizClient } from '../../../../transport/client';
import type { ItemValue } from '../../../shared/operation';

/** Has a typical length, as it affects how many posts fit into a request. */
const USUAL_REFERENCE = {
	id: 'x'.repeat(36),
	path: `https://${'x'.repeat(62)}.example/${'x'.repeat(20)}.png`,
};

const referenceOf = ({ source }: PlannedFile) =>
	'reference' in source ? source.reference : USUAL_REFERENCE;

const isChange = ({ existing }: PlannedPost) => Boolean(existing?.changed.length);

/** The number of requests that the posts of these items take, at most: free slots may be at the same time. */
export async function countRequests(
	client: PostizClient,
	items: Array<ItemValue<PlannedItem>>,
): Promise<number> {
	const ready = items.map(({ itemIndex, value }) => {
		const references = new Map(
			value.posts.flatMap(filesOfPost).map((file) => [file, referenceOf(file)]),
		);
		return { ...value, itemIndex, posts: toReadyPosts(value, references) };
	});
	const rows = ready.flatMap((item) => rowsOfItem(item.itemIndex, item));
	const atSlots = ready.flatMap(({ fields, posts }) => (fields.type === 'nextSlot' ? posts : []));
	const batches = toBatches(await splitDraftsOnly(client, rows));
	const changes = items.flatMap(({ value }) => value.posts.filter(isChange));
	return batches.length + atSlots.length + changes.length;
}
