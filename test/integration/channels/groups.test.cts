import type { IDataObject } from 'n8n-workflow';

import { PostizTrigger } from '../../../nodes/PostizTrigger/PostizTrigger.node';
import type { Service } from '../../service/server.cjs';
import { callLoadOptions, runNode } from '../support/harness.cjs';
import { createPost, onlyBody, storePost } from '../support/posts.cjs';
import { ActiveTrigger } from '../support/triggerHarness.cjs';
import { useOwnServices } from '../support/useService.cjs';

const start = useOwnServices();

/** One release that neither lists groups nor limits a list of channels to one, and one that does both. */
describe.each(['2.18', '2.21', 'newest'] as const)('on Postiz %s', (version) => {
	let service: Service;
	let roasters: { id: string; name: string };
	let members: string[];

	beforeEach(async () => {
		service = await start({ version });
		roasters = service.state.groups.find(({ name }) => name === 'Acme Roasters')!;
		const { channels } = service.state;
		members = channels.filter(({ customerId }) => customerId === roasters.id).map(({ id }) => id);
		expect(members.length).toBeGreaterThan(1);
	});

	const run = async (operation: string, more: IDataObject = {}) =>
		await runNode({
			service,
			parameters: { resource: 'integration', operation, returnAll: true, ...more } as never,
		});

	test('Channel > Get Many lists the channels of a group, and no others', async () => {
		const { output, error } = await run('list', { filters: { group: roasters.id } });
		expect(error).toBeUndefined();
		expect(output[0].map(({ json }) => json.channelId)).toEqual(members);
	});

	test('the pickers list the groups', async () => {
		expect(await callLoadOptions('getGroups', { service })).toEqual([
			// Else the filter would be red until a group is chosen.
			{ name: 'Any Group', value: '' },
			{ name: 'Acme Coffee', value: expect.any(String) },
			{ name: 'Acme Roasters', value: roasters.id },
		]);
		expect(await callLoadOptions('getChannelsAndGroups', { service })).toContainEqual({
			name: `All of Acme Roasters (${members.length})`,
			value: `group:${roasters.id}`,
		});
	});

	test('a post for all of a group goes to its channels, and to no others', async () => {
		const channels = [`group:${roasters.id}`];
		const { error } = await createPost(service, { type: 'draft', channels, networkSettings: {} });
		expect(error).toBeUndefined();
		const ids = onlyBody(service).posts.map(({ integration }) => integration.id);
		expect(ids).toEqual(members);
	});

	test('the trigger tells events of a group, and no others', async () => {
		const trigger = new ActiveTrigger({
			node: new PostizTrigger(),
			service,
			parameters: { events: ['postPublished'], filters: { channels: [`group:${roasters.id}`] } },
		});
		expect(await trigger.poll()).toBeUndefined();
		const now = { publishDate: new Date().toISOString(), state: 'PUBLISHED' as const };
		const own = service.state.channels.find(({ id }) => id === members[0])!;
		const other = service.state.channels.find(({ customerId }) => customerId !== roasters.id)!;
		const post = storePost(service, own, now);
		storePost(service, other, now);
		expect((await trigger.poll())?.map(({ postId }) => postId)).toEqual([post.id]);
	});
});
