import { truncate } from 'node:fs/promises';

import { createSampleFile, HEIC, MP4, PNG } from '../../shared/samples.cjs';
import { answerAfterLookUp, startFileServer } from '../support/fileServer.cjs';
import { createMemoryFile, storeFile, getStoredPath } from '../support/binaryData.cjs';
import {
	listErrors,
	createBinary,
	createBinaryItems,
	MEGABYTE,
	createPicture,
	hashSha256,
	uploadFile,
	listUploads,
} from '../support/media.cjs';
import { createChannelEntry, createPost, selectChannels } from '../support/posts.cjs';
import { listCalls, LOOK_UP, useService } from '../support/useService.cjs';

jest.setTimeout(30_000);

const service = useService({ hourlyLimit: 10_000 });

describe('rejected before any byte is sent', () => {
	let allowed: string[] = [];
	beforeEach(() => (allowed = []));
	afterEach(() => expect(listCalls(service)).toEqual(allowed));

	test.each([
		[
			'={{ "" }}',
			'No file to upload',
			'Enter the name of the binary field that contains it, or * for all files.',
		],
		[
			'https://media.example/cup.png',
			'Binary Field accepts only field names',
			'To upload from a web address, use Upload From URL.',
		],
	])('the field %s', async (field, message, description) => {
		const { error } = await uploadFile(
			service,
			field,
			createBinaryItems({ data: createBinary(PNG) }),
		);
		expect(error).toMatchObject({ message, description });
	});

	test('one bad file among many, at no cost of a request', async () => {
		const files = [createPicture(1), createPicture(2), HEIC].map((content) => ({
			data: createBinary(content),
		}));
		const { error, output } = await uploadFile(service, 'data', createBinaryItems(...files));
		expect(error?.message).toBe('The file in data is a HEIC photo');
		expect(output.flat()).toEqual([]);
	});

	test.each(['media', 'thread', 'settings'])('files of a post: %s', async (place) => {
		// Settings of a network without a chosen channel are never read.
		if (place === 'settings') allowed = [LOOK_UP];
		const bad = { file: [{ source: 'binary', binaryField: 'data' }] };
		const { error } = await createPost(
			service,
			{
				media: place === 'media' ? bad : {},
				thread: place === 'thread' ? { segment: [{ content: 'two', media: bad }] } : {},
				...selectChannels(
					createChannelEntry(service, 'x', {
						settings: place === 'settings' ? { article_cover: 'data' } : {},
					}),
				),
			},
			{ items: createBinaryItems({ data: createBinary(HEIC, 'photo.jpg') }) },
		);
		expect(error?.message).toBe('The file “photo.jpg” in data is a HEIC photo');
	});
});

describe('a failed upload', () => {
	const createThreeItems = () =>
		createBinaryItems(
			...['a.png', 'b.png', 'c.png'].map((name, mark) => ({
				data: createBinary(createPicture(mark), name),
			})),
		);

	test.each(['resetBefore', 'resetAfter'] as const)(
		'whose connection is lost is not sent again: %s',
		async (kind) => {
			service.faults.push({ match: { path: /\/upload$/ }, kind, skip: 1 });
			const { output } = await uploadFile(service, 'data', createThreeItems(), {
				onError: 'continueRegularOutput',
			});
			expect(listErrors(output)).toEqual([
				undefined,
				expect.stringMatching(/^The file “b.png” in data may not have arrived: /),
				undefined,
			]);
			expect(listUploads(service)).toHaveLength(3);
		},
	);

	test('a file that breaks off while n8n reads it ends the request', async () => {
		const binary = await storeFile(createSampleFile(MP4, 2 * MEGABYTE), { fileName: 'pour.mp4' });
		await truncate(await getStoredPath(binary), MEGABYTE);
		const { error } = await uploadFile(service, 'data', createBinaryItems({ data: binary }));
		expect(error).toMatchObject({
			message: 'The file “pour.mp4” in data could not be read completely',
			description: 'It changed or ended during the upload. Run the workflow again.',
		});
		expect(service.state.media).toEqual([]);
	});
});

describe('a cancelled execution', () => {
	const SIZE = 24 * MEGABYTE;

	/** A service that takes seconds to read an upload, and never answers. */
	async function startSlowService() {
		let begun!: () => void;
		const started = new Promise<void>((resolve) => (begun = resolve));
		const ended: Array<Promise<{ received: number; complete: boolean }>> = [];
		const server = await startFileServer(
			answerAfterLookUp(service, (request) => {
				let received = 0;
				request.on('error', () => undefined);
				request.on('data', (chunk: Buffer) => {
					received += chunk.length;
					request.pause();
					setTimeout(() => request.resume(), 10);
					begun();
				});
				ended.push(
					new Promise((resolve) =>
						request.once('close', () => resolve({ received, complete: request.complete })),
					),
				);
			}),
		);
		return { server, started, ended };
	}

	test('stops the streams, and sends no further file', async () => {
		const { server, started, ended } = await startSlowService();
		const files = Array.from({ length: 5 }, (_, mark) =>
			storeFile(createSampleFile(MP4, SIZE, mark)),
		);
		const input = createBinaryItems(...(await Promise.all(files)).map((data) => ({ data })));
		const { run } = await uploadFile(service, 'data', input, {
			credentials: { apiKey: 'key', host: server.origin },
			cancelWhen: started,
			onError: 'continueRegularOutput',
		});
		expect(run.status).toBe('canceled');
		for (const { received, complete } of await Promise.all(ended)) {
			expect(received).toBeLessThan(SIZE / 2);
			expect(complete).toBe(false);
		}
		await server.close();
		const sent = server.requests.filter(({ path }) => path.endsWith('/upload'));
		expect(sent.length).toBeGreaterThan(0);
		expect(sent.length).toBeLessThanOrEqual(3);
	});
});

test.each(['memory', 'files'])(
	'a file in %s arrives whole, whatever its name and content',
	async (place) => {
		// What could end a quoted name, a header line or a part, or be taken for a path.
		const name = 'a"\r\nX-Evil: 1;\\" filename="b.png" %22 Tässchen ☕ 東京.png';
		const boundaryLike = Buffer.from('\r\n--form-data-boundary--\r\n\r\n'.repeat(20));
		// Around the size of the chunks in which a file is read.
		for (const size of [-1, 0, 1]) {
			const content = Buffer.concat([
				createSampleFile(PNG, 262_144 - boundaryLike.length + size),
				boundaryLike,
			]);
			const keep = place === 'memory' ? createMemoryFile : storeFile;
			const data = await keep(content, { fileName: name });
			const { error } = await uploadFile(service, 'data', createBinaryItems({ data }));
			expect(error).toBeUndefined();
			expect(service.state.media.at(-1)).toMatchObject({
				sha256: hashSha256(content),
				originalName: expect.stringMatching(/ Tässchen ☕ 東京\.png$/),
				type: 'image/png',
			});
		}
	},
);
