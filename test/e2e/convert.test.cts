import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import { convertWorkflow } from '../../convert/convertWorkflow';
import { ROOT } from '../harness/paths.cjs';
import { channelId, openWorld, type World } from '../shared/n8n/world.cjs';

let world: World;
beforeAll(async () => {
	world = await openWorld();
});
afterAll(async () => await world?.close());

test('a workflow of the service’s own package imports and runs after the conversion', async () => {
	const { service, n8n, apiKey } = world;
	const fixture = readFileSync(join(ROOT, 'convert/test/fixtures/workflows/one-post.json'), 'utf8');
	const { old } = JSON.parse(fixture.replaceAll('cm-x-1', channelId(service, 'x'))) as {
		old: { nodes: Array<{ parameters: IDataObject }> };
	};
	Object.assign(old.nodes[1].parameters, { type: 'schedule', date: '2099-03-04T08:00:00' });
	const { workflows, converted } = convertWorkflow(old);
	expect(converted).toBe(1);

	const { nodes, connections, settings } = JSON.parse(
		JSON.stringify(workflows).replaceAll('kZ3xT0aQ9pLm2vBn', apiKey.id),
	) as IDataObject;
	const { id } = await n8n.createWorkflow({ name: 'Moved', nodes, connections, settings });
	const execution = await n8n.execute(id, 'Every Morning');

	expect(execution.error).toBeUndefined();
	const posted = service.requests.filter(({ method }) => method === 'POST');
	expect(posted.map(({ body }) => body)).toEqual([
		{
			type: 'schedule',
			date: '2099-03-04T08:00:00.000Z',
			shortLink: true,
			tags: [],
			posts: [
				{
					integration: { id: channelId(service, 'x') },
					value: [{ content: 'Good morning from Acme Coffee', image: [] }],
					settings: { __type: 'x', who_can_reply_post: 'everyone' },
				},
			],
		},
	]);
});
