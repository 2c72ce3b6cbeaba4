import { NodeHelpers, type INodeProperties } from 'n8n-workflow';

import { mediaCollection } from '../../../nodes/Postiz/media/fields';
import { parseMediaEntries } from '../../../nodes/Postiz/media/fileSource';

const { values } = mediaCollection;
const source = values.find(({ name }) => name === 'source')!;
const sources = source.options as Array<{ value: string }>;

/** The fields that n8n shows for a source. */
const shownFor = (value: string): INodeProperties[] =>
	values.filter((property) =>
		NodeHelpers.displayParameter({ source: value }, property, null, null),
	);

test.each(sources.map(({ value }) => value))('%s has one field that names files', (value) => {
	const names = shownFor(value).map(({ name }) => name);
	expect(names).toHaveLength(3);
	expect(names).toEqual(expect.arrayContaining(['source', 'details']));
	const field = names.find((name) => !['source', 'details'].includes(name))!;
	const file = value === 'upload' ? '{"id":"1","path":"p"}' : 'https://a.example/cup.png';
	const entered = value === 'binary' ? 'data' : file;
	// Values of other fields don't count.
	const entry = { binaryField: '', url: '', file: '', source: value, [field]: entered };
	expect(parseMediaEntries([entry])).toMatchObject([{ from: value }]);
});

test('a new entry takes the file that n8n nodes usually output', () => {
	const entry = Object.fromEntries(values.map(({ name, default: value }) => [name, value]));
	expect(parseMediaEntries([entry])).toEqual([{ from: 'binary', field: 'data' }]);
});
