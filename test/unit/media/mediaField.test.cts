import { NodeHelpers, type IDataObject } from 'n8n-workflow';

import { mediaEntry, parseMediaEntries } from '../../../nodes/Postiz/media/mediaField';
import { catchProblem } from '../support/catchProblem.cjs';
import { CUP, UPLOAD, createBinary } from './createStorage.cjs';

const POUR = 'http://media.example/pour.mp4?size=small';
const FILES = { data: createBinary('cup.png'), cover: createBinary('cover.png') };

const createUrlSource = (address: string) => ({ from: 'url', url: address });
const createFieldSource = (name: keyof typeof FILES) => ({
	from: 'binary',
	field: name,
	binary: FILES[name],
});
const createUploadChoice = (more = {}) => ({ from: 'upload', reference: UPLOAD, ...more });

const read = (entries: IDataObject[]) => parseMediaEntries({ file: entries }, FILES);
const catchEntryProblem = (entry: IDataObject) => catchProblem(() => read([entry]));

test('reads the single entry that an expression returns', () => {
	const entry = { source: 'url', url: CUP };
	expect(parseMediaEntries({ file: entry }, FILES)).toEqual(read([entry]));
	expect(catchProblem(() => parseMediaEntries({ file: CUP }, FILES))[0]).toBe(
		`Media must be a list of objects, not “${CUP}”`,
	);
});

describe('the form', () => {
	const { values } = mediaEntry;
	const { options = [] } = values.find(({ name }) => name === 'source')!;
	const sources = options as Array<{ value: string }>;

	test.each(sources.map(({ value }) => value))('has one field for %s', (source) => {
		const names = values
			.filter((property) => NodeHelpers.displayParameter({ source }, property, null, null))
			.map(({ name }) => name);
		expect(names).toHaveLength(3);
		expect(names).toEqual(expect.arrayContaining(['source', 'details']));
		const shown = names.find((name) => !['source', 'details'].includes(name))!;
		const entered = { binary: 'data', upload: JSON.stringify(UPLOAD), url: CUP }[source];
		// Values of other fields don't count.
		const entry = { binaryField: '', url: '', file: '', source, [shown]: entered };
		expect(read([entry])).toMatchObject([{ from: source }]);
	});

	test('takes all files of the item by default', () => {
		const untouched = Object.fromEntries(values.map((value) => [value.name, value.default]));
		expect(read([untouched])).toEqual(read([{ binaryField: 'data, cover' }]));
	});
});

test('keeps the order of files from different sources', () => {
	const entries: IDataObject[] = [
		{ source: 'url', url: `${CUP}, ${POUR}` },
		{ source: 'upload', file: JSON.stringify([UPLOAD, UPLOAD]) },
		{ binaryField: 'cover, data' },
		{ source: 'binary', binaryField: '*' },
	];
	expect(read(entries)).toEqual([
		...[createUrlSource(CUP), createUrlSource(POUR), createUploadChoice(), createUploadChoice()],
		...(['cover', 'data', 'data', 'cover'] as const).map(createFieldSource),
	]);
	expect(parseMediaEntries({}, FILES)).toEqual([]);
});

test.each<[IDataObject, unknown]>([
	[{ source: 'url', url: ' ' }, []],
	[{ source: 'url', url: null }, []],
	[{ source: 'binary', binaryField: ' , ' }, []],
	[{ source: 'upload', file: null }, []],
	[{ source: 'upload', file: ' ' }, []],
	[{ source: 'upload', file: '[]' }, []],
	[
		{ binaryField: 'data, cover', details: { alt: 'A cup' } },
		[
			{ ...createFieldSource('data'), alt: 'A cup' },
			{ ...createFieldSource('cover'), alt: 'A cup' },
		],
	],
	// An alt text replaces an earlier one, also by none.
	...[
		[{ alt: 'New' }, 'New'],
		[{ alt: 7 }, '7'],
		[{ alt: ' ' }, ''],
		[{ alt: '<think>Short.</think>\n```\nA cup of tea【4:0†source】\n```' }, 'A cup of tea'],
		[{ alt: 'A caf&eacute; &amp; bar' }, 'A café & bar'],
		[{ alt: '[cup] x < 3 *' }, '[cup] x < 3 *'],
		[{}, 'Own'],
	].map(([details, alt]): [IDataObject, unknown] => [
		{ source: 'upload', file: { ...UPLOAD, alt: 'Own' }, details } as IDataObject,
		[createUploadChoice({ alt })],
	]),
	[
		{ binaryField: 'data, cover', details: { cover: CUP, coverAt: '1.5' } },
		[
			{ ...createFieldSource('data'), cover: createUrlSource(CUP), coverAt: 1500 },
			{ ...createFieldSource('cover'), cover: createUrlSource(CUP), coverAt: 1500 },
		],
	],
	[
		{ binaryField: 'data', details: { coverAt: 0 } },
		[{ ...createFieldSource('data'), coverAt: 0 }],
	],
])('%j', (entry, sources) => {
	expect(read([entry])).toEqual(sources);
});

describe('errors name the list as the form does', () => {
	test.each<[IDataObject, string]>([
		[{}, 'Binary Field is empty'],
		[{ source: 'upload' }, 'Uploaded File is empty'],
		[{ source: 'url' }, 'URL is empty'],
		[{ source: 'ftp' }, 'Source cannot be “ftp”'],
		[{ binaryField: 'data', details: { alt: false } }, 'Alt Text must be text, not “false”'],
		[{ binaryField: 'data', details: { alt: 'N/A' } }, 'Alt Text cannot be “N/A”'],
		[{ binaryField: 'data', details: { alt: '{"alt":"A cup"}' } }, 'Alt Text is JSON, not a text'],
		[{ binaryField: 'data', details: { cover: 'data, cover' } }, 'Cover allows only one file'],
		[{ binaryField: 'data', details: { cover: '*' } }, 'Cover allows only one file'],
		...[-1, Infinity, 'soon'].map((coverAt): [IDataObject, string] => [
			{ binaryField: 'data', details: { coverAt } },
			`Cover Timestamp (Seconds) cannot be “${coverAt}”`,
		]),
	])('%j', (entry, message) => {
		expect(catchEntryProblem(entry)[0]).toBe(`Media: ${message}`);
	});

	test.each<[IDataObject, string]>([
		[{ source: 'url', url: 'data' }, 'URL: “data” is not a web address'],
		[{ binaryField: 'ftp://a' }, 'Binary Field: “ftp://a” is not a web address'],
		[{ source: 'upload', file: { id: 'u1' } }, 'Uploaded File is not an uploaded file'],
		[{ source: 'upload', file: 'data' }, 'Uploaded File is not an uploaded file'],
	])('names the field: %j', (entry, message) => {
		expect(catchEntryProblem(entry)[0]).toBe(message);
	});

	test('has a remedy', () => {
		const details = { cover: 'photo' };
		expect(catchEntryProblem({ binaryField: 'data', details })[0]).toMatch(
			/^Cover: The item has no/,
		);
		const expression = 'With an expression, check that every item has a value.';
		expect(catchEntryProblem({})[1]).toBe(`Enter a value, or remove the entry. ${expression}`);
	});
});
