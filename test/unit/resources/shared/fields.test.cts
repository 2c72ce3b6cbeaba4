import type { IExecuteFunctions } from 'n8n-workflow';

import { channelField, postField } from '../../../../nodes/Postiz/resources/shared/fields';
import { problemOf } from '../../support/problem.cjs';

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
	[['id1', 'id2'], 'Post cannot be “["id1","id2"]”', 'Enter an ID: '],
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

describe('an ID that is missing', () => {
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

test('a channel and a post are picked from a list or entered by ID', () => {
	for (const { property: field } of [channelField, postField]) {
		expect(field).toMatchObject({ type: 'resourceLocator', required: true });
		expect(field.description).toMatch(/ > Get Many returns? the IDs$/);
		expect(field.modes?.map(({ name }) => name)).toEqual(['list', 'id']);
	}
});
