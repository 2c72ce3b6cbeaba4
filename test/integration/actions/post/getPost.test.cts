import type { INodeParameters } from 'n8n-workflow';

import { REJECTED, createStoredFailure } from '../../../shared/failures.cjs';
import { createSegment } from '../../../service/client.cjs';
import { createJsonItems, type NodeRunOptions } from '../../support/harness.cjs';
import {
	FUTURE,
	addDays,
	createPostLocator,
	createRunner,
	sendPost,
	storePost,
} from '../../support/posts.cjs';
import { listCalls, useOwnServices, useService } from '../../support/useService.cjs';

const service = useService({ hourlyLimit: 1000 });
const start = useOwnServices();

const SOON = addDays(1);
const PICTURE = { id: 'cup', path: 'https://media.example/cup.png', alt: 'A cup' };
const FILM = {
	id: 'pour',
	path: 'https://media.example/pour.mp4',
	thumbnail: 'https://media.example/pour.png',
	thumbnailTimestamp: 1500,
};
const WITHOUT_PUBLIC_POSTS = { missingEndpoints: ['GET /public/posts/{id}'] };

const run = createRunner(service, 'post');

const get = async (id: string, options: Partial<NodeRunOptions> = {}) =>
	await run('get', createPostLocator(id), options);

const DETAILS = {
	media: [
		PICTURE,
		{
			id: FILM.id,
			path: FILM.path,
			cover: FILM.thumbnail,
			coverAtSecond: 1.5,
		},
	],
	thread: [
		{
			text: 'More & more',
			delay: 5,
			media: [PICTURE],
		},
	],
};
const sendWholePost = async (date = FUTURE) =>
	await sendPost(service, 'mastodon', {
		date,
		value: [
			createSegment('<p>Fresh beans</p>', [PICTURE, FILM]),
			{ ...createSegment('<p>More &amp; more</p>', [PICTURE]), delay: 5 },
		],
		settings: { note: 'kept' },
		tags: [{ value: 'Launch', label: 'Launch' }],
		inter: 7,
	});

describe('Get', () => {
	test('shows the whole post', async () => {
		const post = await sendWholePost();
		const { output, error } = await get(post.id);
		expect(error).toBeUndefined();
		expect(output[0].map(({ json }) => json)).toEqual([
			{
				postId: post.id,
				state: 'scheduled',
				text: 'Fresh beans',
				when: '2099-03-04 10:00 UTC',
				date: FUTURE,
				previewUrl: `${service.origin}/p/${post.id}?share=true`,
				postGroup: post.group,
				channelId: post.channelId,
				channel: 'Mastodon: Acme Coffee',
				network: 'mastodon',
				intervalInDays: 7,
				tags: ['Launch'],
				settings: { __type: 'mastodon', note: 'kept' },
				...DETAILS,
			},
		]);
	});

	test('names the fields that are missing on an instance without public data of posts', async () => {
		const own = await start(WITHOUT_PUBLIC_POSTS);
		const post = await sendPost(own, 'bluesky', { date: SOON, settings: { note: 'kept' } });
		const { output } = await get(post.id, { service: own });
		expect(output[0][0].json).toMatchObject({
			postId: post.id,
			text: 'Fresh beans',
			settings: { note: 'kept' },
			missing: ['media', 'thread', 'reason'],
		});
		expect(output[0][0].json).not.toHaveProperty('media');
	});
});

describe('Get Many with Include Details', () => {
	const list = async (parameters: INodeParameters = {}, options: Partial<NodeRunOptions> = {}) =>
		await run('list', { returnAll: true, includeDetails: true, ...parameters }, options);

	test('adds files, thread and the reason of a failure', async () => {
		await sendWholePost(SOON);
		storePost(service, 'bluesky', {
			publishDate: SOON,
			state: 'ERROR',
			error: createStoredFailure(REJECTED, 'bluesky'),
		});
		const { output, error } = await list({ filters: { providers: ['mastodon', 'bluesky'] } });
		expect(error).toBeUndefined();
		const details = output[0].map(({ json }) => json).find(({ network }) => network === 'mastodon');
		expect(details).toMatchObject(DETAILS);
		const failed = output[0].map(({ json }) => json).find(({ state }) => state === 'failed');
		expect(failed).toMatchObject({
			reason: REJECTED,
			reasonKind: 'refused',
		});
	});

	test('fetches each post once, even a repeating one, which keeps its dates', async () => {
		const publishDate = addDays(1);
		const { id } = storePost(service, 'bluesky', { publishDate, intervalInDays: 2 });
		const { output } = await list({ period: 'next7' }, { items: createJsonItems([{}, {}]) });
		const dates = output[0].map(({ json }) => json.date);
		expect(dates).toHaveLength(8);
		expect(new Set(dates).size).toBe(4);
		expect(listCalls(service)).toEqual(['GET /posts', `GET /public/posts/${id}`]);
	});

	test('fetches no details of filtered posts, or without the option', async () => {
		await sendWholePost(SOON);
		await list({ filters: { states: ['draft'] } });
		await list({ includeDetails: false });
		expect(listCalls(service)).toEqual(['GET /posts', 'GET /posts']);
	});
});
