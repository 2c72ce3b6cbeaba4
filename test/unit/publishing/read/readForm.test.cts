import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { NetworkSettings, FormInput } from '../../../../nodes/Postiz/posts/item';
import { readForm, readUpsertForm } from '../../../../nodes/Postiz/publishing/read/readForm';
import { createFake } from '../../../shared/fakes.cjs';
import { catchProblem } from '../../support/catchProblem.cjs';
import { createFormContext } from './createFormContext.cjs';

const NOW = Date.parse('2099-03-04T10:00:00.000Z');

const read = (parameters: IDataObject): FormInput =>
	readForm(
		createFormContext({ type: 'now', channels: ['x-1'], content: 'Tea', ...parameters }),
		0,
		NOW,
	).content as FormInput;
const readNetwork = (entry: IDataObject): NetworkSettings =>
	read({ networkSettings: { network: [entry] } }).networkSettings[0];

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
		group: '',
		networkSettings: [],
		parts: [
			{ text: 'Tea', files: [{ from: 'url', url: url.url }] },
			{ text: 'Cake', files: [], delay: 5 },
		],
		format: 'markdown',
	});
	expect(read({})).toMatchObject({ format: 'automatic' });
});

describe('an entry of Network Settings', () => {
	test('contains its network, its own text, and its fields', () => {
		const entry = { provider: 'x', who_can_reply_post: 'everyone', content: 'Short' };
		expect(readNetwork(entry)).toEqual({
			label: 'Network Settings (X)',
			identifier: 'x',
			onlyChannel: '',
			formSettings: entry,
			jsonSettings: {},
			text: 'Short',
			binary: {},
		});
	});

	test.each([
		['LinkedIn Page', 'linkedin-page'],
		['twitter', 'x'],
		['wrapcast', 'wrapcast'],
	])('accepts its network as %s', (provider, identifier) => {
		expect(readNetwork({ provider })).toMatchObject({
			identifier,
			formSettings: { provider: identifier },
		});
	});

	test('rejects an unknown network', () => {
		expect(catchProblem(() => readNetwork({ provider: 'Linkedn' }))).toEqual([
			'Network Settings: Network cannot be “Linkedn”',
			expect.stringContaining('choose Other Network'),
		]);
	});

	test.each<{ title: string; integrationId: unknown; channelId: string }>([
		{ title: 'an ID', integrationId: ' x-1 ', channelId: 'x-1' },
		{
			title: 'a picker that nobody filled in',
			integrationId: { __rl: true, mode: 'list', value: '' },
			channelId: '',
		},
		{ title: 'nothing', integrationId: undefined, channelId: '' },
	])('reads its channel from $title', ({ integrationId, channelId }) => {
		const entry = { provider: 'x', integrationId: integrationId as IDataObject[string] };
		expect(readNetwork(entry).onlyChannel).toBe(channelId);
	});

	test('accepts JSON for a network unknown to the node', () => {
		const settings = { settingsJson: '{"own": 1}' };
		expect(
			readNetwork({ provider: 'other', providerIdentifier: ' vibes ', settings }),
		).toMatchObject({
			label: 'Network Settings (vibes)',
			identifier: 'vibes',
			jsonSettings: { own: 1 },
		});
	});

	test.each<[IDataObject, string, string]>([
		[{}, 'Network Settings: no network is selected', 'Choose the network, or remove the entry.'],
		[
			{ provider: 'other', providerIdentifier: ' ' },
			'Network Settings: no network is selected',
			'use the identifier that Channel > Get Many returns as “network”',
		],
		[
			{ provider: 'vibes' },
			'Network Settings: Network cannot be “vibes”',
			'Use the identifier that Channel > Get Many returns as “network”.',
		],
		[
			{ provider: 'other', providerIdentifier: 'vibes', settings: { settingsJson: '[1]' } },
			'Network Settings (vibes): Settings (JSON) must be an object',
			'curly brackets',
		],
		[
			{ provider: 'x', content: { a: 1 } },
			'Network Settings (X): Custom Text must be text, not “{"a":1}”',
			'',
		],
	])('%j: %s', (entry, message, advice) => {
		expect(catchProblem(() => readNetwork(entry))).toEqual([
			message,
			expect.stringContaining(advice),
		]);
	});
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
