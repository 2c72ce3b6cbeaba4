import { requireFiles, getItemFiles } from '../../../nodes/Postiz/media/itemFiles';
import { catchProblem } from '../support/catchProblem.cjs';
import { createBinary } from './createStorage.cjs';

const files = { data: createBinary('cup.png'), cover: createBinary('cover.png') };

test('files of an item are found by any of their names', () => {
	expect(requireFiles('a-b', { 'a-b': createBinary() })).toMatchObject([{ field: 'a-b' }]);
});

test('files of an item are found by name, or all at once', () => {
	const [data, cover] = (['data', 'cover'] as const).map((name) => ({
		from: 'binary',
		field: name,
		binary: files[name],
	}));
	expect(requireFiles('cover', files)).toEqual([cover]);
	expect(requireFiles('*', files)).toEqual([data, cover]);
});

test.each([
	{
		name: '*',
		given: {},
		message: 'The item has no files',
		description: 'Check that the previous node outputs',
	},
	{
		name: 'photo',
		given: {},
		message: 'The item has no files',
		description: 'Check that the previous node outputs',
	},
	{
		name: 'Data',
		given: files,
		message: 'The item has no binary field “Data”',
		description: 'It has: data, cover. Correct the name.',
	},
	{
		name: 'constructor',
		given: files,
		message: 'The item has no binary field “constructor”',
		description: 'It has: data, cover.',
	},
])(
	'reports $name of $given, with the field that names it',
	({ name, given, message, description }) => {
		expect(catchProblem(() => requireFiles(name, given))).toEqual([
			message,
			expect.stringContaining(description),
		]);
		expect(() => requireFiles(name, given, 'Channel 2: Thumbnail')).toThrow(
			expect.objectContaining({ message: `Channel 2: Thumbnail: ${message}`, needsPerson: true }),
		);
	},
);

test('files of an item include those in the JSON of the item, which others override', () => {
	const json = { _files: { data: createBinary('old.png'), photo: createBinary('photo.png') } };
	expect(getItemFiles({ json, binary: files })).toEqual({
		photo: createBinary('photo.png'),
		...files,
	});
	expect(getItemFiles({ json: {} })).toEqual({});
	expect(getItemFiles({ json: { _files: 'none' } })).toEqual({});
});
