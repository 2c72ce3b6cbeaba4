import { Workflow, type INodeTypes } from 'n8n-workflow';

import { PostizOAuth2Api } from '../../../credentials/PostizOAuth2Api.credentials';
import { getFrontendUrl, parseBaseUrl } from '../../../nodes/Postiz/transport/baseUrl';

/** Evaluates n8n's expression for a field of the OAuth2 credential. */
function evaluate(field: string, credential: { host?: string; frontendUrl?: string }) {
	const nodeTypes: INodeTypes = {
		getByName: () => undefined as never,
		getByNameAndVersion: () => undefined as never,
		getKnownTypes: () => ({}),
	};
	const { expression } = new Workflow({ nodes: [], connections: {}, active: false, nodeTypes });
	const property = new PostizOAuth2Api().properties.find(({ name }) => name === field);
	return expression.getParameterValue(
		property!.default as string,
		null,
		0,
		0,
		'Node',
		[],
		'internal',
		{},
		undefined,
		false,
		credential,
	);
}

test.each([
	['https://social.example/api', 'https://social.example/api'],
	['https://social.example/api/', 'https://social.example/api'],
	['https://social.example/api/public/v1', 'https://social.example/api'],
	['https://social.example/api/public//', 'https://social.example/api'],
	['  https://social.example/api/public/v1/ \n', 'https://social.example/api'],
	['https://social.example/api///public/v1//', 'https://social.example/api'],
	['https://social.example/deep/er/api/Public/V1', 'https://social.example/deep/er/api'],
	['https://social.example/publicity/api', 'https://social.example/publicity/api'],
	['https://social.example', 'https://social.example'],
	['https://api.postiz.com/public/v1', 'https://api.postiz.com'],
	['http://192.168.1.20:4007/api/', 'http://192.168.1.20:4007/api'],
	['social.example/api', 'https://social.example/api'],
	['localhost:4007/api', 'https://localhost:4007/api'],
	['https://social.example/api?from=mail', 'https://social.example/api'],
	['https://social.example/api#developers', 'https://social.example/api'],
	['social.example/?from=https://x.example', 'https://social.example'],
	['https://social.example/api/public/v1/integrations', 'https://social.example/api'],
	['https://social.example/api.', 'https://social.example/api'],
	['https://social.example../api', 'https://social.example/api'],
	['http://social.example.:4007/api', 'http://social.example:4007/api'],
	['“https://social.example/api”', 'https://social.example/api'],
	['<https://social.example/api>,', 'https://social.example/api'],
	['\u200bhttps://social.example/api\u200b ', 'https://social.example/api'],
	['https:/social.example/api', 'https://social.example/api'],
	['https//social.example/api', 'https://social.example/api'],
	['http:social.example/api', 'http://social.example/api'],
	['https://https://social.example/api', 'https://social.example/api'],
	['http://https://social.example/api', 'https://social.example/api'],
	['https://http://social.example/api', 'http://social.example/api'],
	['//social.example/api', 'https://social.example/api'],
	['http://[::1]:4007/api', 'http://[::1]:4007/api'],
	['https.example/api', 'https://https.example/api'],
	['https://social.example/api/oauth/token', 'https://social.example/api'],
])('reads the base URL in %j as %s, with the token endpoint below it', (host, baseUrl) => {
	expect(parseBaseUrl(host)).toBe(baseUrl);
	expect(parseBaseUrl(baseUrl)).toBe(baseUrl);
	expect(evaluate('accessTokenUrl', { host })).toBe(`${baseUrl}/oauth/token`);
});

test.each([
	'http://postiz-backend-of-our-company:3000/api',
	'my-very-long-backend-name-here',
	'my-postiz-backend-service-2',
	'http://my-postiz-backend-service-2',
	'my-postiz2.example-company.com',
	'https://a.example/api/public/v1/posts',
	'https://a.example/b1946ac92492d2347c6235b4d2611184',
])('does not treat %s as a key', (host) => {
	expect(parseBaseUrl(host, 'post')).toMatch(/^https?:/);
});

const CANNOT_BE_SENT = 'The Base URL contains a user name or password, which cannot be sent';
const NO_ADDRESS = 'The Base URL in the credential is not a web address';
test.each<[unknown, string]>([
	['https://me:secret@social.example/api', CANNOT_BE_SENT],
	['me@social.example/api', CANNOT_BE_SENT],
	...[
		'',
		'   ',
		undefined,
		null,
		5,
		{},
		'https://',
		'ftp://social.example',
		'xhttp://a',
		'https2://a',
		'my instance',
	].map((pasted) => [pasted, NO_ADDRESS] as [unknown, string]),
])('rejects %j: %s', (pasted, message) => {
	expect(() => parseBaseUrl(pasted)).toThrow(
		expect.objectContaining({ message, needsPerson: true }),
	);
});

test.each([
	['https://platform.postiz.com', 'https://platform.postiz.com'],
	['https://platform.postiz.com/', 'https://platform.postiz.com'],
	['https://platform.postiz.com/oauth/authorize', 'https://platform.postiz.com'],
	['https://platform.postiz.com/oauth/authorize/?client_id=1', 'https://platform.postiz.com'],
	[' social.example ', 'https://social.example'],
	['http://localhost:4007//', 'http://localhost:4007'],
	['https://app.social.example/?a=1#b', 'https://app.social.example'],
	['app.example/?to=https://x.example', 'https://app.example'],
	[
		'https://app.social.example/oauth/authorize/now',
		'https://app.social.example/oauth/authorize/now',
	],
])('reads the frontend in %j as %s, with the consent page below it', (frontendUrl, frontend) => {
	expect(getFrontendUrl('https://backend.social.example', frontendUrl)).toBe(frontend);
	expect(evaluate('authUrl', { frontendUrl })).toBe(`${frontend}/oauth/authorize`);
});

test.each<[baseUrl: string, entered: unknown, frontend: string | null]>([
	['https://api.postiz.com', '', 'https://platform.postiz.com'],
	['https://api.postiz.com', undefined, 'https://platform.postiz.com'],
	['https://social.example/api', 7, 'https://social.example'],
	['http://localhost:4007/api', '  ', 'http://localhost:4007'],
	['https://social.example/team/api', '', 'https://social.example/team'],
	['https://social.example', '', null],
	['https://social.example/myapi', '', null],
	['https://social.example/api/v2', '', null],
	['https://social.example/api', 'xhttp://app.example', null],
	['https://social.example/api', 'https2://app.example', null],
	['https://social.example/api', 'javascript:alert(1)', null],
	['https://social.example/api', 'https://', null],
])('uses the frontend of %j, with %j entered: %j', (baseUrl, entered, frontend) => {
	expect(getFrontendUrl(baseUrl, entered)).toBe(frontend);
});
