import type { INodeExecutionData } from 'n8n-workflow';

import { getChannelLabel } from '../../channels/channelLabel';
import { getExternalErrorMessage } from '../../common/externalError';
import { isRequestError, Problem } from '../../common/problem';
import { capitalize, joinSentences } from '../../common/text';
import { EventLoopYield } from '../../execution/eventLoopYield';
import { getRowNumber, listIndexes, nameItems } from '../../execution/inputItems';
import type { ItemFailures } from '../../execution/itemResults';
import { isTool } from '../../execution/nodeContext';
import { describeRemedy, describeRemedyInOutput } from '../../execution/nodeError';
import { type Hint, renderFailure } from '../../execution/operationResult';
import type { DesiredPost } from '../../posts/desiredPost';
import { describeReplaceCandidate } from '../../posts/existing/describeReplaceCandidates';
import { isError } from '../../posts/issue';
import { getRemedy } from '../../posts/issues/explainIssues';
import { findPastDateProblem } from '../../posts/run/findPastDateProblem';
import { getExistingPost, isToSend, type PlannedPost } from '../../posts/plannedPost';
import type { Run } from '../../posts/run/run';
import type { ValidatedState } from '../../posts/run/runStates';
import { createEnteredContent, createPreviewContent } from './previewContent';
import type { PreviewPost, Status } from './previewPost';

/** What a preview shows. */
export interface PreviewedRun extends ValidatedState {
	failures: ItemFailures;
	/** Hints about its items. */
	itemHints: Hint[];
}

/** Creates the posts of all items. An item for which Postiz failed has an error instead, as its posts are unknown. */
export async function createPreviewPosts(run: Run, previewed: PreviewedRun) {
	const { context } = run;
	const eventLoop = new EventLoopYield();
	const plannedPosts = new Map(previewed.plannedPosts.map((planned) => [planned.desired, planned]));
	const items = new Map(previewed.items.map((item) => [item.index, item]));
	const desiredPostsByItem = new Map(
		previewed.resolvedItems.map(({ item, desiredPosts }) => [item.index, desiredPosts]),
	);
	const posts: PreviewPost[] = [];
	const errors: INodeExecutionData[] = [];
	for (const index of listIndexes(context)) {
		await eventLoop.yieldIfDue();
		if (previewed.blankRows.has(index)) continue;
		const error = previewed.failures.get(index);
		if (isRequestError(error)) {
			errors.push(renderFailure(context, [index, error]));
			continue;
		}
		const itemProblems = error === undefined ? [] : [describeProblem(error, context)];
		const desiredPosts = desiredPostsByItem.get(index) ?? [];
		const itemPosts: Array<Omit<PreviewPost, 'index'>> =
			desiredPosts.length > 0
				? createPostsOfItem(desiredPosts, { plannedPosts, itemProblems, previewed, run })
				: [
						{
							...createEnteredContent(items.get(index), index, run),
							status: 'to fix',
							problems: itemProblems,
						},
					];
		posts.push(...itemPosts.map((post) => ({ ...post, index, row: getRowNumber(context, index) })));
	}
	return { posts, errors };
}

/** Creates the posts of an item; `itemProblems` concern all of them. */
function createPostsOfItem(
	desiredPosts: DesiredPost[],
	{
		plannedPosts,
		itemProblems,
		previewed,
		run,
	}: {
		plannedPosts: Map<DesiredPost, PlannedPost>;
		itemProblems: string[];
		previewed: PreviewedRun;
		run: Run;
	},
): Array<Omit<PreviewPost, 'index'>> {
	const problemsByPost = new Map(
		desiredPosts.map((post) => {
			const planned = plannedPosts.get(post);
			// A duplicate has the problems of its original.
			const original =
				planned?.action === 'duplicate' ? plannedPosts.get(planned.duplicateOf) : planned;
			return [post, listProblems(post, original, previewed.conflictProblems, run.context)];
		}),
	);
	return desiredPosts.map((post) => {
		const planned = plannedPosts.get(post);
		return {
			...createPreviewContent(
				post,
				planned?.issues ?? [],
				run,
				planned && describeReplaceCandidate(planned, run.timezone),
			),
			...findStatus(post, planned, { itemProblems, problemsByPost, run }),
			postId: planned && getExistingPost(planned)?.id,
			...(planned?.action === 'update' && {
				changed: planned.changedFields.map((field) => CHANGED_LABELS[field]),
			}),
		};
	});
}

/** The status of a post, and its problems; `problemsByPost` has all posts of its item. */
function findStatus(
	post: DesiredPost,
	planned: PlannedPost | undefined,
	{
		itemProblems,
		problemsByPost,
		run,
	}: {
		itemProblems: string[];
		problemsByPost: Map<DesiredPost, string[]>;
		run: Run;
	},
): Pick<PreviewPost, 'status' | 'problems'> {
	if (planned?.action === 'skip') return { status: 'skipped', problems: [planned.reason] };
	if (itemProblems.length === 0) {
		if (planned?.action !== 'duplicate') return { status: getStatus(planned), problems: [] };
		const other = nameItems(run.context, [planned.duplicateOf.item.index]);
		return { status: 'skipped', problems: [`It repeats ${other}.`] };
	}
	const postsToFix = [...problemsByPost.keys()].filter(
		(other) => problemsByPost.get(other)!.length > 0,
	);
	if (postsToFix.length > 0 && !postsToFix.includes(post)) {
		const names = postsToFix.map(({ target }) => getChannelLabel(target)).join(', ');
		const problem = `This row is not sent until its post to ${names} is fixed.`;
		return { status: 'waiting', problems: [problem] };
	}
	// Problems of the date concern the whole item.
	const dateProblem = post.item.dateProblem ?? findPastDateProblem(post.item, run);
	const concernsItem = postsToFix.length === 0 || dateProblem !== undefined;
	return { status: 'to fix', problems: concernsItem ? itemProblems : problemsByPost.get(post)! };
}

const CHANGED_LABELS = {
	minute: 'date',
	text: 'text',
	files: 'media',
	settings: 'settings',
	isDraft: 'state',
};

/** Why a post can't be sent. `planned` is what the run decided for it, or for the post that it duplicates. */
function listProblems(
	{ item }: DesiredPost,
	planned: PlannedPost | undefined,
	conflictProblems: PreviewedRun['conflictProblems'],
	context: Run['context'],
): string[] {
	if (planned?.action === 'reject')
		return [describeProblem(conflictProblems.get(planned.desired), context)];
	if (!planned || item.skipsValidation || !isToSend(planned)) return [];
	return planned.issues
		.filter(isError)
		.map((issue) =>
			joinProblemAndRemedy(
				issue.message,
				describeRemedyInOutput(getRemedy(issue), isTool(context)),
			),
		);
}

/** The status of a post without problems. */
function getStatus(planned: PlannedPost | undefined): Status {
	if (planned?.action === 'create') return 'new';
	return planned?.action === 'update' ? 'updated' : 'unchanged';
}

/** Errors of n8n, such as those of expressions, have a message alone. */
const describeProblem = (problem: unknown, context: Run['context']) =>
	problem instanceof Problem
		? joinProblemAndRemedy(
				problem.message,
				describeRemedy(problem, { isForModel: isTool(context), max: Infinity }),
			)
		: getExternalErrorMessage(problem);

/** Joins both in one line. Capitalizes messages that in errors follow the name of a channel. */
const joinProblemAndRemedy = (message: string, remedy: string) =>
	joinSentences(/[.!?…]$/.test(message) ? message : `${message}.`, remedy)
		.replace(/\s+/g, ' ')
		.replace(/^[a-z](?=[a-z]* )/, capitalize);
