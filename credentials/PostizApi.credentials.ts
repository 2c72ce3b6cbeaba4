import type { IAuthenticateGeneric, ICredentialType, Icon, INodeProperties } from 'n8n-workflow';

import { baseUrlField } from '../nodes/Postiz/transport/baseUrl';
import { createSecretExpression } from '../nodes/Postiz/transport/secret';

export class PostizApi implements ICredentialType {
	name = 'postizApi';

	displayName = 'Postiz API';

	icon: Icon = { light: 'file:../icons/postiz.svg', dark: 'file:../icons/postiz.dark.svg' };

	documentationUrl =
		'https://github.com/n8n-nodes-postiz-publisher/n8n-nodes-postiz-publisher#credential';

	properties: INodeProperties[] = [
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			hint: 'In Postiz, it is under Settings > Developers > Public API',
		},
		baseUrlField,
		{
			displayName: 'Frontend URL',
			name: 'frontendUrl',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://postiz.example.com',
			hint: 'Only for links to the preview of a post. Leave it empty for the hosted service, or if the Base URL is this address followed by /api.',
		},
	];

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: {
			headers: {
				Authorization: `={{${createSecretExpression('$credentials.apiKey')}}}`,
			},
		},
	};
}
