import type { IDataObject } from 'n8n-workflow';

import { createTooLongText } from '../../../networks/table.cjs';
import { findChannelId, createSegment } from '../../../service/client.cjs';
import type { StoredPost } from '../../../service/state.cjs';
import { listHints, createJsonItems, TOOL, type NodeRunOptions } from '../../support/harness.cjs';
import {
	FUTURE,
	addDays,
	addMinutes,
	getOnlyBody,
	listPostRequests,
	RARELY,
	sendPost,
	storePost,
	updatePost,
} from '../../support/posts.cjs';
import { createBinary, createPicture } from '../../support/media.cjs';
import { listCalls, useOwnServices, useService } from '../../support/useService.cjs';

const service = useService({ hourlyLimit: 1000 });

const LATER = '2099-05-06T08:30:00.000Z';
const PICTURE = { id: 'cup', path: 'https://media.example/cup.png', alt: 'A cup' };
const OTHER = { id: 'beans', path: 'https://media.example/beans.png' };
const FILM = {
	id: 'pour',
	path: 'https://media.example/pour.mp4',
	thumbnail: 'https://media.example/pour.png',
	thumbnailTimestamp: 1500,
};

const update = async (
	{ id }: Pick<StoredPost, 'id'>,
	updateFields: IDataObject,
	options: Partial<NodeRunOptions> = {},
) => await updatePost(service, id, updateFields, options);

/** A post with something in every place. */
const sendWholePost = async () =>
	await sendPost(service, 'bluesky', {
		value: [
			createSegment('<p>Fresh &amp; <strong>bold</strong></p>', [PICTURE]),
			{ ...createSegment('<p>More</p>', [FILM]), delay: 5 },
			createSegment('Last'),
		],
		settings: { note: 'kept' },
		tags: [{ value: 'Launch', label: 'Launch' }],
		inter: RARELY,
	});

const createUploadEntry = (file: object) => ({
	file: [{ source: 'upload', file: JSON.stringify(file) }],
});

test('sends the whole post with the change under its own IDs, and reads it back', async () => {
	const post = await sendWholePost();
	const [first, second, third] = post.parts.map(({ id }) => id);
	const { output, error } = await update(post, { content: 'New & better' });
	expect(error).toBeUndefined();
	const publicPost = `GET /public/posts/${post.id}`;
	expect(listCalls(service)).toEqual([publicPost, 'GET /integrations', 'POST /posts', publicPost]);
	expect(getOnlyBody(service)).toEqual({
		type: 'update',
		date: FUTURE,
		shortLink: false,
		tags: [{ value: 'Launch', label: 'Launch' }],
		inter: RARELY,
		posts: [
			{
				integration: { id: findChannelId(service, 'bluesky') },
				settings: { __type: 'bluesky', note: 'kept' },
				value: [
					{ id: first, content: '<p>New &amp; better</p>', image: [PICTURE] },
					{ id: second, content: '<p>More</p>', image: [FILM], delay: 5 },
					{ id: third, content: 'Last', image: [] },
				],
			},
		],
	});
	expect(output[0][0].json).toMatchObject({
		postId: post.id,
		state: 'scheduled',
		text: 'New & better',
		date: FUTURE,
		tags: ['Launch'],
		intervalInDays: RARELY,
		media: [{ path: PICTURE.path, alt: 'A cup' }],
		thread: [{ text: 'More', delay: 5 }, { text: 'Last' }],
		changed: 'text',
	});
});

test('keeps the fingerprint of the post, so that a later run still finds it', async () => {
	const fingerprint = '1 2099-05-05T08:30 aaaaaaaaaa bbbbbbbbbb cccccccccc p dddddddddd';
	const post = await sendPost(service, 'bluesky', {
		settings: { n8n: `${fingerprint} eeeeeeeeee 1` },
	});
	const { error } = await update(post, { content: 'New' });
	expect(error).toBeUndefined();
	expect(post.settings.n8n).toMatch(new RegExp(`^${fingerprint} \\S{10} 1$`));
	expect(post.settings.n8n).not.toContain('eeeeeeeeee');
});

/** All of a post that a person may change. */
const summarize = ({ publishDate, intervalInDays, tags, settings, parts, state }: StoredPost) => ({
	state,
	date: publishDate,
	inter: intervalInDays,
	settings,
	tags: service.state.tags.filter(({ id }) => tags.includes(id)).map(({ name }) => name),
	text: parts[0].published,
	media: parts[0].image as object[],
	thread: parts.slice(1).map(({ published, image, delay }) => ({
		text: published,
		media: image as object[],
		delay,
	})),
});
type View = ReturnType<typeof summarize>;

test.each<[fields: IDataObject, changed: Partial<View>, names: string]>([
	[{ content: 'New' }, { text: 'New' }, 'text'],
	[{ date: LATER }, { date: LATER }, 'date'],
	[{ media: createUploadEntry(OTHER) }, { media: [OTHER] }, 'media'],
	[{ tags: 'Coffee, Weekly' }, { tags: ['Coffee', 'Weekly'] }, 'tags'],
	[
		{ thread: { segment: [{ content: 'Two', delay: 3 }] } },
		{ thread: [{ text: 'Two', media: [], delay: 3 }] },
		'thread',
	],
	[{ content: 'New', date: LATER }, { text: 'New', date: LATER }, 'date, text'],
])('%j changes only that field', async (fields, changed, names) => {
	const post = await sendWholePost();
	const other = structuredClone(await sendWholePost());
	service.requests.length = 0;
	const before = summarize(post);
	const { error, output } = await update(post, fields);
	expect([error, output[0][0].json.changed]).toEqual([undefined, names]);
	expect(summarize(post)).toEqual({ ...before, ...changed });
	expect(service.state.posts.slice(1)).toEqual([other]);
});

test('lists no posts, and lists channels once for all items', async () => {
	const posts = await Promise.all(
		[1, 2, 3].map(async () => await sendPost(service, 'bluesky', { date: addMinutes(999) })),
	);
	service.requests.length = 0;
	const { output } = await update(
		{ id: '={{ $json.id }}' },
		{ content: '={{ $json.text }}' },
		{ items: createJsonItems(posts.map(({ id }, index) => ({ id, text: `Text ${index}` }))) },
	);
	expect(output[0].map(({ json }) => json.text)).toEqual(['Text 0', 'Text 1', 'Text 2']);
	const calls = listCalls(service);
	expect(calls).not.toContain('GET /posts');
	expect(calls.filter((call) => call === 'GET /integrations')).toHaveLength(1);
	expect(listPostRequests(service)).toHaveLength(3);
});

test('keeps the first date of a repeating post, whichever date the list shows', async () => {
	const date = addMinutes(-3 * 24 * 60);
	const post = storePost(service, service.state.channels[0], {
		publishDate: date,
		publishesAt: null,
		intervalInDays: RARELY,
	});
	const { error } = await update(post, { content: 'New' });
	expect(error).toBeUndefined();
	expect(getOnlyBody(service)).toMatchObject({ type: 'update', date, inter: RARELY });
	expect(post).toMatchObject({ publishDate: date, intervalInDays: RARELY });
});

test('keeps fields that are left empty, whatever an expression returns for them', async () => {
	const post = await sendWholePost();
	const before = summarize(post);
	const { output, error } = await update(
		post,
		{
			content: '={{ $json.text }}',
			date: '={{ "" }}',
			tags: '={{ $json.tags }}',
			media: { file: [{ source: 'upload', file: '={{ "" }}' }] },
			thread: { segment: [] },
			contentFormat: 'plain',
		},
		{ items: createJsonItems([{ text: 'New' }]) },
	);
	expect([error, output[0][0].json.changed]).toEqual([undefined, 'text']);
	expect(summarize(post)).toEqual({ ...before, text: 'New' });
});

test.each<[IDataObject, message: string]>([
	[{}, 'Nothing to change'],
	[{ content: '={{ "" }}', date: '={{ null }}' }, 'Nothing to change'],
	[{ contentFormat: 'html' }, 'Nothing to change'],
	[{ date: 'soon' }, 'Date: “soon” cannot be read as a date'],
	[{ content: '={{ ["a"] }}' }, 'Text is a list of texts'],
])('rejects %j before any request', async (fields, message) => {
	const { error } = await update({ id: 'a' }, fields);
	expect(error?.message).toBe(message);
	expect(service.requests).toEqual([]);
});

test('ignores earlier problems of the post when another field changes', async () => {
	const collaborators = ['a', 'b', 'c', 'd'].map((label) => ({ label }));
	const post = await sendPost(service, 'instagram', {
		value: [createSegment('Cup', [PICTURE])],
		settings: { post_type: 'post', collaborators },
	});
	const { error } = await update(post, { date: LATER });
	expect(error).toBeUndefined();
	expect(post.settings.collaborators).toEqual(collaborators);
});

test('reports unknown tags in a hint', async () => {
	const post = await sendWholePost();
	const result = await update(post, { tags: 'Coffee, Nope' });
	expect(result.output[0][0].json).toMatchObject({ tags: ['Coffee'], missingTags: ['Nope'] });
	expect(listHints(result)).toEqual([expect.stringContaining('Postiz has no tag “Nope”')]);
});

test('reports details of new files that a network does not publish', async () => {
	const post = storePost(service, 'telegram');
	const media = { file: [{ ...createUploadEntry(PICTURE).file[0], details: { alt: 'A cup' } }] };
	expect(listHints(await update(post, { content: 'Tea' }))).toEqual([]);
	expect(listHints(await update(post, { media }))).toEqual([
		'Telegram: Alt Text is not published.',
	]);
});

test('reports oddities of a new text, and asks a model to leave out its own words', async () => {
	const post = storePost(service, 'telegram');
	const content = "Sure! Here's your post:\n\nHi {{name}}";
	const talk = "“Sure! Here's your post:” looks like a model’s reply, not like a post";
	const asTool = await update(post, { content }, { node: { type: TOOL } });
	expect(asTool.output[0][0].json.error).toContain(talk);
	const hints = listHints(await update(post, { content })).join(' ');
	expect(hints).toContain('“{{name}}” is not filled in');
	expect(hints).toContain(talk);
});

test('reports oddities of a new date', async () => {
	const post = storePost(service, 'telegram');
	const date = '2099-05-04';
	expect(listHints(await update(post, { date }))).toEqual([
		'Telegram: the date has no time, so the post goes out at 00:00 UTC.',
	]);
	expect(listHints(await update(post, { date }))).toEqual([]);
});

test('allows a long post on X only for an account that may write one', async () => {
	const settings = { __type: 'x', who_can_reply_post: 'everyone' };
	const posts = [storePost(service, 'x', { settings }), storePost(service, 'x', { settings })];
	posts[1].channelId = findChannelId(service, 'x', 1);
	const { text, message } = createTooLongText('x');
	const { output } = await update(
		{ id: '={{ $json.id }}' },
		{ content: text },
		{ items: createJsonItems(posts.map(({ id }) => ({ id }))), onError: 'continueRegularOutput' },
	);
	expect(output[0].map(({ json }) => json.error ?? json.changed)).toEqual([
		...[expect.stringContaining(`X: ${message}`), 'text'],
	]);
});

test('names the items that were updated before one ends the run', async () => {
	const posts = Array.from({ length: 3 }, () => storePost(service, 'bluesky'));
	const items = posts.map(({ id }, index) => ({
		id,
		text: index < 2 ? 'New' : createTooLongText('bluesky').text,
	}));
	const updateItems = async () =>
		await update(
			{ id: '={{ $json.id }}' },
			{ content: '={{ $json.text }}' },
			{ items: createJsonItems(items) },
		);
	const { error } = await updateItems();
	expect(error?.description).toMatch(
		/Nothing was changed for this item\. 2 other items were updated \(items 0–1\)\.$/,
	);
	const again = await updateItems();
	expect(again.error?.description).toMatch(/Nothing was changed for this item\.$/);
});

describe('on an instance without public data of posts', () => {
	const start = useOwnServices();
	const updateThere = async (updateFields: IDataObject) => {
		const own = await start({ missingEndpoints: ['GET /public/posts/{id}'] });
		const post = storePost(own, 'bluesky', { publishDate: addDays(1) });
		const run = await updatePost(own, post.id, updateFields, {
			items: [{ json: {}, binary: { picture: createBinary(createPicture(1)) } }],
		});
		const changes = listCalls(own).filter((call) => !call.startsWith('GET'));
		return { ...run, post, changes };
	};
	const BINARY = { file: [{ source: 'binary', binaryField: 'picture' }] };

	test.each<[fields: IDataObject]>([
		[{ content: 'New' }],
		[{ media: BINARY }],
		[{ media: createUploadEntry(OTHER) }],
		[{ thread: { segment: [{ content: 'New' }] } }],
		[{ media: BINARY, state: 'draft' }],
		[{ thread: { segment: [{ content: 'New' }] }, state: 'draft' }],
	])('rejects %j before any upload, as the files of the post are unknown', async (fields) => {
		const { error, post, changes } = await updateThere(fields);
		expect(error?.message).toBe(`The post “${post.id}” cannot be read completely`);
		expect(changes).toEqual([]);
	});

	test('changes only the state', async () => {
		const { error, post, changes } = await updateThere({ state: 'draft' });
		expect(error).toBeUndefined();
		expect(changes).toEqual([`PUT /posts/${post.id}/status`]);
	});
});

test('asks for no limits of the account if a long post stays as it is', async () => {
	const settings = { __type: 'x', who_can_reply_post: 'everyone' };
	const post = storePost(service, 'x', { settings });
	post.channelId = findChannelId(service, 'x', 1);
	const { text } = createTooLongText('x');
	await update(post, { content: text });
	service.requests.length = 0;
	const { output } = await update(post, { content: text });
	expect(output[0][0].json.outcome).toBe('unchanged');
	expect(listCalls(service)).toEqual([`GET /public/posts/${post.id}`, 'GET /integrations']);
});

test('takes no page of a proxy for a rejection by Postiz', async () => {
	const post = storePost(service, 'bluesky');
	service.faults.push({ match: { method: 'POST', path: /posts$/ }, kind: 'html502', status: 400 });
	const { error } = await update(post, { content: 'New' });
	expect(error?.message).toMatch(/^No Postiz API was found at /);
});
