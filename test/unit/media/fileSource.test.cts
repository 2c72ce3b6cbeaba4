import type { IBinaryData, IDataObject } from 'n8n-workflow';

import {
	filesOf,
	findFiles,
	isPostablePath,
	parseMedia,
	parseMediaEntries,
	parseUrls,
	withoutFragment,
} from '../../../nodes/Postiz/media/fileSource';
import { problemOf } from '../support/problem.cjs';

const CUP = 'https://media.example/cup.png';
const POUR = 'http://media.example/pour.mp4?size=small';
const UPLOAD = { id: 'u1', path: CUP };
const binary = (fileName?: string): IBinaryData => ({
	mimeType: 'image/png',
	data: 'AA==',
	fileName,
});

const url = (address: string) => ({ from: 'url', url: address });
const field = (name: string) => ({ from: 'binary', field: name });
const upload = (more = {}) => ({ from: 'upload', ...UPLOAD, ...more });

describe('what a person enters as media', () => {
	test.each([undefined, null, '', '  ', '\n', ',', [], [[], '']])('%j is none', (entered) => {
		expect(parseMedia(entered, 'Media')).toEqual([]);
	});

	test.each([
		['one field', 'data', [field('data')]],
		['several fields', 'data, cover ,photo', ['data', 'cover', 'photo'].map(field)],
		['a field a line', 'data\r\ncover\n\nphoto\n', ['data', 'cover', 'photo'].map(field)],
		['all fields', '*', [field('*')]],
		['a field with a space in its name', 'my photo', [field('my photo')]],
		['a list of fields', ['data', 'a,b'], ['data', 'a', 'b'].map(field)],
		['a list as JSON', '["data", "cover"]', ['data', 'cover'].map(field)],
		['a number', 7, [field('7')]],
		['a URL', CUP, [url(CUP)]],
		['a URL in capitals', 'HTTPS://MEDIA.EXAMPLE/CUP.PNG', [url('HTTPS://MEDIA.EXAMPLE/CUP.PNG')]],
		['URLs with commas', `${CUP},${POUR}, ${CUP}`, [url(CUP), url(POUR), url(CUP)]],
		['URLs with semicolons', `${CUP};${POUR}; ${CUP};`, [url(CUP), url(POUR), url(CUP)]],
		['URLs with spaces', `${CUP} ${POUR}`, [url(CUP), url(POUR)]],
		['URLs a line', `${CUP}\n${POUR},\n`, [url(CUP), url(POUR)]],
		['URLs with commas at the end of lines', `${CUP},,\n${POUR},,`, [url(CUP), url(POUR)]],
		[
			'a space within a URL',
			`${CUP}${' '.repeat(100_000)}b`,
			[url(`${CUP}${' '.repeat(100_000)}b`)],
		],
		[
			'endless spaces and commas',
			`data${' '.repeat(100_000)},${','.repeat(100_000)}b`,
			['data', 'b'].map(field),
		],
		['marks within a URL', `${CUP}?crop=1,2;3`, [url(`${CUP}?crop=1,2;3`)]],
		[
			'a mix',
			`data, ${CUP}, cover,photo`,
			[field('data'), url(CUP), field('cover'), field('photo')],
		],
		['an upload', UPLOAD, [upload()]],
		['an upload as JSON', JSON.stringify(UPLOAD), [upload()]],
		['uploads', [UPLOAD, UPLOAD], [upload(), upload()]],
		[
			'an upload as the service answers it',
			{ ...UPLOAD, name: 'cup.png', originalName: 'c.png', thumbnail: null, alt: null },
			[upload()],
		],
		[
			'an upload with alt text and thumbnail',
			{ ...UPLOAD, alt: 'A cup', thumbnail: CUP },
			[upload({ alt: 'A cup', thumbnail: CUP })],
		],
		['a list of everything', ['data', CUP, UPLOAD], [field('data'), url(CUP), upload()]],
	])('%s', (_kind, entered, sources) => {
		expect(parseMedia(entered, 'Media')).toEqual(sources);
	});

	test.each([
		[{ ...binary('cup.png') }, 'cup.png'],
		[{ mimeType: 'image/png', data: 'filesystem-v2', id: 'filesystem-v2:1' }, 'Media'],
		[{ ...binary(), fileName: 7 as unknown as string }, 'Media'],
	])('the file itself, from an expression: %j', (file, name) => {
		expect(parseMedia(file, 'Media')).toEqual([{ from: 'binary', field: name, binary: file }]);
	});

	test.each(['ftp://media.example/cup.png', 'file:///etc/passwd', 's3://bucket/cup.png'])(
		'no other addresses: %s',
		(entered) => {
			expect(problemOf(() => parseMedia(entered, 'Cover'))).toEqual([
				`Cover: “${entered}” is not a web address`,
				'Only addresses that start with https:// or http:// can be used.',
			]);
		},
	);

	test.each([
		{},
		{ id: 'u1' },
		{ path: CUP },
		{ id: '', path: CUP },
		{ id: 1, path: CUP },
		{ id: 'u1', path: '' },
		{ id: 'u1', path: 7 },
		{ mimeType: 'image/png' },
		{ mimeType: 7, data: 'AA==' },
		'{"id":"u1"}',
	])('no upload: %j', (entered) => {
		expect(problemOf(() => parseMedia(entered, 'Cover'))[0]).toBe('Cover is not an uploaded file');
	});

	test.each([
		['the path of an upload', { ...binary(), ...UPLOAD }, upload()],
		[
			'an empty name',
			{ ...binary(''), id: 'a' },
			{ ...field('Media'), binary: { ...binary(''), id: 'a' } },
		],
		['other things for texts', { ...UPLOAD, alt: 7, thumbnail: { a: 1 } }, upload()],
		['empty texts', { ...UPLOAD, alt: '', thumbnail: '' }, upload()],
		[
			'what Get says',
			{ ...UPLOAD, cover: CUP, coverAtSecond: 1.5 },
			upload({ thumbnail: CUP, coverAt: 1500 }),
		],
		[
			'what the service says',
			{ ...UPLOAD, thumbnailTimestamp: 0, coverAtSecond: 2 },
			upload({ coverAt: 0 }),
		],
		['no moment', { ...UPLOAD, thumbnailTimestamp: 'soon', coverAtSecond: 'x' }, upload()],
		['white space around JSON', ` ${JSON.stringify(UPLOAD)} `, upload()],
		['a name with an address in it', 'my https://a', field('my')],
	])('with %s', (_what, entered, source) => {
		expect(parseMedia(entered, 'Media')[0]).toEqual(source);
	});

	test('JSON that breaks off', () => {
		expect(problemOf(() => parseMedia('{"id": "u1', 'Cover'))[0]).toBe('Cover is not valid JSON');
	});

	test('an endless name is reported shortened', () => {
		const [message] = problemOf(() => parseMedia(`ftp://${'x'.repeat(500)}`, 'Media'));
		expect(message.length).toBeLessThan(120);
	});

	test('only URLs where nothing else is taken', () => {
		expect(parseUrls(`${CUP}, ${POUR}`, 'URL')).toEqual([CUP, POUR]);
		for (const [entered, shown] of [
			['data', 'data'],
			[UPLOAD, CUP],
		]) {
			expect(problemOf(() => parseUrls(entered, 'URL'))).toEqual([
				`URL: “${shown}” is not a web address`,
				'Enter the whole address of the file, starting with https://.',
			]);
		}
	});
});

describe('the Media list of the form', () => {
	test('keeps its order, whatever the sources', () => {
		const entries: IDataObject[] = [
			{ source: 'url', url: `${CUP}, ${POUR}` },
			{ source: 'upload', file: JSON.stringify([UPLOAD, UPLOAD]) },
			{ binaryField: 'data, cover' },
			{ source: 'binary', binaryField: '*' },
		];
		expect(parseMediaEntries(entries)).toEqual([
			url(CUP),
			url(POUR),
			upload(),
			upload(),
			field('data'),
			field('cover'),
			field('*'),
		]);
	});

	test('alt text belongs to every file of its entry, and replaces an earlier one, also by none', () => {
		expect(
			parseMediaEntries([
				{ binaryField: 'data, cover', details: { alt: 'A cup' } },
				{
					source: 'upload',
					file: JSON.stringify({ ...UPLOAD, alt: 'Old' }),
					details: { alt: 'New' },
				},
				{
					source: 'upload',
					file: JSON.stringify({ ...UPLOAD, alt: 'Own' }),
					details: { alt: ' ' },
				},
				{ source: 'upload', file: JSON.stringify({ ...UPLOAD, alt: 'Own' }), details: {} },
			]),
		).toEqual([
			{ ...field('data'), alt: 'A cup' },
			{ ...field('cover'), alt: 'A cup' },
			upload({ alt: 'New' }),
			upload({ alt: '' }),
			upload({ alt: 'Own' }),
		]);
	});

	test('an empty URL and an empty text for an uploaded file add nothing', () => {
		expect(parseMediaEntries([{ source: 'url' }, { source: 'url', url: ' ' }])).toEqual([]);
		for (const file of [' ', '[]']) {
			expect(parseMediaEntries([{ source: 'upload', file }])).toEqual([]);
		}
	});

	test.each<[string, IDataObject]>([
		['Media: Binary Field', {}],
		['Media: Binary Field', { binaryField: '' }],
		['Media: Binary Field', { source: 'binary', binaryField: ' , ' }],
		['Media: Uploaded File', { source: 'upload' }],
	])('%s that names no file is reported', (place, entry) => {
		expect(problemOf(() => parseMediaEntries([entry]))).toEqual([
			`${place} is empty`,
			expect.stringMatching(
				/^Fill it in, or remove the entry\. With an expression, check that every item/,
			),
		]);
	});

	test('the list is reported by the name that its form has', () => {
		expect(problemOf(() => parseMediaEntries([{ binaryField: '' }], 'Images'))[0]).toBe(
			'Images: Binary Field is empty',
		);
	});

	test('a number is an alt text; what is no text is reported', () => {
		expect(parseMediaEntries([{ binaryField: 'data', details: { alt: 7 } }])).toEqual([
			{ ...field('data'), alt: '7' },
		]);
		expect(
			problemOf(() => parseMediaEntries([{ binaryField: 'data', details: { alt: false } }]))[0],
		).toBe('Media: Alt Text must be text, not “false”');
	});

	test('a cover belongs to every file of its entry, and so does its moment', () => {
		const url = 'https://example.com/cover.png';
		const details = { cover: url, coverAt: '1.5' };
		expect(parseMediaEntries([{ binaryField: 'data, more', details }])).toEqual(
			['data', 'more'].map((name) => ({
				...field(name),
				cover: { from: 'url', url },
				coverAt: 1500,
			})),
		);
		expect(
			problemOf(() => parseMediaEntries([{ details: { cover: 'a, b' }, binaryField: 'c' }]))[0],
		).toBe('Media: Cover allows only one file');
		expect(
			problemOf(() => parseMediaEntries([{ details: { coverAt: -1 }, binaryField: 'c' }]))[0],
		).toBe('Media: Cover Timestamp (Seconds) cannot be “-1”');
	});

	test('a field name is not an uploaded file', () => {
		expect(problemOf(() => parseMediaEntries([{ source: 'upload', file: 'data' }]))).toEqual([
			'Uploaded File is not an uploaded file',
			'It needs the id and path that Media > Upload File returns, for example through the expression {{ $json }}. An empty text adds no file.',
		]);
	});
});

describe('files of the item', () => {
	const files = { data: binary('cup.png'), cover: binary('cover.png') };
	const named = (name: keyof typeof files, more = {}) => ({
		from: 'binary',
		field: name,
		binary: files[name],
		...more,
	});

	test('are found by name, in the order named', () => {
		expect(findFiles(parseMedia('cover, data', 'Media'), files)).toEqual([
			named('cover'),
			named('data'),
		]);
	});

	test('all of them, with the alt text', () => {
		expect(findFiles([{ from: 'binary', field: '*', alt: 'A cup' }], files)).toEqual([
			named('data', { alt: 'A cup' }),
			named('cover', { alt: 'A cup' }),
		]);
	});

	test.each([
		['*', {}, 'The item has no files, and * means all of them'],
		['photo', files, 'The item has no binary field “photo”'],
	])('what is missing is reported with the field that names it: %s', (name, given, message) => {
		const sources = parseMedia(name, 'Thumbnail');
		expect(problemOf(() => findFiles(sources, given))[0]).toBe(message);
		expect(problemOf(() => findFiles(sources, given, 'Channel 2: Thumbnail'))[0]).toBe(
			`Channel 2: Thumbnail: ${message}`,
		);
		const [cover] = sources;
		expect(problemOf(() => findFiles([{ from: 'url', url: CUP, cover }], given))[0]).toBe(
			`Cover: ${message}`,
		);
	});

	test('other sources need none', () => {
		const sources = parseMedia([CUP, UPLOAD], 'Media');
		expect(findFiles(sources)).toEqual(sources);
	});

	test.each([
		['photo', files, 'It has: data, cover. Correct the name.'],
		['Data', files, 'It has: data, cover. Correct the name.'],
		['constructor', files, 'It has: data, cover. Correct the name.'],
		[
			'photo',
			{},
			'It has no files. Check that the previous node outputs its file, or choose another source.',
		],
	])('a field that is missing is named, and what there is: %s', (name, given, description) => {
		expect(problemOf(() => findFiles([{ from: 'binary', field: name }], given))).toEqual([
			`The item has no binary field “${name}”`,
			description,
		]);
	});

	test('also those that n8n keeps in the JSON of the item; others win over them', () => {
		const json = { _files: { data: binary('old.png'), photo: binary('photo.png'), note: 'text' } };
		expect(filesOf({ json, binary: files })).toEqual({ photo: binary('photo.png'), ...files });
		expect(filesOf({ json: {} })).toEqual({});
		expect(filesOf({ json: { _files: 'none' } })).toEqual({});
	});
});

test.each([
	[CUP, true],
	['/uploads/cup.jpeg', true],
	['/uploads/cup.JPEG', false],
	[POUR, true],
	['https://media.example/cup.jpg#top', false],
	['https://media.example/cup.jpg?a#top', true],
	['https://media.example/cup', false],
	['https://media.example/cup?file=cup.png', false],
	['https://media.example/cup.avif', false],
	['https://media.example/png', false],
])('%s can be posted: %s', (path, isPostable) => {
	expect(isPostablePath(path)).toBe(isPostable);
});

test('only the fragment of an address is cut off', () => {
	expect(withoutFragment('https://media.example/cup.png?a=1#top#b')).toBe(
		'https://media.example/cup.png?a=1',
	);
	expect(withoutFragment(CUP)).toBe(CUP);
});
