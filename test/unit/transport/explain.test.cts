import {
	describeWait,
	errorDetail,
	explainAnswer,
	explainForeignAnswer,
	isUnknownId,
	isWebPage,
	lacksCall,
	secondsToWait,
} from '../../../nodes/Postiz/transport/explain';
import { adviceForModel, FOR_MAKER } from '../../../nodes/Postiz/values/problem';
import { endpoints, type ApiCall } from '../../../nodes/Postiz/transport/endpoints';
import type { ApiAnswer, Authentication } from '../../../nodes/Postiz/transport/types';

const BASE_URL = 'https://social.example/api';

const answer = (status: number, body: unknown = '', headers: ApiAnswer['headers'] = {}) => ({
	status,
	headers,
	body,
});

const explain = (
	answered: ApiAnswer,
	authentication: Authentication = 'apiKey',
	call: ApiCall = endpoints.listGroups(),
) => {
	// What people read; what models do is tried below.
	const { forModel: _forModel, ...said } = explainAnswer(answered, {
		call,
		authentication,
		baseUrl: BASE_URL,
	});
	return said;
};

describe('the sentence in each shape of error body', () => {
	test.each([
		['{msg}', { msg: 'No API Key found' }, 'No API Key found'],
		['{message} as text', { message: 'Post not found' }, 'Post not found'],
		[
			'{message} as a list',
			{ message: ['a is required', 'b is required'] },
			'a is required; b is required',
		],
		[
			'{statusCode, message, error}',
			{ statusCode: 400, message: ['type must be a string'], error: 'Bad Request' },
			'type must be a string',
		],
		[
			'a post that failed validation',
			{
				statusCode: 400,
				provider: 'bluesky',
				name: 'acme.bsky.social',
				message: 'post is too long, please fix it',
			},
			'post is too long, please fix it',
		],
		[
			'OAuth with a description',
			{ error: 'invalid_grant', error_description: 'The code is used' },
			'The code is used',
		],
		['OAuth without a description', { error: 'invalid_client' }, 'invalid_client'],
		['plain text', ' upstream is gone ', 'upstream is gone'],
		['a web page', '<html><body>nginx</body></html>', ''],
		['an empty text', '', ''],
		['an empty object', {}, ''],
		['nothing', undefined, ''],
		['null', null, ''],
		['empty sentences', { msg: ' ', message: [], error: 'Bad Request' }, 'Bad Request'],
		['what is no text', { message: { deep: true }, error: 42 }, ''],
		['a list with other things', { message: [null, 'a is required', 7] }, 'a is required'],
	])('%s', (_shape, body, sentence) => {
		expect(errorDetail(body)).toBe(sentence);
	});

	test('is cut where it is longer than anyone reads', () => {
		expect(errorDetail({ message: 'x'.repeat(5000) })).toBe(`${'x'.repeat(600)}…`);
	});
});

describe('what a model is told', () => {
	const toldModel = (answered: ApiAnswer, authentication: Authentication = 'apiKey') =>
		adviceForModel(
			explainAnswer(answered, {
				call: endpoints.createPosts(),
				authentication,
				baseUrl: BASE_URL,
			}),
		);

	test.each([301, 401, 402, 403, 406])('%i: only a person can change it', (status) => {
		expect(toldModel(answer(status))).toBe(FOR_MAKER);
		expect(toldModel(answer(status), 'oAuth2')).toBe(FOR_MAKER);
	});

	test.each<[number, unknown, string]>([
		[
			400,
			{ msg: 'Wrong' },
			'Nothing was created. Correct what the message says, and run this again.',
		],
		[404, { message: 'Cannot POST /posts' }, FOR_MAKER],
		[404, { message: 'No such post' }, 'The ID may be wrong or deleted. Check it.'],
		[413, '', 'Nothing was created. Shorten the text.'],
		[429, {}, 'Nothing was created. Try again in an hour.'],
		[
			503,
			{ msg: 'Busy' },
			'The problem is on the side of Postiz. Try again later. Postiz says: “Busy”',
		],
	])('%i with %j', (status, body, told) => {
		expect(toldModel(answer(status, body))).toBe(told);
	});
});

describe('what each status means', () => {
	test('400 and 422: what the service says', () => {
		for (const status of [400, 422]) {
			expect(explain(answer(status, { message: ['posts must be an array'] }))).toEqual({
				message: 'Postiz rejected the request: posts must be an array',
				description: 'Correct what the message says, and run this again.',
			});
		}
		expect(explain(answer(400)).message).toBe('Postiz rejected the request');
	});

	test.each<[call: ApiCall, done: string, limit: string, isOld?: boolean]>([
		[endpoints.createPosts(), 'Nothing was created. ', 'request'],
		[endpoints.changePost(), 'Nothing was changed. ', 'request'],
		[endpoints.listPosts(), '', 'request', true],
		[endpoints.listChannels(), '', 'request'],
		[endpoints.deletePost('id'), 'Nothing was deleted. ', 'request', true],
		[endpoints.setStatus('id'), 'Nothing was changed. ', 'request'],
		[endpoints.upload(), 'Nothing was uploaded. ', 'upload', true],
		[endpoints.uploadFromUrl(), 'Nothing was uploaded. ', 'upload', true],
		[endpoints.runTool('id'), '', 'request'],
	])('a refused %j says what it did not do, and which limit it reached', (...row) => {
		const [call, done, limit, isOld = false] = row;
		const more = isOld ? ' From 2.19 on, Postiz no longer limits such requests.' : '';
		const said = (status: number) =>
			explainAnswer(answer(status, {}, { 'retry-after': '1200' }), {
				call,
				baseUrl: BASE_URL,
				authentication: 'apiKey',
			});
		for (const status of [400, 422]) {
			expect(said(status).description).toBe(
				`${done}Correct what the message says, and run this again.`,
			);
		}
		expect(said(429)).toEqual({
			message: `The hourly ${limit} limit of Postiz is reached`,
			description: `${done}Try again in 20 minutes.${more}`,
		});
	});

	test('401 with a key: copy it again', () => {
		expect(explain(answer(401, { msg: 'Invalid API key' }))).toEqual({
			message: "Postiz doesn't accept this API key",
			description:
				"Copy the key again from Settings > Developers > Public API in Postiz and paste it into the credential. A key of hosted Postiz doesn't work on your own instance, or the other way round. Postiz says: “Invalid API key”",
		});
	});

	test('401 with OAuth: the access was revoked', () => {
		expect(explain(answer(401), 'oAuth2')).toEqual({
			message: 'Postiz no longer accepts this connection',
			description:
				'The access was revoked in Postiz, or the app was approved again elsewhere. Open the credential in n8n and choose Reconnect.',
		});
	});

	test.each([402, 406])('%i: the plan', (status) => {
		expect(explain(answer(status, { message: 'Upgrade', url: 'https://x.example' }))).toEqual({
			message: "Your Postiz plan doesn't allow this",
			description:
				"The plan has reached a limit or doesn't include this function. Check the plan under Billing in Postiz. Postiz says: “Upgrade”",
		});
	});

	test('403: the account', () => {
		expect(explain(answer(403)).message).toBe("Postiz doesn't allow this for your account");
	});

	test('404 of an unknown id: what the service says', () => {
		const description = `The ID may be wrong or deleted, or the instance at ${BASE_URL} may be older than this function (GET /groups). Check the ID, update the instance, and check the Base URL in the credential.`;
		expect(explain(answer(404, { message: 'Post not found' }))).toEqual({
			message: 'Post not found',
			description,
		});
		for (const body of [{ message: 'Not Found' }, '', {}]) {
			expect(explain(answer(404, body))).toEqual({
				message: "Postiz didn't find what was requested",
				description,
			});
		}
	});

	test('404 of a missing endpoint: the instance is older', () => {
		const body = {
			message: 'Cannot GET /api/public/v1/groups',
			error: 'Not Found',
			statusCode: 404,
		};
		expect(explain(answer(404, body))).toEqual({
			message: "This Postiz instance doesn't have this function",
			description: `The instance at ${BASE_URL} doesn't have GET /groups; older versions lack it. Update the instance, and check the Base URL in the credential.`,
		});
		expect(explain(answer(404, body), 'apiKey', endpoints.listMissingContent('id/1'))).toEqual({
			message: 'Post > Find the Published Post needs Postiz 2.19 or newer',
			description: `The instance at ${BASE_URL} is older: it doesn't have GET /posts/id%2F1/missing. Update Postiz.`,
		});
	});

	test('404 of an endpoint that every instance has: no Postiz API', () => {
		const body = { message: 'Cannot GET /public/v1/integrations', statusCode: 404 };
		expect(explain(answer(404, body), 'apiKey', endpoints.listChannels())).toMatchObject({
			message: `No Postiz API was found at ${BASE_URL}`,
		});
	});

	test('404 with a web page: no Postiz API', () => {
		expect(explain(answer(404, '<!DOCTYPE html><title>Not found</title>'))).toMatchObject({
			message: `No Postiz API was found at ${BASE_URL}`,
		});
	});

	test('413: smaller requests', () => {
		expect(explain(answer(413)).message).toBe(
			'The request is larger than this Postiz instance allows',
		);
	});

	test('429: when to try again', () => {
		const body = { statusCode: 429, message: 'ThrottlerException: Too Many Requests' };
		expect(explain(answer(429, body, { 'retry-after': '3600' }))).toEqual({
			message: 'The hourly request limit of Postiz is reached',
			description: 'Try again in 1 hour.',
		});
		expect(explain(answer(429, body)).description).toContain('Try again in an hour.');
	});

	test.each([500, 502, 503, 504])('%i: a problem of the service', (status) => {
		expect(explain(answer(status, { message: 'Internal server error' }))).toEqual({
			message: `Postiz failed (status ${status})`,
			description:
				'The problem is on the side of Postiz. Try again later; on your own instance, check its logs. Postiz says: “Internal server error”',
		});
	});

	test('anything else is reported as it is', () => {
		expect(explain(answer(418))).toEqual({
			message: 'Postiz answered with status 418',
			description: "Postiz didn't give a reason.",
		});
		expect(explain(answer(409, { message: 'Busy' })).description).toBe('Busy');
	});
});

describe('redirects', () => {
	const redirected = (location?: string) =>
		explain(answer(308, '', location === undefined ? {} : { location }));

	test.each([
		['https://www.social.example/api/public/v1/groups', 'https://www.social.example/api'],
		['https://www.social.example/api/public/v1/groups/?page=1', 'https://www.social.example/api'],
		['http://www.social.example/api/public/v1/groups//', 'http://www.social.example/api'],
		['/backend/public/v1/groups', 'https://social.example/backend'],
		['//other.example/public/v1/groups', 'https://other.example'],
	])('to %s: the base URL to use is %s', (location, baseUrl) => {
		expect(redirected(location)).toEqual({
			message: `${BASE_URL} redirects to another address`,
			description: `To keep your credential safe, redirects are not followed. Set the Base URL in the credential to ${baseUrl}`,
		});
	});

	test.each([
		undefined,
		'https://social.example/login',
		'ftp://social.example/public/v1/groups',
		'javascript:alert(1)',
		'https://',
	])('to %s: no base URL can be reported', (location) => {
		expect(redirected(location)).toEqual({
			message: `${BASE_URL} redirects to another address`,
			description:
				'To keep your credential safe, redirects are not followed. Set the Base URL in the credential to the address that your instance really uses, usually https://your-domain/api.',
		});
	});
});

test.each([
	['https://social.example', ', so try https://social.example/api.'],
	['https://social.example/api', 'own instance.'],
	['https://api.postiz.com', 'own instance.'],
])('where nothing of Postiz answers, %s is corrected: %s', (baseUrl, end) => {
	expect(explainForeignAnswer(baseUrl).description.endsWith(end)).toBe(true);
});

describe('a call that an instance lacks', () => {
	const missing = { message: 'Cannot GET /public/v1/groups' };

	test.each<[string, ApiAnswer, boolean]>([
		['404 of a missing endpoint', answer(404, missing), true],
		['404 of an unknown ID', answer(404, { message: 'Post not found' }), false],
		[
			'404 with a page that says so',
			answer(404, 'Cannot GET /', { 'content-type': 'text/html' }),
			false,
		],
		['400 that says so', answer(400, missing), false],
		['404 that says it later', answer(404, { message: 'You cannot get a post' }), false],
	])('is told by a %s: %p', (_what, answered, lacks) => {
		expect(lacksCall(answered)).toBe(lacks);
	});

	test.each([
		['listChannels', endpoints.listChannels()],
		['createPosts', endpoints.createPosts()],
		['upload', endpoints.upload()],
	])('%s is one that every instance has', (_name, call) => {
		const context = {
			call,
			baseUrl: BASE_URL,
			authentication: 'apiKey',
		} as const;
		expect(explainAnswer(answer(404, missing), context).message).toMatch(
			/^No Postiz API was found/,
		);
		const other = { ...context, call: endpoints.listPosts() };
		expect(explainAnswer(answer(404, missing), other).message).toMatch(
			/doesn't have this function/,
		);
	});
});

describe('how long to wait', () => {
	test.each([
		[{ 'retry-after': '3600' }, 3600],
		[{ 'retry-after': 12 }, 12],
		[{ 'retry-after': '0.4' }, 1],
		[{ 'x-ratelimit-reset': '90' }, 90],
		[{ 'retry-after': '', 'x-ratelimit-reset': '7' }, 7],
		[{ 'retry-after': '5', 'x-ratelimit-reset': '90' }, 5],
		[{ 'retry-after': 'soon' }, undefined],
		[{ 'retry-after': ' ', 'x-ratelimit-reset': '7' }, 7],
		[{ 'retry-after': '0', 'x-ratelimit-reset': '7' }, 7],
		[{ 'retry-after': '-5', 'x-ratelimit-reset': '7' }, 7],
		[{ 'retry-after': 'Infinity' }, undefined],
		[{ 'retry-after': '0' }, undefined],
		[{ 'retry-after': ' ' }, undefined],
		[{}, undefined],
	])('%j is %p seconds', (headers, seconds) => {
		expect(secondsToWait(headers)).toBe(seconds);
	});

	test('a date as well', () => {
		const inTenMinutes = new Date(Date.now() + 600_000).toUTCString();
		const seconds = secondsToWait({ 'retry-after': inTenMinutes });
		expect(seconds).toBeGreaterThan(590);
		expect(seconds).toBeLessThanOrEqual(600);
		const over = { 'retry-after': 'Mon, 01 Jan 2001 00:00:00 GMT' };
		expect(secondsToWait(over)).toBeUndefined();
		expect(secondsToWait({ ...over, 'x-ratelimit-reset': '7' })).toBe(7);
	});

	test('a date by the clock that it comes from', () => {
		const headers = {
			date: 'Mon, 01 Jan 2001 00:00:00 GMT',
			'retry-after': 'Mon, 01 Jan 2001 00:20:00 GMT',
		};
		expect(secondsToWait(headers)).toBe(1200);
	});

	test.each([
		[0, '0 seconds'],
		[1, '1 second'],
		[59, '59 seconds'],
		[60, '1 minute'],
		[61, '2 minutes'],
		[3599, '60 minutes'],
		[3600, '1 hour'],
		[5400, '1.5 hours'],
		[7200, '2 hours'],
	])('%i seconds are %s', (seconds, words) => {
		expect(describeWait(seconds)).toBe(words);
	});
});

test('web pages are known by their type or their beginning', () => {
	expect(isWebPage(answer(200, 'x', { 'content-type': 'text/html; charset=utf-8' }))).toBe(true);
	expect(isWebPage(answer(200, '\n<!DOCTYPE html>'))).toBe(true);
	expect(isWebPage(answer(200, '<HTML lang="en">'))).toBe(true);
	expect(isWebPage(answer(200, { id: 1 }, { 'content-type': 'application/json' }))).toBe(false);
	expect(isWebPage(answer(200, '<3'))).toBe(false);
	expect(isWebPage(answer(200, 'no <html> at all'))).toBe(false);
	expect(isWebPage(answer(200, null, { 'content-type': 'text/html' }))).toBe(true);
	expect(isWebPage(answer(200, [{ id: 1 }], { 'content-type': 'text/html' }))).toBe(false);
});

describe('an ID that the service does not know', () => {
	test.each([
		['404', answer(404, { message: 'Not found' }), true],
		['404 without a reason', answer(404), true],
		['500 without a reason', answer(500, { message: 'Internal server error' }), true],
		['500 with nothing', answer(500), true],
		['500 with a reason', answer(500, { message: 'Database is gone' }), false],
		['404 of a missing endpoint', answer(404, { message: 'Cannot PUT /public/v1/posts' }), false],
		['404 with a web page', answer(404, '<!DOCTYPE html>'), false],
		['a success', answer(200, {}), false],
		['400', answer(400, { message: 'Not found' }), false],
	])('%s', (_name, answered, expected) => {
		expect(isUnknownId(answered)).toBe(expected);
	});
});
