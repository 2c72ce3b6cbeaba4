import { rm } from 'node:fs/promises';

import { HEIC, PNG, TAKEN } from '../../shared/samples.cjs';
import { storedFile, storedPath } from '../support/harness.cjs';
import { file, itemsWith, picture, uploadFile, type Files } from '../support/media.cjs';
import { channelEntry, createPost, onChannels } from '../support/posts.cjs';
import { callsOf, LOOK_UP, useService } from '../support/useService.cjs';

jest.setTimeout(30_000);

const service = useService({ hourlyLimit: 10_000 });

describe('refused before a byte is sent', () => {
	let allowed: string[] = [];
	beforeEach(() => (allowed = []));
	afterEach(() => expect(callsOf(service)).toEqual(allowed));
	// Settings of a network whose channels are not chosen are never read.
	const allowLookUp = (place: string) => {
		if (place === 'settings') allowed = [LOOK_UP];
	};

	test.each<[string, string, Files, string, string]>([
		[
			'a HEIC picture that is called .jpg',
			'data',
			{ data: file(HEIC, 'photo.jpg') },
			'The file “photo.jpg” in data is not of a type that Postiz accepts',
			expect.stringContaining('Convert it first.'),
		],
		[
			'no name',
			'={{ "" }}',
			{ data: file(PNG) },
			'No file to upload',
			'Enter the name of the binary field that contains it, usually data.',
		],
		[
			'an address',
			'https://media.example/cup.png',
			{ data: file(PNG) },
			'Binary Field allows only names of fields',
			'To upload from a web address, choose the operation Upload From URL.',
		],
	])('%s', async (_kind, field, files, message, description) => {
		const { error, output } = await uploadFile(service, field, itemsWith(files));
		expect(error).toMatchObject({ message, description });
		expect(output.flat()).toEqual([]);
	});

	test('a file that n8n no longer has', async () => {
		const binary = await storedFile(picture(1), { fileName: 'cup.png' });
		await rm(await storedPath(binary));
		const { error } = await uploadFile(service, 'data', itemsWith({ data: binary }));
		expect(error?.message).toBe('The file “cup.png” in data no longer exists');
		expect(error?.description).toMatch(
			/^n8n could not read it: .+ Run the node that created it again\.$/,
		);
	});

	test('one bad file among many, so that a mistake costs no request', async () => {
		const { error } = await uploadFile(
			service,
			'data',
			itemsWith(
				{ data: file(picture(1)) },
				{ data: file(picture(2)) },
				{ data: file(HEIC, 'c.jpg') },
			),
		);
		expect(error?.message).toBe(
			'The file “c.jpg” in data is not of a type that Postiz accepts [item 2]',
		);
	});

	test.each([
		['media', 'The item has no files, and * means all of them'],
		['thread', 'The item has no files, and * means all of them'],
		[
			'settings',
			'Network Settings (X): Article Cover: The item has no files, and * means all of them',
		],
	])('all files of an item without any: %s', async (place, message) => {
		allowLookUp(place);
		const all = { file: [{ source: 'binary', binaryField: '*' }] };
		const { error } = await createPost(service, {
			media: place === 'media' ? all : {},
			thread: place === 'thread' ? { segment: [{ content: 'two', media: all }] } : {},
			...onChannels(
				channelEntry(service, 'x', {
					settings: place === 'settings' ? { article_cover: '*' } : {},
				}),
			),
		});
		expect(error?.message).toBe(message);
	});

	test.each(['media', 'thread', 'settings'])('files of a post: %s', async (place) => {
		allowLookUp(place);
		const bad = { file: [{ source: 'binary', binaryField: 'data' }] };
		const { error } = await createPost(
			service,
			{
				media: place === 'media' ? bad : {},
				thread: place === 'thread' ? { segment: [{ content: 'two', media: bad }] } : {},
				...onChannels(
					channelEntry(service, 'x', {
						settings: place === 'settings' ? { article_cover: 'data' } : {},
					}),
				),
			},
			{ items: itemsWith({ data: file(HEIC, 'photo.jpg') }) },
		);
		expect(error?.message).toBe(
			'The file “photo.jpg” in data is not of a type that Postiz accepts',
		);
	});

	test.each(['avif', 'bmp', 'tiff'])(
		'%s, which can be uploaded, but not posted',
		async (ending) => {
			const [, , head] = TAKEN.find(([known]) => known === ending)!;
			const { error } = await createPost(
				service,
				{ media: { file: [{ source: 'binary', binaryField: 'data' }] } },
				{ items: itemsWith({ data: file(head, 'cup.png') }) },
			);
			expect(error).toMatchObject({
				message: `The file “cup.png” in data is of type ${ending.toUpperCase()}, which posts cannot have`,
				description:
					'Posts can have PNG, JPEG, GIF and WebP pictures and MP4 videos, with paths that end in these types. Convert it first.',
			});
		},
	);
});
