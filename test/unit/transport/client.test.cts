import type { IHttpRequestOptions } from 'n8n-workflow';

import { Problem } from '../../../nodes/Postiz/common/problem';
import type { ApiRequest } from '../../../nodes/Postiz/transport/apiRequest';
import { PostizClient } from '../../../nodes/Postiz/transport/client';
import { endpoints } from '../../../nodes/Postiz/transport/endpoints';
import { RateLimitWait } from '../../../nodes/Postiz/transport/rateLimitWait';
import { sleepUnlessCancelled } from '../../../nodes/Postiz/execution/sleep';
import { isCancelled, type NodeContext } from '../../../nodes/Postiz/execution/nodeContext';
import { castUnchecked } from '../../shared/fakes.cjs';

type SleepModule = typeof import('../../../nodes/Postiz/execution/sleep');

jest.mock('../../../nodes/Postiz/execution/sleep', () => {
	const actual = jest.requireActual<SleepModule>('../../../nodes/Postiz/execution/sleep');
	return {
		...actual,
		sleepUnlessCancelled: jest.fn(async (context) => !isCancelled(context)),
	};
});
afterEach(() => jest.mocked(sleepUnlessCancelled).mockClear());

/** How a request ends: with a status or an error. */
type End = number | Error;

interface World {
	/** The body of every response. */
	body?: unknown;
	credential?: object;
	authentication?: string;
	/** After how many requests. */
	cancelledAfter?: number;
	headers?: Record<string, string>;
}

const HOST = 'https://postiz.example/api';
type Sent = [credential: string | undefined, options: IHttpRequestOptions, more?: unknown];

/** A client whose requests end like this, in order, and the requests that n8n was to send. */
async function createConnected(
	ends: End[],
	{
		body = {},
		credential = { host: HOST },
		authentication,
		cancelledAfter = Infinity,
		headers,
	}: World = {},
) {
	const sent: Sent[] = [];
	const httpRequestWithAuthentication = async (...call: Sent) => {
		sent.push(call);
		const end = ends.shift();
		if (end instanceof Error) throw end;
		return { statusCode: end, headers, body };
	};
	const context = {
		getNode: () => ({ parameters: { authentication } }),
		getCredentials: async () => credential,
		getExecutionCancelSignal: () => ({ aborted: sent.length >= cancelledAfter }),
		helpers: {
			httpRequestWithAuthentication,
			httpRequest: async (options: IHttpRequestOptions) =>
				await httpRequestWithAuthentication(undefined, options),
		},
	};
	const client = await PostizClient.create(castUnchecked<NodeContext>(context));
	return { client, sent };
}

const createFailure = (code: string): Error => Object.assign(new Error(code), { code });
const lost = createFailure('ECONNRESET');
const rejected = createFailure('ECONNREFUSED');
const untrusted = createFailure('CERT_HAS_EXPIRED');

const CALLS = {
	GET: endpoints.listPosts(),
	POST: endpoints.savePosts(),
	PUT: endpoints.setStatus('a'),
	DELETE: endpoints.deletePost('a'),
	SLOT: endpoints.findSlot('a'),
};

describe('a request', () => {
	test('follows no redirect, and times out after two minutes', async () => {
		const { client, sent } = await createConnected([200, 200], { body: [] });
		await client.send({ ...CALLS.GET, query: { a: 1 } });
		await client.send({ ...CALLS.GET, timeout: 5 });
		const [[credential, options], [, quicker]] = sent;
		expect(credential).toBe('postizApi');
		expect(options).toEqual({
			method: 'GET',
			url: `${HOST}/public/v1/posts`,
			headers: { Accept: 'application/json' },
			qs: { a: 1 },
			body: undefined,
			json: true,
			timeout: 120_000,
			disableFollowRedirect: true,
			sendCredentialsOnCrossOriginRedirect: false,
			ignoreHttpStatusErrors: true,
			returnFullResponse: true,
		});
		expect(quicker).toMatchObject({ timeout: 5 });
	});

	test('sends no credential outside the public API', async () => {
		const { client, sent } = await createConnected([200]);
		await client.send(endpoints.getPublicPost('p1'));
		expect(sent).toEqual([
			[undefined, expect.objectContaining({ method: 'GET', url: `${HOST}/public/posts/p1` })],
		]);
	});

	test('sends the bare OAuth token, without a renewal by n8n', async () => {
		const { client, sent } = await createConnected([200], { authentication: 'oAuth2' });
		await client.send(CALLS.GET);
		const [[credential, , more]] = sent;
		expect(credential).toBe('postizOAuth2Api');
		expect(more).toEqual({ oauth2: { keepBearer: false, skipTokenRefresh: true } });
	});

	test.each<[keyof typeof CALLS, End[], ended: End, pauses: number[], hasUnclearTry: boolean]>([
		['GET', [200], 200, [], false],
		['GET', [500, 200], 200, [500], true],
		['GET', [lost, 503, 200], 200, [500, 1500], true],
		['GET', [404], 404, [], false],
		['GET', [untrusted], untrusted, [], false],
		['DELETE', [503, 503, 503], 503, [500, 1500], true],
		['DELETE', [rejected, 200], 200, [500], false],
		['DELETE', [rejected, lost, 200], 200, [500, 1500], true],
		['DELETE', [lost, rejected, 200], 200, [500, 1500], true],
		['DELETE', [499], 499, [], false],
		['POST', [502], 502, [], false],
		['POST', [lost], lost, [], false],
		['POST', [rejected, lost], lost, [1000], false],
		['POST', [rejected, rejected, rejected], rejected, [1000, 3000], false],
		['POST', [untrusted], untrusted, [], false],
		['PUT', [502], 502, [], false],
		['SLOT', [rejected, lost], lost, [1000], false],
	])('retries %s after %p as often as allowed', async (name, ends, ended, ...rest) => {
		const [pauses, hasUnclearTry] = rest;
		const { client } = await createConnected(ends);
		expect(await client.send(CALLS[name])).toMatchObject({
			...(ended === lost && { kind: 'noResponse' }),
			...([rejected, untrusted].includes(ended as Error) && {
				kind: 'unreachable',
				isTemporary: ended === rejected,
			}),
			...(typeof ended === 'number' && {
				kind: 'response',
				response: { status: ended, headers: {}, body: {} },
			}),
			hasUnclearTry,
		});
		expect(jest.mocked(sleepUnlessCancelled).mock.calls.map(([, ms]) => ms)).toEqual(pauses);
		expect(ends).toEqual([]);
	});

	test('is prepared again for each try', async () => {
		const { client, sent } = await createConnected([rejected, 200]);
		let tries = 0;
		await client.send(CALLS.POST, async (send) => {
			tries++;
			return await send({ ...CALLS.POST, body: { tries } });
		});
		expect(sent.map(([, { body }]) => body)).toEqual([{ tries: 1 }, { tries: 2 }]);
	});

	test.each([
		[0, 'The execution was cancelled before this item was sent'],
		[1, 'The execution was cancelled before Postiz answered'],
	])('of a cancelled execution, sent %i times, is not sent again', async (times, message) => {
		const { client, sent } = await createConnected([lost, 200], { cancelledAfter: times });
		await expect(client.request(CALLS.GET)).rejects.toMatchObject({
			message,
			httpCode: undefined,
			affectsAllItems: true,
		});
		expect(sent).toHaveLength(times);
	});
});

describe('an error response', () => {
	const explain = () => new Problem('Own', '');
	const ask = async (
		status: number,
		more: Partial<ApiRequest> = { createErrorProblem: explain },
	) => {
		const { client } = await createConnected([status], { body: { message: 'Said' } });
		return await client.request({ ...CALLS.GET, ...more });
	};

	test.each([500, 400, 300])('with %d is explained by the call, and final', async (status) => {
		const httpCode = String(status);
		await expect(ask(status)).rejects.toMatchObject({ message: 'Own', httpCode });
	});

	test('is not explained by the call if it is a page', async () => {
		const { client } = await createConnected([200], { body: '<html>' });
		const request = client.request({ ...CALLS.GET, createErrorProblem: explain });
		await expect(request).rejects.toThrow('No Postiz API was found');
	});
});

describe('the hourly limit', () => {
	const requestCounting = async (ends: number[], request: Partial<ApiRequest> = {}) => {
		const waits: number[] = [];
		const pause = async (ms: number) => {
			waits.push(ms);
			return await Promise.resolve(true);
		};
		const { client } = await createConnected(ends);
		const waitingClient = client.withRateLimitWait(new RateLimitWait(4_000_000, pause));
		const result = await waitingClient.send({ ...CALLS.POST, ...request });
		return { waits, result };
	};

	test('is waited for, and the request is sent again', async () => {
		const { waits, result } = await requestCounting([429, 200]);
		expect(waits).toEqual([3_600_000]);
		expect(result).toMatchObject({ response: { status: 200 } });
	});

	test('is thrown to a caller that handles it', async () => {
		const { waits, result } = await requestCounting([429], { skipsRateLimitWait: true });
		expect(waits).toEqual([]);
		expect(result).toMatchObject({ response: { status: 429 } });
	});
});

describe('a page of a list', () => {
	const requestPage = async (body: unknown, key?: string) =>
		await (
			await createConnected([200], { body })
		).client.requestPage(endpoints.listNotifications(), key);

	test.each([
		[{ rows: [] }, undefined],
		[{ others: [] }, 'rows'],
		[[], 'rows'],
		[null, undefined],
		[{ rows: 'none' }, 'rows'],
		[[{}, 7], undefined],
	])('is not found in %j under %p', async (body, key) => {
		await expect(requestPage(body, key)).rejects.toThrow('No Postiz API was found');
	});
});

describe('the channels', () => {
	test('are listed once, and again after a failure', async () => {
		const ends = [503, 503, 503, 200, 500];
		const { client } = await createConnected(ends, {
			body: [{ id: 'c1', name: 'A', identifier: 'x' }],
		});
		await expect(client.fetchChannels()).rejects.toThrow();
		const lists = await Promise.all([client.fetchChannels(), client.fetchChannels()]);
		expect(lists.map((list) => list.map(({ id }) => id))).toEqual([['c1'], ['c1']]);
		await client.fetchChannels();
		expect(ends).toEqual([500]);
	});
});

describe('a failure that affects all requests', () => {
	afterEach(() => jest.useRealTimers());

	test.each<{ title: string; ends: End[]; world: World }>([
		{ title: 'nobody is there', ends: [rejected, rejected, rejected], world: {} },
		{ title: 'it is not trusted', ends: [untrusted], world: {} },
		{ title: 'the key is refused', ends: [401], world: { body: { msg: 'Invalid API key' } } },
	])('is reported once: $title', async ({ ends, world }) => {
		jest.useFakeTimers();
		const { client, sent } = await createConnected([...ends, 200], world);
		const ask = async () => await client.request(CALLS.GET);
		const first = (await ask().catch((error: unknown) => error)) as Problem;
		const kept = { message: first.message, affectsAllItems: true };
		for (let item = 0; item < 3; item++) await expect(ask()).rejects.toMatchObject(kept);
		const sameConnection = client.withRateLimitWait(new RateLimitWait(0, jest.fn()));
		const unsent = { kind: 'unreachable', isTemporary: false };
		expect(await sameConnection.send(CALLS.POST)).toMatchObject(unsent);
		expect(sent).toHaveLength(ends.length);
		jest.advanceTimersByTime(10_000);
		expect(await client.send(CALLS.GET)).toMatchObject({ response: { status: 200 } });
	});

	test.each<{ title: string; ends: End[]; call: Partial<ApiRequest> }>([
		{ title: 'a lost response', ends: [lost, lost, lost, 200], call: CALLS.GET },
		{ title: 'a page', ends: [403, 200], call: CALLS.GET },
		{
			title: 'the 401 of a tool, which may be that of its network',
			ends: [401, 200],
			call: endpoints.runChannelTool('a'),
		},
		{
			title: 'what stands in front of the web app',
			ends: [401, 200],
			call: endpoints.getPublicPost('a'),
		},
	])('is not $title', async ({ ends, call }) => {
		const { client } = await createConnected(ends, { body: '<html>' });
		const request = { ...CALLS.GET, ...call };
		for (let time = 0; time < 2; time++) await client.request(request).catch(() => undefined);
		expect(ends).toEqual([]);
	});
});

test('changes the identity of a client with the key, without showing it', async () => {
	const getIdentity = async (credential: object, authentication = 'apiKey') =>
		(await createConnected([], { credential, authentication })).client.identity;
	const mine = { host: HOST, apiKey: 'key-1' };
	const alike = {
		...mine,
		host: `${mine.host}/public/v1/`,
		frontendUrl: 'https://app.example.com',
	};
	expect(await getIdentity(alike)).toBe(await getIdentity(mine));
	const others = [
		await getIdentity({ ...mine, apiKey: 'key-2' }),
		await getIdentity({ ...mine, host: 'https://other.example/api' }),
		await getIdentity(mine, 'oAuth2'),
	];
	expect(new Set([...others, await getIdentity(mine)]).size).toBe(4);
	expect(others.join()).not.toContain('key-');
});

test.each([
	[HOST, 'https://postiz.example/p/a%2Fb%3Fc?share=true'],
	['https://backend.postiz.example', null],
])('finds the page of a post of %s at %p', async (host, url) => {
	const { client } = await createConnected([], { credential: { host } });
	expect(client.getPublicPageUrl('a/b?c')).toBe(url);
});

test('reads the clock offset from the last response with a time', async () => {
	const world = { credential: { host: 'https://clock.example' } };
	const headers = { date: new Date(Date.now() + 5000).toUTCString() };
	const measureAhead = async (more: World, ...ends: End[]) => {
		const { client } = await createConnected(ends, { ...world, ...more });
		if (ends.length > 0) await client.send(endpoints.listChannels());
		// Adding 0 turns -0 into 0.
		return Math.round((client.serviceNow() - Date.now()) / 2500) + 0;
	};
	expect(await measureAhead({})).toBe(0);
	expect(await measureAhead({ headers }, 200)).toBe(2);
	expect(await measureAhead({}, 200)).toBe(2);
});
