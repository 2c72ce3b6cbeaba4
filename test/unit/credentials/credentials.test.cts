import { PostizApi } from '../../../credentials/PostizApi.credentials';
import { PostizOAuth2Api } from '../../../credentials/PostizOAuth2Api.credentials';
import { createSecretExpression } from '../../../nodes/Postiz/transport/secret';
import { Postiz } from '../../../nodes/Postiz/Postiz.node';

const findProperty = (type: PostizApi | PostizOAuth2Api, name: string) =>
	type.properties.find((candidate) => candidate.name === name);

test('hides the API key, and sends it without a prefix', () => {
	const type = new PostizApi();
	expect(findProperty(type, 'apiKey')).toMatchObject({
		required: true,
		typeOptions: { password: true },
	});
	expect(findProperty(type, 'host')).toMatchObject({ default: 'https://api.postiz.com' });
	expect(type.authenticate.properties).toEqual({
		headers: { Authorization: `={{${createSecretExpression('$credentials.apiKey')}}}` },
	});
});

test('requests an OAuth2 code, and sends ID and secret in the body, which the service reads', () => {
	const type = new PostizOAuth2Api();
	expect(type.extends).toEqual(['oAuth2Api']);
	const visible = type.properties.filter((candidate) => candidate.type !== 'hidden');
	expect(visible.map(({ name, default: preset }) => [name, preset])).toEqual([
		['host', 'https://api.postiz.com'],
		['frontendUrl', 'https://platform.postiz.com'],
	]);
	expect(findProperty(type, 'grantType')?.default).toBe('authorizationCode');
	expect(findProperty(type, 'authentication')?.default).toBe('body');
	expect(findProperty(type, 'scope')?.default).toBe('');
});

test('uses and tests the credential of each authentication', () => {
	const { description, methods } = new Postiz();
	expect(description.credentials).toMatchObject(
		[
			['apiKey', new PostizApi().name, 'postizApiTest'],
			['oAuth2', new PostizOAuth2Api().name, 'postizOAuth2ApiTest'],
		].map(([authentication, name, testedBy]) => ({
			name,
			required: true,
			displayOptions: { show: { authentication: [authentication] } },
			testedBy,
		})),
	);
	expect(methods.credentialTest).toEqual({
		postizApiTest: expect.any(Function),
		postizOAuth2ApiTest: expect.any(Function),
	});
});
