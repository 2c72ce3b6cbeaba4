import type { INodeCredentialDescription, INodeProperties } from 'n8n-workflow';

/** The field that chooses how a node signs in. */
export const authenticationField: INodeProperties = {
	displayName: 'Authentication',
	name: 'authentication',
	type: 'options',
	options: [
		{ name: 'API Key', value: 'apiKey' },
		{ name: 'OAuth2', value: 'oAuth2' },
	],
	default: 'apiKey',
};

/** The credentials of a node, one for each way of signing in. */
export const credentialChoices: INodeCredentialDescription[] = [
	{
		name: 'postizApi',
		required: true,
		displayOptions: { show: { authentication: ['apiKey'] } },
		testedBy: 'postizApiTest',
	},
	{
		name: 'postizOAuth2Api',
		required: true,
		displayOptions: { show: { authentication: ['oAuth2'] } },
		testedBy: 'postizOAuth2ApiTest',
	},
];
