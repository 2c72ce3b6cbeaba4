import { Ledger, MARKER } from './ledger.cjs';
import { findObjection } from './rules.cjs';

const EARLIEST = Date.parse('2090-01-01T00:00:00.000Z');
const FAR = '2099-06-15T10:00:00.000Z';

/** A ledger with a post of the suite and one of its later parts. */
function openLedger(): Ledger {
	const ledger = new Ledger();
	const learn = (method: string, path: string, response: unknown) =>
		ledger.record({ method, path, body: undefined, status: 200, response });
	learn('POST', '/public/v1/posts', [{ postId: 'mine', integration: 'on' }]);
	learn('GET', '/public/posts/mine', [
		{ id: 'mine', group: 'our group' },
		{ id: 'reply', group: 'our group' },
	]);
	return ledger;
}

const findObjectionTo = (method: string, path: string, body?: unknown, isEnding = false) =>
	findObjection({ method, path, body }, { ledger: openLedger(), earliest: EARLIEST, isEnding });
const toPosts = (more: object, post: object = {}) =>
	findObjectionTo('POST', '/public/v1/posts', {
		type: 'schedule',
		date: FAR,
		posts: [{ integration: { id: 'on' }, value: [{ content: 'Tea', image: [] }], ...post }],
		...more,
	});

describe('requests that must never reach an instance', () => {
	test.each<[string, object, object?]>([
		['a post for now', { type: 'now' }],
		['a post of an unknown type', { type: 'later' }],
		['a post without a type', { type: undefined }],
		['a post that is due soon', { date: '2089-12-31T23:59:59.000Z' }],
		['a post without a date', { date: undefined }],
		['a post with a date that is none', { date: 'soon' }],
		['a draft that is due soon', { type: 'draft', date: '2026-01-01T00:00:00.000Z' }],
		['a change that is due soon', { type: 'update', date: '2026-01-01T00:00:00.000Z' }],
		['a published post once more', { republish: true }],
		['a negative repetition', { inter: -1 }],
		['the group of others', {}, { group: 'their group' }],
		['the ID of others', {}, { value: [{ id: 'theirs', content: 'Tea', image: [] }] }],
		[
			'the ID of others in a later part',
			{},
			{
				value: [
					{ id: 'mine', content: 'a' },
					{ id: 'theirs', content: 'b' },
				],
			},
		],
	])('%s', (_name, ...body) => {
		expect(toPosts(...body)).toEqual(expect.any(String));
	});

	test.each<[string, string, object?]>([
		['DELETE', '/public/v1/posts/theirs'],
		['DELETE', '/public/v1/posts/group/their-group'],
		['DELETE', '/public/v1/integrations/on'],
		['PUT', '/public/v1/posts/theirs/status', { status: 'schedule' }],
		['PUT', '/public/v1/posts/theirs/settings', { settings: {} }],
		['PUT', '/public/v1/posts/mine/release-id', { releaseId: '1' }],
		['GET', '/public/posts/theirs'],
		['POST', '/public/v1/generate-video', { type: 'veo3' }],
	])('%s %s', (...call) => {
		expect(findObjectionTo(...call)).toEqual(expect.any(String));
	});

	test('anything new once the suite is ending, except cleaning up', () => {
		expect(findObjectionTo('POST', '/public/v1/upload', undefined, true)).toEqual(
			expect.any(String),
		);
		expect(findObjectionTo('POST', '/public/v1/posts', {}, true)).toEqual(expect.any(String));
		expect(findObjectionTo('PUT', '/public/v1/posts/mine/status', {}, true)).toEqual(
			expect.any(String),
		);
		expect(findObjectionTo('GET', '/public/v1/posts', undefined, true)).toBeUndefined();
		expect(findObjectionTo('DELETE', '/public/v1/posts/mine', undefined, true)).toBeUndefined();
	});
});

describe('requests that may reach an instance', () => {
	test.each<[string, object, object?]>([
		['a post far ahead', {}],
		['a draft far ahead', { type: 'draft' }],
		['a draft whose date is none, which is refused', { type: 'draft', date: 'soon' }],
		['a repetition', { inter: 7 }],
		[
			'a change of its own post',
			{ type: 'update' },
			{ group: 'our group', value: [{ id: 'mine' }, { id: 'reply' }, { content: 'new' }] },
		],
	])('%s', (_name, ...body) => {
		expect(toPosts(...body)).toBeUndefined();
	});

	test.each<[string, string, object?]>([
		['GET', '/public/v1/integrations'],
		['GET', '/public/posts/reply'],
		['GET', '/public/posts/nope'],
		['DELETE', '/public/v1/posts/mine'],
		['DELETE', '/public/v1/posts/nope'],
		['PUT', '/public/v1/posts/mine/status', { status: 'schedule' }],
		['POST', '/public/v1/upload'],
	])('%s %s', (...call) => {
		expect(findObjectionTo(...call)).toBeUndefined();
	});
});

describe('posts that the suite treats as its own', () => {
	const list = (posts: object[]) => ({
		method: 'GET',
		path: '/public/v1/posts',
		body: undefined,
		status: 200,
		response: { posts },
	});

	test('are waiting posts with its marker', () => {
		const ledger = new Ledger();
		ledger.record(
			list([
				{ id: 'left', group: 'a', content: `<p>${MARKER} tea</p>`, state: 'QUEUE' },
				{ id: 'out', group: 'b', content: MARKER, state: 'PUBLISHED' },
				{ id: 'theirs', group: 'c', content: 'Tea', state: 'QUEUE' },
			]),
		);
		expect([...ledger.undeleted]).toEqual(['left']);
		expect([...ledger.ids]).toEqual(['left']);
	});

	test('never come from the public data of other posts', () => {
		const ledger = new Ledger();
		const response = [{ id: 'theirs', group: 'c' }];
		const call = { method: 'GET', path: '/public/posts/theirs', body: undefined };
		ledger.record({ ...call, status: 200, response });
		expect([ledger.ids.size, ledger.groups.size]).toEqual([0, 0]);
	});

	test('include a post until it is deleted', () => {
		const ledger = openLedger();
		const learn = (method: string, path: string, status: number, response?: unknown) =>
			ledger.record({ method, path, body: undefined, status, response });
		learn('DELETE', '/public/v1/posts/mine', 500);
		expect(ledger.undeleted.size).toBe(1);
		learn('DELETE', '/public/v1/posts/mine', 200, { error: true });
		expect(ledger.undeleted.size).toBe(0);
	});
});
