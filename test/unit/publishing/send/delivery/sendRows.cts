import { sleep, type IExecuteFunctions } from 'n8n-workflow';

import { Problem } from '../../../../../nodes/Postiz/common/problem';
import { sleepUnlessCancelled } from '../../../../../nodes/Postiz/execution/sleep';
import type { DesiredPost } from '../../../../../nodes/Postiz/posts/desiredPost';
import type { ExistingPost } from '../../../../../nodes/Postiz/posts/existingPost';
import { Journal } from '../../../../../nodes/Postiz/posts/run/journal';
import type { Run } from '../../../../../nodes/Postiz/posts/run/run';
import { deliver } from '../../../../../nodes/Postiz/publishing/send/delivery/deliver';
import type { DeliveryResult } from '../../../../../nodes/Postiz/posts/postResult';
import type { OutgoingPost } from '../../../../../nodes/Postiz/publishing/send/outgoingPost';
import {
	fetchSentPosts,
	type SentPostsQuery,
} from '../../../../../nodes/Postiz/publishing/send/delivery/lookup/fetchSentPosts';
import type { PostPayload, RequestFields } from '../../../../../nodes/Postiz/transport/apiTypes';
import type { ApiRequest } from '../../../../../nodes/Postiz/transport/apiRequest';
import type { PostizClient } from '../../../../../nodes/Postiz/transport/client';
import { RateLimitWait } from '../../../../../nodes/Postiz/transport/rateLimitWait';
import type { RequestResult } from '../../../../../nodes/Postiz/transport/response';
import { castUnchecked, createFake } from '../../../../shared/fakes.cjs';
import { createTarget } from '../../createItem.cjs';
import { createStoredPart } from '../../createListClient.cjs';
import { createOutgoingPost, createOutgoingPosts, toUpdate } from '../createOutgoingPost.cjs';

jest.mock('../../../../../nodes/Postiz/publishing/send/delivery/lookup/fetchSentPosts', () => ({
	fetchSentPosts: jest.fn(),
}));
jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: jest.fn(),
}));

/** A clock, in ms, that advances only while the node sleeps, or if a test sets it. It starts at 0 in each test. */
export function useClock() {
	const clock = { now: 0 };
	beforeEach(() => {
		clock.now = 0;
		jest.spyOn(Date, 'now').mockImplementation(() => clock.now);
		jest.mocked(sleep).mockImplementation(async (milliseconds) => {
			clock.now += milliseconds;
		});
	});
	afterEach(() => jest.restoreAllMocks());
	return clock;
}

export const SKY = createTarget('bluesky', 'sky-1', 'acme.bsky.social');

export const createResult = (status: number, body: unknown = {}, headers = {}): RequestResult => ({
	kind: 'response',
	response: { status, body, headers },
});
export const createPage = (status: number) =>
	createResult(status, '<html>', { 'content-type': 'text/html' });
export const LOST: RequestResult = { kind: 'noResponse', problem: new Problem('cut', '') };

/** What the lookup of a post finds. */
export type FoundPost =
	| {
			kind: 'stored' | 'incompleteThread' | 'unreadableFingerprint' | 'unreadableParts';
			postId: string;
	  }
	| { kind: 'absent' };
export const ABSENT: FoundPost = { kind: 'absent' };

export interface ServiceBehavior {
	/** Answers instead of the service, unless it returns undefined. */
	intervene?: (posts: PostPayload[], count: number) => RequestResult | undefined;
	/** Requests fail at the first of these texts, after creating the posts before it. */
	breaksAt?: Set<string>;
	/** What a lookup finds; by default, what the service accepted. */
	lookUp?: (texts: string[]) => Promise<FoundPost[]>;
	/** The number of requests after which the execution is cancelled. */
	cancelAfter?: number;
	/** Finds a free slot, in ms. */
	findSlot?: (channelId: string) => number;
}

export interface DeliveryOptions {
	continuesOnError?: boolean;
	looksUpOnce?: boolean;
	maxWaitMs?: number;
	nodeType?: string;
}

const getText = ({ value }: PostPayload) => value[0].content;

/** A fake of the endpoint that creates posts. It records the requests, and the texts of the posts that it created. */
function createService({ intervene, breaksAt }: ServiceBehavior) {
	const bodies: Array<RequestFields & { posts: PostPayload[] }> = [];
	const created: string[] = [];
	const timeouts: Array<number | undefined> = [];
	const respond = ({ body, path, skipsRateLimitWait, timeout }: ApiRequest): RequestResult => {
		timeouts.push(timeout);
		expect([path, skipsRateLimitWait]).toEqual(['/posts', true]);
		const request = castUnchecked<(typeof bodies)[number]>(body);
		const { posts } = request;
		bodies.push(request);
		const override = intervene?.(posts, bodies.length);
		if (override) return override;
		const broken = posts.findIndex((post) => breaksAt?.has(getText(post)));
		created.push(...posts.slice(0, broken < 0 ? posts.length : broken).map(getText));
		if (broken >= 0) return createResult(500);
		return createResult(
			201,
			posts.map((post) => ({ postId: getText(post), integration: post.integration.id })),
		);
	};
	return { bodies, created, timeouts, respond };
}

/** The existing post of a desired one, as `fetchSentPosts` returns it. */
function toExisting(desired: DesiredPost, found: FoundPost): ExistingPost[] {
	if (found.kind === 'absent') return [];
	const fingerprint = {
		...desired.fingerprint,
		sendId: desired.sentRecord!.sendIds.at(-1)!,
		partCount: 2,
	};
	const parts = [createStoredPart(), createStoredPart()].slice(
		0,
		found.kind === 'incompleteThread' ? 1 : 2,
	);
	const isFingerprintUnreadable = found.kind === 'unreadableFingerprint';
	const post: Partial<ExistingPost> = {
		id: found.postId,
		channelId: desired.target.id,
		parts: found.kind === 'unreadableParts' ? undefined : parts,
		isFingerprintUnreadable,
		fingerprint: isFingerprintUnreadable ? undefined : fingerprint,
		time: Date.now(),
		isEdited: false,
	};
	return [post as ExistingPost];
}

/** A delivery to a fake service, which records the requests, lookups, and waits for the hourly limit. */
export function createDelivery(
	behavior: ServiceBehavior = {},
	{
		maxWaitMs = 0,
		continuesOnError = true,
		looksUpOnce,
		nodeType = 'postiz',
	}: DeliveryOptions = {},
) {
	const { lookUp, cancelAfter = Infinity, findSlot = () => 0 } = behavior;
	const { bodies, created, timeouts, respond } = createService(behavior);
	const waits: number[] = [];
	const lookups: SentPostsQuery[] = [];
	const findCreated = (texts: string[]) =>
		texts.map((postId): FoundPost =>
			created.includes(postId) ? { kind: 'stored', postId } : ABSENT,
		);
	jest.mocked(fetchSentPosts).mockImplementation(async (_client, desiredPosts, query) => {
		lookups.push(query);
		const texts = desiredPosts.map(({ fingerprint }) => fingerprint.textDigest);
		const found = await (lookUp?.(texts) ?? Promise.resolve(findCreated(texts)));
		return desiredPosts.flatMap((desired, index) => toExisting(desired, found[index]));
	});
	const context = createFake<IExecuteFunctions>({
		getExecutionCancelSignal: () => ({ aborted: bodies.length >= cancelAfter }),
		// The rows of a sheet, below its header.
		getInputData: () => [2, 3, 4].map((row) => ({ json: { row_number: row } })),
		getNode: () => ({ type: nodeType }),
		getTimezone: () => 'UTC',
	});
	const rateLimitWait = new RateLimitWait(maxWaitMs, async (milliseconds) => {
		waits.push(milliseconds);
		return await sleepUnlessCancelled(context, milliseconds);
	});
	const client = createFake<PostizClient>({
		rateLimitWait,
		serviceNow: () => Date.now(),
		send: async (request: ApiRequest) => await Promise.resolve(respond(request)),
		createProblem: (result: RequestResult) =>
			new Problem(
				result.kind === 'response' ? `status ${result.response.status}` : result.kind,
				'',
			),
	});
	const journal = new Journal();
	const slots = {
		fetchSlots: async (posts: DesiredPost[]) =>
			await Promise.resolve(
				new Map(posts.map(({ target: { id } }) => [id, new Date(findSlot(id)).toISOString()])),
			),
	};
	const run = createFake<Run>({
		context,
		client,
		journal,
		slots,
		timezone: 'UTC',
		options: { continuesOnError },
	});
	const send = async (rows: OutgoingPost[][]) => await deliver(rows.flat(), run, { looksUpOnce });
	const getSentTexts = () => bodies.map(({ posts }) => posts.map(getText));
	return { send, bodies, getSentTexts, created, waits, lookups, timeouts, journal };
}

/** The outcomes in the order of the items. */
export const getOutcomes = (results: DeliveryResult[]) =>
	[...results]
		.sort((a, b) => a.desired.item.index - b.desired.item.index)
		.map(({ outcome }) => outcome);

/** Delivers the posts of rows to a fake service. `sizes`: the number of posts in each request. */
export async function sendRows(
	rows: OutgoingPost[][],
	behavior: ServiceBehavior = {},
	options: DeliveryOptions = {},
) {
	const delivery = createDelivery(behavior, options);
	const results = await delivery.send(rows);
	const texts = delivery.getSentTexts();
	return {
		...delivery,
		results,
		problems: results.map(({ problem }) => problem),
		outcomes: getOutcomes(results),
		texts,
		sizes: texts.map(({ length }) => length),
	};
}

export const createTextPosts = (index: number, texts: string | string[], requestFields = {}) =>
	createOutgoingPosts(
		index,
		[texts].flat().map((text) => createOutgoingPost(SKY, text)),
		requestFields,
	);
export const createTextRows = (count: number, text = (index: number) => `post ${index}`) =>
	Array.from({ length: count }, (_, index) => createTextPosts(index, text(index)));
/** Rows that share no request. */
export const createSeparateRows = (count: number) =>
	Array.from({ length: count }, (_, index) =>
		createTextPosts(index, `post ${index}`, { inter: index + 1 }),
	);

/** An update of an existing post. */
export function createUpdate(text: string): OutgoingPost[] {
	const [outgoing] = createTextPosts(0, text);
	return [toUpdate(outgoing, 'p1')];
}

export type NamedInResponse = 'place' | 'channel' | 'nothing';

/** Rejects requests with any of these texts. `named`: what the response names. */
export const rejectTexts =
	(bad: Set<string>, named: NamedInResponse, status = 400) =>
	(posts: PostPayload[]) => {
		const index = posts.findIndex((post) => bad.has(getText(post)));
		if (index < 0) return undefined;
		if (named === 'place')
			return createResult(status, { message: [`posts.${index}.value is bad`] });
		if (named === 'nothing') return createResult(status, {});
		return createResult(status, {
			provider: 'bluesky',
			name: 'acme.bsky.social',
			message: 'is bad',
		});
	};

/** Answers the requests with these numbers with the hourly limit. */
export const limitRequests =
	(headers: object, ...numbers: number[]) =>
	(_posts: PostPayload[], count: number) =>
		numbers.includes(count) ? createResult(429, {}, headers) : undefined;
