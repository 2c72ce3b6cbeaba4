import { asProblem, Problem } from '../../common/problem';
import { isTool } from '../../execution/nodeContext';
import { sleepUnlessCancelled } from '../../execution/sleep';
import { findSentPost, type LookupResult } from '../../posts/existing/findSentPost';
import type { ExistingPost } from '../../posts/existingPost';
import type { Run } from '../../posts/run/run';
import { isTemporaryStatus, type RequestResult } from '../../transport/response';
import type { Delivery, DeliveryStep } from './delivery';
import {
	classifyResult,
	getPostsAfterFailedOne,
	hasArrived,
	isProcessingOver,
	isServiceError,
	toLookedUpResult,
} from './postResponses';
import { readSentPosts, type SentPostsQuery } from './readSentPosts';
import type { OutgoingPost } from './requests';

/** A request as it was sent, and what came back. */
export interface SentRequest {
	posts: OutgoingPost[];
	result: RequestResult;
	/** In ms. */
	sentAt: number;
}

/** Looks up posts that the service may have received (docs/api.md, Keys of posts). */
export async function lookUpUnclear(
	request: SentRequest,
	delivery: Delivery,
): Promise<DeliveryStep> {
	const { posts, result } = request;
	const { run } = delivery;
	const lookups = await lookUp(request, run);
	const hasFailed = isServiceError(result);
	// If one may be stored, it could be created twice.
	const canSendAgain = hasFailed && !lookups.some(mayBeStored);
	// Posts are created in order: without the first, there is none.
	if (canSendAgain) delivery.recordFailure({ hasCreated: hasArrived(lookups[0]!) });
	if (!hasFailed) delivery.recordUnclear({ hasCreated: lookups.some(hasArrived) });
	const toSendAgain = canSendAgain ? getPostsToSendAgain(posts, lookups, delivery) : [];
	const cause =
		classifyResult(result) === 'received'
			? { message: 'its answer names no posts' }
			: delivery.explain(posts, result);
	const unclear = posts.slice(0, posts.length - toSendAgain.length);
	const results = unclear.map((post, index) =>
		toLookedUpResult(post, lookups[index]!, { isOver: isProcessingOver(result), cause }),
	);
	return { results, next: [toSendAgain] };
}

/** The posts after the one that failed; none if the service itself seems to be down. */
function getPostsToSendAgain(
	posts: OutgoingPost[],
	lookups: LookupResult[],
	delivery: Delivery,
): OutgoingPost[] {
	const continues = delivery.continuesOnError && !delivery.isServiceDown;
	return continues ? getPostsAfterFailedOne(posts, lookups) : [];
}

const mayBeStored = (lookup: LookupResult) => lookup.kind === 'unclear' && !hasArrived(lookup);

/** The waits before each lookup, in ms: posts may be stored late (docs/api.md, Keys of posts). */
const WAITS_MS = [0, 2000, 5000, 10_000, 20_000, 30_000];
/** Agents wait 60 s for a tool, and its request takes up to 20 s of that (deliver.ts). */
const TOOL_WAITS_MS = [0, 2000, 5000, 10_000];
/** For a tool: no lookup starts later than this after the request, and each of its requests has this timeout. */
const TOOL_LOOKUPS_MS = 40_000;
const TOOL_LOOKUP_TIMEOUT_MS = 5000;

/** Looks up posts in the calendar, several times if they may still arrive. */
async function lookUp(request: SentRequest, run: Run): Promise<LookupResult[]> {
	const { context, client, journal } = run;
	const isOver = isProcessingOver(request.result);
	const sent = request.posts.map(({ planned: { desired } }) => ({
		...desired,
		sentRecord: journal.getRecord(desired),
	}));
	const isForTool = isTool(context);
	const query = { ...toQuery(request), ...(isForTool && { timeout: TOOL_LOOKUP_TIMEOUT_MS }) };
	const postsById = new Map<string, ExistingPost>();
	const getLookups = () => sent.map((post) => findSentPost(post, [...postsById.values()]));
	let isRead = false;
	for (const waitMs of isForTool ? TOOL_WAITS_MS : WAITS_MS) {
		if (isForTool && Date.now() + waitMs > request.sentAt + TOOL_LOOKUPS_MS) break;
		if (waitMs > 0 && !(await sleepUnlessCancelled(context, waitMs))) break;
		const posts = await readSentPosts(client, sent, query).catch(asProblem);
		isRead = !(posts instanceof Problem);
		if (!(posts instanceof Problem)) for (const post of posts) postsById.set(post.id, post);
		const isComplete = getLookups().every(({ kind }) => kind === 'stored');
		const status = posts instanceof Problem ? Number(posts.httpCode) : 0;
		const isFinal = status >= 400 && !isTemporaryStatus(status);
		if (isComplete || (isOver && isRead) || isFinal) break;
	}
	const isKnown = (isRead || postsById.size > 0) && !hidesKeys([...postsById.values()]);
	return getLookups().map((lookup) =>
		isKnown || hasArrived(lookup) ? lookup : { kind: 'unclear' },
	);
}

function toQuery({ posts, sentAt }: SentRequest): SentPostsQuery {
	const { type, date } = posts[0]!.requestFields;
	const updatedIds = posts.flatMap(({ planned }) =>
		planned.action === 'update' ? [planned.post.id] : [],
	);
	return {
		sentAt,
		updatedIds: new Set(updatedIds),
		time: type === 'now' ? sentAt : Date.parse(date),
	};
}

/** True if one of these posts may have been sent, but its key isn't shown, or the instance keeps none. */
function hidesKeys(posts: ExistingPost[]): boolean {
	const keepsKeys = posts.some(({ key }) => key);
	return posts.some(({ key, isKeyUnknown }) => isKeyUnknown || (!key && !keepsKeys));
}
