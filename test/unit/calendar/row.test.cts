import { postRow, toDetails, toRawDetails } from '../../../nodes/Postiz/calendar/row';
import type { ListedPost } from '../../../nodes/Postiz/transport/types';

const bare: ListedPost = { id: 'p1', publishDate: '2099-03-04T10:00:00.000Z', state: 'QUEUE' };

test('a post becomes flat: its text as a reader sees it, tags as names, settings as an object', () => {
	expect(
		postRow({
			...bare,
			content: '<p>Tea &amp; <strong>cake</strong></p><p>today</p>',
			releaseURL: 'https://x.example/1',
			releaseId: '1',
			group: 'g1',
			intervalInDays: 7,
			creationMethod: 'API',
			settings: '{"__type":"x","who_can_reply_post":"everyone"}',
			tags: [{ tag: { id: 't1', name: 'menu' } }, { tag: { name: '' } }, {}],
			integration: { id: 'x-1', providerIdentifier: 'x', name: 'Acme Coffee', picture: 'p' },
		}),
	).toEqual({
		postId: 'p1',
		state: 'scheduled',
		overdue: false,
		text: 'Tea & cake\ntoday',
		date: '2099-03-04T10:00:00.000Z',
		releaseURL: 'https://x.example/1',
		postUrl: 'https://x.example/1',
		postUrlNote: null,
		previewUrl: null,
		releaseId: '1',
		postGroup: 'g1',
		channelId: 'x-1',
		channelName: 'Acme Coffee',
		provider: 'x',
		providerName: 'X',
		intervalInDays: 7,
		creationMethod: 'API',
		tags: ['menu'],
		settings: { __type: 'x', who_can_reply_post: 'everyone' },
	});
});

test('what the service leaves out is empty, with the same keys', () => {
	const full = postRow({ ...bare, content: 'a', integration: { id: 'x-1' } });
	const empty = postRow(bare);
	expect(Object.keys(empty)).toEqual(Object.keys(full));
	expect(empty).toEqual({
		postId: 'p1',
		state: 'scheduled',
		overdue: false,
		text: '',
		date: bare.publishDate,
		releaseURL: null,
		postUrl: null,
		postUrlNote: null,
		previewUrl: null,
		releaseId: null,
		postGroup: null,
		channelId: null,
		channelName: null,
		provider: null,
		providerName: null,
		intervalInDays: null,
		creationMethod: null,
		tags: [],
		settings: null,
	});
});

test.each([
	['{"a":1}', { a: 1 }],
	[{ a: 1 }, { a: 1 }],
	['{}', {}],
	['{"a"', null],
	['[1]', null],
	['null', null],
	[null, null],
	[undefined, null],
])('settings %j are %j', (settings, expected) => {
	expect(postRow({ ...bare, settings }).settings).toEqual(expected);
});

describe('settings that older lists do not have', () => {
	const part = { id: 'p1', content: '', image: [], delay: 0, settings: { a: 1 }, tags: [] };

	test('are those of the preview', () => {
		const whole = { listed: bare, parts: [part] };
		expect(toDetails(whole).settings).toEqual({ a: 1 });
		expect(toRawDetails(whole).settings).toEqual({ a: 1 });
		expect(toDetails({ ...whole, listed: { ...bare, settings: '{"b":2}' } }).settings).toEqual({
			b: 2,
		});
	});

	test('are unknown without one', () => {
		expect(toDetails({ listed: bare, parts: [] }).settings).toBeNull();
		expect(toRawDetails({ listed: bare, parts: [] })).not.toHaveProperty('settings');
	});
});

test('a network that the node does not know has its identifier for a name', () => {
	const integration = { id: 'v-1', providerIdentifier: 'vibes' };
	expect(postRow({ ...bare, integration })).toMatchObject({
		provider: 'vibes',
		providerName: 'vibes',
	});
});

test.each([
	['2099-03-04T10:00:00', '2099-03-04T10:00:00.000Z'],
	['2099-03-04T12:00:00+02:00', '2099-03-04T10:00:00.000Z'],
	['soon', null],
	['', null],
])('the date “%s” is %j in UTC', (publishDate, date) => {
	expect(postRow({ ...bare, publishDate }).date).toBe(date);
});
