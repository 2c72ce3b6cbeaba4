import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { findChannelId } from '../../../service/client.cjs';
import { providers as known } from '../../../service/providers.cjs';
import { isString, optional, string } from '../../../service/schema.cjs';
import { createJsonItems, type NodeRun } from '../../support/harness.cjs';
import {
	createChannelLocator,
	createPost,
	getOnlyBody,
	listStoredPosts,
	selectChannels,
} from '../../support/posts.cjs';
import { useService } from '../../support/useService.cjs';

const service = useService({ hourlyLimit: 10_000 });

const create = async (parameters: INodeParameters = {}, items?: IDataObject[]) =>
	await createPost(service, parameters, { items: items && createJsonItems(items) });

const listCreated = ({ output, error }: NodeRun) => {
	expect(error).toBeUndefined();
	expect(output).toHaveLength(1);
	return output[0];
};

test('now: publishes the post and reports it as scheduled', async () => {
	const before = Date.now();
	const items = listCreated(await create());
	const [post] = listStoredPosts(service);
	expect(post).toMatchObject({ state: 'PUBLISHED', identifier: 'bluesky' });
	expect(items).toEqual([
		{
			json: {
				outcome: 'created',
				channel: 'Bluesky: acme-coffee.bsky.social',
				when: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d UTC$/),
				text: 'Fresh beans',
				postId: post.id,
				state: 'scheduled',
				date: expect.any(String),
				previewUrl: `${service.origin}/p/${post.id}?share=true`,
				network: 'bluesky',
				channelId: post.channelId,
			},
			pairedItem: { item: 0 },
		},
	]);
	const date = Date.parse(items[0].json.date as string);
	expect(date).toBeGreaterThanOrEqual(before);
	expect(date).toBeLessThanOrEqual(Date.now());
	expect(getOnlyBody(service)).toEqual({
		type: 'now',
		date: items[0].json.date,
		shortLink: false,
		tags: [],
		posts: [
			{
				integration: { id: findChannelId(service, 'bluesky') },
				value: [{ content: 'Fresh beans', image: [] }],
				settings: { __type: 'bluesky' },
			},
		],
	});
});

test('creates nothing without items', async () => {
	const { error } = await createPost(service, {}, { items: [] });
	expect(error).toBeUndefined();
	expect(service.requests).toEqual([]);
});

describe('Other (by identifier)', () => {
	afterEach(() => delete known['brand-new']);

	test('posts to a channel of a network that the node does not know', async () => {
		known['brand-new'] = {
			name: 'Brand New',
			max: 100,
			settings: { mood: optional(string(isString)) },
		};
		const channel = { ...service.state.channels[0], id: 'new-channel', identifier: 'brand-new' };
		service.state.channels.push(channel);
		const entry = {
			provider: 'other',
			providerIdentifier: 'brand-new',
			settings: { settingsJson: '{"mood": "good"}' },
			...createChannelLocator(channel.id),
		};
		const items = listCreated(await create({ ...selectChannels(entry) }));
		expect(items[0].json).toMatchObject({
			network: 'brand-new',
			channel: `brand-new: ${channel.name}`,
		});
		expect(listStoredPosts(service)[0].settings).toMatchObject({
			__type: 'brand-new',
			mood: 'good',
		});
	});
});

describe('an option for the whole run', () => {
	const options = {
		waitAtLimit: '={{ $json.minutes }}',
		tags: '={{ $json.tags ?? $("Nowhere").item.json.tags }}',
	};
	const row = { minutes: '5', tags: '' };

	test('comes from the first item, whatever the others have', async () => {
		const rows = [row, { ...row, minutes: 9 }, { ...row, minutes: 'never' }];
		listCreated(await create({ options }, rows));
		expect(listStoredPosts(service)).toHaveLength(3);
	});

	test('comes from the first item, even if another of its options fails', async () => {
		const items = createJsonItems([{ ...row, tags: null }, row]);
		const run = await createPost(service, { options }, { items, onError: 'continueRegularOutput' });
		expect(run.output[0].map(({ json }) => Boolean(json.error))).toEqual([true, false]);
		expect(listStoredPosts(service)).toHaveLength(1);
	});

	test.each([
		[{ minutes: 'long' }, 'Wait If Rate-Limited (Minutes) cannot be “long”'],
		[{ minutes: -1 }, 'Wait If Rate-Limited (Minutes) cannot be “-1”'],
	])('sends nothing if the first item has a wrong value: %j', async (wrong, message) => {
		const { error } = await create({ options }, [{ ...row, ...wrong }, row]);
		expect(error?.message).toBe(message);
		expect(service.requests).toEqual([]);
	});
});
