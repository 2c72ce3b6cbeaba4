import type { Uploads } from '../../media/uploads';
import type { PlannedFile } from '../../media/plannedFile';
import type { PlannedItem, PlannedPost } from '../types';
import { fitTexts } from './fitTexts';
import type { OwnLengths } from './ownLengths';

/**
 * The item with texts that fit, as far as its option says so, its posts completed as
 * {@link completePost} does. Drafts and unchecked posts are not completed, but go out later or as they
 * are: their texts have to fit, too.
 */
export async function completeItem(
	item: PlannedItem,
	tools: { lengths: OwnLengths; uploads: Uploads },
): Promise<PlannedItem> {
	const { posts, tooLong, skipsValidation, fields } = item;
	const fit = async () =>
		await Promise.all(posts.map(async (post) => await fitTexts(post, tools.lengths)));
	const fitted = tooLong === 'fail' ? item : { ...item, posts: await fit() };
	if (skipsValidation || fields.type === 'draft') return fitted;
	const completed = fitted.posts.map(async (post) => await completePost(post, tools));
	return { ...fitted, posts: await Promise.all(completed) };
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
