import type { ApiResponse } from '../../../nodes/Postiz/transport/response';
import { endpoints, type ApiCall } from '../../../nodes/Postiz/transport/endpoints';
import { createResponseProblem } from '../../../nodes/Postiz/transport/responseProblem';
import { createMissingApiProblem } from '../../../nodes/Postiz/transport/proxyProblem';
import type { Authentication } from '../../../nodes/Postiz/transport/apiTypes';
import { createResponse, LACKS_CALL, PAGE } from './createResponse.cjs';

const BASE_URL = 'https://social.example/api';
const FOREIGN = `No Postiz API was found at ${BASE_URL}`;

interface Asked {
	call?: ApiCall;
	authentication?: Authentication;
	baseUrl?: string;
}

const explain = (
	response: ApiResponse,
	{ call = endpoints.findSlot('a'), authentication = 'apiKey', baseUrl = BASE_URL }: Asked = {},
) => createResponseProblem(response, { call, authentication, baseUrl });

const CORRECT = 'Correct what the message names, and run this again.';
const PLAN = "The plan reached a limit or doesn't include this feature. Check Billing in Postiz.";
const NOT_IN_PLAN = "Your Postiz plan doesn't allow this";
const DOWN = 'Try again later. On your own instance, check the logs of Postiz.';
const UNKNOWN_ID = [
	`Check the ID. It may be wrong or deleted. The instance at ${BASE_URL} may also be too old for this function (GET /find-slot/a): update it, and check the Base URL in the credential.`,
] as const;
const PROXY_FAILED =
	'Postiz may be starting or overloaded. Try again later. On your own instance, check that Postiz is running.';
const NOT_FOUND = "Postiz didn't find what was requested";

test.each<
	[status: number, body: unknown, message: string, description: string, needsPerson?: boolean]
>([
	[400, { message: ['a must be b'] }, 'Postiz rejected the request: a must be b', CORRECT],
	[422, '', 'Postiz rejected the request', CORRECT],
	[
		401,
		{ msg: 'Invalid API key' },
		"Postiz doesn't accept this API key",
		"Copy the key again from Settings > Developers > Public API in Postiz and paste it into the credential. A key of hosted Postiz doesn't work on your own instance, and vice versa. Postiz says: “Invalid API key”",
		true,
	],
	[402, { message: 'Upgrade' }, NOT_IN_PLAN, `${PLAN} Postiz says: “Upgrade”`, true],
	[406, '', NOT_IN_PLAN, PLAN, true],
	[
		403,
		'',
		"Postiz doesn't allow this for your account",
		'Sign in to Postiz with the account of the credential, and check its permissions.',
		true,
	],
	[404, { message: 'Post not found' }, 'Post not found', ...UNKNOWN_ID],
	[404, { message: 'Not Found' }, NOT_FOUND, ...UNKNOWN_ID],
	[404, '', NOT_FOUND, ...UNKNOWN_ID],
	...[200, 299, 404].map((status): [number, string, string, string, boolean] => [
		status,
		PAGE,
		FOREIGN,
		createMissingApiProblem(BASE_URL).description,
		true,
	]),
	[
		413,
		PAGE,
		'The request is larger than this Postiz instance allows',
		'Send fewer posts at once, or shorten them. Files belong in Media, not in the text.',
	],
	[
		429,
		{ message: 'ThrottlerException: Too Many Requests' },
		'The hourly request limit of Postiz is reached',
		'Try again in an hour.',
	],
	[500, { message: 'Busy' }, 'Postiz failed (status 500)', `${DOWN} Postiz says: “Busy”`],
	[502, PAGE, 'The web server in front of Postiz failed (status 502)', PROXY_FAILED],
	[418, '', 'Postiz answered with status 418', "Postiz didn't say why."],
	[409, { message: 'Busy' }, 'Postiz answered with status 409', 'Busy'],
])('%i with %j: %s', (status, body, ...[message, description, needsPerson]) => {
	expect(explain(createResponse(status, body))).toMatchObject({
		message,
		description,
		needsPerson,
	});
});

test.each<{ title: string; call: ApiCall; body: unknown; affectsAllItems: boolean }>([
	{
		title: 'of a list affects all items',
		call: endpoints.listPosts(),
		body: '',
		affectsAllItems: true,
	},
	{
		title: 'of a list for one ID affects its item',
		call: endpoints.findSlot('a'),
		body: '',
		affectsAllItems: false,
	},
	{
		title: 'of a post affects its item',
		call: endpoints.savePosts(),
		body: '',
		affectsAllItems: false,
	},
	{
		title: 'of a web server affects all items',
		call: endpoints.savePosts(),
		body: PAGE,
		affectsAllItems: true,
	},
])('a failure $title', ({ call, body, affectsAllItems }) => {
	expect(explain(createResponse(503, body), { call })).toMatchObject({ affectsAllItems });
});

test('explains 401 with OAuth as revoked access', () => {
	expect(explain(createResponse(401), { authentication: 'oAuth2' })).toMatchObject({
		message: 'Postiz no longer accepts this connection',
		description:
			'Access was revoked in Postiz, or the app was approved again elsewhere. Open the credential in n8n and choose Reconnect.',
		needsPerson: true,
	});
});

test('names the release that an operation needs', () => {
	const call = endpoints.getPostAnalytics('id/1');
	expect(explain(createResponse(404, LACKS_CALL), { call })).toMatchObject({
		message: 'Analytics > Get Post Analytics needs Postiz 2.18 or newer',
		description: `The instance at ${BASE_URL} is older: it doesn't have GET /analytics/post/id%2F1. Update Postiz.`,
		needsPerson: true,
	});
});

test.each<[call: ApiCall, done: string, limit: string]>([
	[
		{ ...endpoints.savePosts(), effect: 'created' },
		'Nothing was created by this request. ',
		'request',
	],
	[
		{ ...endpoints.savePosts(), effect: 'changed' },
		'Nothing was changed by this request. ',
		'request',
	],
	[endpoints.savePosts(), 'Nothing was created or changed by this request. ', 'request'],
	[endpoints.listPosts(), '', 'request'],
	[endpoints.listChannels(), '', 'request'],
	[endpoints.deletePost('id'), 'Nothing was deleted by this request. ', 'request'],
	[endpoints.setStatus('id'), 'Nothing was changed by this request. ', 'request'],
	[endpoints.upload(), 'Nothing was uploaded by this request. ', 'upload'],
	[endpoints.uploadFromUrl(), 'Nothing was uploaded by this request. ', 'upload'],
	[endpoints.runChannelTool('id'), '', 'request'],
])('says what %j did not do, and which limit was reached', (call, done, limit) => {
	expect(explain(createResponse(400), { call }).description).toBe(`${done}${CORRECT}`);
	expect(explain(createResponse(413), { call }).description).toMatch(`${done}Send fewer posts`);
	expect(explain(createResponse(429, {}, { 'retry-after': '1200' }), { call })).toMatchObject({
		message: `The hourly ${limit} limit of Postiz is reached`,
		description: `${done}Try again in 20 minutes.`,
	});
});

test.each([
	['https://www.social.example/api/public/v1/find-slot/a', 'https://www.social.example/api'],
	['http://www.social.example/api/public/v1/find-slot/a/?page=1', 'http://www.social.example/api'],
	['/backend/public/v1/find-slot/a', 'https://social.example/backend'],
	['//other.example/public/v1/find-slot/a', 'https://other.example'],
])('for a redirect to %s, suggests the Base URL %s', (location, baseUrl) => {
	expect(explain(createResponse(300, '', { location }))).toMatchObject({
		message: `${BASE_URL} redirects to another address`,
		description: `Set the Base URL in the credential to ${baseUrl}, if that is your Postiz. Redirects are not followed, to keep your credential safe.`,
		needsPerson: true,
	});
});

test.each([
	['https://auth.example/login?rd=secret', 'It leads to https://auth.example/login. If that'],
	[undefined, 'If that'],
	['javascript:alert(1)', 'If that'],
	['ftp://social.example/public/v1/find-slot/a', 'If that'],
	['https://', 'If that'],
])('explains that a redirect to %s may lead to a sign-in page', (location, start) => {
	const { description } = explain(createResponse(302, '', { location }));
	expect(description).toBe(
		`${start} is a sign-in page, allow requests to /public/v1 and /public/posts without it. Otherwise, set the Base URL to the address of the API, usually https://your-domain/api.`,
	);
});

test.each([
	['https://social.example', '/auth?provider=x', 'https://social.example/api'],
	['https://social.example/launches', 'http://localhost:4200/auth', 'https://social.example/api'],
	['https://platform.postiz.com', '/auth', 'https://api.postiz.com'],
])('the Base URL %s, redirected to %s, is the web page', (baseUrl, location, api) => {
	expect(explain(createResponse(307, '', { location }), { baseUrl })).toMatchObject({
		message: `${baseUrl} is the web page of Postiz`,
		description: `Set the Base URL in the credential to ${api}.`,
		needsPerson: true,
	});
});

test('does not mistake an API behind a proxy that redirects to /auth for the web page', () => {
	const baseUrl = 'https://social.example/api';
	const { message } = explain(createResponse(302, '', { location: '/auth' }), { baseUrl });
	expect(message).toBe(`${baseUrl} redirects to another address`);
});

test.each([
	createResponse(503, PAGE, { 'cf-mitigated': 'challenge' }),
	createResponse(401, '401 Unauthorized', { 'www-authenticate': 'Basic realm="x"' }),
	createResponse(403, PAGE),
])('names the proxy in front of Postiz: %j', (response) => {
	expect(explain(response)).toMatchObject({
		message: `A proxy or firewall at ${BASE_URL} answered instead of Postiz (status ${response.status})`,
		description: `The request never reached Postiz. Allow requests to ${BASE_URL}/public/v1 and /public/posts without a password or browser check, or allow the IP address of n8n.`,
		needsPerson: true,
	});
});

test.each([
	[createResponse(200, {}), {}, FOREIGN],
	[createResponse(500, '', { 'www-authenticate': 'Basic' }), {}, 'Postiz failed (status 500)'],
	[createResponse(404, { message: 'Gone' }), { call: endpoints.deleteChannel('a') }, 'Gone'],
])('explains %j to %j: %s', (response, request, message) => {
	expect(explain(response, request).message).toBe(message);
});

test.each([endpoints.listChannels(), endpoints.savePosts(), endpoints.upload()])(
	'does not treat a server without $path as Postiz',
	(call) => {
		expect(explain(createResponse(404, LACKS_CALL), { call }).message).toBe(FOREIGN);
		expect(explain(createResponse(404), { call }).message === FOREIGN).toBe(
			call.path === '/integrations',
		);
	},
);
