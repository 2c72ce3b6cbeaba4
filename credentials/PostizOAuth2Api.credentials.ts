import type { ICredentialType, Icon, INodeProperties } from 'n8n-workflow';

import { createBaseUrlExpression, baseUrlField } from '../nodes/Postiz/transport/baseUrl';

export class PostizOAuth2Api implements ICredentialType {
	name = 'postizOAuth2Api';

	displayName = 'Postiz OAuth2 API';

	extends = ['oAuth2Api'];

	icon: Icon = { light: 'file:../icons/postiz.svg', dark: 'file:../icons/postiz.dark.svg' };

	documentationUrl =
		'https://github.com/n8n-nodes-postiz-publisher/n8n-nodes-postiz-publisher/blob/main/docs/install.md#sign-in-with-oauth2';

	properties: INodeProperties[] = [
		baseUrlField,
		{
			displayName: 'Frontend URL',
			name: 'frontendUrl',
			type: 'string',
			required: true,
			default: 'https://platform.postiz.com',
			placeholder: 'e.g. https://postiz.example.com',
			hint: 'The address at which you open Postiz in the browser. Keep https://platform.postiz.com for the hosted service.',
		},
		{
			displayName: 'Grant Type',
			name: 'grantType',
			type: 'hidden',
			default: 'authorizationCode',
		},
		{
			displayName: 'Authorization URL',
			name: 'authUrl',
			type: 'hidden',
			default: `={{${createBaseUrlExpression('frontendUrl', '\\/oauth\\/authorize')}}}/oauth/authorize`,
			required: true,
		},
		{
			displayName: 'Access Token URL',
			name: 'accessTokenUrl',
			type: 'hidden',
			default: `={{${createBaseUrlExpression('host', '\\/public(\\/v1(\\/.*)?)?|\\/oauth\\/token')}}}/oauth/token`,
			required: true,
		},
		{
			displayName: 'Scope',
			name: 'scope',
			type: 'hidden',
			default: '',
		},
		{
			displayName: 'Auth URI Query Parameters',
			name: 'authQueryParameters',
			type: 'hidden',
			default: '',
		},
		{
			displayName: 'Authentication',
			name: 'authentication',
			type: 'hidden',
			default: 'body',
		},
	];
}
