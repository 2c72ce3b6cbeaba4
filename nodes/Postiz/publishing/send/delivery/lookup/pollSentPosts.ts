import { toProblemOrRethrow, Problem } from '../../../../common/problem';
import { isAgentTool } from '../../../../execution/nodeContext';
import { sleepUnlessCancelled } from '../../../../execution/sleep';
import {
	findSentPost,
	hasArrived,
	type LookupResult,
} from '../../../../posts/existing/findSentPost';
import type { ExistingPost } from '../../../../posts/existingPost';
import type { Run } from '../../../../posts/run/run';
import { BAD_REQUEST, isTemporaryStatus } from '../../../../transport/httpStatus';
import { hasServiceFinished } from '../classifyResult';
import type { SentRequest } from '../delivery';
import { fetchSentPosts, type SentPostsQuery } from './fetchSentPosts';

/** The wait before each lookup: posts may be stored late (docs/api.md, Fingerprints of posts). */
const LOOKUP_WAITS_MS = [0, 2000, 5000, 10_000, 20_000, 30_000];
/** Agents wait 60 s for a tool. The request itself may take 20 s of that (deliver.ts). */
const AGENT_LOOKUP_WAITS_MS = [0, 2000, 5000, 10_000];
/** With an agent, no lookup starts later than this after the request. */
const AGENT_LOOKUPS_MS = 40_000;
const AGENT_LOOKUP_TIMEOUT_MS = 5000;

/** Looks up the posts of a request in the calendar. Polls while they may still arrive, unless it `looksUpOnce`. */
export async function pollSentPosts(
	request: SentRequest,
	run: Run,
	{ looksUpOnce }: { looksUpOnce: boolean },
): Promise<LookupResult[]> {
	const { context, client, journal } = run;
	const sent = request.posts.map(({ desired }) => ({
		...desired,
		sentRecord: journal.getRecord(desired),
	}));
	const isTool = isAgentTool(context);
	const query = { ...toQuery(request), ...(isTool && { timeout: AGENT_LOOKUP_TIMEOUT_MS }) };
	const postsById = new Map<string, ExistingPost>();
	const findPosts = () => sent.map((post) => findSentPost(post, [...postsById.values()]));
	let wasFetched = false;
	const waits = isTool ? AGENT_LOOKUP_WAITS_MS : LOOKUP_WAITS_MS;
	for (const waitMs of looksUpOnce ? waits.slice(0, 1) : waits) {
		if (isTool && Date.now() + waitMs > request.sentAt + AGENT_LOOKUPS_MS) break;
		if (waitMs > 0 && !(await sleepUnlessCancelled(context, waitMs))) break;
		const posts = await fetchSentPosts(client, sent, query).catch(toProblemOrRethrow);
		wasFetched = !(posts instanceof Problem);
		if (posts instanceof Problem) {
			if (isPermanent(posts)) break;
			continue;
		}
		for (const post of posts) postsById.set(post.id, post);
		const isComplete = findPosts().every(({ kind }) => kind === 'stored');
		if (isComplete || hasServiceFinished(request.result)) break;
	}
	const showsAbsence =
		(wasFetched || postsById.size > 0) && !hasUnrecognizablePost([...postsById.values()]);
	return findPosts().map((lookup) =>
		showsAbsence || hasArrived(lookup) ? lookup : { kind: 'unclear' },
	);
}

/**
 * True if a retry would return the same error. Not for 429: a lookup doesn't count towards the limit of `POST /posts`
 * (docs/api.md, Limits), and a proxy may accept the next one.
 */
function isPermanent({ httpCode }: Problem): boolean {
	const status = Number(httpCode ?? 0);
	return status >= BAD_REQUEST && !isTemporaryStatus(status);
}

function toQuery({ posts, sentAt }: SentRequest): SentPostsQuery {
	const { type, date } = posts[0]!.requestFields;
	const updatedIds = posts.flatMap(({ pendingUpdate }) => pendingUpdate?.before.id ?? []);
	return {
		sentAt,
		updatedIds: new Set(updatedIds),
		time: type === 'now' ? sentAt : Date.parse(date),
	};
}

/**
 * True if a sent post may be among these without being recognized: its fingerprint is unreadable, or the instance
 * keeps none.
 */
function hasUnrecognizablePost(posts: ExistingPost[]): boolean {
	const keepsFingerprints = posts.some(({ fingerprint }) => fingerprint);
	return posts.some(
		({ fingerprint, isFingerprintUnreadable }) =>
			isFingerprintUnreadable || (!fingerprint && !keepsFingerprints),
	);
}
