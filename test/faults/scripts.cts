/**
 * Scripts of faults: each lets the node post fifty items to a service that misbehaves in its own
 * way, and compares what arrived with what the node says it did. A script is made from its number
 * alone, so that one that finds something can be played again.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { INodeExecutionData, INodeParameters, OnError } from 'n8n-workflow';

import {
	jsonItems,
	runNode,
	type NodeRun,
	type SeenError,
} from '../integration/support/harness.cjs';
import {
	channelEntry,
	createForm,
	postRequests,
	storedPosts,
	onChannels,
} from '../integration/support/posts.cjs';
import { channelOf } from '../service/client.cjs';
import type { Version } from '../service/releases/release.cjs';
import { startService, type FaultRule, type Service } from '../service/server.cjs';
import { seededRandom } from '../unit/events/world.cjs';

export const ITEMS = 50;
/** How many posts the node puts into one request. */
const MAX_POSTS = 50;
/** They take any text in the same way, so that what differs is the service. */
const NETWORKS = ['bluesky', 'telegram', 'mastodon'];
const DATES = Array.from(
	{ length: 17 },
	(_, index) => `2099-01-${String(index + 1).padStart(2, '0')}T09:00:00.000Z`,
);
const POSTS = { method: 'POST', path: /\/posts$/ };
const LOOK_UPS = { method: 'GET', path: /\/posts$/ };
const WRONG_BODIES = ['unexpected', null, 7, {}, { posts: [] }, [], [null], [{ postId: 1 }], [{}]];

export interface Script {
	seed: number;
	networks: string[];
	rows: Array<{ text: string; date: string }>;
	parameters: INodeParameters;
	onError?: OnError;
	/** How often n8n runs the node in all while it fails. */
	tries: number;
	faults: FaultRule[];
}

/** What came of a script. */
export interface Verdict {
	/** Everything that is not as it must be, in sentences; none where all is well. */
	problems: string[];
	/** The faults that the node met. */
	met: string[];
	requests: number;
	posts: number;
}

/** A place that no request may be led to. */
export interface Trap {
	address: string;
	/** How many requests came to it. */
	strays: () => number;
	close: () => Promise<void>;
}

/** A service to misbehave, and a trap beside it. */
export interface Stage {
	service: Service;
	trap: Trap;
	close: () => Promise<void>;
}

/** Starts a server that takes whatever comes for posts. */
export async function openTrap(): Promise<Trap> {
	let strays = 0;
	const server: Server = createServer((_request, response) => {
		strays += 1;
		response.writeHead(201, { 'content-type': 'application/json' }).end('[]');
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/public/v1/posts`,
		strays: () => strays,
		close: async () => await new Promise<void>((resolve) => server.close(() => resolve())),
	};
}

/** Starts what scripts are played on: the newest service, if no release is named. */
export async function openStage(version?: Version): Promise<Stage> {
	const trap = await openTrap();
	const service = await startService({ hourlyLimit: 100_000, version });
	return {
		service,
		trap,
		close: async () => {
			await service.close();
			await trap.close();
		},
	};
}

/** The script of a number. */
export function makeScript(seed: number): Script {
	const random = seededRandom(seed);
	const below = (count: number) => Math.floor(random() * count);
	const pick = <T,>(values: readonly T[]): T => values[below(values.length)];
	const chance = (probability: number) => random() < probability;

	const networks = NETWORKS.slice(0, 1 + below(NETWORKS.length));
	const combineItems = chance(0.75);
	const limitReached = pick(['fail', 'output', 'wait']);
	// The more dates, the more and the smaller the requests.
	const dates = DATES.slice(0, pick([1, 2, 3, 6, DATES.length]));
	const tooLong = new Set(chance(0.3) ? [below(ITEMS), below(ITEMS)] : []);
	const posts = ITEMS * networks.length;
	const requests = combineItems ? Math.max(dates.length, posts / MAX_POSTS) : ITEMS;

	const keep = () => (chance(0.4) ? below(Math.ceil(posts / requests)) : undefined);
	const anyFault = (): Omit<FaultRule, 'match'> => {
		switch (below(12)) {
			case 0:
				return { kind: 'latency', delay: 5 + below(60) };
			case 1:
				return { kind: 'resetBefore' };
			case 2:
				return { kind: 'resetAfter', keep: keep() };
			case 3:
				return { kind: 'status', status: pick([500, 503, 504]) };
			case 4:
				return { kind: 'status', status: 500, processed: true, keep: keep() };
			case 5:
				return { kind: 'html502', processed: chance(0.5), keep: keep() };
			case 6:
				return { kind: 'truncatedJson' };
			case 7:
				return { kind: 'wrongJson', body: pick(WRONG_BODIES) };
			case 8:
				return { kind: 'slowBody', delay: 20 + below(60) };
			case 9:
				return { kind: 'redirect', status: pick([301, 302, 307, 308]) };
			case 10:
				return { kind: 'status', status: pick([401, 403, 413]), body: { message: 'Not now' } };
			default:
				return {
					kind: 'status',
					status: 429,
					times: 1 + below(3),
					headers: { 'retry-after': '1' },
				};
		}
	};
	const faults = Array.from({ length: below(6) }, () => ({
		match: POSTS,
		skip: below(Math.ceil(requests) + 1),
		...anyFault(),
	}));
	if (chance(0.4)) faults.push({ match: LOOK_UPS, skip: 0, kind: 'wrongJson', body: {} });
	const type = pick(['schedule', 'schedule', 'draft', 'now']);
	const onError = pick([undefined, 'continueErrorOutput', 'continueRegularOutput'] as const);
	const tries = pick([1, 1, 2, 3, 4, 5]);

	return {
		seed,
		networks,
		rows: Array.from({ length: ITEMS }, (_, index) => ({
			text: `Post ${index + 1} of script ${seed}${tooLong.has(index) ? '!'.repeat(600) : ''}`,
			date: pick(dates),
		})),
		parameters: {
			type: chance(0.1) ? 'nextSlot' : type,
			date: '={{ $json.date }}',
			content: '={{ $json.text }}',
			combineItems,
			options: {
				limitReached,
				maxWait: 1,
				skipValidation: true,
			},
		},
		onError,
		tries,
		faults,
	};
}

/** Plays a script and judges what came of it. */
export async function playScript(
	{ service, trap }: Stage,
	{ networks, rows, parameters, onError, tries, faults }: Script,
): Promise<Verdict> {
	service.reset();
	service.faults.push(
		...faults.map((rule) =>
			rule.kind === 'redirect' ? { ...rule, location: trap.address } : rule,
		),
	);
	const straysBefore = trap.strays();
	const run = await runNode({
		service,
		parameters: createForm(service, {
			...parameters,
			...onChannels(...networks.map((identifier) => channelEntry(service, identifier))),
		}),
		items: jsonItems(rows),
		onError,
		node: { retryOnFail: tries > 1, maxTries: tries, waitBetweenTries: 1 },
	});
	const channels = networks.map((identifier) => channelOf(service, identifier));
	const texts = rows.map(({ text }) => text);
	const isOneByOne = parameters.type === 'nextSlot';
	const problems = judge({ run, service, channels, texts, tries, isOneByOne });
	if (trap.strays() > straysBefore) problems.push('a request was led to another origin');
	return {
		problems,
		met: service.faults.log.map(({ kind }) => kind),
		requests: postRequests(service).length,
		posts: storedPosts(service).length,
	};
}

/** What the node says of an item, apart from the posts that it names. */
type Claim = 'none' | 'unclear' | 'inPart';

interface Claims {
	/** IDs of posts that the node says it created, by item. */
	created: Array<{ item: number; postId: string; channelId: string }>;
	failed: Map<number, Claim>;
	/** Items of which the node says that it created all posts, without naming them one by one. */
	done: Set<number>;
	problems: string[];
}

interface Case {
	run: NodeRun;
	service: Service;
	channels: string[];
	texts: string[];
	/** How often the node may have run. */
	tries?: number;
	/** Each post takes a request of its own. */
	isOneByOne?: boolean;
}

/** Everything in which the node's words and the service's posts differ. */
export function judge({
	run,
	service,
	channels,
	texts,
	tries = 1,
	isOneByOne = false,
}: Case): string[] {
	const claims = run.error ? readError(run.error) : readItems(run.output.flat());
	const problems = [...claims.problems];
	const stored = storedPosts(service);
	const keyOf = (channelId: string, text: string) => `${channelId} ${text}`;
	const byKey = new Map<string, number>();
	for (const { channelId, parts } of stored) {
		const key = keyOf(channelId, parts[0].content);
		byKey.set(key, (byKey.get(key) ?? 0) + 1);
	}
	for (const [key, count] of byKey) {
		if (count > 1) problems.push(`“${key}” was posted ${count} times`);
	}

	const named = new Set<string>();
	for (const { item, postId, channelId } of claims.created) {
		const post = stored.find(({ id }) => id === postId);
		if (named.has(postId)) problems.push(`post ${postId} is reported twice`);
		named.add(postId);
		if (post?.channelId !== channelId || post.parts[0].content !== texts[item]) {
			problems.push(`item ${item}: the node names a post that is not this item's`);
		}
	}
	texts.forEach((text, item) => {
		const arrived = channels.filter((channelId) => byKey.has(keyOf(channelId, text))).length;
		const reported = claims.created.filter((post) => post.item === item).length;
		const claim = claims.failed.get(item);
		const isDone = claims.done.has(item) || reported === channels.length;
		if (isDone && arrived !== channels.length) {
			problems.push(`item ${item}: reported as created, but ${arrived} posts of it arrived`);
		}
		if (isDone && claim) problems.push(`item ${item}: reported as created and as failed`);
		if (!isDone && !claim) problems.push(`item ${item}: nothing says that it is missing`);
		if (claim === 'inPart' && (arrived === 0 || arrived === channels.length)) {
			problems.push(
				`item ${item}: reported as created in part, but ${arrived} posts of it arrived`,
			);
		}
		if (claim === 'none' && arrived > reported) {
			problems.push(`item ${item}: reported as not created, but ${arrived} posts of it arrived`);
		}
	});

	const attempts = postRequests(service);
	const isTooLarge = attempts.some(({ status }) => status === 413);
	const free = attempts.filter(({ status }) => status === 429 || status === 413).length;
	// What an instance takes no row of is sent post by post; of what it refuses without a name, halves.
	const most = 2 * tries * texts.length * (isTooLarge || isOneByOne ? channels.length : 1);
	if (attempts.length - free > most) {
		problems.push(`${attempts.length} requests were sent for ${texts.length} items`);
	}
	return problems;
}

const UNCLEAR = /It is unclear whether|does not show this item|Postiz has \d+/;
const claimOf = (sentence: string): Claim => (UNCLEAR.test(sentence) ? 'unclear' : 'none');

function readItems(items: INodeExecutionData[]): Claims {
	const claims: Claims = { created: [], failed: new Map(), done: new Set(), problems: [] };
	for (const { json, pairedItem } of items) {
		const { item } = pairedItem as { item: number };
		const { postId, channelId, error } = json as Record<string, string>;
		if (error === undefined) claims.created.push({ item, postId, channelId });
		else if (claims.failed.get(item) !== 'unclear') claims.failed.set(item, claimOf(error));
	}
	return claims;
}

/** The items `1–3, 7` in the brackets of a sentence, counted from 0. */
function itemsIn(text: string, sentence: RegExp): number[] {
	return (sentence.exec(text)?.[1] ?? '')
		.split(', ')
		.filter(Boolean)
		.flatMap((range) => {
			const [from, to = from] = range.split('–').map(Number);
			return Array.from({ length: to - from + 1 }, (_, index) => from + index);
		});
}

function readError({ message, description }: SeenError): Claims {
	const text = description ?? '';
	const main = / \[item (\d+)\]$/.exec(message);
	const unclear = itemsIn(text, /unclear \(([^)]*)\)/);
	const unsent = itemsIn(text, /not sent \(([^)]*)\)/);
	const inPart = [...text.matchAll(/Item (\d+) was published only in part/g)];
	const failed = new Map<number, Claim>([
		...inPart.map(([, item]): [number, Claim] => [Number(item), 'inPart']),
		...unsent.map((item): [number, Claim] => [item, 'none']),
		...unclear.map((item): [number, Claim] => [item, 'unclear']),
	]);
	if (main) failed.set(Number(main[1]), claimOf(message));
	const created = itemsIn(text, /created before \(items? ([^;]*);/);
	return {
		created: [],
		failed,
		done: new Set(created.filter((item) => !failed.has(item))),
		problems: main ? [] : [`the error names no item: ${message}`],
	};
}
