import { Readable } from 'node:stream';

import { sleep, type IHttpRequestOptions } from 'n8n-workflow';

import { ListTooLong, PostizClient, type ApiRequest } from '../../../nodes/Postiz/transport/client';
import { endpoints } from '../../../nodes/Postiz/transport/endpoints';
import { LimitWait } from '../../../nodes/Postiz/transport/limit';
import type { PostizContext } from '../../../nodes/Postiz/transport/types';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: jest.fn(),
}));
afterEach(() => jest.mocked(sleep).mockReset());

/** A client whose requests are answered with these statuses, one after the other. */
async function clientFor(
	statuses: number[],
	body: unknown = {},
	host = 'https://postiz.example/api',
) {
	const context = {
		getNode: () => ({ parameters: {} }),
		getCredentials: async () => ({ host }),
		helpers: {
			httpRequestWithAuthentication: async () => ({
				statusCode: statuses.shift(),
				headers: {},
				body,
			}),
		},
	};
	return await PostizClient.connect(context as unknown as PostizContext);
}

const CALLS = {
	GET: endpoints.listPosts(),
	POST: endpoints.createPosts(),
	PUT: endpoints.setStatus('a'),
	DELETE: endpoints.deletePost('a'),
};

/** How long was waited before each further attempt, and how it ended. */
async function play(name: keyof typeof CALLS, statuses: number[]) {
	const client = await clientFor(statuses);
	const ended = await client.request(CALLS[name]).then(
		() => 'done',
		() => 'failed',
	);
	return { ended, pauses: jest.mocked(sleep).mock.calls.flat(), left: statuses.length };
}

test.each<[keyof typeof CALLS, number[], string, number[]]>([
	['GET', [200], 'done', []],
	['GET', [502, 200], 'done', [500]],
	['GET', [502, 503, 200], 'done', [500, 1500]],
	['DELETE', [503, 503, 503], 'failed', [500, 1500]],
	['GET', [404], 'failed', []],
	['POST', [502], 'failed', []],
	['PUT', [502], 'failed', []],
])('%s, answered with %j: %s, after pauses of %j ms', async (method, statuses, ended, pauses) => {
	expect(await play(method, statuses)).toEqual({ ended, pauses, left: 0 });
});

/** What n8n is asked to send, and with which options for OAuth. */
async function sentBy(request: ApiRequest, authentication = 'apiKey') {
	const sent: Array<[credential: string, options: IHttpRequestOptions, more: unknown]> = [];
	const context = {
		getNode: () => ({ parameters: { authentication } }),
		getCredentials: async () => ({ host: 'https://postiz.example/api' }),
		helpers: {
			httpRequestWithAuthentication: async (...call: (typeof sent)[number]) => {
				sent.push(call);
				return { statusCode: 200, headers: {}, body: {} };
			},
		},
	};
	const client = await PostizClient.connect(context as unknown as PostizContext);
	await client.exchange(request);
	return sent;
}

test('a request follows no redirect, and has two minutes for its answer', async () => {
	const [[credential, options]] = await sentBy({ ...CALLS.GET, query: { a: 1 } });
	expect(credential).toBe('postizApi');
	expect(options).toEqual({
		method: 'GET',
		url: 'https://postiz.example/api/public/v1/posts',
		headers: { Accept: 'application/json' },
		qs: { a: 1 },
		body: undefined,
		json: true,
		timeout: 120_000,
		encoding: undefined,
		disableFollowRedirect: true,
		sendCredentialsOnCrossOriginRedirect: false,
		ignoreHttpStatusErrors: true,
		returnFullResponse: true,
	});
	const [[, longer]] = await sentBy({ ...CALLS.GET, timeout: 5 });
	expect(longer.timeout).toBe(5);
});

test('a token of OAuth is sent bare, and n8n does not try to renew it', async () => {
	const [[credential, , more]] = await sentBy(CALLS.GET, 'oAuth2');
	expect(credential).toBe('postizOAuth2Api');
	expect(more).toEqual({ oauth2: { keepBearer: false, skipTokenRefresh: true } });
});

test('a list that is too long is given up, and its connection closed', async () => {
	let read = 0;
	const body = {
		async *[Symbol.asyncIterator]() {
			for (; read < 100; read++) yield Buffer.alloc(10);
		},
		destroy: jest.fn(),
	};
	const client = await clientFor([200], body);
	const list = client.requestList({ ...CALLS.GET, maxBytes: 25 });
	await expect(list).rejects.toBeInstanceOf(ListTooLong);
	expect(read).toBe(2);
	expect(body.destroy).toHaveBeenCalledTimes(1);
});

test('a list that stops in the midst is given up after its time', async () => {
	const body = new Readable({ read: () => undefined });
	body.push('{"posts": [');
	const client = await clientFor([200], body);
	const exchange = client.exchange({ ...CALLS.GET, maxBytes: 99, timeout: 20 });
	expect(await exchange).toMatchObject({
		kind: 'unknown',
		explanation: { description: expect.stringContaining('did not answer in time') },
	});
	expect(body.destroyed).toBe(true);
});

test('the channels are listed once, and again if that failed', async () => {
	const statuses = [404, 200, 500];
	const client = await clientFor(statuses, [{ id: 'c1', name: 'Acme', identifier: 'x' }]);
	await expect(client.channels()).rejects.toThrow();
	const lists = await Promise.all([client.channels(), client.channels()]);
	expect(lists.map((list) => list.map(({ id }) => id))).toEqual([['c1'], ['c1']]);
	await client.channels();
	expect(statuses).toEqual([500]);
});

test.each([401, 402, 403, 406])(
	'channels refused with %d are not asked for again',
	async (status) => {
		const statuses = [status, 200];
		const client = await clientFor(statuses, []);
		for (let item = 0; item < 3; item++) await expect(client.channels()).rejects.toThrow();
		expect(statuses).toEqual([200]);
	},
);

test('the identity of a client changes with the key, and does not show it', async () => {
	const identityOf = async (credential: object, authentication = 'apiKey') => {
		const context = {
			getNode: () => ({ parameters: { authentication } }),
			getCredentials: async () => credential,
		};
		return (await PostizClient.connect(context as unknown as PostizContext)).identity;
	};
	const mine = { host: 'https://postiz.example/api', apiKey: 'key-1' };
	expect(await identityOf({ ...mine })).toBe(await identityOf(mine));
	const others = [
		await identityOf({ ...mine, apiKey: 'key-2' }),
		await identityOf({ ...mine, host: 'https://other.example/api' }),
		await identityOf(mine, 'oAuth2'),
	];
	expect(new Set([...others, await identityOf(mine)]).size).toBe(4);
	expect(others.join()).not.toContain('key-');
});

test('a post has a page at the address that people open, as far as that is known', async () => {
	const client = await clientFor([]);
	expect(client.previewUrl('a/b?c')).toBe('https://postiz.example/p/a%2Fb%3Fc?share=true');
	const unknown = await clientFor([], {}, 'https://backend.postiz.example');
	expect(unknown.previewUrl('a')).toBeNull();
});

const lost = Object.assign(new Error('lost'), { code: 'ECONNRESET' });
const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
const untrusted = Object.assign(new Error('untrusted'), { code: 'CERT_HAS_EXPIRED' });

/** A client whose requests end so, one after the other: with a status or an error. */
async function clientThrough(ends: Array<number | Error>, isCancelled = () => false) {
	const context = {
		getNode: () => ({ parameters: {} }),
		getCredentials: async () => ({ host: 'https://postiz.example/api' }),
		getExecutionCancelSignal: () => ({ aborted: isCancelled() }),
		helpers: {
			httpRequestWithAuthentication: async () => {
				const end = ends.shift();
				if (end instanceof Error) throw end;
				return { statusCode: end, headers: undefined, body: { message: 'Said' } };
			},
		},
	};
	return await PostizClient.connect(context as unknown as PostizContext);
}

test.each<[string, Array<number | Error>, number, boolean]>([
	['a request that was lost', [lost, 200], 200, true],
	['one that never left', [refused, 200], 200, false],
	['one that never left, and then was lost', [refused, lost, 200], 200, true],
	['one that was lost, and then never left', [lost, refused, 200], 200, true],
	['a failure', [500, 200], 200, true],
	['a refusal', [499], 499, false],
])('%s is sent again, and may have happened: %#', async (_what, ends, status, mayHaveHappened) => {
	const client = await clientThrough(ends);
	const tried = await client.attempt(CALLS.DELETE);
	expect(tried).toEqual({
		exchange: { kind: 'answer', answer: { status, headers: {}, body: { message: 'Said' } } },
		mayHaveHappened,
	});
	expect(ends).toEqual([]);
});

test('what somebody has to mend, and what may not be repeated, is not sent again', async () => {
	const ends = [untrusted, lost];
	const client = await clientThrough(ends);
	expect(await client.attempt(CALLS.GET)).toMatchObject({
		exchange: { kind: 'notSent', temporary: false },
		mayHaveHappened: false,
	});
	expect(await client.attempt(CALLS.POST)).toMatchObject({
		exchange: { kind: 'unknown', explanation: { message: expect.stringMatching(/^Postiz could/) } },
		mayHaveHappened: false,
	});
});

test('a cancelled execution sends nothing again, and says so', async () => {
	const client = await clientThrough([lost, 200], () => true);
	await expect(client.request(CALLS.GET)).rejects.toMatchObject({
		message: 'The execution was cancelled before Postiz answered',
		description: 'Check in Postiz what was done before you run the workflow again.',
		httpCode: undefined,
	});
});

describe('an error answer', () => {
	const explain = () => ({ message: 'Own', description: '' });
	const request: ApiRequest = { ...CALLS.GET, explain };

	test.each([
		[500, 'Own'],
		[400, 'Own'],
		[300, 'Own'],
	])('with %d means what the call says, and is final', async (status, message) => {
		const client = await clientThrough([status]);
		await expect(client.request(request)).rejects.toMatchObject({
			message,
			httpCode: String(status),
		});
	});

	test('is explained as that of any call if the call says nothing', async () => {
		const client = await clientThrough([400]);
		const asked = client.request({ ...request, explain: () => undefined });
		await expect(asked).rejects.toThrow('Postiz rejected the request: Said');
	});

	test('is none below 300', async () => {
		const client = await clientThrough([299]);
		expect(await client.request(request)).toEqual({ message: 'Said' });
	});
});

describe('the hourly limit', () => {
	const waiting = async (ends: number[], request: Partial<ApiRequest> = {}) => {
		const waits: number[] = [];
		const pause = async (ms: number) => {
			waits.push(ms);
			return await Promise.resolve(true);
		};
		const client = (await clientThrough(ends)).waitingFor(new LimitWait(4_000_000, pause));
		const exchange = await client.exchange({ ...CALLS.POST, ...request });
		return { waits, exchange, client };
	};

	test('is waited for, and the request sent again', async () => {
		const { waits, exchange } = await waiting([429, 200]);
		expect(waits).toEqual([3_600_000]);
		expect(exchange).toMatchObject({ answer: { status: 200 } });
	});

	test('is left to a caller that handles it', async () => {
		const { waits, exchange, client } = await waiting([429], { handlesLimit: true });
		expect(waits).toEqual([]);
		expect(exchange).toMatchObject({ answer: { status: 429 } });
		expect(await client.isLimitOver(exchange)).toBe(true);
		expect(await (await clientThrough([])).isLimitOver(exchange)).toBe(false);
	});
});

test('a body that is not too long is read, as JSON or as text', async () => {
	const stream = (text: string) => Readable.from([Buffer.from(text)]);
	const read = async (text: string) => {
		const client = await clientFor([200], stream(text));
		const request = { ...CALLS.GET, maxBytes: 10 };
		return (await client.exchange(request)) as { answer: { body: unknown } };
	};
	expect((await read('[{"a":12}]')).answer.body).toEqual([{ a: 12 }]);
	expect((await read('It is gone')).answer.body).toBe('It is gone');
});

describe('a page of a list', () => {
	const page = async (body: unknown, key?: string) =>
		await (await clientFor([200], body)).requestPage(endpoints.listNotifications(), key);

	test('has the rows under its key, and says whether more follow', async () => {
		const rows = [{ id: 'n1' }, null, 'n2'];
		expect(await page({ rows, hasMore: true }, 'rows')).toEqual({
			rows: [{ id: 'n1' }],
			hasMore: true,
		});
		expect(await page(rows)).toEqual({ rows: [{ id: 'n1' }], hasMore: false });
	});

	test.each([
		[{ rows: [] }, undefined],
		[{ others: [] }, 'rows'],
		[[], 'rows'],
		[null, undefined],
		[{ rows: 'none' }, 'rows'],
	])('is none in %j under %p', async (body, key) => {
		await expect(page(body, key)).rejects.toThrow('No Postiz API was found');
	});
});

test('what an instance answered with success is told of its age, and what is no API is not', async () => {
	const client = await clientFor([200, 404], []);
	const hasAnswered = jest.spyOn(client.instance, 'hasAnswered');
	const request = endpoints.listGroups();
	await client.exchange(request);
	await client.exchange(request);
	expect(hasAnswered.mock.calls).toEqual([[request.endpoint]]);
	hasAnswered.mockRestore();
});
