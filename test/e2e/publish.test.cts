import type { INodeParameters } from 'n8n-workflow';

import { byId, channelId, openWorld, postOn, runPostiz, type World } from '../shared/n8n/world.cjs';
import { onChannels } from '../integration/support/posts.cjs';

describe('publishing in a real n8n', () => {
	let world: World;

	beforeAll(async () => {
		world = await openWorld();
	});
	afterAll(async () => await world?.close());
	beforeEach(() => {
		world.service.requests.length = 0;
	});

	const credentials = () => ({ postizApi: { id: world.apiKey.id, name: world.apiKey.name } });
	const parameters = (more: object) => ({
		authentication: 'apiKey',
		resource: 'post',
		operation: 'create',
		...more,
	});

	test('the list of channels offers all of a group, and each channel with its network', async () => {
		const options = await world.n8n.loadOptions(
			'getChannelsAndGroups',
			'parameters.channels',
			parameters({ channels: [] }),
			credentials(),
		);
		const { channels, groups } = world.service.state;
		const sizeOf = (group: string) =>
			channels.filter(({ customerId, disabled }) => customerId === group && !disabled).length;
		expect(options.slice(0, groups.length)).toEqual(
			groups.map(({ id, name }) => ({
				name: `All of ${name} (${sizeOf(id)})`,
				value: `group:${id}`,
			})),
		);
		expect(options).toHaveLength(groups.length + channels.length);
		expect(options).toContainEqual({
			name: 'X (Twitter): Acme Roasters',
			value: channelId(world.service, 'x', 'Acme Roasters'),
		});
	});

	test('Limit to One Channel lists the channels of the network, the disabled ones last', async () => {
		const path = 'parameters.networkSettings.network[0].integrationId';
		const rows = async (provider: string, filter = '') =>
			await world.n8n.pickerRows(
				'searchChannels',
				path,
				parameters({ networkSettings: { network: [{ provider, integrationId: byId('') }] } }),
				credentials(),
				filter,
			);
		expect((await rows('x')).map(({ value }) => value)).toEqual([
			channelId(world.service, 'x', 'Acme Coffee'),
			channelId(world.service, 'x', 'Acme Roasters'),
		]);
		expect((await rows('')).length).toBe(world.service.state.channels.length);
		const mastodon = await rows('mastodon');
		expect(mastodon.at(-1)?.name).toContain('disabled');
		expect((await rows('', 'roasters')).every(({ name }) => /roasters/i.test(name))).toBe(true);
	});

	test('the groups are offered as a filter for Channel: Get Many', async () => {
		const groups = await world.n8n.loadOptions(
			'getGroups',
			'parameters.filters.group',
			{ authentication: 'apiKey', resource: 'integration', operation: 'list' },
			credentials(),
		);
		expect(groups.map(({ name }) => name)).toEqual(['Any Group', 'Acme Coffee', 'Acme Roasters']);
	});

	test('posts, tools, voices and missing content are offered where they are chosen', async () => {
		const { n8n, service } = world;
		await runPostiz(world, world.apiKey, postOn(world, 'bluesky', 'To be picked', 'draft'));
		const form = (resource: string, operation: string, more: object = {}) => ({
			authentication: 'apiKey',
			resource,
			operation,
			...more,
		});
		const posts = await n8n.pickerRows(
			'searchPosts',
			'parameters.postId',
			form('post', 'delete', { postId: byId('') }),
			credentials(),
			'to be picked',
		);
		expect(posts.map(({ value }) => value)).toEqual([service.state.posts.at(-1)?.id]);
		const tools = await n8n.loadOptions(
			'getTools',
			'parameters.methodName',
			form('integration', 'lookUp', { integrationId: byId(channelId(service, 'pinterest')) }),
			credentials(),
		);
		expect(tools.map(({ value }) => value)).toEqual(['boards']);
		const voices = await n8n.pickerRows(
			'searchVoices',
			'parameters.voice',
			form('video', 'generate', { videoType: 'image-text-slides', voice: byId('') }),
			credentials(),
		);
		expect(voices.map(({ name }) => name)).toEqual(['Amber', 'Cedar']);
		await expect(
			n8n.pickerRows(
				'searchMissingContent',
				'parameters.releaseId',
				form('post', 'linkPublished', { postId: byId(''), releaseId: byId('') }),
				credentials(),
			),
		).rejects.toThrow('Choose the post first');
	});

	test('one request carries three channels, thread, tags and settings', async () => {
		const ids = ['x', 'linkedin', 'bluesky'].map((network) => channelId(world.service, network));
		const execution = await runPostiz(
			world,
			world.apiKey,
			parameters({
				type: 'schedule',
				date: '2099-03-04T10:00:00',
				content: '={{ $json.text }}',
				...onChannels(
					{ provider: 'x', integrationId: byId(ids[0]), who_can_reply_post: 'verified' },
					{
						provider: 'linkedin',
						integrationId: byId(ids[1]),
						settings: { carousel_name: 'Menu' },
					},
					{ provider: 'auto', integrationId: byId(ids[2]) },
				),
				thread: { segment: [{ content: 'More tomorrow', delay: 10 }] },
				options: { tags: 'Launch', shortLink: true, inter: 7 },
			}),
			{ items: [{ text: 'Line one\nA & B < C' }] },
		);

		expect(execution.error).toBeUndefined();
		expect(execution.items('Postiz').map(({ json }) => json.channelId)).toEqual(ids);
		const posted = world.service.requests.filter(({ method }) => method === 'POST');
		expect(posted).toHaveLength(1);
		const value = (less: string) => [
			{ content: `<p>Line one</p><p>A &amp; B ${less} C</p>`, image: [] },
			{ content: 'More tomorrow', image: [], delay: 10 },
		];
		expect(posted[0].body).toEqual({
			type: 'schedule',
			date: '2099-03-04T10:00:00.000Z',
			shortLink: true,
			tags: [{ value: 'Launch', label: 'Launch' }],
			inter: 7,
			posts: [
				{
					integration: { id: ids[0] },
					// Postiz reads a text for X twice.
					value: value('&amp;lt;'),
					settings: { __type: 'x', who_can_reply_post: 'verified' },
				},
				{
					integration: { id: ids[1] },
					value: value('&lt;'),
					settings: { __type: 'linkedin', carousel_name: 'Menu' },
				},
				{ integration: { id: ids[2] }, value: value('&lt;'), settings: { __type: 'bluesky' } },
			],
		});
		expect(posted[0].headers.authorization).toBe(world.service.apiKey);
	});

	test('a text that is too long for X becomes a thread there, and stays whole on LinkedIn', async () => {
		const text = Array(40).fill('This tells of our coffee and of our tea.').join(' ');
		const execution = await runPostiz(
			world,
			world.apiKey,
			parameters({
				type: 'schedule',
				date: '2099-03-04T10:00:00',
				content: '={{ $json.text }}',
				channelsBy: 'name',
				channelNames: '={{ $json.channels }}',
				options: { tooLong: 'split' },
			}),
			{
				items: [
					{
						text,
						channels: ['x', 'linkedin']
							.map((network) => channelId(world.service, network))
							.join(', '),
					},
				],
			},
		);
		expect(execution.error).toBeUndefined();
		const [x, linkedin] = world.service.state.posts
			.slice(-2)
			.map(({ parts }) => parts.map(({ published }) => published));
		expect(linkedin).toEqual([text]);
		expect(x.length).toBeGreaterThan(5);
		expect(x.join(' ')).toBe(text);
		for (const part of x) expect(part.length).toBeLessThanOrEqual(280);
	});

	test('a run that is started twice posts once', async () => {
		const before = world.service.state.posts.length;
		const run = async () =>
			await runPostiz(world, world.apiKey, {
				...postOn(world, 'bluesky', 'Only once', 'schedule'),
				date: '2099-03-04T10:00:00',
				options: { ifSame: 'skip' },
			});
		const ids = [await run(), await run()].map(
			(execution) => execution.items('Postiz')[0].json.postId,
		);
		expect(world.service.state.posts).toHaveLength(before + 1);
		expect(ids).toEqual(Array(2).fill(world.service.state.posts.at(-1)?.id));
	});

	test('with Validate Only, files that are not there or out of reach are named, and nothing is sent', async () => {
		const media = (url: string) => ({ file: [{ source: 'url', url }] });
		const earlier = { id: 'a', path: 'http://localhost:4007/uploads/a.png' };
		const validate = async (more: INodeParameters) =>
			await runPostiz(world, world.apiKey, {
				...postOn(world, 'threads', 'Look'),
				options: { validateOnly: true },
				...more,
			});
		const gone = await validate({ media: media(`${world.service.origin}/uploads/gone.png`) });
		expect(gone.items('Postiz')[0]?.json).toMatchObject({
			valid: false,
			problems: [expect.stringMatching(/gone\.png could not be downloaded: .* status 404$/)],
		});
		const local = await validate({
			media: { file: [{ source: 'upload', file: JSON.stringify(earlier) }] },
		});
		expect(JSON.stringify(local.runData)).toContain(
			'Files at http://localhost:4007 are out of reach for Threads',
		);
		expect(world.service.requests.filter(({ method }) => method === 'POST')).toEqual([]);
	});

	test('rows combine into one request and a bad one goes to the error output', async () => {
		const id = channelId(world.service, 'bluesky');
		const execution = await runPostiz(
			world,
			world.apiKey,
			parameters({
				type: 'draft',
				content: '={{ $json.text }}',
				combineItems: true,
				...onChannels({ provider: 'bluesky', integrationId: byId(id) }),
			}),
			{
				items: [{ text: 'one' }, { text: '' }, { text: 'three' }],
				nodeOptions: { onError: 'continueErrorOutput' },
			},
		);
		expect(execution.items('Postiz')).toHaveLength(2);
		const [failed] = execution.items('Postiz', 1);
		expect(failed.json.error).toContain('Bluesky: the text is empty [item 1]');
		expect(world.service.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
	});

	test('a wrong key stops the workflow with what to do', async () => {
		const wrong = await world.n8n.createCredential('Wrong key', 'postizApi', {
			host: world.service.apiUrl,
			apiKey: 'wrong-key-value',
		});
		const execution = await runPostiz(world, wrong, {
			authentication: 'apiKey',
			resource: 'integration',
			operation: 'list',
		});
		expect(execution.status).toBe('error');
		expect(execution.error?.message).toBe("Postiz doesn't accept this API key");
		expect(JSON.stringify(execution.runData)).not.toContain('wrong-key-value');
	});
});
