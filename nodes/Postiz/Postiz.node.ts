import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { listSearch, loadOptions } from './methods';
import { execute, operationSubtitle, resourceProperties } from './resources';
import { postizApiTest, postizOAuth2ApiTest } from './transport/credentialTest';

export class Postiz implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Postiz',
		name: 'postiz',
		icon: { light: 'file:../../icons/postiz.svg', dark: 'file:../../icons/postiz.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle: operationSubtitle,
		description: 'Publish and schedule posts to social media with Postiz',
		defaults: { name: 'Postiz' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
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
		],
		properties: [
			{
				displayName: 'Authentication',
				name: 'authentication',
				type: 'options',
				options: [
					{ name: 'API Key', value: 'apiKey' },
					{ name: 'OAuth2', value: 'oAuth2' },
				],
				default: 'apiKey',
			},
			...resourceProperties,
		],
	};

	methods = { listSearch, loadOptions, credentialTest: { postizApiTest, postizOAuth2ApiTest } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await execute(this)];
	}
}
