import { Workflow, type INodeTypes } from 'n8n-workflow';

import { PostizOAuth2Api } from '../../../credentials/PostizOAuth2Api.credentials';
import { frontendOf, normalizeBaseUrl } from '../../../nodes/Postiz/transport/credential';
import { Problem } from '../../../nodes/Postiz/values/problem';

const examples: Array<[pasted: string, baseUrl: string]> = [
	['https://social.example/api', 'https://social.example/api'],
	['https://social.example/api/', 'https://social.example/api'],
	['https://social.example/api/public/v1', 'https://social.example/api'],
	['https://social.example/api/public/v1/', 'https://social.example/api'],
	['https://social.example/api/public', 'https://social.example/api'],
	['  https://social.example/api/public/v1/ \n', 'https://social.example/api'],
	['https://social.example/api//', 'https://social.example/api'],
	['https://social.example', 'https://social.example'],
	['https://social.example/', 'https://social.example'],
	['https://social.example/public/v1', 'https://social.example'],
	['https://api.postiz.com', 'https://api.postiz.com'],
	['https://api.postiz.com/public/v1', 'https://api.postiz.com'],
	['http://localhost:4007/api', 'http://localhost:4007/api'],
	['http://192.168.1.20:4007/api/', 'http://192.168.1.20:4007/api'],
	['social.example/api', 'https://social.example/api'],
	['localhost:4007/api', 'https://localhost:4007/api'],
	['https://social.example/api?from=mail', 'https://social.example/api'],
	['https://social.example/api#developers', 'https://social.example/api'],
	['https://social.example/deep/er/api/Public/V1', 'https://social.example/deep/er/api'],
	['https://social.example/api//public/v1//', 'https://social.example/api'],
	['social.example/?from=https://x.example', 'https://social.example'],
	['https://social.example/publicity/api', 'https://social.example/publicity/api'],
];

describe('normalizeBaseUrl', () => {
	test.each(examples)('%j is %s', (pasted, baseUrl) => {
		expect(normalizeBaseUrl(pasted)).toBe(baseUrl);
		expect(normalizeBaseUrl(baseUrl)).toBe(baseUrl);
	});

	test('writes the host as the network does', () => {
		expect(normalizeBaseUrl('HTTPS://Social.Example:443/API')).toBe('https://social.example/API');
		expect(normalizeBaseUrl('https://café.example/api')).toBe('https://xn--caf-dma.example/api');
	});

	test.each(['https://me:secret@social.example/api', 'me@social.example/api'])(
		'%j has what cannot be sent',
		(pasted) => {
			expect(() => normalizeBaseUrl(pasted)).toThrow(
				new Problem('The Base URL contains a user name or password, which cannot be sent', ''),
			);
		},
	);

	test.each([
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
	])('%j is not a web address', (pasted) => {
		expect(() => normalizeBaseUrl(pasted)).toThrow(
			new Problem('The Base URL in the credential is not a web address', ''),
		);
	});
});

describe('the addresses of the OAuth2 credential, evaluated by n8n', () => {
	const noNodes: INodeTypes = {
		getByName: () => undefined as never,
		getByNameAndVersion: () => undefined as never,
		getKnownTypes: () => ({}),
	};
	const { expression } = new Workflow({
		nodes: [],
		connections: {},
		active: false,
		nodeTypes: noNodes,
	});
	const evaluate = (field: string, credential: { host?: string; frontendUrl?: string }) => {
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
	};

	test.each(examples)('%j returns the token endpoint below %s', (host, baseUrl) => {
		expect(evaluate('accessTokenUrl', { host })).toBe(`${baseUrl}/oauth/token`);
	});

	test('the token endpoint itself may be pasted', () => {
		expect(evaluate('accessTokenUrl', { host: 'https://social.example/api/oauth/token' })).toBe(
			'https://social.example/api/oauth/token',
		);
	});

	test.each([
		['https://platform.postiz.com', 'https://platform.postiz.com/oauth/authorize'],
		['https://platform.postiz.com/', 'https://platform.postiz.com/oauth/authorize'],
		['https://platform.postiz.com/oauth/authorize', 'https://platform.postiz.com/oauth/authorize'],
		[
			'https://platform.postiz.com/oauth/authorize/?client_id=1',
			'https://platform.postiz.com/oauth/authorize',
		],
		[' social.example ', 'https://social.example/oauth/authorize'],
		['http://localhost:4007', 'http://localhost:4007/oauth/authorize'],
	])('%j returns the consent page %s', (frontendUrl, page) => {
		expect(evaluate('authUrl', { frontendUrl })).toBe(page);
	});
});

describe('frontendOf', () => {
	test.each<[baseUrl: string, entered: unknown, frontend: string | null]>([
		['https://api.postiz.com', '', 'https://platform.postiz.com'],
		['https://api.postiz.com', undefined, 'https://platform.postiz.com'],
		['https://social.example/api', '', 'https://social.example'],
		['http://localhost:4007/api', '  ', 'http://localhost:4007'],
		['https://social.example/team/api', '', 'https://social.example/team'],
		['https://social.example', '', null],
		['https://backend.social.example', '', null],
		['https://social.example/myapi', '', null],
		['https://backend.social.example', 'https://social.example', 'https://social.example'],
		['https://social.example/api', ' social.example/ ', 'https://social.example'],
		[
			'https://social.example/api',
			'https://app.social.example/oauth/authorize',
			'https://app.social.example',
		],
		[
			'https://social.example/api',
			'https://app.social.example/?a=1#b',
			'https://app.social.example',
		],
		['https://social.example/api', 'http://app.social.example//', 'http://app.social.example'],
		[
			'https://social.example/api',
			'https://app.social.example/oauth/authorize/now',
			'https://app.social.example/oauth/authorize/now',
		],
		['https://social.example/api', 'app.example/?to=https://x.example', 'https://app.example'],
		['https://social.example/api', 'xhttp://app.example', null],
		['https://social.example/api', 'https2://app.example', null],
		['https://social.example/api/v2', '', null],
		['https://social.example/api', 'javascript:alert(1)', null],
		['https://social.example/api', 'https://', null],
		['https://social.example/api', 7, 'https://social.example'],
	])('of %j, with %j entered, is %j', (baseUrl, entered, frontend) => {
		expect(frontendOf(baseUrl, entered)).toBe(frontend);
	});
});
