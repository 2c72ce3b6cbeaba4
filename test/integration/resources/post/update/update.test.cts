import type { IDataObject } from 'n8n-workflow';

import { tooLong } from '../../../../networks/table.cjs';
import { storedFailure } from '../../../../shared/failures.cjs';
import { channelOf, segment } from '../../../../service/client.cjs';
import type { StoredPost } from '../../../../service/state.cjs';
import { hintsOf, jsonItems, type NodeRunOptions } from '../../../support/harness.cjs';
import { itemsWith, file, picture, uploadsTo } from '../../../support/media.cjs';
import {
	FUTURE,
	inMinutes,
	onlyBody,
	postRequests,
	RARELY,
	sendPost,
	storePost,
	updatePost,
} from '../../../support/posts.cjs';
import { callsOf, useService } from '../../../support/useService.cjs';

const service = useService({ hourlyLimit: 1000 });

const LATER = '2099-05-06T08:30:00.000Z';
const PICTURE = { id: 'cup', path: 'https://media.example/cup.png', alt: 'A cup' };
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

const texts = ({ parts }: StoredPost) => parts.map(({ published }) => published);

/** A post with something in every place. */
const wholePost = async () =>
	await sendPost(service, 'bluesky', {
		value: [
			segment('<p>Fresh &amp; <strong>bold</strong></p>', [PICTURE]),
			{ ...segment('<p>More</p>', [FILM]), delay: 5 },
			segment('Last'),
		],
		settings: { note: 'kept' },
		tags: [{ value: 'Launch', label: 'Launch' }],
		inter: RARELY,
	});

const uploaded = (file: object) => ({ file: [{ source: 'upload', file: JSON.stringify(file) }] });

describe('what is written', () => {
	test('is the whole post with the change, by its own IDs, and read again afterwards', async () => {
		const post = await wholePost();
		const [first, second, third] = post.parts.map(({ id }) => id);
		const { output, error } = await update(post, { content: 'New & better' });
		expect(error).toBeUndefined();
		const preview = `GET /public/posts/${post.id}`;
		expect(callsOf(service)).toEqual([preview, 'GET /integrations', 'POST /posts', preview]);
		expect(onlyBody(service)).toEqual({
			type: 'update',
			date: FUTURE,
			shortLink: false,
			tags: [{ value: 'Launch', label: 'Launch' }],
			inter: RARELY,
			posts: [
				{
					integration: { id: channelOf(service, 'bluesky') },
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

	test('lists no posts, and the channels once for all items', async () => {
		const posts = await Promise.all(
			[1, 2, 3].map(async () => await sendPost(service, 'bluesky', { date: inMinutes(999) })),
		);
		service.requests.length = 0;
		const { output } = await update(
			{ id: '={{ $json.id }}' },
			{ content: '={{ $json.text }}' },
			{ items: jsonItems(posts.map(({ id }, index) => ({ id, text: `Text ${index}` }))) },
		);
		expect(output[0].map(({ json }) => json.text)).toEqual(['Text 0', 'Text 1', 'Text 2']);
		const calls = callsOf(service);
		expect(calls).not.toContain('GET /posts');
		expect(calls.filter((call) => call === 'GET /integrations')).toHaveLength(1);
		expect(postRequests(service)).toHaveLength(3);
	});
});

describe('the date', () => {
	test('the same one, in whatever form, leaves the time of going out alone', async () => {
		const post = await wholePost();
		await update(post, { date: '2099-03-04 19:00', content: 'New' }, { timezone: 'Asia/Tokyo' });
		expect(onlyBody(service)).toMatchObject({ type: 'update', date: FUTURE });
	});

	test('of a repeating post is its first one, on whichever date the list shows it', async () => {
		const date = inMinutes(-3 * 24 * 60);
		const post = storePost(service, service.state.channels[0], {
			publishDate: date,
			goesOutAt: null,
			intervalInDays: RARELY,
		});
		const { error } = await update(post, { content: 'New' });
		expect(error).toBeUndefined();
		expect(onlyBody(service)).toMatchObject({ type: 'update', date, inter: RARELY });
		expect(post).toMatchObject({ publishDate: date, intervalInDays: RARELY });
	});
});

describe('the state', () => {
	test('a draft stays a draft, and its length is not checked', async () => {
		const post = await sendPost(service, 'bluesky', { type: 'draft' });
		const { error, output } = await update(post, { date: LATER, content: 'a'.repeat(400) });
		expect(error).toBeUndefined();
		expect(onlyBody(service)).toMatchObject({ type: 'draft', date: LATER });
		expect(output[0][0].json).toMatchObject({ state: 'draft', date: LATER });
	});

	test('a failed post is tried again at a new date, and without one is changed and stays failed', async () => {
		const post = await sendPost(service, 'bluesky');
		const reason = 'The network was down';
		Object.assign(post, { state: 'ERROR', error: storedFailure(reason, 'bluesky') });
		const changed = await update(post, { content: 'New' });
		expect(changed.output[0][0].json).toMatchObject({
			state: 'failed',
			text: 'New',
			reason,
		});
		service.requests.length = 0;
		const { output } = await update(post, { date: LATER });
		expect(onlyBody(service)).toMatchObject({ type: 'schedule', date: LATER });
		expect(output[0][0].json).toMatchObject({ state: 'scheduled' });
		expect(output[0][0].json).not.toHaveProperty('reason');
	});
});

describe('what is left empty stays', () => {
	test('whatever an expression makes of it', async () => {
		const post = await wholePost();
		const before = structuredClone(post.parts);
		const { output, error } = await update(
			post,
			{
				content: '={{ $json.text }}',
				date: '={{ "" }}',
				tags: '={{ $json.tags }}',
				media: { file: [{ source: 'upload', file: '={{ "" }}' }] },
				thread: { segment: [] },
				remove: [],
				contentFormat: 'plain',
			},
			{ items: jsonItems([{ text: 'New' }]) },
		);
		expect(error).toBeUndefined();
		expect(output[0][0].json.changed).toBe('text');
		expect(post.parts.slice(1)).toEqual(before.slice(1));
		expect(post.parts[0].image).toEqual(before[0].image);
		expect(post).toMatchObject({ intervalInDays: RARELY, publishDate: FUTURE });
		expect(post.tags).toHaveLength(1);
	});

	test.each([[{}], [{ content: '={{ "" }}', date: '={{ null }}' }], [{ contentFormat: 'html' }]])(
		'nothing at all is refused before anything is asked: %j',
		async (fields) => {
			const { error } = await update({ id: 'a' }, fields);
			expect(error?.message).toBe('Nothing to change');
			expect(service.requests).toEqual([]);
		},
	);

	test.each([
		[{ remove: ['tags'], tags: 'Launch' }, 'Tags is both entered and removed'],
		[{ remove: '={{ "everything" }}' }, 'Remove cannot be “everything”'],
		[{ date: 'soon' }, 'Date: “soon” cannot be read as a date'],
		[{ content: '={{ ["a"] }}' }, 'Text must be text, not “["a"]”'],
	])('%j is refused before anything is asked', async (fields, message) => {
		const { error } = await update({ id: 'a' }, fields);
		expect(error?.message).toBe(message);
		expect(service.requests).toEqual([]);
	});
});

test('what the post has already is not sent', async () => {
	const post = await wholePost();
	const { output } = await update(post, {
		content: 'Fresh & **bold**',
		contentFormat: 'markdown',
		tags: 'Launch',
		media: uploaded(PICTURE),
	});
	expect(output[0][0].json.outcome).toBe('there');
	expect(postRequests(service)).toEqual([]);
});

describe('text and files', () => {
	test('the text has the format that is said', async () => {
		const post = await sendPost(service, 'devto', { settings: { title: 'Beans' } });
		await update(post, {
			content: '<p>Some <strong>bold</strong> words</p>',
			contentFormat: 'html',
		});
		expect(texts(post)).toEqual(['Some **bold** words\n']);
	});

	test('files are uploaded once, with alt text and cover, and checked before', async () => {
		const post = await sendPost(service, 'reddit', {
			settings: {
				subreddit: [
					{
						value: {
							subreddit: '/r/coffee',
							title: 'Beans',
							type: 'videogif',
							is_flair_required: false,
						},
					},
				],
			},
		});
		const media = (details: IDataObject) => ({
			media: {
				file: [
					{
						source: 'upload',
						file: JSON.stringify({ id: 'v', path: 'https://media.example/v.mp4' }),
						details,
					},
				],
			},
		});
		const items = itemsWith({ data: file(picture(1)) });
		const refused = await update(post, media({}), { items });
		expect(refused.error?.message).toContain('1 video without a cover');
		expect([uploadsTo(service), postRequests(service)]).toEqual([[], []]);
		const { error } = await update(post, media({ cover: 'data', coverAt: 2.5, alt: 'Pour' }), {
			items,
		});
		expect(error).toBeUndefined();
		expect(post.parts[0].image).toEqual([
			{
				id: 'v',
				path: 'https://media.example/v.mp4',
				alt: 'Pour',
				thumbnail: service.state.media[0].path,
				thumbnailTimestamp: 2500,
			},
		]);
	});

	test('only an account that may write long posts on X may be given one', async () => {
		const settings = { who_can_reply_post: 'everyone' };
		const [plain, verified] = [
			await sendPost(service, 'x', { settings }),
			await sendPost(service, 'x', { settings }),
		];
		verified.channelId = channelOf(service, 'x', 1);
		const { output } = await update(
			{ id: '={{ $json.id }}' },
			{ content: tooLong('x').text },
			{
				items: jsonItems([plain, verified].map(({ id }) => ({ id }))),
				onError: 'continueRegularOutput',
			},
		);
		expect(output[0].map(({ json }) => json.error ?? json.changed)).toEqual([
			expect.stringContaining(`X: ${tooLong('x').said}`),
			'text',
		]);
	});

	test('what the post already has is no reason to refuse another change', async () => {
		const collaborators = ['a', 'b', 'c', 'd'].map((label) => ({ label }));
		const post = await sendPost(service, 'instagram', {
			value: [segment('Cup', [PICTURE])],
			settings: { post_type: 'post', collaborators },
		});
		const { error } = await update(post, { date: LATER });
		expect(error).toBeUndefined();
		expect(post.settings.collaborators).toEqual(collaborators);
	});
});

describe('the thread', () => {
	const part = (content: string, delay = 0) => ({ content, delay });

	test('may shrink, which takes the group of the post', async () => {
		const post = await wholePost();
		const { group } = post;
		const { output } = await update(post, { thread: { segment: [part('Two', 3)] } });
		expect(onlyBody(service).posts[0]).toMatchObject({ group });
		expect(texts(post)).toEqual(['Fresh & 𝗯𝗼𝗹𝗱', 'Two']);
		expect(output[0][0].json.thread).toMatchObject([{ text: 'Two', delay: 3 }]);
	});
});

describe('tags', () => {
	test('that Postiz does not know are said, and do no harm', async () => {
		const post = await wholePost();
		const result = await update(post, { tags: 'Coffee, Nope' });
		expect(result.output[0][0].json).toMatchObject({ tags: ['Coffee'], missingTags: ['Nope'] });
		expect(hintsOf(result)).toEqual([expect.stringContaining('Postiz has no tag “Nope”')]);
	});
});
