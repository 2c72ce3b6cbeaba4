import { Ledger } from './ledger.cjs';
import { findBlockReason } from './safetyRules.cjs';

const EARLIEST = Date.parse('2090-01-01T00:00:00.000Z');
const FAR = '2099-06-15T10:00:00.000Z';
const ENDING = { isEnding: true };

/** A ledger with a post of the suite and one of its later parts. */
function createLedger(): Ledger {
	const ledger = new Ledger();
	const record = (method: string, path: string, response: unknown) =>
		ledger.record({ method, path, body: undefined, status: 200, response });
	record('POST', '/public/v1/posts', [{ postId: 'mine', integration: 'on' }]);
	record('GET', '/public/posts/mine', [
		{ id: 'mine', group: 'our group' },
		{ id: 'reply', group: 'our group' },
	]);
	return ledger;
}

const findBlockReasonFor = (
	method: string,
	path: string,
	body?: unknown,
	{ isEnding = false }: { isEnding?: boolean } = {},
) =>
	findBlockReason({ method, path, body }, { ledger: createLedger(), earliest: EARLIEST, isEnding });
const findBlockReasonForPost = (fields: object, post: object = {}) =>
	findBlockReasonFor('POST', '/public/v1/posts', {
		type: 'schedule',
		date: FAR,
		posts: [{ integration: { id: 'on' }, value: [{ content: 'Tea', image: [] }], ...post }],
		...fields,
	});

describe('the safety proxy blocks', () => {
	test.each<[string, object, object?]>([
		['a post for now', { type: 'now' }],
		['a post of an unknown type', { type: 'later' }],
		['a post without a type', { type: undefined }],
		['a post that is due soon', { date: '2089-12-31T23:59:59.000Z' }],
		['a post without a date', { date: undefined }],
		['a post with an invalid date', { date: 'soon' }],
		['a draft that is due soon', { type: 'draft', date: '2026-01-01T00:00:00.000Z' }],
		['an update that is due soon', { type: 'update', date: '2026-01-01T00:00:00.000Z' }],
		['a published post that is published again', { republish: true }],
		['a negative repeat interval', { inter: -1 }],
		['a group of other posts', {}, { group: 'their group' }],
		['the ID of another post', {}, { value: [{ id: 'theirs', content: 'Tea', image: [] }] }],
		[
			'the ID of another post in a later part',
			{},
			{
				value: [
					{ id: 'mine', content: 'a' },
					{ id: 'theirs', content: 'b' },
				],
			},
		],
	])('%s', (_name, ...body) => {
		expect(findBlockReasonForPost(...body)).toEqual(expect.any(String));
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
		expect(findBlockReasonFor(...call)).toEqual(expect.any(String));
	});

	test('anything but cleaning up once the suite is ending', () => {
		expect(findBlockReasonFor('POST', '/public/v1/upload', undefined, ENDING)).toEqual(
			expect.any(String),
		);
		expect(findBlockReasonFor('POST', '/public/v1/posts', {}, ENDING)).toEqual(expect.any(String));
		expect(findBlockReasonFor('PUT', '/public/v1/posts/mine/status', {}, ENDING)).toEqual(
			expect.any(String),
		);
		expect(findBlockReasonFor('GET', '/public/v1/posts', undefined, ENDING)).toBeUndefined();
		expect(
			findBlockReasonFor('DELETE', '/public/v1/posts/mine', undefined, ENDING),
		).toBeUndefined();
	});
});

describe('the safety proxy forwards', () => {
	test.each<[string, object, object?]>([
		['a post far ahead', {}],
		['a draft far ahead', { type: 'draft' }],
		['a draft with an invalid date, which Postiz rejects', { type: 'draft', date: 'soon' }],
		['a repeated post', { inter: 7 }],
		[
			'an update of its own post',
			{ type: 'update' },
			{ group: 'our group', value: [{ id: 'mine' }, { id: 'reply' }, { content: 'new' }] },
		],
	])('%s', (_name, ...body) => {
		expect(findBlockReasonForPost(...body)).toBeUndefined();
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
		expect(findBlockReasonFor(...call)).toBeUndefined();
	});
});
