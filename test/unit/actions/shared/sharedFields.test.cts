import type { IExecuteFunctions } from 'n8n-workflow';

import { channelIdSpec } from '../../../../nodes/Postiz/actions/shared/sharedFields';
import { postIdSpec } from '../../../../nodes/Postiz/calendar/postIdSpec';
import { catchProblem } from '../../support/catchProblem.cjs';
import { createFake } from '../../../shared/fakes.cjs';

const createContext = (value: unknown, json: object = {}) =>
	createFake<IExecuteFunctions>({
		getNodeParameter: () => value,
		getInputData: () => [{ json }],
	});

test.each<[unknown, string]>([
	['{"postId": "id1", "post": "draft, 2026-12-14 10:00 UTC, X: Acme 7"}', 'id1'],
	['https://platform.postiz.com/p/id1?share=true', 'id1'],
	[{ postId: 'id1', previewUrl: 'https://platform.postiz.com/p/id2' }, 'id1'],
])('reads %j as the post that a model copied', (value, id) => {
	expect(postIdSpec.readParameter(createContext(value), 0)).toBe(id);
});

test('reads the ID in the page of a post only as a post, and only if it can be an ID', () => {
	const page = 'https://platform.postiz.com/p/id1';
	expect(channelIdSpec.readParameter(createContext(page), 0)).toBe(page);
	const parent = 'https://platform.postiz.com/p/..';
	expect(catchProblem(() => postIdSpec.readParameter(createContext(parent), 0))[0]).toBe(
		`Post cannot be “${parent}”`,
	);
});

test('reads the ID of a channel row', () => {
	const row = { channel: 'X: Acme', channelId: 'id1' };
	expect(channelIdSpec.readParameter(createContext(row), 0)).toBe('id1');
	expect(channelIdSpec.readParameter(createContext(JSON.stringify(row)), 0)).toBe('id1');
});

test('reads the ID of a row, and channel names with a comma', () => {
	expect(postIdSpec.readParameter(createContext({ postId: ' id1 ' }), 0)).toBe('id1');
	const name = 'Coffee, Tea, 7 Ltd.';
	expect(channelIdSpec.readParameter(createContext(name), 0)).toBe(name);
});

describe('a missing ID', () => {
	test.each([
		['Post', postIdSpec, 'Post > Create and Post > Get Many return it as “postId”.'],
		['Channel', channelIdSpec, 'Channel > Get Many returns it as “channelId”.'],
	])('names the operation that returns it: %s', (label, field, source) => {
		expect(catchProblem(() => field.readParameter(createContext(' '), 0))).toEqual([
			`${label} is empty`,
			`Enter an ID: ${source} With an expression, check that every item has a value.`,
		]);
		for (const [entered, shown] of [
			['..', '..'],
			[['id1', 'id2'], '["id1","id2"]'],
		]) {
			expect(catchProblem(() => field.readParameter(createContext(entered), 0))).toEqual([
				`${label} cannot be “${shown}”`,
				`Enter an ID: ${source}`,
			]);
		}
	});
});
