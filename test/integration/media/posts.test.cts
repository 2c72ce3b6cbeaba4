import type { INodeParameters } from 'n8n-workflow';

import { createSampleFile, HEIC, createJpeg, MP4, PNG, createPng } from '../../shared/samples.cjs';
import { startFileServer } from '../support/fileServer.cjs';
import { getItemIndex } from '../support/harness.cjs';
import { storeFile } from '../support/binaryData.cjs';
import {
	listErrors,
	createBinary,
	createBinaryItems,
	MEGABYTE,
	createPicture,
	hashSha256,
	listUploads,
} from '../support/media.cjs';
import {
	createChannelEntry,
	createPost,
	getOnlyBody,
	listPostRequests,
	listStoredPosts,
	selectChannels,
} from '../support/posts.cjs';
import { listCallsWithoutFacts, LOOK_UP, useService } from '../support/useService.cjs';

jest.setTimeout(30_000);

const service = useService({ hourlyLimit: 10_000 });

describe('media of posts', () => {
	const createMedia = (...file: INodeParameters[]) => ({ file });
	const createFieldEntry = (binaryField: string, alt = '') => ({
		source: 'binary',
		binaryField,
		details: { alt },
	});
	const uploadOf = (mark: number) =>
		service.state.media.find(({ sha256: sum }) => sum === hashSha256(createPicture(mark)))!;
	const createReference = (mark: number) => {
		const { id, path } = uploadOf(mark);
		return { id, path };
	};
	const EARLIER = { id: 'earlier', path: 'https://media.example/earlier.webp?v=1' };

	test('accept any mix of sources, in the given order, with alt text', async () => {
		const server = await startFileServer((_request, response) => response.end(createPicture(9)));
		const media = createMedia(
			createFieldEntry('b', 'The second'),
			{ source: 'url', url: `${server.origin}/nine`, details: { alt: 'From the web' } },
			{ source: 'upload', file: JSON.stringify({ ...EARLIER, alt: 'Own' }) },
			{ source: 'upload', file: '={{ $json.uploaded }}', details: { alt: 'New' } },
			createFieldEntry('a, c', 'Two'),
		);
		const json = { uploaded: { ...EARLIER, name: 'earlier.webp', thumbnail: null } };
		const binary = {
			a: createBinary(createPicture(1)),
			b: createBinary(createPicture(2)),
			c: await storeFile(createPicture(3)),
		};
		// Drafts may have more than a network publishes.
		const { error } = await createPost(
			service,
			{ type: 'draft', media },
			{ items: [{ json, binary }] },
		);
		await server.close();
		expect(error).toBeUndefined();
		const image = [
			{ ...createReference(2), alt: 'The second' },
			{ ...createReference(9), alt: 'From the web' },
			{ ...EARLIER, alt: 'Own' },
			{ ...EARLIER, alt: 'New' },
			{ ...createReference(1), alt: 'Two' },
			{ ...createReference(3), alt: 'Two' },
		];
		expect(getOnlyBody(service).posts[0].value).toEqual([{ content: 'Fresh beans', image }]);
		expect(listStoredPosts(service)[0].parts[0].image).toHaveLength(6);
	});

	test('belong to each part of a thread, and are uploaded once', async () => {
		const thread = {
			segment: [
				{ content: 'two', media: createMedia(createFieldEntry('a'), createFieldEntry('b')) },
				{ content: 'three' },
				{ content: '', media: createMedia(createFieldEntry('b')) },
			],
		};
		const binary = {
			video: await storeFile(createSampleFile(MP4, 5000, 1)),
			a: createBinary(createPicture(1)),
			b: createBinary(createPicture(2)),
		};
		const channels = selectChannels(
			createChannelEntry(service, 'youtube', { title: 'How we pour', type: 'public' }),
			createChannelEntry(service, 'x'),
		);
		// Drafts may have more than a network publishes.
		const { error } = await createPost(
			service,
			{ type: 'draft', media: createMedia(createFieldEntry('video')), thread, ...channels },
			{ items: createBinaryItems(binary) },
		);
		expect(error).toBeUndefined();
		const { id, path } = service.state.media.find(({ type }) => type === 'video/mp4')!;
		const images = getOnlyBody(service).posts.map(({ value }) => value.map(({ image }) => image));
		const expected = [
			[{ id, path }],
			[createReference(1), createReference(2)],
			[],
			[createReference(2)],
		];
		expect(images).toEqual([expected, expected]);
		expect(listUploads(service)).toHaveLength(3);
	});

	test('belong to settings, from a field or as an uploaded file', async () => {
		const channels = selectChannels(
			createChannelEntry(service, 'youtube', {
				title: 'How we pour',
				type: 'public',
				settings: { thumbnail: 'cover' },
			}),
			createChannelEntry(service, 'x', {
				settings: {
					post_type: 'article',
					article_title: 'How we pour',
					article_status: 'draft',
					article_cover: JSON.stringify(EARLIER),
				},
			}),
		);
		const { error } = await createPost(
			service,
			{ type: 'draft', ...channels },
			{ items: createBinaryItems({ cover: createBinary(createPicture(3)) }) },
		);
		expect(error).toBeUndefined();
		const [youtube, x] = getOnlyBody(service).posts;
		expect(youtube.settings).toMatchObject({ thumbnail: createReference(3) });
		expect(x.settings).toMatchObject({ article_cover: EARLIER });
		expect(listUploads(service)).toHaveLength(1);
	});

	test('a failed upload only fails the items that need it', async () => {
		service.faults.push({ match: { path: /\/upload$/ }, kind: 'status', status: 500 });
		const { output } = await createPost(
			service,
			{ media: createMedia(createFieldEntry('data')), content: '={{ "Post " + $json.row }}' },
			{
				items: createBinaryItems(
					{ data: createBinary(createPicture(1)) },
					{ data: createBinary(createPicture(2)) },
					{ data: createBinary(createPicture(1)) },
					{ data: createBinary(HEIC, 'd.jpg') },
					{ data: createBinary(createPicture(3)) },
				),
				onError: 'continueRegularOutput',
			},
		);
		expect(listErrors(output)).toEqual([
			'The file in data was not uploaded: Postiz failed (status 500)',
			undefined,
			'The file in data was not uploaded: Postiz failed (status 500)',
			'The file “d.jpg” in data is a HEIC photo',
			undefined,
		]);
		expect(output[0].map(getItemIndex)).toEqual([0, 1, 2, 3, 4]);
		expect(listStoredPosts(service).map(({ parts }) => parts[0].published)).toEqual([
			'Post 1',
			'Post 4',
		]);
	});

	test('without On Error, the node reports the error that ended the uploads', async () => {
		service.faults.push({
			match: { path: /\/upload$/ },
			kind: 'status',
			status: 400,
			body: { message: 'The file is damaged' },
		});
		const slow = createSampleFile(PNG, 5 * MEGABYTE, 1);
		const { error } = await createPost(
			service,
			{ media: createMedia(createFieldEntry('data')) },
			{
				items: createBinaryItems(
					{ data: await storeFile(slow) },
					...[2, 3, 4, 5].map((mark) => ({ data: createBinary(createPicture(mark)) })),
				),
			},
		);
		expect(error?.message).toMatch(/was rejected by Postiz: The file is damaged$/);
		expect(listPostRequests(service)).toEqual([]);
	});

	test('a video cover is uploaded like any other file, even in a later part of the thread', async () => {
		const details = { cover: 'cover', alt: 'A pour', coverAt: 2.5 };
		const film = createMedia({ source: 'binary', binaryField: 'film', details });
		const { error } = await createPost(
			service,
			{
				media: film,
				thread: { segment: [{ content: 'More', media: film }] },
				...selectChannels(createChannelEntry(service, 'facebook')),
			},
			{
				items: createBinaryItems({
					film: createBinary(createSampleFile(MP4, 200)),
					cover: createBinary(createPicture(1)),
				}),
			},
		);
		expect(error).toBeUndefined();
		expect(listUploads(service)).toHaveLength(2);
		const { id, path } = service.state.media.find(({ type }) => type === 'video/mp4')!;
		const image = {
			id,
			path,
			alt: 'A pour',
			thumbnail: uploadOf(1).path,
			thumbnailTimestamp: 2500,
		};
		expect(getOnlyBody(service).posts[0].value).toMatchObject([
			{ image: [image] },
			{ image: [image] },
		]);
	});

	test('measures a web picture by its first bytes, however much its server would send', async () => {
		let sent = 0;
		let resolve: () => void;
		const closed = new Promise<void>((done) => (resolve = done));
		const filler = Buffer.alloc(65_536);
		const server = await startFileServer((_request, response) => {
			const sendMore = () => {
				while (!response.destroyed && response.write(filler)) sent += filler.length;
			};
			response.on('drain', sendMore).on('close', () => resolve());
			response.write(createPng(401, 300));
			sendMore();
		});
		const { error } = await createPost(service, {
			media: createMedia({ source: 'url', url: `${server.origin}/cup.png` }),
			...selectChannels(createChannelEntry(service, 'dribbble', { title: 'Packaging' })),
		});
		expect(error?.message).toBe(
			'Dribbble: the size in pixels of the picture is 401x300; it must be 400x300 or 800x600',
		);
		await closed;
		await server.close();
		expect(sent).toBeLessThan(16 * MEGABYTE);
		expect(listCallsWithoutFacts(service)).toEqual([LOOK_UP]);
	});

	test('reports a rotated photo, in the thread too', async () => {
		const photo = createMedia({ source: 'binary', binaryField: 'photo' });
		const run = await createPost(
			service,
			{
				media: photo,
				thread: { segment: [{ content: 'More', media: photo }] },
				...selectChannels(createChannelEntry(service, 'x')),
				options: { previewOnly: true },
			},
			{ items: createBinaryItems({ photo: createBinary(createJpeg(4000, 3000, 6)) }) },
		);
		const rotation =
			'goes out without that rotation: rotate it first (Edit Image > Rotate, with the Format PNG).';
		expect(run.output[0][0].json.note).toBe(
			[
				`1 picture rotated by EXIF: ${rotation}`,
				`Part 2 of the thread has 1 picture rotated by EXIF: ${rotation}`,
			].join('\n'),
		);
	});

	test('reports a rotated article cover', async () => {
		const article = { post_type: 'article', article_title: 'Tea', article_status: 'published' };
		const run = await createPost(
			service,
			{
				...selectChannels(
					createChannelEntry(service, 'x', { settings: { ...article, article_cover: 'cover' } }),
				),
				options: { previewOnly: true },
			},
			{ items: createBinaryItems({ cover: createBinary(createJpeg(4000, 3000, 6)) }) },
		);
		expect(run.output[0][0].json.note).toContain('Article Cover is rotated by EXIF');
	});

	test('checks the file of a setting, and reports its size', async () => {
		const youtube = { title: 'Tea', type: 'public', settings: { thumbnail: 'cover' } };
		const run = await createPost(
			service,
			{
				...selectChannels(createChannelEntry(service, 'youtube', youtube)),
				options: { previewOnly: true },
			},
			{ items: createBinaryItems({ cover: createBinary(createSampleFile(PNG, 3 * MEGABYTE)) }) },
		);
		expect(run.output[0][0].json.note).toContain('more than 2 MB');
	});
});
