import type { INodeParameters } from 'n8n-workflow';

import { onChannels } from '../integration/support/posts.cjs';
import { byId, channelId, openWorld, type World } from '../shared/n8n/world.cjs';

/*
 * What a real n8n adds to the networks is that it fills their lists, by its own endpoints. What the
 * lists hold, and what is sent, is tried in n8n's engine.
 */
describe('the lists of networks in a real n8n', () => {
	let world: World;

	beforeAll(async () => {
		world = await openWorld();
	});
	afterAll(async () => await world?.close());

	const opened = (provider: string, field: string) => {
		const integrationId = byId(channelId(world.service, provider));
		const form = {
			authentication: 'apiKey',
			resource: 'post',
			operation: 'create',
			...onChannels({ provider, integrationId }),
		} as INodeParameters;
		const credentials = { postizApi: { id: world.apiKey.id, name: world.apiKey.name } };
		return [`parameters.networkSettings.network[0].${field}`, form, credentials] as const;
	};
	const boards = async (typed: string) =>
		await world.n8n.pickerRows('pinterestBoards', ...opened('pinterest', 'board'), typed);

	test('a list that can be searched', async () => {
		expect(await boards('LATTE')).toEqual([{ name: 'Latte Art', value: 'latte-art' }]);
	});

	test('a list in which several rows can be chosen', async () => {
		expect(
			await world.n8n.loadOptions('wordpressCategoriesList', ...opened('wordpress', 'categories')),
		).toEqual([
			{ name: 'News', value: 11 },
			{ name: 'Recipes', value: 12 },
		]);
	});

	test('the other channels that repost a post', async () => {
		const rows = await world.n8n.loadOptions(
			'xChannels',
			...opened('x', 'settings.plug--x-repost-post-users--integrations'),
		);
		expect(rows).toEqual([{ name: 'X (Twitter): Acme Roasters', value: expect.any(String) }]);
	});

	test('a list that cannot be filled says why, and what to do', async () => {
		world.service.state.tools.pinterest.boards.rows = [];
		await expect(boards('')).rejects.toThrow(/No boards found.*Create a board on Pinterest first/);
	});
});
