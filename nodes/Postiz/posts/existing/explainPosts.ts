import { getChannelLabel } from '../../channels/findByName';
import { HOUR_MS, MINUTE_MS, formatDateTimeWithZone } from '../../common/date';
import { groupBy, joinNames, listNames } from '../../common/lists';
import { Problem, quote, shorten } from '../../common/problem';
import { formatCount, joinSentences } from '../../common/wording';
import { getRowNumber } from '../../execution/inputItems';
import { getVisibleText } from '../../text/storedText';
import { PREVIEW_PATH, PUBLIC_API_PATH } from '../../transport/credential';
import {
	getReplaceCandidate,
	isPending,
	type Conflict,
	type PlannedPost,
	type PlannedPostOf,
	type ExistingPost,
	type DesiredPost,
} from '../model';
import type { Run } from '../run/run';

const POST_AGAIN = 'if it is another post, choose Post Again.';
const POST_AGAIN_OR_MOVE =
	'if it is another post, choose Post Again, or change its time by a minute.';
const CREATE_INSTEAD = 'if it is another post, create this row with Post > Create.';
const USE_UPDATE = 'Nothing was sent. To change it, use Post > Update.';

/** The text of a conflict. */
interface ConflictText {
	message: string;
	remedy: string;
	/** What only a person can do in the node. */
	forPerson?: string;
}

export const CONFLICTS: Record<Conflict, ConflictText> = {
	incompleteThread: {
		message: 'Postiz has only the beginning of this thread',
		remedy: 'Delete it with Post > Delete and run this again.',
	},
	mayBeOnline: {
		message: 'The post failed in Postiz, but may be online',
		remedy: 'Check the network. If it is not there, delete the post in Postiz and run this again.',
		forPerson: POST_AGAIN,
	},
	stillTrying: {
		message: 'Postiz is still trying to publish this post',
		remedy: 'Run this again in an hour. Deleting the post in Postiz cancels the attempt.',
	},
	otherFiles: {
		message: 'Postiz has this post with other files',
		remedy: USE_UPDATE,
		forPerson: POST_AGAIN_OR_MOVE,
	},
	otherSettings: {
		message: 'Postiz has this post with other settings or tags',
		remedy: USE_UPDATE,
		forPerson: POST_AGAIN_OR_MOVE,
	},
	existingDraft: {
		message: 'Postiz has this post as a draft',
		remedy: 'Schedule the draft with Post > Update, or delete it and run this again.',
		forPerson: POST_AGAIN,
	},
	alreadyScheduled: {
		message: 'Postiz has this post, and it is scheduled',
		remedy: 'To make it a draft, use Post > Update.',
		forPerson: POST_AGAIN,
	},
	unknownFiles: {
		message: 'Postiz already has this text, and its files cannot be compared',
		remedy: 'Nothing was sent. Check that post.',
		forPerson: POST_AGAIN,
	},
	unclear: {
		message: 'It is unclear whether Postiz has this post',
		remedy: 'Run this again in a few minutes. Posts that have arrived are skipped.',
	},
	reusedRowId: {
		message: '',
		remedy: 'Give the copied row its own ID.',
	},
	alreadyPublished: {
		message: 'The post of this row is already published, with another date or text',
		remedy: 'Nothing was sent. For another post, give the row another ID.',
		forPerson: "if the row is reused, add its date to the ID: {{ $json.id + ' ' + $json.date }}.",
	},
	foreignRow: {
		message: 'This Row ID belongs to a post with another text and time',
		remedy:
			"Nothing was changed. If another sheet uses the same IDs, or rows were moved, give this row another ID. If it is this row's post, delete it in Postiz and run this again.",
	},
	unknownKey: {
		message: 'This post may belong to the row, but n8n cannot read its Row ID',
		remedy: `Nothing was sent. If a sign-in or proxy protects Postiz, allow requests to ${PREVIEW_PATH} as well as to ${PUBLIC_API_PATH}. If only this post is unreadable, open and save it in Postiz, or delete it.`,
		forPerson: CREATE_INSTEAD,
	},
	lostKey: {
		message: 'This post may belong to the row, but this release of Postiz does not keep Row IDs',
		remedy:
			'Nothing was sent. Change the post with Post > Update, or delete it and run this again.',
		forPerson: CREATE_INSTEAD,
	},
	twoPostsForRow: {
		message: 'Postiz has two posts for this row',
		remedy: 'Delete one of them and run this again.',
	},
	changedAfterApproval: {
		message: 'This post was scheduled in Postiz, and its row has changed since',
		remedy: 'Edit it there, or make it a draft there and run this again.',
	},
	similarPost: {
		message: 'Postiz has a post without a Row ID that may belong to this row',
		remedy: 'If it is, delete it and run this again.',
		forPerson: 'if not, create this row with Post > Create.',
	},
};

/** Why a row is rejected. */
export function explainConflict(
	{ desired, conflict, post, otherPosts, itemIndexes = [] }: PlannedPostOf<'reject'>,
	{ context, timezone }: Pick<Run, 'context' | 'timezone'>,
): Problem {
	const { message, remedy } = CONFLICTS[conflict];
	const forPerson = getAdviceForPerson(desired, conflict, post);
	if (conflict === 'reusedRowId') {
		const [existing] = otherPosts ?? [];
		const change =
			existing && `If it is the same row, change its post ${existing.id} with Post > Update.`;
		return new Problem(
			describeReusedRowId(desired, itemIndexes, context),
			joinSentences(remedy, change),
		);
	}
	const posts = otherPosts ?? (post ? [post] : []);
	const cause =
		conflict === 'unclear'
			? 'an earlier try was not answered'
			: posts.map((existing) => namePost(existing, timezone)).join('; ');
	const label = getChannelLabel(desired.target);
	return new Problem(`${label} – ${message}${cause && `: ${cause}`}`, remedy, { forPerson });
}

/** Why posts are rejected. */
export function explainConflicts(
	plannedPosts: PlannedPost[],
	run: Pick<Run, 'context' | 'timezone'>,
): Map<DesiredPost, Problem> {
	const rejected = plannedPosts.filter((planned) => planned.action === 'reject');
	return new Map(rejected.map((planned) => [planned.desired, explainConflict(planned, run)]));
}

/** What only a person can do. Create or Update has no Post Again, and a post of the row itself can't be another post. */
function getAdviceForPerson(
	{ key }: DesiredPost,
	conflict: Conflict,
	post?: ExistingPost,
): string | undefined {
	const { forPerson } = CONFLICTS[conflict];
	const suggestsPostAgain = forPerson === POST_AGAIN || forPerson === POST_AGAIN_OR_MOVE;
	if (key.row === null || !suggestsPostAgain) return forPerson;
	return post?.key?.row === key.row ? undefined : CREATE_INSTEAD;
}

function describeReusedRowId(
	{ item }: DesiredPost,
	indexes: number[],
	context: Run['context'],
): string {
	const id = quote(item.rowId);
	if (indexes.length < 2) return `An earlier item has the same Row ID ${id} with other content`;
	const items = [...new Set(indexes)];
	const rows = items.flatMap((index) => getRowNumber(context, index) ?? []);
	const [last, ...first] = (rows.length === items.length ? rows : items).reverse();
	if (first.length === 0) return `This item uses the Row ID ${id} twice on one channel`;
	const names = `${listNames(first.reverse().map(String), 60)} and ${last}`;
	return `${rows.length === items.length ? 'Rows' : 'Items'} ${names} have the same Row ID ${id}`;
}

/** It is unclear whether the service has received the post, or stored all of it. */
export const explainUnclear = (desired: DesiredPost, cause: string, httpCode?: string) =>
	new Problem(
		`${getChannelLabel(desired.target)} – ${CONFLICTS.unclear.message}: ${cause}`,
		CONFLICTS.unclear.remedy,
		{ httpCode },
	);

export const explainIncompleteThread = (
	desired: DesiredPost,
	id: string,
	cause: string,
	httpCode?: string,
) =>
	new Problem(
		`${getChannelLabel(desired.target)} – ${CONFLICTS.incompleteThread.message}, ${quote(id)}: ${cause}`,
		CONFLICTS.incompleteThread.remedy,
		{ httpCode },
	);

/** The service has completed the request, but doesn't have the post. */
export const explainMissing = (
	{ desired, action }: PlannedPost,
	cause: string,
	httpCode?: string,
) =>
	new Problem(
		`${getChannelLabel(desired.target)} – Postiz did not ${action === 'update' ? 'change' : action} this post: ${cause}`,
		'Run this again. If it fails again, Postiz cannot store part of it.',
		{ httpCode },
	);

/** The calendar is unreadable, so nothing is sent. */
export const explainUnreadable = (problem: Problem): Problem =>
	problem.with({
		message: `It is unknown whether Postiz has this post: ${problem.message}`,
		remedy: ['Nothing was sent. Run this again later.', ...problem.remedy],
	});

type ReplaceKind = 'draft' | 'published' | 'sameTime' | 'otherTime' | 'otherChannel';

/** How a new post differs from one that it may replace. */
function getReplaceKind(
	{ desired }: PlannedPost,
	{ key, state, channelId }: ExistingPost,
): ReplaceKind {
	const isMoved = channelId !== desired.target.id;
	const hasSameText = !key || key.text === desired.key.text;
	if (state === 'DRAFT' && hasSameText && !isMoved) return 'draft';
	if (state === 'PUBLISHED') return 'published';
	if (isMoved) return 'otherChannel';
	return key?.when !== null && key?.when === desired.key.when ? 'sameTime' : 'otherTime';
}

/** Names a post that a new one may replace, and what to do with it; models aren't told to delete anything. */
export function describeReplaceCandidate(
	planned: PlannedPost,
	timezone: string,
	isForModel = false,
): string {
	const candidate = getReplaceCandidate(planned);
	if (!candidate) return '';
	const post = namePost(candidate, timezone);
	const kind = getReplaceKind(planned, candidate);
	if (kind === 'draft') return `A draft of it is still in Postiz: ${post}.`;
	if (kind === 'published') return `Postiz has published this text here before: ${post}.`;
	const sentence = {
		sameTime: `Postiz also has ${post} at this time.`,
		otherTime: `Postiz also has this text at another time: ${post}.`,
		otherChannel: `Postiz also has a post of this row on another channel: ${post}.`,
	}[kind];
	if (isForModel) return `${sentence} Both are kept. To correct a post, use Post > Update.`;
	return `${sentence} If the ${kind === 'sameTime' ? 'new post replaces it' : 'row was moved'}, delete that one.`;
}

const REPLACE_HINTS: Record<ReplaceKind, (networks: string) => string> = {
	draft: (networks) =>
		`Drafts of these posts are still in Postiz, on ${networks}. Delete them if you don't need them.`,
	published: (networks) => `Postiz has published these texts before, on ${networks}.`,
	sameTime: (networks) =>
		`Postiz also has other posts at these times, on ${networks}. If the new posts replace them, delete those.`,
	otherTime: (networks) =>
		`Postiz also has these texts at other times, on ${networks}. If the rows were moved, delete those posts.`,
	otherChannel: (networks) =>
		`Postiz also has posts of these rows on other channels. If the rows were moved to ${networks}, delete those.`,
};

/** Names posts that new ones may replace: a post in full, several by their networks. */
export function describeReplaceCandidates(plannedPosts: PlannedPost[], timezone: string): string {
	const candidates = plannedPosts.flatMap((planned) => {
		const candidate = getReplaceCandidate(planned);
		return candidate ? [{ planned, kind: getReplaceKind(planned, candidate) }] : [];
	});
	const sentences = groupBy(candidates, ({ kind }) => kind).map((group) => {
		const [{ planned, kind }, ...others] = group;
		if (others.length === 0) return describeReplaceCandidate(planned, timezone);
		const networks = group.map(({ planned: { desired } }) => getPostNetworkName(desired));
		return REPLACE_HINTS[kind](joinNames([...new Set(networks)]));
	});
	return joinSentences(...sentences);
}

const getPostNetworkName = ({ target }: DesiredPost) =>
	target.network?.displayName ?? target.identifier;

/** Names the pending post of a skipped channel, which still has the old text of its row; empty if there is none. */
export function describeRemainingPost(planned: PlannedPost, timezone: string): string {
	const post = planned.action === 'update' ? planned.post : getReplaceCandidate(planned);
	return post && isPending(post.state)
		? `Postiz still has its earlier post: ${namePost(post, timezone)}.`
		: '';
}

/** What to do with an item whose date has passed if only some of its posts failed. */
export function describeFailedPosts(plannedPosts: PlannedPost[]): string {
	const ids = plannedPosts.flatMap((planned) =>
		planned.action === 'create' && planned.failedPost ? [planned.failedPost.id] : [],
	);
	return ids.length > 0
		? `To try only what failed again, give ${ids.length === 1 ? 'that post' : 'those posts'} a later date with Post > Update: ${ids.join(', ')}.`
		: '';
}

/** Names the other posts with the same content. */
export function describeExtraPosts(planned: PlannedPost, timezone: string): string {
	const { post, extraPosts = [] } = planned.action === 'keep' ? planned : {};
	if (!post || extraPosts.length === 0) return '';
	const posts = [post, ...extraPosts].map((existing) => namePost(existing, timezone));
	return `Postiz has this post ${posts.length === 2 ? 'twice' : `${posts.length} times`}: ${posts.join('; ')}. Delete the extra one.`;
}

/** Fewer posts may have been moved by a person. */
const MIN_SHIFTED = 3;
/** The largest difference between two time zones. */
const MAX_SHIFT_MS = 26 * HOUR_MS;

/** A hint if all existing posts are earlier or later than their rows by the same time; otherwise empty. */
export function describeShift(plannedPosts: PlannedPost[]): string {
	const shifts = plannedPosts.flatMap((planned) => {
		if (planned.action !== 'keep' && planned.action !== 'alreadySent') return [];
		const { post, desired } = planned;
		const when = post?.key?.when;
		return when && when === desired.key.when ? [post.time - Date.parse(`${when}:00Z`)] : [];
	});
	const [shift = 0] = shifts;
	const isShifted = shift !== 0 && Math.abs(shift) <= MAX_SHIFT_MS;
	if (!isShifted || shifts.length < MIN_SHIFTED || shifts.some((other) => other !== shift))
		return '';
	const amount = formatCount(Math.abs(shift) / MINUTE_MS, 'minute');
	return `All ${shifts.length} posts in Postiz are ${amount} ${shift > 0 ? 'later' : 'earlier'} than in their rows. If nobody moved them, its clock or time zone is wrong.`;
}

/** In characters. */
const MAX_TEXT = 40;

/** A post in a sentence: its text, its ID and its date. */
function namePost({ id, content, time }: ExistingPost, timezone: string): string {
	const text = getVisibleText(content).replace(/\s+/g, ' ').trim();
	const date = Number.isNaN(time)
		? ''
		: formatDateTimeWithZone(new Date(time).toISOString(), timezone);
	return [text && quote(shorten(text, MAX_TEXT)), id, date].filter(Boolean).join(', ');
}
