import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byHand } from '../../../networks/kinds.cjs';
import { item, request } from '../../../service/client.cjs';
import {
	channelEntry,
	createForm,
	createFromJson,
	createPost,
	jsonSettingsOn,
	onChannels,
	onlyBody,
	postRequests,
	sendPost,
	settingsOn,
	updatePost,
} from '../../support/posts.cjs';
import { jsonItems, TOOL } from '../../support/harness.cjs';
import { useService } from '../../support/useService.cjs';

const service = useService();

const lookUps = () => service.requests.filter(({ path }) => path.includes('integration-trigger'));
const to = (network: string, settings: INodeParameters) =>
	createForm(service, { content: 'Tea', ...onChannels(channelEntry(service, network, settings)) });
const toSlack = (channel: string) => to('slack', { channel: byHand(channel) });
const sent = () => onlyBody(service).posts[0].settings as IDataObject;

describe('looks up a name given instead of an ID in the list of the channel', () => {
	test.each<[string, INodeParameters, IDataObject]>([
		['slack', { channel: byHand('#Coffee talk') }, { channel: 'coffee-talk' }],
		[
			'listmonk',
			{
				list: byHand('Newsletter'),
				preview: 'Tea',
				template: byHand('weekly digest'),
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
			{ type: byHand('Pages'), categories: ['News', 12], tags: ['Filter'] },
			{ type: 'pages', categories: [11, 12], tags: [12] },
		],
		[
			'skool',
			{ group: byHand('Home brewers'), label: byHand('recipes') },
			{ group: 'home-brewers', label: 'recipes' },
		],
		[
			'mewe',
			{ postType: 'group', group: byHand('Latte Artists') },
			{ postType: 'group', group: 'latte-artists' },
		],
		['dribbble', { team: byHand('Acme Design') }, { team: 'https://dribbble.com/acme' }],
	])('%s: %j', async (network, settings, expected) => {
		const { error } = await createPost(service, {
			...to(network, settings),
			type: 'draft',
			content: 'About tea',
		});
		expect(error).toBeUndefined();
		expect(sent()).toMatchObject(expected);
	});

	test('in a list of subreddits', async () => {
		const entry = {
			subreddit: byHand('coffee'),
			title: 'Tea',
			type: 'self',
			is_flair_required: true,
			flair: byHand('question'),
		};
		const { error } = await createPost(service, to('reddit', { subreddit: { entry: [entry] } }));
		expect(error).toBeUndefined();
		expect(sent().subreddit).toMatchObject([
			{ value: { flair: { id: 'question', name: 'Question' } } },
		]);
	});

	test('in an expression, once per run', async () => {
		const items = jsonItems([{ to: 'General' }, { to: 'Coffee Talk' }]);
		const { error } = await createPost(service, toSlack('={{ $json.to }}'), { items });
		expect(error).toBeUndefined();
		const channels = postRequests(service).flatMap(({ body }) =>
			(body as { posts: Array<{ settings: IDataObject }> }).posts.map(
				({ settings }) => settings.channel,
			),
		);
		expect(channels).toEqual(['general', 'coffee-talk']);
		expect(lookUps()).toHaveLength(1);
	});

	test('in JSON', async () => {
		const posts = [item(service, 'slack', { channel: 'Announcements' })];
		const { error } = await createFromJson(service, request(posts));
		expect(error).toBeUndefined();
		expect(sent().channel).toBe('announcements');
	});

	test.each([
		['the form', settingsOn('slack', { channel: byHand('Coffee Talk') })],
		['JSON', jsonSettingsOn('slack', { channel: 'Coffee Talk' })],
	])('in Update by %s', async (_way, change) => {
		const post = await sendPost(service, 'slack', { settings: { channel: 'general' } });
		const { error } = await updatePost(service, post.id, change);
		expect(error).toBeUndefined();
		expect(post.settings).toMatchObject({ channel: 'coffee-talk' });
	});
});

describe('a tool call of a model', () => {
	const call = async (channel: string) => {
		const { output, error } = await createPost(
			service,
			toSlack(
				"={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('Slack_Channel', ``, 'string') }}",
			),
			{ items: jsonItems([{ Slack_Channel: channel }]), node: { type: TOOL } },
		);
		expect(error).toBeUndefined();
		return output[0][0].json;
	};

	test('accepts the name of a channel', async () => {
		expect(await call('coffee talk')).toMatchObject({ outcome: 'created' });
		expect(sent().channel).toBe('coffee-talk');
	});

	test('returns the choices if the name is unknown', async () => {
		expect(await call('cofee talk')).toEqual({
			error: expect.stringMatching(/“cofee talk”\. Choose one of these: General \(general\), /),
		});
		expect(postRequests(service)).toEqual([]);
	});
});
