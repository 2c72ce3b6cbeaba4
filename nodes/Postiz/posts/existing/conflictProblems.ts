import { getChannelLabel } from '../../channels/channelLabel';
import { hasFixedDate } from '../../common/fingerprint';
import { Problem } from '../../common/problem';
import { joinSentences, joinWithAnd, joinNames, quote } from '../../common/text';
import { getRowNumber } from '../../execution/inputItems';
import { PUBLIC_POSTS_PATH, PUBLIC_API_PATH } from '../../transport/baseUrl';
import type { DesiredPost } from '../desiredPost';
import type { ExistingPost } from '../existingPost';
import type { Conflict, PlannedPost, PlannedPostOf } from '../plannedPost';
import type { Run } from '../run/run';
import { listDifferentDetails } from './listDifferentDetails';
import { namePost } from './namePost';
import { createUnclearProblem } from './unclearProblem';

/** A remedy for Create. Create or Update has no Post Again. */
const POST_AGAIN = {
	forPerson: 'if it is a different post, choose Post Again.',
	suggestsPostAgain: true,
};
/** The remedy for a post with a date. */
const OR_MOVE = 'if it is a different post, choose Post Again, or change its time by a minute.';
const CREATE_INSTEAD = 'if it is a different post, create this row with Post > Create.';
const USE_UPDATE = 'Nothing was sent. To change it, use Post > Update.';
const TOO_LATE_TO_UPDATE = 'Nothing was sent. A published post cannot be changed.';

interface ConflictText {
	message: string;
	remedy: string;
	/** Only for people: a model can't change the node. */
	forPerson?: string;
	/** Whether `forPerson` suggests Post Again, which Create or Update doesn't have. */
	suggestsPostAgain?: boolean;
	/** Whether the post differs. Its remedy depends on its state and date. */
	isAboutDifference?: boolean;
}

export const CONFLICTS: Record<Exclude<Conflict, 'reusedRowId' | 'unclear'>, ConflictText> = {
	incompleteThread: {
		message: 'Postiz has only the beginning of this thread',
		remedy: 'Delete it with Post > Delete and run this again.',
	},
	mayBeOnline: {
		message: 'The post failed in Postiz, but may be online',
		remedy: 'Check the network. If it is not there, delete the post in Postiz and run this again.',
		...POST_AGAIN,
	},
	stillTrying: {
		message: 'Postiz is still trying to publish this post',
		remedy: 'Run this again in an hour. Deleting the post in Postiz cancels the attempt.',
	},
	differentFiles: {
		message: 'Postiz has this post with different files',
		remedy: USE_UPDATE,
		...POST_AGAIN,
		isAboutDifference: true,
	},
	differentDetails: {
		message: 'Postiz has this post with different details',
		remedy: USE_UPDATE,
		...POST_AGAIN,
		isAboutDifference: true,
	},
	existingDraft: {
		message: 'Postiz has this post as a draft',
		remedy: 'Schedule the draft with Post > Update, or delete it and run this again.',
		...POST_AGAIN,
	},
	alreadyScheduled: {
		message: 'Postiz has this post, and it is scheduled',
		remedy: 'To make it a draft, use Post > Update.',
		...POST_AGAIN,
	},
	uncomparedFiles: {
		message: 'Postiz already has this text, and its files cannot be compared',
		remedy: 'Nothing was sent. Check that post.',
		...POST_AGAIN,
	},
	uncomparedLinks: {
		message: 'Postiz already has this text, and its short links cannot be compared',
		remedy: 'Nothing was sent. Check that post.',
		...POST_AGAIN,
	},
	alreadyPublished: {
		message: 'The post of this row is already published, with a different date or text',
		remedy: 'Nothing was sent. To create a new post, give the row a new ID.',
		forPerson: "if the row is reused, add its date to the ID: {{ $json.id + ' ' + $json.date }}.",
	},
	foreignRow: {
		message: 'This Row ID belongs to a post with a different text and time',
		remedy:
			"Nothing was changed. If another sheet uses the same IDs, or rows were moved, give this row another ID. If it is this row's post, delete it in Postiz and run this again.",
	},
	unreadableRowId: {
		message: 'This post may belong to the row, but n8n cannot read its Row ID',
		remedy: `Nothing was sent. If a sign-in or proxy protects Postiz, allow requests to ${PUBLIC_POSTS_PATH} as well as to ${PUBLIC_API_PATH}. If only this post is unreadable, open and save it in Postiz, or delete it.`,
		forPerson: CREATE_INSTEAD,
	},
	missingRowId: {
		message: 'This post may belong to the row, but it has no Row ID',
		remedy:
			'Nothing was sent. Another app may have created it, or this release of Postiz does not keep Row IDs. Change the post with Post > Update, or delete it and run this again.',
		forPerson: CREATE_INSTEAD,
	},
	severalPostsForRow: {
		message: 'Postiz has several posts for this row',
		remedy: 'Delete all but one of them and run this again.',
	},
	changedAfterApproval: {
		message: 'This post was scheduled in Postiz, and its row has changed since',
		remedy: 'Edit it there, or make it a draft there and run this again.',
	},
	mayBeEarlierVersion: {
		message: 'Postiz has a post without a Row ID that may belong to this row',
		remedy: 'If it does, delete it and run this again.',
		forPerson: 'if not, create this row with Post > Create.',
	},
};

export function createConflictProblem(
	planned: PlannedPostOf<'reject'>,
	{ context, timezone }: Pick<Run, 'context' | 'timezone'>,
): Problem {
	const { desired, conflict, existing, otherPosts, readProblem } = planned;
	if (readProblem) return createUnreadableCalendarProblem(readProblem);
	if (conflict === 'reusedRowId') return createReusedRowIdProblem(planned, context);
	if (conflict === 'unclear')
		return createUnclearProblem(desired, 'an earlier attempt got no response', {
			isUpdate: desired.sentRecord?.isUpdate,
		});
	const text = getConflictText(conflict, desired, existing);
	const { remedy } = text;
	const message =
		conflict === 'differentDetails'
			? `${text.message} (${describeDifferentDetails(desired, existing)})`
			: text.message;
	const forPerson = getAdviceForPerson(desired, text, existing);
	const posts = otherPosts ?? (existing ? [existing] : []);
	const cause = posts.map((post) => namePost(post, timezone)).join('; ');
	const label = getChannelLabel(desired.target);
	return new Problem(`${label} – ${message}${cause && `: ${cause}`}`, remedy, { forPerson });
}

const describeDifferentDetails = (desired: DesiredPost, existing?: ExistingPost): string =>
	listDifferentDetails(desired, existing).join(', ') || 'settings, tags or others';

/** Explains why posts are rejected, by desired post. */
export function createConflictProblems(
	plannedPosts: PlannedPost[],
	run: Pick<Run, 'context' | 'timezone'>,
): Map<DesiredPost, Problem> {
	const rejectedPosts = plannedPosts.filter((planned) => planned.action === 'reject');
	return new Map(
		rejectedPosts.map((planned) => [planned.desired, createConflictProblem(planned, run)]),
	);
}

/** Returns the text of a conflict. If files or settings differ, it depends on the state and the date of the post. */
function getConflictText(
	conflict: keyof typeof CONFLICTS,
	{ fingerprint }: DesiredPost,
	post?: ExistingPost,
): ConflictText {
	const text = CONFLICTS[conflict];
	if (!text.isAboutDifference) return text;
	return {
		...text,
		...(post?.state === 'PUBLISHED' && { remedy: TOO_LATE_TO_UPDATE }),
		...(hasFixedDate(fingerprint) && { forPerson: OR_MOVE }),
	};
}

/**
 * Returns the advice for people. Leaves out Post Again in Create or Update, and also Post > Create if the existing post
 * is the row's own.
 */
function getAdviceForPerson(
	{ fingerprint }: DesiredPost,
	{ forPerson, suggestsPostAgain }: ConflictText,
	post?: ExistingPost,
): string | undefined {
	if (fingerprint.rowIdDigest === null || !suggestsPostAgain) return forPerson;
	return post?.fingerprint?.rowIdDigest === fingerprint.rowIdDigest ? undefined : CREATE_INSTEAD;
}

function createReusedRowIdProblem(
	{ desired: { item }, otherPosts = [], itemIndexes = [] }: PlannedPostOf<'reject'>,
	context: Run['context'],
): Problem {
	const [existing] = otherPosts;
	return new Problem(
		describeReusedRowId(quote(item.rowId), itemIndexes, context),
		joinSentences(
			'Give the copied row its own ID.',
			existing && `If it is the same row, change its post ${existing.id} with Post > Update.`,
		),
	);
}

function describeReusedRowId(id: string, indexes: number[], context: Run['context']): string {
	if (indexes.length < 2) return `An earlier item has the same Row ID ${id} with different content`;
	const items = [...new Set(indexes)];
	if (items.length === 1) return `This item uses the Row ID ${id} twice on one channel`;
	const rows = items.flatMap((index) => getRowNumber(context, index) ?? []);
	const [kind, numbers] = rows.length === items.length ? ['Rows', rows] : ['Items', items];
	const names = numbers.map(String);
	const list = names.length > 10 ? joinNames(names, 60) : joinWithAnd(names);
	return `${kind} ${list} have the same Row ID ${id}`;
}

export const createUnreadableCalendarProblem = (problem: Problem): Problem =>
	problem.with({
		message: `It is unknown whether Postiz has this post: ${problem.message}`,
		remedy: ['Nothing was sent. Run this again later.', ...problem.remedy],
		hasRetryAdvice: true,
	});
