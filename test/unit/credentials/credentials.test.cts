import { bareKeyExpression } from '../../../nodes/Postiz/transport/credential';
import { PostizApi } from '../../../credentials/PostizApi.credentials';
import { PostizOAuth2Api } from '../../../credentials/PostizOAuth2Api.credentials';
import { Postiz } from '../../../nodes/Postiz/Postiz.node';

const property = (type: PostizApi | PostizOAuth2Api, name: string) =>
	type.properties.find((candidate) => candidate.name === name);

describe('the API key credential', () => {
	const type = new PostizApi();

	test('keeps its names, on which saved credentials depend', () => {
		expect(type.name).toBe('postizApi');
		expect(type.properties.map(({ name }) => name)).toEqual(['apiKey', 'host', 'frontendUrl']);
	});

	test('hides the key and starts with the hosted service', () => {
		expect(property(type, 'apiKey')).toMatchObject({
			required: true,
			typeOptions: { password: true },
		});
		expect(property(type, 'host')).toMatchObject({ default: 'https://api.postiz.com' });
	});

	test('sends the bare key and nothing else', () => {
		expect(type.authenticate.properties).toEqual({
			headers: { Authorization: `={{${bareKeyExpression('$credentials.apiKey')}}}` },
		});
	});
});

describe('the OAuth2 credential', () => {
	const type = new PostizOAuth2Api();

	test('keeps its names, on which saved credentials depend', () => {
		expect(type.name).toBe('postizOAuth2Api');
		expect(type.extends).toEqual(['oAuth2Api']);
		const visible = type.properties.filter((candidate) => candidate.type !== 'hidden');
		expect(visible.map(({ name }) => name)).toEqual(['host', 'frontendUrl']);
	});

	test('starts with the hosted service', () => {
		expect(property(type, 'host')?.default).toBe('https://api.postiz.com');
		expect(property(type, 'frontendUrl')?.default).toBe('https://platform.postiz.com');
	});

	test('asks for a code and sends id and secret in the body, which is all the service reads', () => {
		expect(property(type, 'grantType')).toMatchObject({
			type: 'hidden',
			default: 'authorizationCode',
		});
		expect(property(type, 'authentication')).toMatchObject({ type: 'hidden', default: 'body' });
		expect(property(type, 'scope')).toMatchObject({ type: 'hidden', default: '' });
	});
});

test('the node uses each credential for its way of signing in, and has a test for it', () => {
	const { description, methods } = new Postiz();
	expect(description.credentials).toEqual([
		{
			name: new PostizApi().name,
			required: true,
			displayOptions: { show: { authentication: ['apiKey'] } },
			testedBy: 'postizApiTest',
		},
		{
			name: new PostizOAuth2Api().name,
			required: true,
			displayOptions: { show: { authentication: ['oAuth2'] } },
			testedBy: 'postizOAuth2ApiTest',
		},
	]);
	for (const { testedBy } of description.credentials!) {
		expect(methods.credentialTest).toHaveProperty(testedBy as string, expect.any(Function));
	}
});
