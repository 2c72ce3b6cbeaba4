import type { IExecuteFunctions, INodeType } from 'n8n-workflow';

import { withChannels } from '../../demo/example.cjs';
import { startFileServer } from '../support/fileServer.cjs';
import { runWorkflow, type WorkflowJson } from '../support/harness.cjs';
import { picture } from '../support/media.cjs';
import { storedPosts } from '../support/posts.cjs';
import { callsOf, LOOK_UP, useService } from '../support/useService.cjs';

const service = useService();

describe('the example picture-to-three-channels', () => {
	/** Downloads a file, as n8n's own HTTP Request does with these parameters. */
	const httpRequest: INodeType = {
		description: {
			displayName: 'HTTP Request',
			name: 'httpRequest',
			group: ['input'],
			version: 4.2,
			description: '',
			defaults: {},
			inputs: ['main'],
			outputs: ['main'],
			properties: [
				{ displayName: 'URL', name: 'url', type: 'string', default: '' },
				{ displayName: 'Options', name: 'options', type: 'json', default: {} },
			],
		},
		async execute(this: IExecuteFunctions) {
			const options = this.getNodeParameter('options', 0) as {
				response: { response: { responseFormat: string; outputPropertyName: string } };
			};
			const { responseFormat, outputPropertyName } = options.response.response;
			expect(responseFormat).toBe('file');
			const content = await this.helpers.httpRequest({
				url: this.getNodeParameter('url', 0) as string,
				encoding: 'arraybuffer',
			});
			const binary = await this.helpers.prepareBinaryData(Buffer.from(content), 'picture.png');
			return [[{ json: {}, binary: { [outputPropertyName]: binary } }]];
		},
	};

	test('makes drafts with two requests that count', async () => {
		const server = await startFileServer((_request, response) => response.end(picture(1)));
		const { nodes, connections, settings } = JSON.parse(
			JSON.stringify(
				withChannels('picture-to-three-channels.json', service.state.channels),
			).replaceAll('https://example.com', server.origin),
		) as WorkflowJson;
		const { error, outputOf } = await runWorkflow(
			{
				nodes: nodes
					.filter(({ type }) => type !== 'n8n-nodes-base.stickyNote')
					.map((node) => ({
						...node,
						credentials: { postizApi: { id: 'postizApi', name: 'Postiz account' } },
					})),
				connections,
				settings,
			},
			{ service, nodeTypes: { 'n8n-nodes-base.httpRequest': httpRequest } },
		);
		await server.close();
		expect(error).toBeUndefined();
		expect(server.requests).toMatchObject([{ path: '/picture.png' }]);
		expect(callsOf(service)).toEqual([...[LOOK_UP, 'GET /posts', 'POST /upload', 'POST /posts']]);
		expect(outputOf('Create the post')[0].map(({ json }) => json.network)).toEqual([
			'x',
			'linkedin',
			'bluesky',
		]);
		const [{ id, path }] = service.state.media;
		expect(storedPosts(service).map(({ state, parts }) => [state, parts[0].image])).toEqual(
			Array(3).fill(['DRAFT', [{ id, path, alt: 'Our three winter drinks on a wooden table' }]]),
		);
	});
});
