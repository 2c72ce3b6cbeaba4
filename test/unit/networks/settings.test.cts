import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { findNetwork, allNetworks } from '../../../nodes/Postiz/networks';
import { resolveSettingChannels } from '../../../nodes/Postiz/publishing/resolve/resolveSettingChannels';
import { buildSettings } from '../../../nodes/Postiz/settings/buildSettings';
import { networkForms, formatFormTitle } from '../../networks/forms.cjs';
import { catchProblem } from '../support/catchProblem.cjs';
import { listProblems } from './listProblems.cjs';

const getNetwork = (identifier: string) => findNetwork(identifier)!;

/** What is sent for a form of a network. */
const buildSent = (identifier: string, form: unknown, timezone = 'UTC') =>
	buildSettings(identifier, getNetwork(identifier), form as IDataObject, { timezone });

/** A form in which one value is entered, beside the channel or under More Settings. */
const createForm = (network: string, name: string, value: unknown) => ({
	provider: network,
	[name]: value,
	settings: { [name]: value },
});

test.each(networkForms.map((form) => [formatFormTitle(form), form] as const))(
	'%s: sends what the form shows',
	(_title, { network, identifier, form, settings }) => {
		const files = getNetwork(network).fields.filter(({ isFile }) => isFile);
		const sent = buildSent(identifier, { provider: network, ...form });
		expect({ ...settings, ...sent }).toEqual(settings);
		expect(Object.keys(settings).filter((name) => !(name in sent))).toEqual(
			files.map(({ name }) => name).filter((name) => name in settings),
		);
	},
);

const FIELDS = allNetworks.flatMap(({ identifier, fields }) =>
	fields
		.flatMap((field) => {
			const { name, displayName, nested, typeOptions } = field;
			const wrapInGroup = (entry: IDataObject) => (typeOptions?.multipleValues ? [entry] : entry);
			const inner = (nested?.fields ?? []).map((own) => ({
				own,
				label: own.displayName,
				form: (value: unknown) =>
					createForm(identifier, name, {
						entry: wrapInGroup({ [own.name]: value } as IDataObject),
					}),
			}));
			const outer = {
				own: field,
				label: displayName,
				form: (value: unknown) => createForm(identifier, name, value),
			};
			return (nested ? inner : [outer]).filter(({ own }) => !own.isFormOnly && !own.isFile);
		})
		.map((field) => [identifier, field.label, field] as const),
);

test.each(FIELDS)(
	'%s: %s rejects wrong values of expressions',
	(identifier, label, { own, form }) => {
		const mistakes = [
			'undefined',
			' [object Object]',
			'Invalid DateTime',
			NaN,
			Infinity,
			{ a: 1 },
			[['a', { b: 1 }]],
		];
		for (const value of [...mistakes, ...(own.type === 'boolean' ? [] : [false, true])]) {
			const settings = buildSent(identifier, form(value));
			const found = own.channelNetworks
				? [
						catchProblem(() =>
							resolveSettingChannels(
								settings,
								{ id: 'own', name: 'Acme', identifier, network: getNetwork(identifier) },
								[],
							),
						)[0],
					]
				: listProblems(getNetwork(identifier), settings);
			expect([
				value,
				found.filter((problem) => problem.includes(label) && !problem.includes('is required')),
			]).not.toEqual([value, []]);
		}
	},
);

describe('settings that are sent as a list', () => {
	const SENT: Array<[string, string, unknown, unknown]> = [
		['hashnode', 'tags', [{ objectID: 't', name: 'T' }], [{ value: 't', label: 'T' }]],
		['hashnode', 'tags', '{"value":"t","label":"T, U"}', [{ value: 't', label: 'T, U' }]],
		['hashnode', 'tags', ['t'], [{ value: 't', label: 't' }]],
		['devto', 'tags', { id: 3, name: 'tea' }, [{ value: 3, label: 'tea' }]],
		['wordpress', 'categories', [{ id: 11, name: 'News' }, '12'], [11, 12]],
		['instagram', 'collaborators', { label: '@acme' }, [{ label: 'acme' }]],
		['instagram', 'collaborators', [{ username: 'acme' }], [{ label: 'acme' }]],
		['youtube', 'tags', [{ value: 'tea' }], [{ value: 'tea', label: 'tea' }]],
		['youtube', 'tags', [{ tag: { name: 'tea' } }], [{ value: 'tea', label: 'tea' }]],
		['medium', 'tags', [['tea']], [{ value: 'tea', label: 'tea' }]],
		['medium', 'tags', '["tea"]', [{ value: 'tea', label: 'tea' }]],
		['tumblr', 'tags', [{ label: 'tea' }, 'cake'], 'tea,cake'],
		['tumblr', 'tags', 'coffee,  winter menu ,', 'coffee,winter menu'],
	];
	const read = (identifier: string, name: string, value: unknown) => {
		const settings = buildSent(identifier, createForm(identifier, name, value));
		const found = listProblems(getNetwork(identifier), settings).join('\n');
		return { sent: settings[name], found };
	};

	test.each(SENT)('%s: %s from %j', (identifier, name, value, sent) => {
		const reading = read(identifier, name, value);
		expect(reading.sent).toEqual(sent);
		expect(reading.found).not.toMatch(/Tags|Categories|Collaborators/);
	});
});

const ROW = '{"id":7,"name":"Shop","address":"1 Street"}';
const SOUND = { id: 7, title: 'Pour', duration: 30, previewUrl: 'https://example.com/a.mp3' };

test.each<{ network: string; name: string; value: unknown; sent: unknown }>([
	{
		network: 'x',
		name: 'community',
		value: 'twitter.com/i/communities/149/',
		sent: 'https://x.com/i/communities/149',
	},
	{
		network: 'facebook',
		name: 'text_format_preset_id',
		value: 106018623298955,
		sent: '106018623298955',
	},
	{
		network: 'facebook',
		name: 'url',
		value: ' https://example.com/x ',
		sent: 'https://example.com/x',
	},
	{ network: 'gmb', name: 'eventStartTime', value: '9:30', sent: '09:30' },
	{ network: 'gmb', name: 'eventEndTime', value: '18:00:00', sent: '18:00' },
	{ network: 'discord', name: 'channel', value: { mode: 'id', value: ' 123 ' }, sent: '123' },
	{
		network: 'tiktok-business',
		name: 'location',
		value: { mode: 'list', value: ROW },
		sent: { id: '7', name: 'Shop', address: '1 Street' },
	},
	{
		network: 'instagram',
		name: 'audio',
		value: { entry: { id: SOUND } },
		sent: { id: '7', title: 'Pour' },
	},
	{
		network: 'instagram',
		name: 'audio',
		value: { entry: { id: { mode: 'id', value: 7 }, audio_volume: '80' } },
		sent: { id: '7', audio_volume: 80 },
	},
	{ network: 'youtube', name: 'title', value: 2026, sent: '2026' },
	{ network: 'tiktok', name: 'duet', value: 'true', sent: true },
	{ network: 'tiktok', name: 'comment', value: 'false', sent: false },
])('$network: sends $name in the format of Postiz: $value', ({ network, name, value, sent }) => {
	const settings = buildSent(network, createForm(network, name, value));
	expect(settings[name]).toEqual(sent);
	const { displayName } = getNetwork(network).fields.find((field) => field.name === name)!;
	expect(listProblems(getNetwork(network), settings).join('\n')).not.toContain(displayName);
});

describe('the days of Google My Business', () => {
	const start = (eventStartDate: unknown, timezone?: string) =>
		buildSent('gmb', { settings: { eventStartDate } }, timezone);

	test('must exist in the calendar', () => {
		const describeProblems = (value: unknown) =>
			listProblems(getNetwork('gmb'), start(value)).join('\n');
		for (const value of ['2028-02-29', '2026-12-31T23:00:00', new Date()])
			expect(describeProblems(value)).toBe('');
		for (const value of ['2026-02-31', '2026-02-29', '2026-13-01', '2026-12', new Date(NaN), {}]) {
			expect(describeProblems(value)).toMatch(/^Event Starts On (cannot be|must be text)/);
		}
	});

	test.each([
		{
			title: 'a JS date at midnight of the workflow',
			date: new Date('2026-12-13T23:00:00Z'),
			timezone: 'Europe/Berlin',
		},
		{ title: 'its text', date: '2026-12-13T23:00:00.000Z', timezone: 'Europe/Berlin' },
		{ title: 'a day as JS reads it', date: new Date('2026-12-14'), timezone: 'America/New_York' },
		{ title: 'its text', date: '2026-12-14T00:00:00.000Z', timezone: 'America/New_York' },
		{
			title: 'a text with an offset',
			date: '2026-12-14T00:00:00+09:00',
			timezone: 'Europe/Berlin',
		},
		{
			title: 'a Luxon date',
			date: DateTime.fromISO('2026-12-14', { zone: 'Asia/Tokyo' }),
			timezone: 'Europe/Berlin',
		},
	])('are kept of $title', ({ date, timezone }) => {
		expect(start(date, timezone)).toMatchObject({ eventStartDate: '2026-12-14' });
	});
});
