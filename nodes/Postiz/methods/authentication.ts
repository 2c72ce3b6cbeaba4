import type { INodeCredentialDescription, INodeProperties } from 'n8n-workflow';

import type { Authentication } from '../transport/types';

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
	description: 'How the node signs in to Postiz',
};

/** What a credential that belongs to one way of signing in has in common with the others. */
export function usedFor(
	authentication: Authentication,
): Pick<INodeCredentialDescription, 'required' | 'displayOptions'> {
	return { required: true, displayOptions: { show: { authentication: [authentication] } } };
}
