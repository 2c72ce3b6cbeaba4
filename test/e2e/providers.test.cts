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
			/No boards found.*Create a board on Pinterest first/,
		);
	});

	test('other channels repost on X and comment on LinkedIn, picked from the list or named', async () => {
		const network = (provider: string, settings: IDataObject) =>
			({
				provider,
				integrationId: byId(channelId(world.service, provider)),
				settings,
			}) as INodeParameters;
		const reposters = 'plug--x-repost-post-users--integrations';
		const rows = await world.n8n.loadOptions(
			'xChannels',
			`parameters.networkSettings.network[0].settings.${reposters}`,
			parameters([network('x', {})]),
			{ postizApi: { id: world.apiKey.id, name: world.apiKey.name } },
		);
		expect(rows).toEqual([{ name: 'X (Twitter): Acme Roasters', value: expect.any(String) }]);

		const execution = await runPostiz(world, world.apiKey, {
			...parameters([
				network('x', {
					[reposters]: [rows[0].value],
					'plug--x-repost-post-users--delay': '3600000',
				}),
				network('linkedin', {
					'plug--linkedin-add-comment--integrations': '={{ "Acme Roasters" }}',
					'plug--linkedin-add-comment--comment': 'Yes',
				}),
			]),
			type: 'schedule',
			date: '2099-03-04T10:00:00',
			content: 'Beans for everyone',
		} as INodeParameters);
		expect(execution.error).toBeUndefined();
		const other = world.service.state.channels.filter(({ name: own }) => own === 'Acme Roasters');
		const idOf = (wanted: string) => other.find(({ identifier }) => identifier === wanted)!.id;
		expect(world.service.state.posts.slice(-2).map(({ settings }) => settings)).toEqual([
			expect.objectContaining({
				[reposters]: [{ id: idOf('x') }],
				'plug--x-repost-post-users--delay': '3600000',
				'plug--x-repost-post-users--active': true,
			}),
			expect.objectContaining({
				'plug--linkedin-add-comment--integrations': [{ id: idOf('linkedin') }],
				'plug--linkedin-add-comment--delay': '0',
				'plug--linkedin-add-comment--comment': 'Yes',
			}),
		]);
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
