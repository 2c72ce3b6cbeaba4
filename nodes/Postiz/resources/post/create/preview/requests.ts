import type { MediaFile } from '../../../../media/mediaFile';
import { toNewPosts, toRequests } from '../../../../publishing/deliver/requests';
import { filesOfPost } from '../../../../publishing/payload';
import type { PlannedItem, PlannedPost } from '../../../../publishing/types';
import type { ItemValue } from '../../../shared/operation';

/** Has a typical length, as it affects how many posts fit into a request. */
const USUAL_REFERENCE = {
	id: 'x'.repeat(36),
	path: `https://${'x'.repeat(62)}.example/${'x'.repeat(20)}.png`,
};

const referenceOf = ({ reference = USUAL_REFERENCE }: MediaFile) => reference;

const isChange = ({ action }: PlannedPost) =>
	action?.kind === 'change' && action.changed.length > 0;

/** The number of requests that the posts of these items take, at most: free slots may be at the same time. */
export function countRequests(items: Array<ItemValue<PlannedItem>>): number {
	const posts = items.flatMap(({ itemIndex, value }) => {
		const files = value.posts.flatMap(filesOfPost);
		return toNewPosts(itemIndex, value, new Map(files.map((file) => [file, referenceOf(file)])));
	});
	const dated = posts.filter(({ isForSlot }) => !isForSlot);
	const requests = toRequests(dated);
	const changes = items.flatMap(({ value }) => value.posts.filter(isChange));
	return requests.length + (posts.length - dated.length) + changes.length;
}
