/** Random faults of the service. */
import type { FaultRule } from '../../service/server.cjs';
import type { Random } from '../../shared/random.cjs';
import { LISTS, POSTS, PUBLIC_POSTS } from '../environment.cjs';

const WRONG_BODIES = ['unexpected', null, 7, {}, { posts: [] }, [], [null], [{ postId: 1 }], [{}]];
export const LIMIT = { kind: 'status', status: 429 } as const;
/** The node doesn't retry it. */
const NOT_FOUND = { kind: 'status', status: 404, body: { message: 'Not here' } } as const;

type Fault = Omit<FaultRule, 'match'>;

/** The size of a run. */
interface Requests {
	requests: number;
	postsPerRequest: number;
}

/** Draws up to five faults of requests for posts. */
export function drawFaults(random: Random, { requests, postsPerRequest }: Requests): FaultRule[] {
	const kinds = listFaultKinds(random, postsPerRequest);
	return Array.from({ length: random.drawBelow(6) }, (): FaultRule => ({
		match: POSTS,
		skip: random.drawBelow(requests + 1),
		...random.pick(kinds)(),
	}));
}

function listFaultKinds(
	{ drawBelow, pick, chance }: Random,
	postsPerRequest: number,
): Array<() => Fault> {
	/** How many posts of a request are stored; undefined for all. */
	const drawKeep = () => (chance(0.6) ? drawBelow(postsPerRequest) : undefined);
	const drawLostResponse = (): Fault => ({
		kind: 'status',
		status: 500,
		processed: true,
		keep: drawKeep(),
	});
	return [
		() => ({ kind: 'latency', delay: 5 + drawBelow(60) }),
		() => ({ kind: 'resetBefore' }),
		() => ({ kind: 'resetAfter', keep: drawKeep() }),
		() => ({ kind: 'status', status: pick([500, 503, 504]) }),
		drawLostResponse,
		drawLostResponse,
		() => ({ kind: 'html502', processed: chance(0.5), keep: drawKeep() }),
		() => ({ kind: 'truncatedJson' }),
		() => ({ kind: 'wrongJson', body: pick(WRONG_BODIES) }),
		() => ({ kind: 'slowBody', delay: 20 + drawBelow(60) }),
		() => ({ kind: 'redirect', status: pick([301, 302, 307, 308]) }),
		() => ({ kind: 'late', delay: 10 + drawBelow(60) }),
		() => ({ kind: 'status', status: pick([401, 403, 413]), body: { message: 'Not now' } }),
		() => ({ ...LIMIT, times: 1 + drawBelow(3), headers: { 'retry-after': '1' } }),
	];
}

/** Draws a fault of lists of posts, at once or from the first look-up on. */
export function drawUnreadableLists({ drawBelow, pick }: Random): FaultRule {
	const skip = drawBelow(3);
	const fault = pick([NOT_FOUND, { kind: 'status', status: 500 }, { kind: 'html502' }] as const);
	return { match: LISTS, skip, times: 1 + drawBelow(9), ...fault };
}

/** Draws a fault of requests for the public data of posts. */
export const drawUnreadablePublicPosts = ({ pick }: Random): FaultRule => ({
	match: PUBLIC_POSTS,
	kind: 'status',
	...pick([
		{ status: 500, times: 3 },
		{ status: 403, times: 999 },
		{ status: 200, body: [], times: 999 },
	]),
});
