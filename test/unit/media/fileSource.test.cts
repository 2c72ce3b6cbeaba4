import {
	parseFileSources,
	parseUrls,
	type FileSource,
} from '../../../nodes/Postiz/media/fileSource';
import { requireFiles } from '../../../nodes/Postiz/media/itemFiles';
import { catchProblem } from '../support/catchProblem.cjs';
import { CUP, UPLOAD, createBinary } from './createStorage.cjs';
import { castUnchecked } from '../../shared/fakes.cjs';

const POUR = 'http://media.example/pour.mp4?size=small';

const createUrlSource = (address: string) => ({ from: 'url', url: address });
const createFieldSource = (name: string): FileSource => ({
	from: 'binary',
	field: name,
	binary: createBinary(name),
});
const parse = (entered: unknown, label: string) =>
	parseFileSources(entered, label, (name) => [createFieldSource(name)]);
const createUploadSource = (more = {}, ofReference = {}) => ({
	from: 'upload',
	reference: { ...UPLOAD, ...ofReference },
	...more,
});

describe('input for media', () => {
	test.each([undefined, null, '', '  ', '\n', ',', [], [[], '']])(
		'reads %j as no file',
		(entered) => {
			expect(parse(entered, 'Media')).toEqual([]);
		},
	);

	test.each([
		{ title: 'one field', entered: 'data', sources: [createFieldSource('data')] },
		{
			title: 'several fields',
			entered: 'data, cover ,photo',
			sources: ['data', 'cover', 'photo'].map(createFieldSource),
		},
		{
			title: 'a field a line',
			entered: 'data\r\ncover\n\nphoto\n',
			sources: ['data', 'cover', 'photo'].map(createFieldSource),
		},
		{ title: 'all fields', entered: '*', sources: [createFieldSource('*')] },
		{
			title: 'a field with a space in its name',
			entered: 'my photo',
			sources: [createFieldSource('my photo')],
		},
		{
			title: 'a field with brackets in its name',
			entered: 'photo[1]',
			sources: [createFieldSource('photo[1]')],
		},
		{
			title: 'a field with an address in its name',
			entered: 'of ftp://a',
			sources: [createFieldSource('of ftp://a')],
		},
		{
			title: 'a list of fields',
			entered: ['data', 'a,b'],
			sources: ['data', 'a', 'b'].map(createFieldSource),
		},
		{
			title: 'a list as JSON',
			entered: ' ["data", "cover"]',
			sources: ['data', 'cover'].map(createFieldSource),
		},
		{ title: 'a URL', entered: CUP, sources: [createUrlSource(CUP)] },
		{
			title: 'a URL in capitals',
			entered: 'HTTPS://MEDIA.EXAMPLE/CUP.PNG',
			sources: [createUrlSource('HTTPS://MEDIA.EXAMPLE/CUP.PNG')],
		},
		{
			title: 'URLs with commas',
			entered: `${CUP},${POUR}, ${CUP}`,
			sources: [createUrlSource(CUP), createUrlSource(POUR), createUrlSource(CUP)],
		},
		{
			title: 'URLs with semicolons',
			entered: `${CUP};${POUR}; ${CUP};`,
			sources: [createUrlSource(CUP), createUrlSource(POUR), createUrlSource(CUP)],
		},
		{
			title: 'URLs with spaces',
			entered: `${CUP} ${POUR}`,
			sources: [createUrlSource(CUP), createUrlSource(POUR)],
		},
		{
			title: 'URLs a line',
			entered: `${CUP}\n${POUR},\n`,
			sources: [createUrlSource(CUP), createUrlSource(POUR)],
		},
		{
			title: 'URLs with commas at the end of lines',
			entered: `${CUP},,\n${POUR},,`,
			sources: [createUrlSource(CUP), createUrlSource(POUR)],
		},
		{
			title: 'a space within a URL',
			entered: `${CUP}${' '.repeat(100_000)}b`,
			sources: [createUrlSource(`${CUP}${' '.repeat(100_000)}b`)],
		},
		{
			title: 'endless spaces and commas',
			entered: `data${' '.repeat(100_000)},${','.repeat(100_000)}b`,
			sources: ['data', 'b'].map(createFieldSource),
		},
		{
			title: 'endless text like a data URL',
			entered: `data:${'a'.repeat(1e5)}`,
			sources: [createFieldSource(`data:${'a'.repeat(1e5)}`)],
		},
		{
			title: 'marks within a URL',
			entered: `${CUP}?crop=1,2;3`,
			sources: [createUrlSource(`${CUP}?crop=1,2;3`)],
		},
		{
			title: 'a mix',
			entered: `data, ${CUP}, cover,photo`,
			sources: [
				createFieldSource('data'),
				createUrlSource(CUP),
				createFieldSource('cover'),
				createFieldSource('photo'),
			],
		},
		{ title: 'an upload', entered: UPLOAD, sources: [createUploadSource()] },
		{
			title: 'uploads',
			entered: [UPLOAD, UPLOAD],
			sources: [createUploadSource(), createUploadSource()],
		},
		{
			title: 'an upload as the service answers it',
			entered: { ...UPLOAD, name: 'cup.png', originalName: 'c.png', thumbnail: null, alt: null },
			sources: [createUploadSource()],
		},
		{
			title: 'an upload with alt text and thumbnail',
			entered: { ...UPLOAD, alt: 'A cup', thumbnail: CUP },
			sources: [createUploadSource({ alt: 'A cup' }, { thumbnail: CUP })],
		},
	])('$title', ({ entered, sources }) => {
		expect(parse(entered, 'Media')).toEqual(sources);
	});

	test.each([
		[{ ...createBinary('cup.png') }, 'cup.png'],
		[{ mimeType: 'image/png', id: 'filesystem-v2:1' }, 'Media'],
		[{ ...createBinary(), fileName: castUnchecked<string>(7) }, 'Media'],
	])('reads the file itself from an expression: %j', (file, name) => {
		expect(parse(file, 'Media')).toEqual([{ from: 'binary', field: name, binary: file }]);
	});

	test.each([
		'ftp://media.example/cup.png',
		'file:///etc/passwd',
		'git+https://media.example/cup.png',
		'https://',
		'https://exa mple.com/cup.png',
		'http://[::1',
		'https://a.example:99999/a.png',
	])('rejects other URLs: %s', (entered) => {
		expect(catchProblem(() => parse(entered, 'Cover'))).toEqual([
			`Cover: “${entered}” is not a web address`,
			'Enter the full address of the file, starting with https:// or http://. Leave it empty to add no file.',
		]);
	});

	test('rejects them in a column of URLs, too', () => {
		expect(catchProblem(() => parse([{ url: 'https://exa mple.com/cup.png' }], 'Cover'))[0]).toBe(
			'Cover: “https://exa mple.com/cup.png” is not a web address',
		);
	});

	test.each([
		{},
		{ id: 'u1' },
		{ path: CUP },
		{ id: '', path: CUP },
		{ id: 1, path: CUP },
		{ id: 'u1', path: '' },
		{ id: 'u1', path: 7 },
		{ url: 7 },
		{ url: 'cup.png' },
		{ mimeType: 'image/png' },
		{ mimeType: 7, data: 'AA==' },
		'{"id":"u1"}',
	])('rejects %j as an upload', (entered) => {
		expect(catchProblem(() => parse(entered, 'Cover'))[0]).toBe('Cover is not an uploaded file');
	});

	test.each([
		{
			title: 'the path of an upload',
			entered: { ...createBinary(), ...UPLOAD },
			source: createUploadSource(),
		},
		{
			title: 'an address beside its path',
			entered: { ...UPLOAD, url: POUR },
			source: createUploadSource(),
		},
		{
			title: 'an empty name',
			entered: { ...createBinary(''), id: 'a' },
			source: { ...createFieldSource('Media'), binary: { ...createBinary(''), id: 'a' } },
		},
		{
			title: 'other things for texts',
			entered: { ...UPLOAD, alt: 7, thumbnail: { a: 1 } },
			source: createUploadSource(),
		},
		{
			title: 'what Get says',
			entered: { ...UPLOAD, cover: CUP, coverAtSecond: 1.5 },
			source: createUploadSource({ coverAt: 1500 }, { thumbnail: CUP }),
		},
		{
			title: 'what the service says',
			entered: { ...UPLOAD, thumbnailTimestamp: 0, coverAtSecond: 2 },
			source: createUploadSource({ coverAt: 0 }),
		},
		{
			title: 'a moment as text',
			entered: { ...UPLOAD, thumbnailTimestamp: '1500' },
			source: createUploadSource({ coverAt: 1500 }),
		},
		{
			title: 'an empty moment',
			entered: { ...UPLOAD, thumbnailTimestamp: '' },
			source: createUploadSource(),
		},
		{
			title: 'empty seconds',
			entered: { ...UPLOAD, coverAtSecond: '' },
			source: createUploadSource(),
		},
		{
			title: 'seconds as text',
			entered: { ...UPLOAD, coverAtSecond: '1.5' },
			source: createUploadSource({ coverAt: 1500 }),
		},
		{
			title: 'no moment',
			entered: { ...UPLOAD, thumbnailTimestamp: 'soon', coverAtSecond: 'x' },
			source: createUploadSource(),
		},
		{
			title: 'a name with an address in it',
			entered: 'my https://a',
			source: createFieldSource('my'),
		},
	])('rejects an upload with $title', ({ entered, source }) => {
		expect(parse(entered, 'Media')[0]).toEqual(source);
	});

	test('rejects incomplete JSON', () => {
		expect(catchProblem(() => parse('{"id": "u1', 'Cover'))[0]).toBe('Cover is not valid JSON');
	});

	test('rejects names if the item has no files', () => {
		expect(parseUrls(`${CUP}, ${POUR}`, 'URL')).toEqual([
			createUrlSource(CUP),
			createUrlSource(POUR),
		]);
		expect(() => parseUrls('data', 'URL')).toThrow('URL: “data” is not a web address');
	});
});

describe('files in other forms', () => {
	const files = { data: createBinary('data'), Attachments__optional_: createBinary('b') };
	const find = (name: string) => requireFiles(name, files);
	const parseFirst = (entered: unknown) => parseFileSources(entered, 'Media', find)[0];

	test.each([
		[
			'https://drive.google.com/file/d/1Ab-C/view?usp=sharing',
			/\/download\?id=1Ab-C&export=download/,
		],
		['https://drive.google.com/file/u/1/d/1Ab-C/view', /\/download\?id=1Ab-C&export=download/],
		['https://drive.google.com/u/0/open?usp=x&id=1AbC', /id=1AbC&export=download&confirm=t$/],
		['https://drive.google.com/a/acme.example/file/d/1AbC/edit', /id=1AbC&export=download/],
		['https://drive.google.com/a/acme.example/u/2/uc?id=1AbC', /id=1AbC&export=download/],
		['https://drive.google.com/drive/u/0/folders/1AbC', /drive\/u\/0\/folders\/1AbC$/],
		['https://drive.google.com/open?id=1AbC', /id=1AbC&export=download&confirm=t$/],
		['https://drive.google.com/uc?export=view&id=1AbC', /id=1AbC&export=download&confirm=t$/],
		[
			'https://www.dropbox.com/scl/fi/abc/a.jpg?rlkey=r&dl=0',
			/^https:\/\/www.dropbox.com\/scl\/fi\/abc\/a.jpg\?rlkey=r&dl=1$/,
		],
		['https://dropbox.com/s/abc/a.jpg?dl=0', /a.jpg\?dl=1$/],
		['https://a.example/?to=https://dropbox.com/s/a.jpg', /s\/a.jpg$/],
		['https://a.example/?to=https://drive.google.com/file/d/1AbC', /^https:\/\/a.example/],
		['https://cdn.example/50% off #12.jpg', /^https:\/\/cdn.example\/50%25 off %2312.jpg$/],
		['https://cdn.example/5%a.jpg', /5%25a.jpg$/],
		['https://cdn.example/50%20off.jpg#a.png2', /50%20off.jpg#a.png2$/],
	])('fetches %s from its URL', (link, address) => {
		expect(parseFirst(link)).toEqual({ from: 'url', url: expect.stringMatching(address) });
	});

	test('reads the URLs in a column of Airtable', () => {
		const column = [{ id: 'att1', url: CUP, filename: 'cup.png', mimeType: 'image/png' }];
		expect(parseUrls(column, 'URL')).toEqual([createUrlSource(CUP)]);
		expect(parseUrls(JSON.stringify(column), 'URL')).toEqual([createUrlSource(CUP)]);
	});

	test('reads a data URL as a file', () => {
		const binary = { data: 'iVBORw0K', mimeType: 'image/png' };
		const named = parseUrls(`data:image/png;name=cup.png;base64,${binary.data}`, 'URL');
		expect(named).toEqual([{ from: 'binary', field: 'URL', binary }]);
	});

	test('reads $binary in an expression as the file of the item', () => {
		const { data: _content, ...fileFacts } = files.data;
		expect(parseFirst(fileFacts)).toEqual(createFieldSource('data'));
		for (const key of ['mimeType', 'fileName', 'fileSize'])
			expect(() => parseFirst({ ...fileFacts, [key]: 'other' })).toThrow('not an uploaded file');
	});

	test('finds a file by the label of its form field', () => {
		expect(parseFirst('Attachments (optional)')).toMatchObject({ field: 'Attachments__optional_' });
	});

	test('explains text beside an expression', () => {
		expect(() => parseFirst(' [object Object]')).toThrow('there is text next to {{ }}');
	});
});
