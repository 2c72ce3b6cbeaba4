import {
	onlyInPreview,
	postRow,
	tagsOf,
	toDetails,
	toRawDetails,
} from '../../../nodes/Postiz/calendar/row';
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

describe('a whole post', () => {
	const file = { id: 'i', path: 'https://media.example/i.png' };
	const part = { id: 'p1', content: '<p>One</p>', image: [file], delay: 0, settings: {}, tags: [] };
	const video = { ...file, alt: 'Pour', thumbnail: 'c.png', thumbnailTimestamp: 1500 };
	const later = { ...part, id: 'p2', content: '<p>Two &amp; more</p>', image: [video], delay: 5 };
	const failed = { ...part, state: 'ERROR', error: 'Channel disabled' };
	const media = [{ id: 'i', path: file.path, alt: null, cover: null, coverAtSecond: null }];
	const laterMedia = [
		{ id: 'i', path: file.path, alt: 'Pour', cover: 'c.png', coverAtSecond: 1.5 },
	];
	const thread = [{ text: 'Two & more', delay: 5, media: laterMedia }];

	test('has what only its preview says', () => {
		expect(toDetails({ listed: bare, parts: [part, later] })).toMatchObject({
			failureReason: null,
			media,
			thread,
		});
		expect(toDetails({ listed: bare, parts: [failed] })).toMatchObject({ failureKind: 'disabled' });
		expect(toRawDetails({ listed: bare, parts: [part, later] })).toMatchObject({
			media,
			thread: [{ content: '<p>Two &amp; more</p>', delay: 5, media: laterMedia }],
		});
		expect(onlyInPreview([part, later]).thread).toEqual(thread);
	});

	test('names what is missing without one', () => {
		const missing = ['media', 'thread', 'failureReason', 'failureKind', 'maybePublished'];
		expect(onlyInPreview([])).toEqual({ missing });
		expect(toDetails({ listed: bare, parts: [] })).toMatchObject({ missing });
	});

	test.each([
		['PUBLISHED', undefined, ['releaseId']],
		['PUBLISHED', 'missing', undefined],
		['PUBLISHED', null, undefined],
		['QUEUE', undefined, undefined],
	])('in %s with the release %p lacks %p', (state, releaseId, missing) => {
		const listed = { ...bare, state, releaseId };
		expect(toDetails({ listed, parts: [part] }).missing).toEqual(missing);
		expect(toRawDetails({ listed, parts: [part] }).missing).toEqual(missing);
	});

	test('has the tags of its preview, else those that are listed', () => {
		const tags = [{ tag: { name: 'Tea' } }, {}];
		expect(tagsOf({ listed: { ...bare, tags }, parts: [] })).toEqual(['Tea']);
		expect(tagsOf({ listed: { ...bare, tags }, parts: [{ ...part, tags: ['Cake'] }] })).toEqual([
			'Cake',
		]);
		expect(tagsOf({ listed: bare, parts: [] })).toEqual([]);
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
