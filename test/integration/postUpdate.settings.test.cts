import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { findProvider } from '../../nodes/Postiz/providers';
import { segment } from '../service/client.cjs';
import { memoryFile, runNode, type NodeRunOptions } from './harness.cjs';
import { postById, postRequests, sendPost } from './posts.cjs';
import { addWarpcast, contractCases, mediaOf, type ContractCase } from './providers.cases.cjs';
import { callsOf, useService } from './useService.cjs';

const service = useService({ hourlyLimit: 10_000 }, addWarpcast);

const update = async (
	id: string,
	parameters: INodeParameters,
	options: Partial<NodeRunOptions> = {},
) =>
	await runNode({
		service,
		parameters: { resource: 'post', operation: 'update', ...postById(id), ...parameters },
		...options,
	});

const onX = async (settings: IDataObject = {}) =>
	await sendPost(service, 'x', { settings: { who_can_reply_post: 'everyone', ...settings } });
const onYouTube = async () =>
	await sendPost(service, 'youtube', {
		value: [segment('Pour', [{ id: 'v', path: 'https://media.example/v.mp4' }])],
		settings: { title: 'Beans', type: 'public' },
	});

describe('every setting of every network can be changed on its own', () => {
	const withSettings = contractCases.filter(
		({ provider, kind }) => kind === 'fullest' && findProvider(provider)!.fields.length > 0,
	);
	/** In the form of Update all settings stand in one place. */
	const settingsForm = ({ form: { settings, ...beside } }: ContractCase) => ({
		...beside,
		...(settings as IDataObject | undefined),
	});

	test.each(withSettings.map((contract) => [`${contract.provider}: ${contract.name}`, contract]))(
		'%s',
		async (_name, contract: ContractCase) => {
			const { provider, channel = provider } = contract;
			const smallest = contractCases.find(
				(other) => other.provider === provider && other.kind === 'smallest',
			)!;
			const media = await mediaOf(service, contract.media ?? smallest.media);
			const post = await sendPost(service, channel, {
				type: 'draft',
				settings: { ...smallest.settings, note: 'kept' },
				value: [segment('Fresh beans', media)],
			});
			const before = structuredClone(post.settings);
			const settings = settingsForm(contract) as INodeParameters;
			const { error } = await update(post.id, { provider, settings });
			expect(error).toBeUndefined();
			expect(post.settings).toStrictEqual({ ...before, ...contract.settings });
			expect(post.parts[0].image).toEqual(media);
		},
	);
});

test('what is not given stays, and so does everything but the settings', async () => {
	const post = await onX({ made_with_ai: true });
	const { output, error } = await update(post.id, {
		provider: 'x',
		settings: { who_can_reply_post: 'verified' },
	});
	expect(error).toBeUndefined();
	const settings = { __type: 'x', who_can_reply_post: 'verified', made_with_ai: true };
	expect(post.settings).toEqual(settings);
	expect(output[0][0].json).toMatchObject({
		text: 'Fresh beans',
		settings,
		changed: ['settings.who_can_reply_post'],
	});
});

test('a repetition does not end', async () => {
	const post = await sendPost(service, 'x', {
		settings: { who_can_reply_post: 'everyone' },
		inter: 7,
	});
	await update(post.id, { provider: 'x', settings: { who_can_reply_post: 'verified' } });
	expect(post.intervalInDays).toBe(7);
});

test('the settings of an unknown network are JSON', async () => {
	const post = await onX();
	await update(post.id, { provider: 'other', settingsJson: '{"who_can_reply_post": "verified"}' });
	expect(post.settings.who_can_reply_post).toBe('verified');
});

test('no defaults of required settings are added', async () => {
	const settings = {
		privacy_level: 'SELF_ONLY',
		duet: false,
		stitch: true,
		comment: true,
		autoAddMusic: 'yes',
		brand_content_toggle: true,
		brand_organic_toggle: false,
		content_posting_method: 'UPLOAD',
	};
	const post = await sendPost(service, 'tiktok', {
		settings,
		value: [segment('', [{ id: 'v', path: 'https://media.example/v.mp4' }])],
	});
	await update(post.id, { provider: 'tiktok', settings: { duet: true } });
	expect(post.settings).toEqual({ __type: 'tiktok', ...settings, duet: true });
});

test('nothing of a file is sent but its id and path', async () => {
	const post = await onYouTube();
	const cover = { id: '1', path: 'https://media.example/a.png' };
	const media = JSON.stringify({ ...cover, alt: 'A cup', thumbnail: cover.path, name: 'a.png' });
	await update(post.id, { provider: 'youtube', settings: { thumbnail: media } });
	expect(post.settings).toEqual({
		__type: 'youtube',
		title: 'Beans',
		type: 'public',
		thumbnail: cover,
	});
});

test('a file that a setting names is uploaded', async () => {
	const post = await onYouTube();
	const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
	await update(
		post.id,
		{ provider: 'youtube', settings: { thumbnail: 'data' } },
		{ items: [{ json: {}, binary: { data: memoryFile(png, { fileName: 'cover.png' }) } }] },
	);
	expect(callsOf(service).filter((call) => call.startsWith('POST'))).toEqual([
		'POST /upload',
		'POST /posts',
	]);
	const [{ id, path }] = service.state.media;
	expect(post.settings.thumbnail).toEqual({ id, path });
});

test('an empty one stays', async () => {
	const post = await onYouTube();
	const { output } = await update(post.id, {
		provider: 'youtube',
		settings: { title: '={{ $json.title }}', type: 'private', thumbnail: '={{ undefined }}' },
	});
	expect(output[0][0].json.changed).toEqual(['settings.type']);
	expect(post.settings).toEqual({ __type: 'youtube', title: 'Beans', type: 'private' });
});

test.each([
	[{ provider: 'x', settings: {} }, 'No setting is given'],
	[{ provider: 'x', settings: { community: '={{ "" }}' } }, 'Nothing is to be changed'],
	[{ provider: 'other', settingsJson: '{}' }, 'No setting is given'],
	[{ provider: 'other', settingsJson: '[1]' }, 'must be an object'],
	[{ provider: 'other', settingsJson: '{broken' }, 'is not valid JSON'],
])('%j is refused before anything is asked', async (parameters, message) => {
	const post = await onX();
	const { error } = await update(post.id, parameters as INodeParameters);
	expect(error?.message).toContain(message);
	expect(service.requests).toEqual([]);
});

describe('what the service would refuse', () => {
	const subreddit = { subreddit: '/r/coffee', title: 'Hi', type: 'self', is_flair_required: false };

	test.each([
		['x', 'x', { who_can_reply_post: '={{ "nobody" }}' }, 'Who Can Reply cannot be “nobody”'],
		[
			'devto',
			'devto',
			{ tags: ['coffee'] },
			'Tags cannot have “coffee”: each needs the number and the name of a tag',
		],
		['youtube', 'youtube', { tags: 'a'.repeat(501) }, 'Tags have 501 characters together'],
		[
			'reddit',
			'reddit',
			{ subreddit: { entry: [{ subreddit: 'r/coffee', title: 'Hi', type: '={{ $json.kind }}' }] } },
			'Subreddit: Kind of Post is needed',
		],
		['x', 'youtube', { title: 'Beans' }, 'The post is no YouTube post, but one on X'],
	])('is not sent: %s with settings of %s %j', async (network, provider, settings, message) => {
		const known: Record<string, IDataObject> = {
			x: { who_can_reply_post: 'everyone' },
			devto: { title: 'On' },
			youtube: { title: 'Beans', type: 'public' },
			reddit: { subreddit: [{ value: subreddit }] },
		};
		const value =
			network === 'youtube'
				? [segment('', [{ id: 'v', path: 'https://media.example/v.mp4' }])]
				: undefined;
		const post = await sendPost(service, network, { settings: known[network], value });
		const { error } = await update(post.id, { provider, settings: settings as INodeParameters });
		expect(error?.message).toContain(message);
		expect(postRequests(service)).toEqual([]);
	});
});
