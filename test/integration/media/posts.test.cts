import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { fileOf, HEIC, MP4, PNG } from '../../shared/samples.cjs';
import { startFileServer } from '../support/fileServer.cjs';
import { storedFile } from '../support/harness.cjs';
import {
	errorsOf,
	file,
	itemsWith,
	MEGABYTE,
	picture,
	sha256,
	uploadsTo,
} from '../support/media.cjs';
import {
	channelEntry,
	createPost,
	onlyBody,
	postRequests,
	storedPosts,
	onChannels,
} from '../support/posts.cjs';
import { callsOf, LOOK_UP, useService } from '../support/useService.cjs';

jest.setTimeout(30_000);

const service = useService({ hourlyLimit: 10_000 });

describe('media of posts', () => {
	const media = (...file: INodeParameters[]) => ({ file });
	const field = (binaryField: string, alt = '') => ({
		source: 'binary',
		binaryField,
		details: { alt },
	});
	/** It takes any number of files. */
	const toMastodon = () => ({ ...onChannels(channelEntry(service, 'mastodon')) });
	const uploadOf = (mark: number) =>
		service.state.media.find(({ sha256: sum }) => sum === sha256(picture(mark)))!;
	const reference = (mark: number) => {
		const { id, path } = uploadOf(mark);
		return { id, path };
	};
	const EARLIER = { id: 'earlier', path: 'https://media.example/earlier.webp?v=1' };

	test('take any mix of sources, in the given order, with alt text', async () => {
		const server = await startFileServer((_request, response) => response.end(picture(9)));
		const { error } = await createPost(
			service,
			{
				...toMastodon(),
				media: media(
					field('b', 'The second'),
					{ source: 'url', url: `${server.origin}/nine`, details: { alt: 'From the web' } },
					{ source: 'upload', file: JSON.stringify({ ...EARLIER, alt: 'Own' }) },
					{ source: 'upload', file: '={{ $json.uploaded }}', details: { alt: 'New' } },
					field('a, c', 'Two'),
				),
			},
			{
				items: [
					{
						json: { uploaded: { ...EARLIER, name: 'earlier.webp', thumbnail: null } },
						binary: { a: file(picture(1)), b: file(picture(2)), c: await storedFile(picture(3)) },
					},
				],
			},
		);
		await server.close();
		expect(error).toBeUndefined();
		expect(onlyBody(service).posts[0].value).toEqual([
			{
				content: 'Fresh beans',
				image: [
					{ ...reference(2), alt: 'The second' },
					{ ...reference(9), alt: 'From the web' },
					{ ...EARLIER, alt: 'Own' },
					{ ...EARLIER, alt: 'New' },
					{ ...reference(1), alt: 'Two' },
					{ ...reference(3), alt: 'Two' },
				],
			},
		]);
		expect(storedPosts(service)[0].parts[0].image).toHaveLength(6);
	});

	test('all fields of the item', async () => {
		await createPost(
			service,
			{ media: media(field('*', 'Ours')) },
			{ items: itemsWith({ b: file(picture(1)), a: file(picture(2)) }) },
		);
		expect(onlyBody(service).posts[0].value).toMatchObject([
			{ image: [1, 2].map((mark) => ({ ...reference(mark), alt: 'Ours' })) },
		]);
	});

	test('every segment has its own, and settings too', async () => {
		const { error } = await createPost(
			service,
			{
				// Drafts may have what a network would leave out.
				type: 'draft',
				media: media(field('video')),
				thread: {
					segment: [
						{ content: 'two', media: media(field('a'), field('b')) },
						{ content: 'three' },
						{ content: '', media: media(field('b')) },
					],
				},
				...onChannels(
					channelEntry(service, 'youtube', {
						title: 'How we pour',
						type: 'public',
						settings: { thumbnail: 'cover' },
					}),
					channelEntry(service, 'x', {
						settings: {
							post_type: 'article',
							article_title: 'How we pour',
							article_status: 'draft',
							article_cover: JSON.stringify(EARLIER),
						},
					}),
				),
			},
			{
				items: itemsWith({
					video: await storedFile(fileOf(MP4, 5000, 1)),
					a: file(picture(1)),
					b: file(picture(2)),
					cover: file(picture(3)),
				}),
			},
		);
		expect(error).toBeUndefined();
		const { id, path } = service.state.media.find(({ type }) => type === 'video/mp4')!;
		const { posts } = onlyBody(service);
		for (const { value } of posts) {
			expect((value as IDataObject[]).map(({ image }) => image)).toEqual([
				[{ id, path }],
				[reference(1), reference(2)],
				[],
				[reference(2)],
			]);
		}
		expect(posts[0].settings).toMatchObject({ thumbnail: reference(3) });
		expect(posts[1].settings).toMatchObject({ article_cover: EARLIER });
		expect(uploadsTo(service)).toHaveLength(4);
	});

	test.each([
		['as few requests as take 60 posts', true, 2],
		['a request each', false, 20],
	])(
		'a picture that 20 items publish on 3 channels is uploaded once: %s',
		async (_kind, combineItems, requests) => {
			const content = picture(1, 200_000);
			const { output, error } = await createPost(
				service,
				{
					combineItems,
					media: media(field('data')),
					...onChannels(...['x', 'linkedin', 'bluesky'].map((name) => channelEntry(service, name))),
				},
				{
					items: itemsWith(
						...(await Promise.all(
							Array.from({ length: 20 }, async () => ({ data: await storedFile(content) })),
						)),
					),
				},
			);
			expect(error).toBeUndefined();
			expect(output[0]).toHaveLength(60);
			expect(uploadsTo(service)).toHaveLength(1);
			expect(postRequests(service)).toHaveLength(requests);
			expect(service.requests).toHaveLength(requests + 2);
			const [{ id, path }] = service.state.media;
			for (const { parts } of storedPosts(service)) expect(parts[0].image).toEqual([{ id, path }]);
		},
	);

	test('several go over at a time, and keep their order though the first is the slowest', async () => {
		service.faults.push({ match: { path: /\/upload$/ }, kind: 'latency', delay: 1500 });
		service.faults.push({ match: { path: /\/upload$/ }, kind: 'latency', delay: 50, times: 5 });
		const marks = [1, 2, 3, 4, 5, 6];
		await createPost(
			service,
			{ ...toMastodon(), media: media(field('*')) },
			{
				items: itemsWith(
					Object.fromEntries(marks.map((mark) => [`f${mark}`, file(picture(mark))])),
				),
			},
		);
		const times = uploadsTo(service).map(({ at }) => at);
		expect(Math.max(...times) - Math.min(...times)).toBeLessThan(1500);
		expect(onlyBody(service).posts[0].value).toMatchObject([{ image: marks.map(reference) }]);
	});

	test('no more than three at a time', async () => {
		service.faults.push({ match: { path: /\/upload$/ }, kind: 'latency', delay: 600, times: 7 });
		await createPost(
			service,
			{ ...toMastodon(), media: media(field('*')) },
			{
				items: itemsWith(
					Object.fromEntries(
						Array.from({ length: 7 }, (_, mark) => [`f${mark}`, file(picture(mark))]),
					),
				),
			},
		);
		const times = uploadsTo(service).map(({ at }) => at);
		expect(times).toHaveLength(7);
		expect(times[2] - times[0]).toBeLessThan(500);
		expect(times[3] - times[0]).toBeGreaterThanOrEqual(590);
		expect(times[6] - times[3]).toBeGreaterThanOrEqual(590);
	});

	test('a failed upload fails the items that need it, and no other', async () => {
		service.faults.push({ match: { path: /\/upload$/ }, kind: 'status', status: 500 });
		const { output } = await createPost(
			service,
			{ media: media(field('data')), content: '={{ "Post " + $json.row }}' },
			{
				items: itemsWith(
					{ data: file(picture(1)) },
					{ data: file(picture(2)) },
					{ data: file(picture(1)) },
					{ data: file(HEIC, 'd.jpg') },
					{ data: file(picture(3)) },
				),
				onError: 'continueRegularOutput',
			},
		);
		expect(errorsOf(output)).toEqual([
			'Postiz failed (status 500) [item 0]',
			undefined,
			'Postiz failed (status 500) [item 2]',
			'The file “d.jpg” in data is not of a type that Postiz accepts [item 3]',
			undefined,
		]);
		expect(output[0].map(({ pairedItem }) => (pairedItem as { item: number }).item)).toEqual([
			0, 1, 2, 3, 4,
		]);
		expect(storedPosts(service).map(({ parts }) => parts[0].published)).toEqual([
			'Post 1',
			'Post 4',
		]);
	});

	test('without that, a failed upload ends the node before a post is sent', async () => {
		service.faults.push({ match: { path: /\/upload$/ }, kind: 'status', status: 500 });
		const { error } = await createPost(
			service,
			{ media: media(field('data')) },
			{ items: itemsWith({ data: file(picture(1)) }, { data: file(picture(2)) }) },
		);
		expect(error?.message).toBe('Postiz failed (status 500) [item 0]');
		expect(postRequests(service)).toEqual([]);
	});

	test('without that, the error is the one that ended the uploads, whichever item it came to', async () => {
		service.faults.push({
			match: { path: /\/upload$/ },
			kind: 'status',
			status: 400,
			body: { message: 'The file is damaged' },
		});
		const slow = fileOf(PNG, 5 * MEGABYTE, 1);
		const { error } = await createPost(
			service,
			{ media: media(field('data')) },
			{
				items: itemsWith(
					{ data: await storedFile(slow) },
					...[2, 3, 4, 5].map((mark) => ({ data: file(picture(mark)) })),
				),
			},
		);
		expect(error?.message).toMatch(/was rejected by Postiz: The file is damaged \[item 1\]$/);
		expect(error?.message).not.toContain('another one failed');
		expect(postRequests(service)).toEqual([]);
	});

	test('an address that nobody can fetch from ends the node before a post is sent', async () => {
		const { error } = await createPost(service, {
			media: media({ source: 'url', url: 'http://127.0.0.1:9/a.png' }),
		});
		expect(error?.message).toBe(
			'http://127.0.0.1:9/a.png could not be downloaded: its server could not be reached',
		);
		expect(callsOf(service)).toEqual([LOOK_UP]);
	});

	test.each([
		[field('={{ $json.nothing }}'), 'Media: Binary Field is empty'],
		[{ source: 'upload', file: '={{ $json.nothing }}' }, 'Media: Uploaded File is empty'],
		[field('data', '={{ ({ a: 1 }) }}'), 'Media: Alt Text cannot be “{"a":1}”'],
		[
			{ source: 'upload', file: '{"id":"1","path":"https://media.example/a.png#x"}' },
			'The uploaded file https://media.example/a.png cannot be posted',
		],
		[field('photo'), 'The item has no binary field “photo”'],
		[{ source: 'upload', file: 'photo' }, 'Uploaded File is not an uploaded file'],
		[
			{ source: 'upload', file: '{"id":"1","path":"https://media.example/a.avif"}' },
			'The uploaded file https://media.example/a.avif is of type AVIF, which posts cannot have',
		],
		[{ source: 'url', url: 'photo.png' }, 'URL: “photo.png” is not a web address'],
	])('a source that is none is named, and nothing is sent: %j', async (entry, message) => {
		const { error } = await createPost(
			service,
			{ media: media(entry) },
			{ items: itemsWith({ data: file(PNG) }) },
		);
		expect(error?.message).toBe(message);
		expect(service.requests).toEqual([]);
	});
});
