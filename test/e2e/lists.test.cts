import type { INodeParameters } from 'n8n-workflow';

import {
	createChannelEntry,
	selectChannels,
	createPostLocator,
} from '../integration/support/posts.cjs';
import { useTestContext, createPostNode, runPostiz } from '../shared/n8n/testContext.cjs';

interface Row {
	name: string;
	value: unknown;
}

/*
 * What a real n8n adds to lists is that it fills them, by its own endpoints. What the lists hold is tried in n8n's
 * engine.
 */
describe('lists of the form in a real n8n', () => {
	const context = useTestContext();

	/** A form that is open, and the list of one of its fields. */
	const listOf = (method: string, field: string, form: INodeParameters) => {
		const { id, name } = context.apiKey;
		const open = {
			methodName: method,
			path: `parameters.${field}`,
			currentNodeParameters: {
				authentication: 'apiKey',
				resource: 'post',
				operation: 'create',
				...form,
			},
			credentials: { postizApi: { id, name } },
		};
		return {
			options: async () => await context.n8n.loadOptions<Row[]>('options', open),
			rows: async (filter = '') => {
				const kind = 'resource-locator-results';
				return (await context.n8n.loadOptions<{ results: Row[] }>(kind, { ...open, filter }))
					.results;
			},
		};
	};
	const entryOf = (method: string, provider: string, field: string) =>
		listOf(
			method,
			`networkSettings.network[0].${field}`,
			selectChannels(createChannelEntry(context.service, provider)),
		);

	test('offers groups, and each channel with its network', async () => {
		const names = (
			await listOf('getChannelsAndGroups', 'channels', { channels: [] }).options()
		).map(({ name }) => name);
		const { channels, groups } = context.service.state;
		expect(names).toHaveLength(groups.length + channels.length);
		expect(names[0]).toMatch(/^All of Acme Coffee \(\d+\)$/);
		expect(names).toContain('X (Twitter): Acme Roasters');
	});

	test('searches a list', async () => {
		const { rows } = entryOf('pinterestBoards', 'pinterest', 'board');
		expect(await rows('LATTE')).toEqual([{ name: 'Latte Art', value: 'latte-art' }]);

		await runPostiz(
			context,
			context.apiKey,
			createPostNode(context, 'bluesky', 'To be picked', 'draft'),
		);
		const posts = listOf('searchPosts', 'postId', {
			operation: 'delete',
			...createPostLocator(''),
		});
		expect((await posts.rows('to be picked')).map(({ value }) => value)).toEqual([
			context.service.state.posts.at(-1)?.id,
		]);
	});
});
