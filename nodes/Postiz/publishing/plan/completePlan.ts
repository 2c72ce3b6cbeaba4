import type { Uploads } from '../../media/uploads';
import type { PlannedFile } from '../../media/plannedFile';
import type { PlannedItem, PlannedPost } from '../types';
import type { OwnLengths } from './ownLengths';

/** The item, its posts completed as {@link completePost} does; drafts and unchecked posts need nothing. */
export async function completeItem(
	item: PlannedItem,
	tools: { lengths: OwnLengths; uploads: Uploads },
): Promise<PlannedItem> {
	if (item.skipsChecks || item.fields.type === 'draft') return item;
	const posts = item.posts.map(async (post) => await completePost(post, tools));
	return { ...item, posts: await Promise.all(posts) };
}

/** The post with what only the service, or a longer look at its files, can say of it. */
export async function completePost(
	post: PlannedPost,
	{ lengths, uploads }: { lengths: OwnLengths; uploads: Uploads },
): Promise<PlannedPost> {
	const limited = await lengths.apply(post);
	if (!hasSizeRule(limited)) return limited;
	const measure = async (files: PlannedFile[]) =>
		await Promise.all(files.map(async (file) => await uploads.measure(file)));
	const parts = await Promise.all(
		limited.parts.map(async (part) => ({ ...part, files: await measure(part.files) })),
	);
	return { ...limited, parts };
}

/** True if the network looks at how many pixels the files of this post have. */
function hasSizeRule({ target: { provider }, parts }: PlannedPost): boolean {
	const { sizes, equalSizes = false } = provider?.media ?? {};
	return sizes !== undefined || (equalSizes && (parts[0]?.files.length ?? 0) > 1);
}
