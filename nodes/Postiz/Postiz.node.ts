import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { operationSubtitle, resourceProperties } from './actions';
import { execute } from './actions/router';
import { builderHint } from './builderHint';
import { listSearch, loadOptions } from './methods';
import { authenticationField, showForAuthentication } from './methods/authenticationField';
import { credentialTest } from './methods/credentialTest';

export class Postiz implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Postiz',
		name: 'postiz',
		icon: { light: 'file:../../icons/postiz.svg', dark: 'file:../../icons/postiz.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle: operationSubtitle,
		description:
			'Publish and schedule posts to social media with Postiz. What AI agents write is read as Markdown.',
		defaults: { name: 'Postiz' },
		documentationUrl:
			'https://github.com/n8n-nodes-postiz-publisher/n8n-nodes-postiz-publisher/blob/main/docs/operations.md',
		usableAsTool: {
			replacements: {
				description:
					'Publish, schedule, change and look up posts on social media with Postiz. Text is read as Markdown; a date looks like 2026-12-14 10:00:00.',
			},
		},
		builderHint,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{ name: 'postizApi', testedBy: 'postizApiTest', ...showForAuthentication('apiKey') },
			{
				name: 'postizOAuth2Api',
				testedBy: 'postizOAuth2ApiTest',
				...showForAuthentication('oAuth2'),
			},
		],
		properties: [authenticationField, ...resourceProperties],
	};

	methods = { listSearch, loadOptions, credentialTest };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await execute(this)];
	}
}
