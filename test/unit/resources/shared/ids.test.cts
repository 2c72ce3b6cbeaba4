import type { IExecuteFunctions } from 'n8n-workflow';

import { channelField, postField, unknownId } from '../../../../nodes/Postiz/resources/shared/ids';
import { problemOf } from '../../support/problem.cjs';

test.each([
	['channel', 'Channel > Get Many'],
	['post', 'Post > Get Many'],
] as const)('an unknown %s is named, and where its ID comes from', (what, source) => {
	const explain = unknownId(what, 'id-1');
	const answer = { status: 404, headers: {}, body: { message: 'Not found' } };
	expect(explain(answer)).toEqual({
		message: `Postiz has no ${what} with the ID “id-1”`,
		description: expect.stringContaining(source),
	});
});

const contextWith = (value: unknown, json: object = {}) =>
	({
		getNodeParameter: () => value,
		getInputData: () => [{ json }],
	}) as unknown as IExecuteFunctions;

test.each([
	[{ a: 1 }, 'Post cannot be “{"a":1}”', 'Enter an ID: '],
	[false, 'Post cannot be “false”', 'Enter an ID: '],
	[new Date(0), 'Post cannot be “"1970-01-01T00:00:00.000Z"”', 'Enter an ID: '],
	['undefined', 'Post cannot be “undefined”', 'Enter an ID: '],
	[['id1'], 'Post takes one ID, not “["id1"]”', 'Give one ID at a time.'],
	['id1, id2', 'Post takes one ID, not “id1, id2”', 'Give one ID at a time.'],
	[
		{ mode: 'id', value: 'id1\nid2' },
		'Post takes one ID, not “id1\nid2”',
		'Give one ID at a time.',
	],
])('%j is not one ID', (value, message, advice) => {
	expect(problemOf(() => postField.readItem(contextWith(value), 0))).toEqual([
		message,
		expect.stringMatching(`^${advice}`),
	]);
});

test.each<[unknown, string]>([
	['{"postId": "id1", "post": "draft, 2026-12-14 10:00 UTC, X: Acme 7"}', 'id1'],
	['https://platform.postiz.com/p/id1?share=true', 'id1'],
	[{ postId: 'id1', previewUrl: 'https://platform.postiz.com/p/id2' }, 'id1'],
])('%j is the post that a model copied', (value, id) => {
	expect(postField.readItem(contextWith(value), 0)).toBe(id);
	expect(postField.readList(contextWith(value), 0)).toEqual([id]);
});

test('a row of channels has its ID, too', () => {
	const row = { channel: 'X: Acme', channelId: 'id1' };
	expect(channelField.readItem(contextWith(row), 0)).toBe('id1');
	expect(channelField.readItem(contextWith(JSON.stringify(row)), 0)).toBe('id1');
});

test('a row has its ID, and the name of a channel may have a comma', () => {
	expect(postField.readItem(contextWith({ postId: ' id1 ' }), 0)).toBe('id1');
	const name = 'Coffee, Tea, 7 Ltd.';
	expect(channelField.readItem(contextWith(name), 0)).toBe(name);
});

test.each([
	[['id1', 'id2', 'id1']],
	[' id1, id2,'],
	['["id1", "id2"]'],
	[[{ postId: 'id1' }, { postId: 'id2' }]],
	[[{ json: { postId: 'id1', text: 'Tea' } }, [{ json: { postId: 'id2' } }]]],
])('%j is a list of IDs', (value) => {
	expect(postField.readList(contextWith(value), 0)).toEqual(['id1', 'id2']);
});

test.each([[[]], [['', null]], [' , '], [[{ id: 'a' }]], [[{ json: {} }]]])(
	'%j is no list of IDs',
	(value) => {
		const [message] = problemOf(() => postField.readList(contextWith(value), 0));
		expect(message).toMatch(/^Post (is empty|cannot be)/);
	},
);

describe('an ID that is missing', () => {
	test('after an error that was handed on, that error is the reason', () => {
		const failed = { error: 'Text is empty' };
		const [message] = problemOf(() => postField.readItem(contextWith('', failed), 0));
		expect(message).toBe('Post is empty because an earlier node failed: Text is empty');
		expect(postField.readItem(contextWith('id1', failed), 0)).toBe('id1');
	});

	test('of a channel that was left out is told as such', () => {
		const row = { channel: 'X: Acme', outcome: 'leftOut' };
		expect(problemOf(() => postField.readItem(contextWith('', row), 0))).toEqual([
			'Post is empty, as an earlier node left this channel out',
			'Put a Filter node between them, for items whose outcome is not “leftOut”.',
		]);
	});

	test.each([
		['Post', postField, 'Post > Create and Post > Get Many return it as “postId”.'],
		['Channel', channelField, 'Channel > Get Many returns it as “channelId”.'],
	])('says which operation returns it: %s', (label, field, source) => {
		expect(problemOf(() => field.readItem(contextWith(' '), 0))).toEqual([
			`${label} is empty`,
			`Enter an ID: ${source} In the node: with an expression, check that every item has a value.`,
		]);
		expect(problemOf(() => field.readItem(contextWith('..'), 0))).toEqual([
			`${label} cannot be “..”`,
			`Enter an ID: ${source}`,
		]);
	});
});

test('any other answer means what it means to every call', () => {
	const explain = unknownId('post', 'id-1');
	for (const [status, message] of [
		[200, ''],
		[401, 'Invalid API key'],
		[404, 'Cannot DELETE /public/v1/posts/id-1'],
		[500, 'Database is gone'],
	] as const) {
		expect(explain({ status, headers: {}, body: { message } })).toBeUndefined();
	}
});

test('a channel and a post are picked from a list or entered by ID', () => {
	for (const { property: field } of [channelField, postField]) {
		expect(field).toMatchObject({ type: 'resourceLocator', required: true });
		expect(field.description).toMatch(/ > Get Many returns? the IDs$/);
		expect(field.modes?.map(({ name }) => name)).toEqual(['list', 'id']);
	}
});

test('of the IDs of all items those that cannot be read are left out, but no mistake of ours is', () => {
	const contextWith = (read: (itemIndex: number) => unknown) =>
		({
			getInputData: () => [{}, {}, {}],
			getNodeParameter: (_name: string, itemIndex: number) => read(itemIndex),
		}) as unknown as IExecuteFunctions;
	const odd = contextWith((itemIndex) => {
		if (itemIndex === 1) throw new Error('The expression failed');
		return ['post-1', '', '..'][itemIndex];
	});
	expect(postField.readAll(odd)).toEqual(['post-1']);
	const broken = contextWith(() => {
		throw new TypeError('x is not a function');
	});
	expect(() => postField.readAll(broken)).toThrow(TypeError);
});
