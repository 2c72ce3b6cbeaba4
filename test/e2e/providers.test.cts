import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { findProvider } from '../../nodes/Postiz/providers';
import { contractCases, mediaOf } from '../integration/providers/cases.cjs';
import { pickerCases, type PickerCase } from '../integration/providers/pickers.cases.cjs';
import { onChannels } from '../integration/support/posts.cjs';
import { byId, channelId, openWorld, runPostiz, type World } from './world.cjs';

const name = (provider: string) => findProvider(provider)!.displayName;
const identifierOf = (provider: string) => (provider === 'warpcast' ? 'wrapcast' : provider);

describe('the networks in a real n8n', () => {
	let world: World;

	beforeAll(async () => {
		world = await openWorld({ hourlyLimit: 10_000 });
	});
	afterAll(async () => await world?.close());
	beforeEach(() => {
		world.service.requests.length = 0;
	});

	const parameters = (entries: INodeParameters[]) => ({
		authentication: 'apiKey',
		resource: 'post',
		operation: 'create',
		...onChannels(...entries),
	});

	async function fill({ method, kind, provider, field, form, typed, channel }: PickerCase) {
		const integrationId = byId(channelId(world.service, channel ?? identifierOf(provider)));
		const path = `parameters.networkSettings.network[0].${field}`;
		const current = parameters([{ provider, integrationId, ...form }]);
		const credentials = { postizApi: { id: world.apiKey.id, name: world.apiKey.name } };
		return kind === 'options'
			? await world.n8n.loadOptions(method, path, current, credentials)
			: await world.n8n.pickerRows(method, path, current, credentials, typed);
	}

	test.each(
		pickerCases.map((entry) => [`${name(entry.provider)}: ${entry.method}`, entry] as const),
	)('the picker %s is filled', async (_title, entry) => {
		expect(await fill(entry)).toEqual(entry.rows);
	});

	test('a picker that cannot be filled says why, and what to do', async () => {
		const boards = pickerCases.find(({ method }) => method === 'pinterestBoards')!;
		world.service.state.tools.pinterest.boards.rows = [];
		await expect(fill({ ...boards, typed: '' })).rejects.toThrow(
			/There are no boards to choose from.*Create a board on Pinterest first/,
		);
	});

	test.each(['none', 'image', 'images', 'shot', 'video'] as const)(
		'every network is posted to in its fullest form, with media: %s',
		async (media) => {
			const cases = contractCases.filter(
				(entry) => entry.kind === 'fullest' && (entry.media ?? 'none') === media,
			);
			const files = await mediaOf(world.service, media);
			const execution = await runPostiz(world, world.apiKey, {
				...parameters(
					cases.map(({ provider, form, text }) => ({
						provider,
						integrationId: byId(channelId(world.service, identifierOf(provider))),
						...(text && { content: text }),
						...form,
					})),
				),
				type: 'schedule',
				date: '2099-03-04T10:00:00',
				content: 'Fresh beans',
				media: { file: [{ source: 'upload', file: JSON.stringify(files) }] },
			} as INodeParameters);

			expect(execution.error).toBeUndefined();
			// Kick takes a request of its own, after the others.
			const inOrder = [
				...cases.filter(({ provider }) => provider !== 'kick'),
				...cases.filter(({ provider }) => provider === 'kick'),
			];
			expect(execution.items('Postiz').map(({ json }) => json.provider)).toEqual(
				inOrder.map(({ provider }) => identifierOf(provider)),
			);
			const posts = world.service.requests
				.filter(({ method, path }) => method === 'POST' && path.endsWith('/posts'))
				.flatMap(({ body }) => (body as { posts: Array<{ settings: IDataObject }> }).posts);
			expect(posts.map(({ settings }) => settings)).toEqual(
				inOrder.map(({ provider, settings }) => ({
					__type: identifierOf(provider),
					...settings,
				})),
			);
		},
	);
});
