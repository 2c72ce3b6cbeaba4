import type { INodeExecutionData } from 'n8n-workflow';

import { indexPostsById } from '../../calendar/calendarPost';
import { isRequestError } from '../../common/problem';
import { EventLoopYield } from '../../execution/eventLoopYield';
import { getRowNumber, listIndexes, nameItems } from '../../execution/inputItems';
import { createErrorOutput } from '../../execution/operationResult';
import type { DesiredPost } from '../../posts/desiredPost';
import type { Item } from '../../posts/item';
import { findPastDateProblemOfPlan } from '../../posts/merge/pastDate';
import { getExistingPost, mapToOriginalPlans, type PlannedPost } from '../../posts/plannedPost';
import type { Run } from '../../posts/run/run';
import type { ValidatedRun } from '../../posts/run/runSteps';
import type { ListedPost } from '../../transport/apiTypes';
import { createEnteredContent, createPreviewContent } from './previewContent';
import { isBlocked, type PreviewPost } from './previewPost';
import { describeProblem, getStatusAndProblems, listProblems } from './previewStatus';

type PostOfItem = Omit<PreviewPost, 'index' | 'row'>;

/**
 * Creates the preview posts of all items. If a request failed for an item, its posts are unknown, so it gets an error
 * output instead.
 */
export async function createPreviewPosts(
	run: Run,
	state: ValidatedRun,
): Promise<{ posts: PreviewPost[]; errorOutputs: INodeExecutionData[] }> {
	const { context } = run;
	const { blankRows, failures, resolvedItems, conflictProblems, calendar } = state;
	const eventLoop = new EventLoopYield();
	const originalPlans = mapToOriginalPlans(state.plannedPosts);
	const listedPosts = indexPostsById(calendar.listedPosts);
	const items = new Map(state.items.map((item) => [item.index, item]));
	const desiredPostsByItem = new Map(
		resolvedItems.map(({ item, desiredPosts }) => [item.index, desiredPosts]),
	);
	const posts: PreviewPost[] = [];
	const errorOutputs: INodeExecutionData[] = [];
	for (const index of listIndexes(context)) {
		await eventLoop.yieldIfDue();
		if (blankRows.has(index)) continue;
		const error = failures.get(index);
		if (isRequestError(error)) {
			errorOutputs.push(createErrorOutput(context, [index, error]));
			continue;
		}
		const itemProblems = error === undefined ? [] : [describeProblem(error, context)];
		const desiredPosts = desiredPostsByItem.get(index) ?? [];
		const postsOfItem: PostOfItem[] =
			desiredPosts.length > 0
				? createPostsOfItem(
						desiredPosts,
						{ originalPlans, listedPosts, conflictProblems, itemProblems },
						run,
					)
				: [createEnteredPost(items.get(index), index, itemProblems, run)];
		const row = getRowNumber(context, index);
		posts.push(...postsOfItem.map((post) => ({ ...post, index, row })));
	}
	return { posts, errorOutputs };
}

/** Creates the post of an item without channels, or of an unreadable item. */
const createEnteredPost = (
	item: Item | undefined,
	index: number,
	problems: string[],
	run: Run,
): PostOfItem => ({ ...createEnteredContent(item, index, run), status: 'to fix', problems });

/** Facts for all posts of an item. */
interface ItemPreview {
	/** The decision about each post, or about its original if it is a duplicate. A failed item may have none. */
	originalPlans: ReadonlyMap<DesiredPost, PlannedPost>;
	/** The posts in the calendar by ID. */
	listedPosts: ReadonlyMap<string, ListedPost>;
	conflictProblems: ValidatedRun['conflictProblems'];
	/** Problems that affect all posts of the item. */
	itemProblems: string[];
}

function createPostsOfItem(
	desiredPosts: DesiredPost[],
	{ originalPlans, listedPosts, conflictProblems, itemProblems }: ItemPreview,
	run: Run,
): PostOfItem[] {
	const problemsByPost = new Map(
		desiredPosts.map((desired) => [
			desired,
			listProblems(desired, originalPlans.get(desired), conflictProblems, run.context),
		]),
	);
	const plannedPosts = desiredPosts.flatMap((desired) => originalPlans.get(desired) ?? []);
	const hasPastDate =
		findPastDateProblemOfPlan(desiredPosts[0]!.item, plannedPosts, run) !== undefined;
	return desiredPosts.map((desired) => {
		const originalPlan = originalPlans.get(desired);
		const { notes, ...content } = createPreviewContent(desired, originalPlan, listedPosts, run);
		const statusAndProblems = getStatusAndProblems(desired, originalPlan, {
			itemProblems,
			problemsByPost,
			hasPastDate,
			changed: content.changed,
		});
		return {
			...content,
			...statusAndProblems,
			notes: [...listUnsentReasons(desired, originalPlan, run.context), ...notes],
			original: isBlocked(statusAndProblems) ? undefined : originalPlan?.desired,
			postId: originalPlan && getExistingPost(originalPlan)?.id,
		};
	});
}

/** Lists why a post isn't sent although nothing has to be fixed. */
function listUnsentReasons(
	desired: DesiredPost,
	originalPlan: PlannedPost | undefined,
	context: Run['context'],
): string[] {
	if (originalPlan && originalPlan.desired !== desired)
		return [`It repeats ${nameItems(context, [originalPlan.desired.item.index])}.`];
	return originalPlan?.action === 'skipChannel' ? [originalPlan.reason] : [];
}
