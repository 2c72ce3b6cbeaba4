import { getChannelLabel } from '../../channels/channelLabel';
import { getMessageUnlessBug } from '../../common/bugErrors';
import { Problem } from '../../common/problem';
import { capitalize, joinSentences } from '../../common/text';
import { describeRemedy, describeRemedyInOutput } from '../../execution/describeRemedy';
import { isAgentTool } from '../../execution/nodeContext';
import type { DesiredPost } from '../../posts/desiredPost';
import { isErrorIssue } from '../../posts/issue';
import { getRemedy } from '../../posts/issues/explainIssues';
import { isToSend, type PlannedPost } from '../../posts/plannedPost';
import { findPastDateProblem } from '../../posts/run/findPastDateProblem';
import type { RunContext } from '../../posts/run/run';
import type { MatchedState } from '../../posts/run/runStates';
import type { PreviewPost, Status } from './previewPost';

/**
 * The status of a post, and its problems; `problemsByPost` has all posts of its item. `planned` is what the run decided
 * for it, or for the post that it duplicates.
 */
export function getStatusAndProblems(
	post: DesiredPost,
	planned: PlannedPost | undefined,
	{
		itemProblems,
		problemsByPost,
		run,
	}: {
		itemProblems: string[];
		problemsByPost: Map<DesiredPost, string[]>;
		run: RunContext;
	},
): Pick<PreviewPost, 'status' | 'problems'> {
	if (planned?.action === 'skip') return { status: 'skipped', problems: [] };
	const ownProblems = problemsByPost.get(post)!;
	// A duplicate has problems without its item if its original is rejected.
	if (itemProblems.length === 0)
		return { status: ownProblems.length > 0 ? 'to fix' : toStatus(planned), problems: ownProblems };
	const postsToFix = [...problemsByPost.keys()].filter(
		(other) => problemsByPost.get(other)!.length > 0,
	);
	if (postsToFix.length > 0 && !postsToFix.includes(post)) {
		const names = postsToFix.map(({ target }) => getChannelLabel(target)).join(', ');
		const problem = `This row is not sent until its post to ${names} is fixed.`;
		return { status: 'waiting', problems: [problem] };
	}
	// Problems of the date affect the whole item.
	const dateProblem = post.item.dateProblem ?? findPastDateProblem(post.item, run);
	const affectsWholeItem = postsToFix.length === 0 || dateProblem !== undefined;
	return {
		status: 'to fix',
		problems: affectsWholeItem ? itemProblems : ownProblems,
	};
}

/** Why a post can't be sent. `planned` is what the run decided for it, or for the post that it duplicates. */
export function listProblems(
	{ item }: DesiredPost,
	planned: PlannedPost | undefined,
	conflictProblems: MatchedState['conflictProblems'],
	context: RunContext['context'],
): string[] {
	if (planned?.action === 'reject')
		return [describeProblem(conflictProblems.get(planned.desired), context)];
	if (!planned || item.skipsValidation || !isToSend(planned)) return [];
	return planned.issues
		.filter(isErrorIssue)
		.map((issue) =>
			joinProblemAndRemedy(
				issue.message,
				describeRemedyInOutput(getRemedy(issue), { isForModel: isAgentTool(context) }),
			),
		);
}

/** The status of a post without problems. */
function toStatus(planned: PlannedPost | undefined): Status {
	if (planned?.action === 'create') return 'new';
	return planned?.action === 'update' ? 'updated' : 'unchanged';
}

/** Errors of n8n, such as those of expressions, have a message alone. */
export const describeProblem = (problem: unknown, context: RunContext['context']) =>
	problem instanceof Problem
		? joinProblemAndRemedy(
				problem.message,
				describeRemedy(problem, { isForModel: isAgentTool(context), max: Infinity }),
			)
		: getMessageUnlessBug(problem);

/** Joins both in one line. Capitalizes messages that in errors follow the name of a channel. */
const joinProblemAndRemedy = (message: string, remedy: string) =>
	joinSentences(/[.!?…]$/.test(message) ? message : `${message}.`, remedy)
		.replace(/\s+/g, ' ')
		.replace(/^[a-z](?=[a-z]* )/, capitalize);
