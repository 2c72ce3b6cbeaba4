import type { IDataObject } from 'n8n-workflow';

import { findNetwork } from '../../../../nodes/Postiz/networks';
import { findNetworkForm, networkForms, formatFormTitle } from '../../../networks/forms.cjs';
import { listFiles, createSegment } from '../../../service/client.cjs';
import { type NodeRunOptions } from '../../support/harness.cjs';
import {
	createJsonSettingsUpdate,
	getOnlyBody,
	sendPost,
	createSettingsUpdate,
	storePost,
	updatePost,
} from '../../support/posts.cjs';
import { useService } from '../../support/useService.cjs';

const service = useService({ hourlyLimit: 10_000 });

const update = async (
	id: string,
	network: string,
	settings: Record<string, unknown>,
	options: Partial<NodeRunOptions> = {},
) => await updatePost(service, id, createSettingsUpdate(network, settings), options);

const sendToX = async (settings: IDataObject = {}) =>
	await sendPost(service, 'x', { settings: { who_can_reply_post: 'everyone', ...settings } });
const sendToYouTube = async () =>
	await sendPost(service, 'youtube', {
		value: [createSegment('Pour', [{ id: 'v', path: 'https://media.example/v.mp4' }])],
		settings: { title: 'Beans', type: 'public' },
	});

describe('can change every setting of every network', () => {
	const withSettings = networkForms.filter(
		({ network, kind }) => kind === 'fullest' && findNetwork(network)!.fields.length > 0,
	);

	test.each(withSettings.map((form) => [formatFormTitle(form), form] as const))(
		'%s',
		async (_title, { network, identifier, files, form, settings }) => {
			const media = await listFiles(service, files);
			const post = await sendPost(service, identifier, {
				type: 'draft',
				settings: { ...findNetworkForm(network).settings, note: 'kept' },
				value: [createSegment('Fresh beans', media)],
			});
			const before = structuredClone(post.settings);
			const { settings: more, ...beside } = form;
			const { error } = await update(post.id, network, { ...beside, ...(more as IDataObject) });
			expect(error).toBeUndefined();
			expect(post.settings).toStrictEqual({ ...before, ...settings });
			expect(post.parts[0].image).toEqual(media);
		},
	);
});

test('applies only the entry for the network of the post', async () => {
	const network = [
		{ provider: 'youtube', title: 'Beans, slowly', settings: { type: 'private' } },
		{ provider: 'x', settings: { who_can_reply_post: 'verified' } },
		{ provider: 'tumblr', settings: {} },
		{ provider: 'twitch', settings: { messageType: 'announcement' } },
	];
	const posts = [await sendToYouTube(), await sendToX(), await sendPost(service, 'bluesky')];
	const run = await updatePost(
		service,
		'={{ $json.id }}',
		{ content: 'Slow pour', networkSettings: { network } },
		{ items: posts.map(({ id }) => ({ json: { id } })) },
	);
	expect(run.error).toBeUndefined();
	expect(run.output[0].map(({ json }) => json.changed)).toEqual([
		'text, settings.title, settings.type',
		'text, settings.who_can_reply_post',
		'text',
	]);
	const alone = await updatePost(service, posts[2].id, { networkSettings: { network } });
	expect(alone.error).toMatchObject({
		message: 'Nothing to change: the post is on Bluesky',
		description: expect.stringContaining('only has values for YouTube, X, Twitch'),
	});
});

test('sends JSON settings to a network that the node does not know', async () => {
	const post = storePost(service, { ...service.state.channels[0], identifier: 'newnet' });
	service.faults.push({
		match: { method: 'POST', path: /posts$/ },
		kind: 'status',
		status: 400,
		body: { message: 'No' },
	});
	await updatePost(
		service,
		post.id,
		createJsonSettingsUpdate('newnet', { mood: 'good', more: { a: [1] } }),
	);
	const [sent] = getOnlyBody(service).posts;
	expect(sent.settings).toEqual({ __type: 'newnet', mood: 'good', more: { a: [1] } });
});

test('adds no defaults for required settings', async () => {
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
		value: [createSegment('', [{ id: 'v', path: 'https://media.example/v.mp4' }])],
	});
	await update(post.id, 'tiktok', { duet: true });
	expect(post.settings).toEqual({ __type: 'tiktok', ...settings, duet: true });
});

test('sends only the id and path of a file', async () => {
	const post = await sendToYouTube();
	const cover = { id: '1', path: 'https://media.example/a.png' };
	const thumbnail = JSON.stringify({
		...cover,
		alt: 'A cup',
		thumbnail: cover.path,
		name: 'a.png',
	});
	await update(post.id, 'youtube', { thumbnail });
	expect(post.settings).toMatchObject({ title: 'Beans', thumbnail: cover });
	expect(Object.keys(post.settings.thumbnail as object)).toEqual(['id', 'path']);
});

test.each([
	[createSettingsUpdate('x', {}), 'Nothing to change'],
	[createSettingsUpdate('x', { community: '={{ "" }}' }), 'Nothing to change'],
	[createSettingsUpdate('', { community: 'a' }), 'Network Settings: no network is selected'],
	[createSettingsUpdate('myspace', {}), 'Network Settings: Network cannot be “myspace”'],
	[
		{ networkSettings: { network: [{ provider: 'x' }, { provider: 'x' }] } },
		'Network Settings has X twice',
	],
])('rejects %j before any request', async (fields, message) => {
	const post = await sendToX();
	const { error } = await updatePost(service, post.id, fields);
	expect(error?.message).toContain(message);
	expect(service.requests).toEqual([]);
});
