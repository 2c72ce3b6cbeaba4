import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { buildSettings } from '../../../nodes/Postiz/channels/settings';
import { providers } from '../../../nodes/Postiz/providers';
import { problemsOf } from './check.cjs';

describe('what is sent as a list', () => {
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
		const provider = providers.find((candidate) => candidate.identifier === identifier)!;
		const form = { provider: identifier, [name]: value, settings: { [name]: value } };
		const settings = buildSettings(identifier, provider, form as IDataObject);
		return { provider, sent: settings[name], found: problemsOf(provider, settings).join('\n') };
	};

	test.each(SENT)('%s: %s from %j', (identifier, name, value, sent) => {
		const reading = read(identifier, name, value);
		expect(reading.sent).toEqual(sent);
		expect(reading.found).not.toMatch(/Tags|Categories|Collaborators/);
	});

	test.each([...new Map(SENT.map(([identifier, name]) => [identifier, name]))])(
		'%s: what cannot be read of %s is kept, and refused by name',
		(identifier, name) => {
			for (const value of [{ a: 1 }, [{ a: 1 }], [{ label: { a: 1 } }], '["a", "b"', [NaN]]) {
				const { provider, sent, found } = read(identifier, name, value);
				const { displayName } = provider.fields.find((field) => field.name === name)!;
				expect(JSON.stringify(sent)).not.toMatch(/undefined|\[object/);
				expect(found).toMatch(new RegExp(`${displayName} (cannot have|must be text)`));
			}
		},
	);
});

test.each([
	['x', 'community', 'twitter.com/i/communities/149/', 'https://x.com/i/communities/149'],
	['facebook', 'text_format_preset_id', 106018623298955, '106018623298955'],
	['gmb', 'eventStartTime', '9:30', '09:30'],
	['gmb', 'eventEndTime', '18:00:00', '18:00'],
])('%s: %s is sent as Postiz wants it, however it is written', (identifier, name, value, sent) => {
	const provider = providers.find((candidate) => candidate.identifier === identifier)!;
	const settings = buildSettings(identifier, provider, { settings: { [name]: value } });
	expect(settings[name]).toBe(sent);
	expect(problemsOf(provider, settings).join('\n')).not.toMatch(/Community|Event (Starts|Ends)/);
});

test('what is picked and web addresses are sent without the spaces around them', () => {
	const sent = (identifier: string, form: IDataObject) =>
		buildSettings(
			identifier,
			providers.find((provider) => provider.identifier === identifier),
			form,
		);
	expect(sent('discord', { channel: { mode: 'id', value: ' 123 ' } }).channel).toBe('123');
	expect(sent('facebook', { settings: { url: ' https://example.com/x ' } }).url).toBe(
		'https://example.com/x',
	);
});

test('only days of the calendar are days', () => {
	const gmb = providers.find(({ identifier }) => identifier === 'gmb')!;
	const day = (value: unknown) => {
		const form = { settings: { eventStartDate: value } } as IDataObject;
		return problemsOf(gmb, buildSettings('gmb', gmb, form)).join('\n');
	};
	for (const value of ['2028-02-29', '2026-12-31T23:00:00', new Date()])
		expect(day(value)).toBe('');
	for (const value of ['2026-02-31', '2026-02-29', '2026-13-01', '2026-12', new Date(NaN), {}]) {
		expect(day(value)).toMatch(/^Event Starts On (cannot be|must be text)/);
	}
});

test.each([
	['a JS date at midnight of the workflow', new Date('2026-12-13T23:00:00Z'), 'Europe/Berlin'],
	['its text', '2026-12-13T23:00:00.000Z', 'Europe/Berlin'],
	['a day as JS reads it', new Date('2026-12-14'), 'America/New_York'],
	['its text', '2026-12-14T00:00:00.000Z', 'America/New_York'],
	['a text with an offset', '2026-12-14T00:00:00+09:00', 'Europe/Berlin'],
	['a Luxon date', DateTime.fromISO('2026-12-14', { zone: 'Asia/Tokyo' }), 'Europe/Berlin'],
])('Google My Business keeps the day of %s', (_name, eventStartDate, timezone) => {
	const gmb = providers.find(({ identifier }) => identifier === 'gmb')!;
	const form = { settings: { eventStartDate } } as unknown as IDataObject;
	expect(buildSettings('gmb', gmb, form, { timezone })).toMatchObject({
		eventStartDate: '2026-12-14',
	});
});

test('IDs of rows are sent as text where the service wants text', () => {
	const built = (identifier: string, form: unknown) =>
		buildSettings(
			identifier,
			providers.find((provider) => provider.identifier === identifier),
			form as IDataObject,
		);
	const row = { mode: 'list', value: '{"id":7,"name":"Shop","address":"1 Street"}' };
	expect(built('tiktok-business', { location: row }).location).toEqual({
		id: '7',
		name: 'Shop',
		address: '1 Street',
	});
	const sound = { id: 7, title: 'Pour', duration: 30, previewUrl: 'https://example.com/a.mp3' };
	expect(built('instagram', { audio: { entry: { id: sound } } }).audio).toEqual({
		id: '7',
		title: 'Pour',
	});
});

test('values of the wrong kind are brought into the right one', () => {
	const youtube = providers.find(({ identifier }) => identifier === 'youtube')!;
	expect(buildSettings('youtube', youtube, { title: 2026 })).toMatchObject({ title: '2026' });
	const tiktok = providers.find(({ identifier }) => identifier === 'tiktok')!;
	expect(buildSettings('tiktok', tiktok, { duet: 'true', comment: 'false' })).toMatchObject({
		duet: true,
		comment: false,
	});
	const instagram = providers.find(({ identifier }) => identifier === 'instagram')!;
	expect(
		buildSettings('instagram', instagram, {
			audio: { entry: { id: { mode: 'id', value: 7 }, audio_volume: '80' } },
		}),
	).toMatchObject({ audio: { id: '7', audio_volume: 80 } });
});
