import type { INodeParameters } from 'n8n-workflow';

import { channelOf } from '../../../../service/client.cjs';
import { jsonItems, type NodeRunOptions } from '../../../support/harness.cjs';
import { file, itemsWith, picture, uploadsTo } from '../../../support/media.cjs';
import { createOrUpdate, FUTURE, postRequests, storedPosts } from '../../../support/posts.cjs';
import { callsOf, useOwnServices, useService } from '../../../support/useService.cjs';

const service = useService({ hourlyLimit: 10_000, showsUploads: true });

const on = (...networks: string[]) => ({
	channels: networks.map((network) => channelOf(service, network)),
});
const settings = (provider: string, more: INodeParameters) => ({
	networkSettings: { network: [{ provider, ...more }] },
});
const WITH_FILE = { items: itemsWith({ cup: file(picture(1)) }) };
const mediaOf = (...entries: INodeParameters[]) => ({ media: { file: entries } });
const CUP = { source: 'binary', binaryField: 'cup', details: {} };

const run = async (parameters: INodeParameters, more: Partial<NodeRunOptions> = {}) => {
	const form = { type: 'schedule', date: FUTURE, ...parameters };
	const { output, error } = await createOrUpdate(service, form, more);
	expect(error).toBeUndefined();
	return output[0].map(({ json }) => json);
};

/** Forms that are sent once, however often they are run. */
const FORMS: Record<string, [form: () => INodeParameters, more?: Partial<NodeRunOptions>]> = {
	'a text': [() => ({})],
	'a text of several lines with signs of HTML': [() => ({ content: 'if (a < b) {\n\n& so on }' })],
	'the same on a network with HTML': [() => ({ ...on('telegram'), content: '5 < 6 & <b>\nmore' })],
	Markdown: [
		() => ({
			...on('x', 'discord'),
			...settings('discord', { channel: 'c1' }),
			content: '**Fresh** [beans](https://acme.example/beans)\n\n- one\n- two',
			options: { contentFormat: 'markdown' },
		}),
	],
	'a text of its own for a network': [
		() => ({ ...on('bluesky', 'mastodon'), ...settings('mastodon', { content: 'Other beans' }) }),
	],
	'a thread': [
		() => ({ thread: { segment: [{ content: 'Two' }, { content: 'Three', delay: 5 }] } }),
	],
	'a text that is split': [
		() => ({ content: 'Many beans. '.repeat(40), options: { ifUnsupported: 'adapt' } }),
	],
	'a text that is shortened': [
		() => ({
			...on('tumblr'),
			content: 'Many beans. '.repeat(400),
			options: { ifUnsupported: 'adapt' },
		}),
	],
	'a thread that is merged': [
		() => ({
			...on('tumblr'),
			thread: { segment: [{ content: 'Two' }] },
			options: { ifUnsupported: 'adapt' },
		}),
	],
	'a picture': [() => mediaOf(CUP), WITH_FILE],
	'pictures of a thread, with what they show': [
		() => ({
			...on('mastodon'),
			...mediaOf({ ...CUP, details: { alt: 'A cup' } }),
			thread: { segment: [{ content: 'Two', media: { file: [CUP] } }] },
		}),
		WITH_FILE,
	],
	tags: [() => ({ options: { tags: 'Launch, Event' } })],
	settings: [() => ({ ...on('x'), ...settings('x', { who_can_reply_post: 'verified' }) })],
	'settings that nobody entered': [() => on('x')],
	'a title from the text': [() => ({ ...on('devto'), content: 'Fresh beans\n\nThey are here.' })],
	'a title from the text in a subreddit': [
		() => ({
			...on('reddit'),
			...settings('reddit', { subreddit: { entry: [{ subreddit: 'r/coffee' }] } }),
		}),
	],
	'links that Postiz shortens': [
		() => ({ content: 'See https://acme.example/beans', options: { shortLink: true } }),
	],
	'a post for now': [() => ({ type: 'now' })],
	'a draft without a date': [() => ({ type: 'draft', date: '' })],
	'a draft of a day': [() => ({ type: 'draft' })],
	'the next free slot': [() => ({ type: 'nextSlot' })],
};

test.each(Object.entries(FORMS))('%s: a second run sends nothing', async (_what, [form, more]) => {
	const created = await run(form(), more);
	const before = structuredClone(service.state.posts);
	service.requests.length = 0;
	const postIds = created[0].postIds as string;
	const again = await run({ ...form(), postIds }, more);
	expect(callsOf(service).filter((call) => !call.startsWith('GET '))).toEqual([]);
	expect(service.state.posts).toEqual(before);
	expect(again).toMatchObject(
		created.map(({ postId, text, channelId }) => ({
			postId,
			text,
			channelId,
			outcome: 'unchanged',
			changed: [],
			postIds,
		})),
	);
});

test.each([
	['devto', 'follows', {}, 'New beans'],
	['devto', 'stays', { title: 'Old beans' }, 'Old beans'],
	['reddit', 'follows', { subreddit: { entry: [{ subreddit: 'r/coffee' }] } }, 'New beans'],
	[
		'reddit',
		'stays',
		{ subreddit: { entry: [{ subreddit: 'r/coffee', title: 'Old beans' }] } },
		'Old beans',
	],
])('%s: a title %s if the text changes: %j', async (network, _what, own, title) => {
	const form = { ...on(network), ...settings(network, own) };
	const [{ postIds }] = await run({ ...form, content: 'Old beans' });
	await run({ ...form, content: 'New beans', postIds: postIds as string });
	expect(JSON.stringify(service.state.posts[0].settings)).toContain(`"title":"${title}"`);
	expect(service.state.posts[0].parts[0].content).toContain('New beans');
});

test('a hundred rows cost no request that the limit counts, and few others', async () => {
	const rows = Array.from({ length: 100 }, (_, index) => ({ text: `Row ${index}` }));
	const form = { content: '={{ $json.text }}' };
	const created = await run(form, { items: jsonItems(rows) });
	expect(postRequests(service)).toHaveLength(2);
	service.requests.length = 0;
	const items = jsonItems(rows.map((row, index) => ({ ...row, id: created[index].postId! })));
	const again = await run({ ...form, postIds: '={{ $json.id }}' }, { items });
	expect(again.map(({ changed }) => changed)).toEqual(rows.map(() => []));
	const calls = callsOf(service);
	expect(calls.filter((call) => call.startsWith('GET /public/posts/'))).toHaveLength(100);
	expect(calls).toHaveLength(101);
});

describe('on an older Postiz', () => {
	const start = useOwnServices();

	const LATER = '2099-05-06T08:30:00.000Z';

	test.each(['2.18', '2.21'] as const)(
		'in Postiz %s, a second run sends nothing, and what changed is changed',
		async (version) => {
			const service = await start({ version, hourlyLimit: 1000, showsUploads: true });
			const form = {
				type: 'schedule',
				date: FUTURE,
				channels: [channelOf(service, 'bluesky'), channelOf(service, 'x')],
				media: { file: [{ source: 'binary', binaryField: 'cup', details: {} }] },
				thread: { segment: [{ content: 'More' }] },
				options: { tags: 'Launch' },
			};
			const items = itemsWith({ cup: file(picture(1), 'cup.png') });
			const run = async (more: object) => {
				service.requests.length = 0;
				const { output, error } = await createOrUpdate(service, { ...form, ...more }, { items });
				expect(error).toBeUndefined();
				return output[0].map(({ json }) => json);
			};
			const [{ postIds = '' }] = await run({});
			const before = structuredClone(storedPosts(service));
			await run({ postIds });
			// On older instances, lists of posts count against the limit.
			const calls = callsOf(service);
			expect(calls.filter((call) => /^(?!GET )|GET \/posts/.test(call))).toEqual([]);
			expect(storedPosts(service)).toEqual(before);

			const rows = await run({ postIds, content: 'New', date: LATER });
			expect(rows.map(({ changed }) => changed)).toEqual([
				['date', 'text'],
				['date', 'text'],
			]);
			expect(uploadsTo(service)).toEqual([]);
			expect(storedPosts(service)).toMatchObject(
				before.map(({ id, parts: [{ image }] }) => ({
					id,
					state: 'QUEUE',
					publishDate: LATER,
					parts: [{ published: 'New', image }, { published: 'More' }],
				})),
			);
		},
	);
});
