import {
	getErrorDetail,
	isSuccess,
	isUnknownIdError,
	isWebPage,
	isMissingEndpoint,
	getSecondsToWait,
	type ApiResponse,
} from '../../../nodes/Postiz/transport/response';
import { createResponse, LACKS_CALL, PAGE } from './createResponse.cjs';

test.each([
	[{ msg: 'No API Key found' }, 'No API Key found'],
	[{ message: 'Post not found' }, 'Post not found'],
	[{ message: ['a is required', 'b is required'] }, 'a is required; b is required'],
	[{ statusCode: 400, message: ['type must be a string'], error: 'Bad' }, 'type must be a string'],
	[{ provider: 'bluesky', message: 'post is too long' }, 'post is too long'],
	[{ error: 'invalid_grant', error_description: 'The code is used' }, 'The code is used'],
	[{ error: 'invalid_client' }, 'invalid_client'],
	[' upstream is gone ', 'upstream is gone'],
	['<html><body>nginx</body></html>', ''],
	['', ''],
	[{}, ''],
	[undefined, ''],
	[null, ''],
	[{ msg: ' ', message: [], error: 'Bad Request' }, 'Bad Request'],
	[{ message: { deep: true }, error: 42 }, ''],
	[{ message: [null, 'a is required', 7] }, 'a is required'],
	[{ message: 'x'.repeat(5000) }, `${'x'.repeat(600)}…`],
])('finds the message in %j', (body, sentence) => {
	expect(getErrorDetail(body)).toBe(sentence);
});

test.each([
	[199, false],
	[200, true],
	[299, true],
	[300, false],
])('treats %d as a success: %p', (status, success) => {
	expect(isSuccess(createResponse(status, {}))).toBe(success);
});

test.each<[ApiResponse, lacks: boolean, isUnknown: boolean]>([
	[createResponse(404, LACKS_CALL), true, false],
	[createResponse(404, { message: 'Post not found' }), false, true],
	[createResponse(404, { message: 'You cannot get a post' }), false, true],
	[createResponse(404), false, true],
	[createResponse(404, 'Cannot GET /', { 'content-type': 'text/html' }), false, false],
	[createResponse(404, PAGE), false, false],
	[createResponse(400, LACKS_CALL), false, false],
	[createResponse(500), false, false],
	[createResponse(200, {}), false, false],
])('explains %j: missing call %p, unknown ID %p', (response, lacks, isUnknown) => {
	expect([isMissingEndpoint(response), isUnknownIdError(response)]).toEqual([lacks, isUnknown]);
});

test.each<[Record<string, unknown>, number | undefined]>([
	[{ 'retry-after': '3600' }, 3600],
	[{ 'retry-after': 12 }, 12],
	[{ 'retry-after': '0.4' }, 1],
	[{ 'x-ratelimit-reset': '90' }, 90],
	[{ 'retry-after': '5', 'x-ratelimit-reset': '90' }, 5],
	...['', ' ', '0', '-5', 'Mon, 01 Jan 2001 00:00:00 GMT'].map(
		(after): [Record<string, unknown>, number] => [
			{ 'retry-after': after, 'x-ratelimit-reset': '7' },
			7,
		],
	),
	...['soon', 'Infinity', '0', ' ', 'Mon, 01 Jan 2001 00:00:00 GMT'].map(
		(after): [Record<string, unknown>, undefined] => [{ 'retry-after': after }, undefined],
	),
	[{}, undefined],
	[
		// By the clock of the server.
		{ date: 'Mon, 01 Jan 2001 00:00:00 GMT', 'retry-after': 'Mon, 01 Jan 2001 00:20:00 GMT' },
		1200,
	],
])('reads the wait in %j as %p seconds', (headers, seconds) => {
	expect(getSecondsToWait(headers)).toBe(seconds);
});

test('compares a date with the clock of n8n if the response has none', () => {
	const seconds = getSecondsToWait({ 'retry-after': new Date(Date.now() + 600_000).toUTCString() });
	expect(seconds).toBeGreaterThan(590);
	expect(seconds).toBeLessThanOrEqual(600);
});

test.each([
	['x', 'text/html; charset=utf-8', true],
	['\n<!DOCTYPE html>', '', true],
	['<HTML lang="en">', '', true],
	[null, 'text/html', true],
	[{ id: 1 }, 'application/json', false],
	[[{ id: 1 }], 'text/html', false],
	['<3', '', false],
	['no <html> at all', '', false],
])('recognizes %j of the type “%s” as a web page: %p', (body, type, isPage) => {
	expect(isWebPage(createResponse(200, body, { 'content-type': type }))).toBe(isPage);
});
