import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { FormInput } from '../../../../nodes/Postiz/posts/item';
import { readForm, readUpsertForm } from '../../../../nodes/Postiz/publishing/read/readForm';
import { createFake } from '../../../shared/fakes.cjs';
import { catchProblem } from '../../support/catchProblem.cjs';
import { createFormContext } from './createFormContext.cjs';

const NOW = Date.parse('2099-03-04T10:00:00.000Z');

function read(parameters: IDataObject): FormInput {
	const form = { type: 'now', channels: ['x-1'], content: 'Tea', ...parameters };
	const { input } = readForm(createFormContext(form), 0, NOW);
	return (input as { form: FormInput }).form;
}

test('reads the text, the files and the thread once for all channels', () => {
	const url = { source: 'url', url: 'https://media.example/tea.png' };
	const form = read({
		channels: ['x-1', 'group:acme'],
		media: { file: [url] },
		// A sheet may have more columns for parts than this row fills in.
		thread: { segment: [{ content: ' ' }, { content: 'Cake', delay: 5 }, { delay: 1 }] },
		options: { contentFormat: 'markdown' },
	});
	expect(form).toEqual({
		channels: [['x-1'], ['group:acme']],
		onlyInGroup: '',
		networkSettings: [],
		parts: [
			{ text: 'Tea', files: [{ from: 'url', url: url.url }] },
			{ text: 'Cake', files: [], delay: 5 },
		],
		format: 'markdown',
	});
	expect(read({})).toMatchObject({ format: 'automatic' });
});

describe('Row ID', () => {
	const readRowId = (rowId: unknown, written: unknown = rowId) => {
		const context = createFormContext({
			type: 'now',
			channels: ['x-1'],
			content: 'Tea',
			rowId,
		} as IDataObject);
		const node = { parameters: { rowId: written } };
		return readUpsertForm(
			createFake<IExecuteFunctions>({ ...context, getNode: () => node }),
			0,
			NOW,
		).rowId;
	};

	test.each<[unknown, string]>([
		[' May 7 ', 'May 7'],
		['Cafe\u0301', 'Caf\u00e9'],
		['v1.2', 'v1.2'],
	])('reads %j as %j', (entered, rowId) => expect(readRowId(entered)).toBe(rowId));

	test.each<[unknown, string]>([
		['', 'Row ID is empty'],
		[null, 'Row ID is empty'],
		['#REF!', 'Row ID cannot be “#REF!”'],
		[['a'], 'Row ID cannot be “["a"]”'],
		...[7, '1,000', '7.00'].map((number): [unknown, string] => [
			number,
			`Row ID “${number}” is only a number, which another sheet may use, too`,
		]),
	])('rejects %j', (entered, message) => {
		expect(catchProblem(() => readRowId(entered))[0]).toBe(message);
	});

	const POSITION = 'Row ID is the position of the row, which changes when you sort or insert rows';
	const CHANGES = 'Row ID depends on the time or the run, so the same row would be posted again';
	test.each([
		['$json.row_number', POSITION],
		['$itemIndex', POSITION],
		['$json.row_number + $now', POSITION],
		['$runIndex', CHANGES],
		['$now', CHANGES],
		["$json.id + $now.toFormat('yyyy')", CHANGES],
		['Date.now()', CHANGES],
		['$today', CHANGES],
		['new Date()', CHANGES],
		['+new Date', CHANGES],
		['$execution.id', CHANGES],
	])('rejects %s, which depends on the position of the row or the run', (value, message) => {
		expect(catchProblem(() => readRowId('May 7', `={{ ${value} }}`))[0]).toBe(message);
		expect(readRowId(`about ${value}`)).toBe(`about ${value}`);
	});

	test.each(['new Date($json.date)', 'new Date( $json.date ).toISOString()', '$json.$nowhere'])(
		'accepts %s, which depends on the row',
		(value) => expect(readRowId('May 7', `={{ ${value} }}`)).toBe('May 7'),
	);
});
