import type { INodeExecutionData } from 'n8n-workflow';

import { indexPostsById } from '../../calendar/calendarPost';
import { isRequestError } from '../../common/problem';
import { EventLoopYield } from '../../execution/eventLoopYield';
import { getRowNumber, listIndexes, nameItems } from '../../execution/inputItems';
import { type Hint, createErrorItem } from '../../execution/operationResult';
import type { DesiredPost } from '../../posts/desiredPost';
import type { Item } from '../../posts/item';
import { findPlannedPastDate } from '../../posts/merge/plannedDate';
import { getExistingPost, mapToOriginals, type PlannedPost } from '../../posts/plannedPost';
import type { RunContext } from '../../posts/run/run';
import type { ValidatedState } from '../../posts/run/runStates';
import type { ListedPost } from '../../transport/apiTypes';
import { createEnteredContent, createPreviewContent } from './previewContent';
import { isBlocked, type PreviewPost } from './previewPost';
import { describeProblem, getStatusAndProblems, listProblems } from './previewStatus';

/** The state of a run that a preview shows. */
export interface PreviewState extends ValidatedState {
	itemHints: Hint[];
}

type PostOfItem = Omit<PreviewPost, 'index' | 'row'>;

/**
 * Creates the preview posts of all items. If a request failed for an item, its posts are unknown, so it gets an error
 * item instead.
 */
export async function createPreviewPosts(
	run: RunContext,
	state: PreviewState,
): Promise<{ posts: PreviewPost[]; errorItems: INodeExecutionData[] }> {
	const { context } = run;
	const { blankRows, failures, resolvedItems, conflictProblems, calendar } = state;
	const eventLoop = new EventLoopYield();
	const originals = mapToOriginals(state.plannedPosts);
	const listedPosts = indexPostsById(calendar.listedPosts);
	const items = new Map(state.items.map((item) => [item.index, item]));
	const desiredPostsByItem = new Map(
		resolvedItems.map(({ item, desiredPosts }) => [item.index, desiredPosts]),
	);
	const posts: PreviewPost[] = [];
	const errorItems: INodeExecutionData[] = [];
	for (const index of listIndexes(context)) {
		await eventLoop.yieldIfDue();
		if (blankRows.has(index)) continue;
		const error = failures.get(index);
		if (isRequestError(error)) {
			errorItems.push(createErrorItem(context, [index, error]));
			continue;
		}
		const itemProblems = error === undefined ? [] : [describeProblem(error, context)];
		const desiredPosts = desiredPostsByItem.get(index) ?? [];
		const postsOfItem: PostOfItem[] =
			desiredPosts.length > 0
				? createPostsOfItem(
						desiredPosts,
						{ originals, listedPosts, conflictProblems, itemProblems },
						run,
					)
				: [createEnteredPost(items.get(index), index, itemProblems, run)];
		const row = getRowNumber(context, index);
		posts.push(...postsOfItem.map((post) => ({ ...post, index, row })));
	}
	return { posts, errorItems };
}

/** Creates the post of an item without channels, or of an unreadable item. */
const createEnteredPost = (
	item: Item | undefined,
	index: number,
	problems: string[],
	run: RunContext,
): PostOfItem => ({ ...createEnteredContent(item, index, run), status: 'to fix', problems });

/** Facts for all posts of an item. */
interface ItemPreview {
	/** The decision about each post, or about its original if it is a duplicate. A failed item may have none. */
	originals: ReadonlyMap<DesiredPost, PlannedPost>;
	/** The posts in the calendar by ID. */
	listedPosts: ReadonlyMap<string, ListedPost>;
	conflictProblems: PreviewState['conflictProblems'];
	/** Problems that affect all posts of the item. */
	itemProblems: string[];
}

function createPostsOfItem(
	desiredPosts: DesiredPost[],
	{ originals, listedPosts, conflictProblems, itemProblems }: ItemPreview,
	run: RunContext,
): PostOfItem[] {
	const problemsByPost = new Map(
		desiredPosts.map((post) => [
			post,
			listProblems(post, originals.get(post), conflictProblems, run.context),
		]),
	);
	const plannedPosts = desiredPosts.flatMap((post) => originals.get(post) ?? []);
	const hasPastDate = findPlannedPastDate(desiredPosts[0]!.item, plannedPosts, run) !== undefined;
	return desiredPosts.map((post) => {
		const original = originals.get(post);
		const { notes, ...content } = createPreviewContent(post, original, listedPosts, run);
		const status = getStatusAndProblems(post, original, {
			itemProblems,
			problemsByPost,
			hasPastDate,
		});
		return {
			...content,
			...status,
			notes: [...explainUnsent(post, original, run.context), ...notes],
			original: isBlocked(status) ? undefined : original?.desired,
			postId: original && getExistingPost(original)?.id,
		};
	});
}

/** Explains why a post isn't sent although nothing has to be fixed. */
function explainUnsent(
	post: DesiredPost,
	original: PlannedPost | undefined,
	context: RunContext['context'],
): string[] {
	if (original && original.desired !== post)
		return [`It repeats ${nameItems(context, [original.desired.item.index])}.`];
	return original?.action === 'skipChannel' ? [original.reason] : [];
}
