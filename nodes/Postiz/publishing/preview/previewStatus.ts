import { getChannelLabel } from '../../channels/channelLabel';
import { getMessageUnlessBug, Problem } from '../../common/problem';
import { capitalize, joinSentences } from '../../common/text';
import { describeRemedy, describeRemedyInOutput } from '../../execution/describeRemedy';
import { isAgentTool } from '../../execution/nodeContext';
import type { DesiredPost } from '../../posts/desiredPost';
import { isErrorIssue } from '../../posts/issue';
import { getRemedy } from '../../posts/issues/issueProblems';
import { isToSend, type PlannedPost } from '../../posts/plannedPost';
import type { Run } from '../../posts/run/run';
import type { ValidatedRun } from '../../posts/run/runSteps';
import type { PreviewPost, Status } from './previewPost';

/**
 * Returns the status and the problems of a post. `problemsByPost` has all posts of the item. `planned` is the decision
 * for the post, or for its original if it is a duplicate.
 */
export function getStatusAndProblems(
	post: DesiredPost,
	planned: PlannedPost | undefined,
	{
		itemProblems,
		problemsByPost,
		hasPastDate,
		changed = [],
	}: {
		itemProblems: string[];
		problemsByPost: Map<DesiredPost, string[]>;
		/** Whether the item fails as a whole because its date has passed. */
		hasPastDate: boolean;
		/** The changes of an update. */
		changed?: string[];
	},
): Pick<PreviewPost, 'status' | 'problems'> {
	// An item fails if none of its posts is left, even if the post that it repeats is only skipped.
	const isSkipped =
		planned?.action === 'skipChannel' && (planned.desired === post || itemProblems.length === 0);
	if (isSkipped) return { status: 'skipped', problems: [] };
	const ownProblems = problemsByPost.get(post)!;
	// A duplicate of a rejected post has problems, although its item doesn't.
	if (itemProblems.length === 0)
		return {
			status: ownProblems.length > 0 ? 'to fix' : toStatus(planned, changed),
			problems: ownProblems,
		};
	const postsToFix = [...problemsByPost.keys()].filter(
		(other) => problemsByPost.get(other)!.length > 0,
	);
	if (postsToFix.length > 0 && !postsToFix.includes(post)) {
		const names = postsToFix.map(({ target }) => getChannelLabel(target)).join(', ');
		const problem = `This item is not sent until its post to ${names} is fixed.`;
		return { status: 'waiting', problems: [problem] };
	}
	const failsWholeItem = postsToFix.length === 0 || hasPastDate;
	return { status: 'to fix', problems: failsWholeItem ? itemProblems : ownProblems };
}

/** Lists why a post can't be sent. `planned` is the decision for the post, or for its original if it is a duplicate. */
export function listProblems(
	{ item }: DesiredPost,
	planned: PlannedPost | undefined,
	conflictProblems: ValidatedRun['conflictProblems'],
	context: Run['context'],
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

/** Returns the status of a post without problems. Somebody may have made all changes of an update in Postiz. */
function toStatus(planned: PlannedPost | undefined, changed: string[]): Status {
	if (planned?.action === 'create') return 'new';
	return planned?.action === 'update' && changed.length > 0 ? 'updated' : 'unchanged';
}

/** Describes a problem and its remedy. An error of n8n, such as of an expression, only has a message. */
export const describeProblem = (problem: unknown, context: Run['context']) =>
	problem instanceof Problem
		? joinProblemAndRemedy(
				problem.message,
				describeRemedy(problem, { isForModel: isAgentTool(context), max: Infinity }),
			)
		: getMessageUnlessBug(problem);

/** Joins message and remedy in one line, and capitalizes the message: in errors, it follows the name of a channel. */
const joinProblemAndRemedy = (message: string, remedy: string) =>
	joinSentences(/[.!?…]$/.test(message) ? message : `${message}.`, remedy)
		.replace(/\s+/g, ' ')
		.replace(/^[a-z](?=[a-z]* )/, capitalize);
