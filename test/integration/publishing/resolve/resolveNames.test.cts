import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { createIdLocator } from '../../../networks/settingBuilders.cjs';
import { createPostItem, createPostRequest } from '../../../service/client.cjs';
import {
	createChannelEntry,
	createForm,
	createFromJson,
	createPost,
	createJsonSettingsUpdate,
	selectChannels,
	getOnlyBody,
	listPostRequests,
	sendPost,
	createSettingsUpdate,
	updatePost,
} from '../../support/posts.cjs';
import { listHints, createJsonItems, TOOL } from '../../support/harness.cjs';
import { useService } from '../../support/useService.cjs';

const service = useService();

const lookUps = () => service.requests.filter(({ path }) => path.includes('integration-trigger'));
const selectOn = (network: string, settings: INodeParameters) =>
	createForm(service, {
		content: 'Tea',
		...selectChannels(createChannelEntry(service, network, settings)),
	});
const toSlack = (channel: string) => selectOn('slack', { channel: createIdLocator(channel) });
const getSentSettings = () => getOnlyBody(service).posts[0].settings as IDataObject;

describe('looks up a name given instead of an ID in the list of the channel', () => {
	test.each<[string, INodeParameters, IDataObject]>([
		['slack', { channel: createIdLocator('#Coffee talk') }, { channel: 'coffee-talk' }],
		[
			'listmonk',
			{
				list: createIdLocator('Newsletter'),
				preview: 'Tea',
				template: createIdLocator('weekly digest'),
			},
			{ list: 'newsletter', template: 'weekly-digest' },
		],
		[
			'devto',
			{ tags: ['coffee', '2 | productivity'] },
			{
				tags: [
					{ value: 1, label: 'coffee' },
					{ value: 2, label: 'productivity' },
				],
			},
		],
		[
			'wordpress',
			{ type: createIdLocator('Pages'), categories: ['News', 12], tags: ['Filter'] },
			{ type: 'pages', categories: [11, 12], tags: [12] },
		],
		[
			'skool',
			{ group: createIdLocator('Home brewers'), label: createIdLocator('recipes') },
			{ group: 'home-brewers', label: 'recipes' },
		],
		[
			'mewe',
			{ postType: 'group', group: createIdLocator('Latte Artists') },
			{ postType: 'group', group: 'latte-artists' },
		],
		['dribbble', { team: createIdLocator('Acme Design') }, { team: 'https://dribbble.com/acme' }],
	])('%s: %j', async (network, settings, expected) => {
		const { error } = await createPost(service, {
			...selectOn(network, settings),
			type: 'draft',
			content: 'About tea',
		});
		expect(error).toBeUndefined();
		expect(getSentSettings()).toMatchObject(expected);
	});

	test('in a list of subreddits', async () => {
		const entry = {
			subreddit: createIdLocator('coffee'),
			title: 'Tea',
			type: 'self',
			is_flair_required: true,
			flair: createIdLocator('question'),
		};
		const { error } = await createPost(
			service,
			selectOn('reddit', { subreddit: { entry: [entry] } }),
		);
		expect(error).toBeUndefined();
		expect(getSentSettings().subreddit).toMatchObject([
			{ value: { flair: { id: 'question', name: 'Question' } } },
		]);
	});

	test('in an expression, once per run', async () => {
		const items = createJsonItems([{ to: 'General' }, { to: 'Coffee Talk' }]);
		const { error } = await createPost(service, toSlack('={{ $json.to }}'), { items });
		expect(error).toBeUndefined();
		const channels = listPostRequests(service).flatMap(({ body }) =>
			(body as { posts: Array<{ settings: IDataObject }> }).posts.map(
				({ settings }) => settings.channel,
			),
		);
		expect(channels).toEqual(['general', 'coffee-talk']);
		expect(lookUps()).toHaveLength(1);
	});

	test('in JSON', async () => {
		const posts = [createPostItem(service, 'slack', { channel: 'Announcements' })];
		const { error } = await createFromJson(service, createPostRequest(posts));
		expect(error).toBeUndefined();
		expect(getSentSettings().channel).toBe('announcements');
	});

	test.each([
		['the form', createSettingsUpdate('slack', { channel: createIdLocator('Coffee Talk') })],
		['JSON', createJsonSettingsUpdate('slack', { channel: 'Coffee Talk' })],
	])('in Update by %s', async (_way, change) => {
		const post = await sendPost(service, 'slack', { settings: { channel: 'general' } });
		const { error } = await updatePost(service, post.id, change);
		expect(error).toBeUndefined();
		expect(post.settings).toMatchObject({ channel: 'coffee-talk' });
	});
});

describe('with Skip Validation', () => {
	const skip = { options: { skipValidation: true } };

	test('looks up a name', async () => {
		const { error } = await createPost(service, { ...toSlack('#Coffee talk'), ...skip });
		expect(error).toBeUndefined();
		expect(getSentSettings().channel).toBe('coffee-talk');
	});

	test('looks up no ID', async () => {
		await createPost(service, { ...toSlack('C0123456789'), ...skip });
		expect(getSentSettings().channel).toBe('C0123456789');
		expect(lookUps()).toEqual([]);
	});

	test.each([
		['is unknown', [], 'must be an ID, or the name of one of the Slack channels, not “Tee talk”'],
		['cannot be looked up', [500], 'could not be read to find “Tee talk”'],
		['would exceed the limit', [429], 'could not be read to find “Tee talk”'],
	])('sends a name that %s, with a note', async (_problem, statuses, note) => {
		const match = { path: /integration-trigger/ };
		service.faults.push(
			...statuses.map((status) => ({ match, kind: 'status', status, times: 9 }) as const),
		);
		const result = await createPost(service, { ...toSlack('Tee talk'), ...skip });
		expect(result.error).toBeUndefined();
		expect(getSentSettings().channel).toBe('Tee talk');
		expect(listHints(result)[1]).toContain(note);
	});

	test('sends JSON as it is', async () => {
		const posts = [createPostItem(service, 'slack', { channel: 'Announcements' })];
		await createFromJson(service, createPostRequest(posts), skip);
		expect(getSentSettings().channel).toBe('Announcements');
		expect(lookUps()).toEqual([]);
	});
});

describe('a tool call of a model', () => {
	const call = async (channel: string) => {
		const { output, error } = await createPost(
			service,
			toSlack(
				"={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('Slack_Channel', ``, 'string') }}",
			),
			{ items: createJsonItems([{ Slack_Channel: channel }]), node: { type: TOOL } },
		);
		expect(error).toBeUndefined();
		return output[0][0].json;
	};

	test('accepts the name of a channel', async () => {
		expect(await call('coffee talk')).toMatchObject({ outcome: 'created' });
		expect(getSentSettings().channel).toBe('coffee-talk');
	});

	test('returns the choices if the name is unknown', async () => {
		expect(await call('cofee talk')).toEqual({
			error: expect.stringMatching(/“cofee talk”\. Choose one of these: General \(general\), /),
		});
		expect(listPostRequests(service)).toEqual([]);
	});
});
