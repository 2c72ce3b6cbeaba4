import type { IDataObject } from 'n8n-workflow';

import { findProvider } from '../../../../../nodes/Postiz/providers';
import { unwrap } from '../../../../../nodes/Postiz/values/read';
import { formOf, networkForms, titleOf, type NetworkForm } from '../../../../networks/forms.cjs';
import { filesOf, segment } from '../../../../service/client.cjs';
import { memoryFile, type NodeRunOptions } from '../../../support/harness.cjs';
import {
	onlyBody,
	postRequests,
	sendPost,
	settingEntries,
	storePost,
	updatePost,
} from '../../../support/posts.cjs';
import { callsOf, useService } from '../../../support/useService.cjs';

const service = useService({ hourlyLimit: 10_000 });

const update = async (
	id: string,
	settings: Record<string, unknown>,
	options: Partial<NodeRunOptions> = {},
) => await updatePost(service, id, { settings: settingEntries(settings) }, options);

const onX = async (settings: IDataObject = {}) =>
	await sendPost(service, 'x', { settings: { who_can_reply_post: 'everyone', ...settings } });
const onYouTube = async () =>
	await sendPost(service, 'youtube', {
		value: [segment('Pour', [{ id: 'v', path: 'https://media.example/v.mp4' }])],
		settings: { title: 'Beans', type: 'public' },
	});

describe('every setting of every network can be changed on its own', () => {
	const withSettings = networkForms.filter(
		({ network, kind }) => kind === 'fullest' && findProvider(network)!.fields.length > 0,
	);
	/** What the form of Create holds in two places, by keys and values; groups as Get shows them. */
	const valuesOf = ({ network, form: { settings, ...beside }, settings: sent }: NetworkForm) => {
		const values = { ...beside, ...(settings as IDataObject | undefined) };
		return Object.fromEntries(
			findProvider(network)!
				.fields.filter(({ name }) => name in values)
				.map(({ name, nested }) => [name, unwrap((nested ? sent : values)[name])]),
		);
	};

	test.each(withSettings.map((form) => [titleOf(form), form] as const))(
		'%s',
		async (_title, form) => {
			const media = await filesOf(service, form.files);
			const post = await sendPost(service, form.identifier, {
				type: 'draft',
				settings: { ...formOf(form.network).settings, note: 'kept' },
				value: [segment('Fresh beans', media)],
			});
			const before = structuredClone(post.settings);
			const { error } = await update(post.id, valuesOf(form));
			expect(error).toBeUndefined();
			expect(post.settings).toStrictEqual({ ...before, ...form.settings });
			expect(post.parts[0].image).toEqual(media);
		},
	);
});

test('what is not given stays, and so does everything but the settings', async () => {
	const post = await onX({ made_with_ai: true });
	const { output, error } = await update(post.id, { who_can_reply_post: 'verified' });
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
	await update(post.id, { who_can_reply_post: 'verified' });
	expect(post.intervalInDays).toBe(7);
});

test('a setting and its value go by the names of the form, too', async () => {
	const post = await onX();
	await update(post.id, { 'who can reply': 'Verified accounts', 'Made With AI': 'true' });
	expect(post.settings).toMatchObject({ who_can_reply_post: 'verified', made_with_ai: true });
});

test('settings can be JSON, which wins', async () => {
	const post = await onX();
	const { output } = await updatePost(service, post.id, {
		settings: settingEntries({ who_can_reply_post: 'following' }),
		settingsJson: '{"who_can_reply_post": "verified", "note": 1}',
	});
	expect(post.settings).toEqual({ __type: 'x', who_can_reply_post: 'verified', note: 1 });
	expect(output[0][0].json.changed).toEqual(['settings.who_can_reply_post', 'settings.note']);
});

test('on a network that the node does not know, keys and values are taken as they are', async () => {
	const post = storePost(service, { ...service.state.channels[0], identifier: 'newnet' });
	service.faults.push({
		match: { method: 'POST', path: /posts$/ },
		kind: 'status',
		status: 400,
		body: { message: 'No' },
	});
	await update(post.id, { mood: 'good', more: { a: [1] } });
	const [{ settings }] = onlyBody(service).posts;
	expect(settings).toEqual({ __type: 'newnet', mood: 'good', more: { a: [1] } });
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
	await update(post.id, { duet: true });
	expect(post.settings).toEqual({ __type: 'tiktok', ...settings, duet: true });
});

test('nothing of a file is sent but its id and path', async () => {
	const post = await onYouTube();
	const cover = { id: '1', path: 'https://media.example/a.png' };
	const media = JSON.stringify({ ...cover, alt: 'A cup', thumbnail: cover.path, name: 'a.png' });
	await update(post.id, { thumbnail: media });
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
		{ thumbnail: 'data' },
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
		title: '={{ $json.title }}',
		type: 'private',
		thumbnail: '={{ undefined }}',
	});
	expect(output[0][0].json.changed).toEqual(['settings.type']);
	expect(post.settings).toEqual({ __type: 'youtube', title: 'Beans', type: 'private' });
});

test.each([
	[{ settings: {} }, 'Nothing to change'],
	[{ settings: settingEntries({ community: '={{ "" }}' }) }, 'Nothing to change'],
	[{ settings: settingEntries({ '={{ "" }}': 'a' }) }, 'Network Settings: no setting is selected'],
	[{ settingsJson: '{}' }, 'Nothing to change'],
	[{ settingsJson: '[1]' }, 'Network Settings (JSON) must be an object'],
	[{ settingsJson: '{broken' }, 'Network Settings (JSON) is not valid JSON'],
])('%j is refused before anything is asked', async (fields, message) => {
	const post = await onX();
	const { error } = await updatePost(service, post.id, fields);
	expect(error?.message).toContain(message);
	expect(service.requests).toEqual([]);
});

test('a setting that the network does not have is refused, with those that it has', async () => {
	const post = await onX();
	const { error } = await update(post.id, { title: 'Beans' });
	expect(error).toMatchObject({
		message: 'X has no setting “title”',
		description: expect.stringContaining('Who Can Reply (who_can_reply_post)'),
	});
	const plain = await sendPost(service, 'bluesky');
	expect((await update(plain.id, { title: 'Beans' })).error).toMatchObject({
		message: 'Bluesky has no setting “title”',
		description: expect.stringContaining('Network Settings (JSON)'),
	});
	expect(postRequests(service)).toEqual([]);
});

describe('what the service would refuse', () => {
	const subreddit = { subreddit: '/r/coffee', title: 'Hi', type: 'self', is_flair_required: false };

	test.each([
		['x', { who_can_reply_post: '={{ "nobody" }}' }, 'Who Can Reply cannot be “nobody”'],
		[
			'devto',
			{ tags: '["coffee"]' },
			'Tags cannot have “coffee”: each entry needs the number and the name of a tag',
		],
		['youtube', { tags: 'a'.repeat(501) }, 'Tags has 501 characters together'],
		[
			'reddit',
			{ subreddit: { entry: [{ subreddit: 'r/coffee', title: 'Hi' }] } },
			'Subreddit: Post Type is required',
		],
		['reddit', { subreddit: '[{broken' }, 'Network Settings is not valid JSON'],
	])('is not sent: %s with %j', async (network, settings, message) => {
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
		const { error } = await update(post.id, settings);
		expect(error?.message).toContain(message);
		expect(postRequests(service)).toEqual([]);
	});
});
