import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { fileOf, MP4 } from '../../shared/samples.cjs';
import { startFileServer } from '../support/fileServer.cjs';
import { memoryFile } from '../support/harness.cjs';
import { file, itemsWith, picture, uploadsTo } from '../support/media.cjs';
import {
	channelEntry,
	createPost,
	FUTURE,
	onlyBody,
	postRequests,
	onChannels,
} from '../support/posts.cjs';
import { useOwnServices, useService } from '../support/useService.cjs';

const service = useService({ allowPrivateUploadUrls: true });
const start = useOwnServices();

const film = () => memoryFile(fileOf(MP4, 200), { fileName: 'pour.mp4' });
const UPLOADED = { id: 'cover', path: 'https://media.example/cover.png' };
const SUBREDDIT = {
	entry: [{ subreddit: '/r/coffee', title: 'Pour', type: 'video', is_flair_required: false }],
};

/** A video of the item on Reddit, which wants a cover. */
const onReddit = async (details: IDataObject, more: INodeParameters = {}, to = service) =>
	await createPost(
		to,
		{
			type: 'schedule',
			date: FUTURE,
			media: {
				file: [{ source: 'binary', binaryField: 'film', details: details as INodeParameters }],
			},
			...onChannels(channelEntry(to, 'reddit', { subreddit: SUBREDDIT })),
			...more,
		},
		{ items: itemsWith({ film: film(), data: file(picture(1), 'cover.png') }) },
	);

const sentImage = () => {
	const [{ value }] = onlyBody(service).posts as Array<{ value: Array<{ image: IDataObject[] }> }>;
	return value.map(({ image }) => image);
};

describe('the cover of a video', () => {
	test('is a file of the item, uploaded like any other', async () => {
		const { error } = await onReddit({ cover: 'data', alt: 'A pour', coverAt: 2.5 });
		expect(error).toBeUndefined();
		expect(uploadsTo(service)).toHaveLength(2);
		const paths = service.state.media.map(({ path }) => path);
		const [[image]] = sentImage();
		expect(image).toMatchObject({ alt: 'A pour', thumbnailTimestamp: 2500 });
		expect(image.path).toMatch(/\.mp4$/);
		expect(image.thumbnail).toMatch(/\.png$/);
		expect(paths).toContain(image.thumbnail);
	});

	test('is what lies at an address', async () => {
		const server = await startFileServer((_request, response) => response.end(picture(2)));
		const { error } = await onReddit({ cover: `${server.origin}/cover.png` });
		await server.close();
		expect(error).toBeUndefined();
		const [[image]] = sentImage();
		expect(service.state.media.map(({ path }) => path)).toContain(image.thumbnail);
	});

	test('is an earlier upload', async () => {
		const { error } = await onReddit({ cover: JSON.stringify(UPLOADED) });
		expect(error).toBeUndefined();
		expect(uploadsTo(service)).toHaveLength(1);
		expect(sentImage()[0][0].thumbnail).toBe(UPLOADED.path);
	});

	test('is missing on Reddit before anything is uploaded', async () => {
		const { error } = await onReddit({});
		expect(error?.message).toContain('the post has a video without a cover');
		expect([uploadsTo(service), postRequests(service)]).toEqual([[], []]);
	});

	test('also in a part of the thread', async () => {
		const part = (details: IDataObject) => ({
			thread: {
				segment: [
					{
						content: 'More',
						media: {
							file: [
								{ source: 'binary', binaryField: 'film', details: details as INodeParameters },
							],
						},
					},
				],
			},
		});
		const own = { cover: 'data' };
		const { error } = await onReddit(own, {
			...part(own),
			...onChannels(channelEntry(service, 'facebook')),
		});
		expect(error).toBeUndefined();
		expect(sentImage()).toMatchObject([
			[{ thumbnail: expect.stringMatching(/png$/) }],
			[{ thumbnail: expect.stringMatching(/png$/) }],
		]);
		expect(uploadsTo(service)).toHaveLength(2);
	});
});

describe('a wrong cover', () => {
	const NAMED = 'Media: Cover';

	test.each([
		[{ cover: 'film' }, 'Cover is a video'],
		[{ cover: 'https://media.example/pour.mp4?x=1' }, 'Cover is a video'],
		[{ cover: 'nothing' }, 'Cover: The item has no binary field “nothing”'],
		[{ cover: 'data, film' }, `${NAMED} allows only one file`],
		[{ cover: 'ftp://media.example/a.png' }, 'is not a web address'],
		[{ coverAt: '={{ "soon" }}' }, `${NAMED} Timestamp (Seconds) cannot be “soon”`],
		[{ coverAt: '={{ -1 }}' }, `${NAMED} Timestamp (Seconds) cannot be “-1”`],
		[{ alt: '={{ ["a"] }}' }, 'Media: Alt Text cannot be'],
	])('is refused before anything is uploaded: %j', async (details, message) => {
		const { error } = await onReddit(details);
		expect(error?.message).toContain(message);
		expect(uploadsTo(service)).toEqual([]);
	});

	test('at an address that no cover can have, is refused before anything is uploaded', async () => {
		const cover = JSON.stringify({ id: 'a', path: 'http://localhost:4007/uploads/a.png' });
		const { error } = await onReddit({ cover });
		expect(error?.message).toMatch(
			/file 1 of the post has the cover “http:\/\/localhost:4007\/uploads\/a.png”; a cover must be a web address with a dot in its host/,
		);
		expect(uploadsTo(service)).toEqual([]);
	});

	test('that the instance keeps at such an address, is refused before its video is uploaded', async () => {
		const local = await start({ uploadsAt: 'http://localhost:4007' });
		const { error } = await onReddit({ cover: 'data' }, {}, local);
		expect(error?.message).toMatch(/^Cover cannot be http:\/\/localhost:4007\/uploads/);
		expect([uploadsTo(local).length, postRequests(local)]).toEqual([1, []]);
	});

	test('that only shows when it is fetched costs no post', async () => {
		const server = await startFileServer((_request, response) => response.end(fileOf(MP4, 200)));
		const { error } = await onReddit({ cover: `${server.origin}/cover` });
		await server.close();
		expect(error?.message).toBe('Cover is a video');
		expect(postRequests(service)).toEqual([]);
	});
});

test.each(['instagram', 'instagram-standalone', 'tiktok-business'])(
	'the moment of a video is its cover on %s',
	async (network) => {
		const { error } = await createPost(
			service,
			{
				media: { file: [{ source: 'binary', binaryField: 'film', details: { coverAt: 1.25 } }] },
				...onChannels(channelEntry(service, network)),
			},
			{ items: itemsWith({ film: film() }) },
		);
		expect(error).toBeUndefined();
		expect(sentImage()[0][0].thumbnailTimestamp).toBe(1250);
	},
);

test('YouTube has a setting of its own, and Pinterest takes a picture beside the video', async () => {
	const media = (...fields: string[]) => ({
		media: { file: [{ source: 'binary', binaryField: fields.join(', ') }] },
	});
	const items = itemsWith({ film: film(), data: file(picture(1), 'cover.png') });
	const onPinterest = onChannels(channelEntry(service, 'pinterest', { board: 'latte-art' }));
	const alone = await createPost(service, { ...media('film'), ...onPinterest }, { items });
	expect(alone.error?.message).toContain('the post has a video without');
	const both = await createPost(service, { ...media('film', 'data'), ...onPinterest }, { items });
	expect(both.error).toBeUndefined();
	const entry = channelEntry(service, 'youtube', {
		title: 'Pour',
		settings: { thumbnail: 'data' },
	});
	const { error } = await createPost(
		service,
		{ ...media('film'), ...onChannels(entry) },
		{ items },
	);
	expect(error).toBeUndefined();
	const [youtube] = service.state.posts.filter(({ identifier }) => identifier === 'youtube');
	expect(youtube.settings.thumbnail).toMatchObject({ path: expect.stringMatching(/\.png$/) });
});
