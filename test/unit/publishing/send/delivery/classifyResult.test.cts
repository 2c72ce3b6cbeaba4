import { Problem } from '../../../../../nodes/Postiz/common/problem';
import {
	hasServiceFinished,
	isServiceError,
	classifyResult,
	type ResultCategory,
} from '../../../../../nodes/Postiz/publishing/send/delivery/classifyResult';
import type { RequestResult } from '../../../../../nodes/Postiz/transport/response';

const createResult = (status: number, body: unknown = {}): RequestResult => ({
	kind: 'response',
	response: { status, body, headers: {} },
});
const answerWithPage = (status: number) => createResult(status, '<html>');
const problem = new Problem('cut', '');

const NOT_SENT: RequestResult = { kind: 'unreachable', problem, isTemporary: false };
const CUT_OFF: RequestResult = { kind: 'noResponse', problem };

test.each<{ title: string; result: RequestResult; expected: ResultCategory }>([
	{ title: 'a request that was not sent', result: NOT_SENT, expected: 'unreachable' },
	{ title: 'a request that was cut off', result: CUT_OFF, expected: 'unclear' },
	{ title: 'status 199', result: createResult(199), expected: 'affectsAllRequests' },
	{ title: 'status 200', result: createResult(200), expected: 'success' },
	{ title: 'status 299', result: createResult(299), expected: 'success' },
	{ title: 'an HTML page with status 200', result: answerWithPage(200), expected: 'unreachable' },
	{ title: 'status 300', result: createResult(300), expected: 'unreachable' },
	{ title: 'status 400', result: createResult(400), expected: 'rejection' },
	{
		title: 'an HTML page with status 400',
		result: answerWithPage(400),
		expected: 'unreachable',
	},
	{ title: 'status 401', result: createResult(401), expected: 'affectsAllRequests' },
	{ title: 'status 408', result: createResult(408), expected: 'unclear' },
	{ title: 'status 413', result: createResult(413), expected: 'tooLarge' },
	{ title: 'status 422', result: createResult(422), expected: 'rejection' },
	{
		title: 'an HTML page with status 422',
		result: answerWithPage(422),
		expected: 'unreachable',
	},
	{ title: 'an HTML page with status 408', result: answerWithPage(408), expected: 'unclear' },
	{ title: 'an HTML page with status 413', result: answerWithPage(413), expected: 'tooLarge' },
	{ title: 'an HTML page with status 429', result: answerWithPage(429), expected: 'atLimit' },
	{
		title: 'an HTML page with status 403 after an unclear try',
		result: { ...answerWithPage(403), hasUnclearTry: true },
		expected: 'unclear',
	},
	{ title: 'status 429', result: createResult(429), expected: 'atLimit' },
	{ title: 'status 499', result: createResult(499), expected: 'affectsAllRequests' },
	{ title: 'status 500', result: createResult(500), expected: 'unclear' },
	{ title: 'an HTML page with status 500', result: answerWithPage(500), expected: 'unclear' },
	{ title: 'status 501', result: createResult(501), expected: 'unclear' },
])('classifies $title', ({ result, expected }) => {
	expect(classifyResult(result)).toBe(expected);
});

test.each([199, 200, 299, 300, 400, 401, 413, 422, 429, 499, 500])(
	'knows that Postiz is done with a request answered with status %d',
	(status) => expect(hasServiceFinished(createResult(status))).toBe(true),
);

test.each<[string, RequestResult]>([
	['a request that was not sent', NOT_SENT],
	['a request that was cut off', CUT_OFF],
	['an HTML page with status 200', answerWithPage(200)],
	['status 408', createResult(408)],
	['an HTML page with status 500', answerWithPage(500)],
	['a text with status 500', createResult(500, 'Internal Server Error')],
	['a list with status 500', createResult(500, [])],
	['null with status 500', createResult(500, null)],
	['an empty response with status 500', createResult(500, '')],
	['status 501', createResult(501)],
])('does not know whether Postiz is done after %s', (_name, result) => {
	expect(hasServiceFinished(result)).toBe(false);
});

test('blames the service only for status 500 that it sent itself', () => {
	const statuses = [199, 200, 299, 300, 400, 401, 408, 413, 422, 429, 499, 500, 501];
	expect(statuses.filter((status) => isServiceError(createResult(status)))).toEqual([500]);
	const requestResults: RequestResult[] = [
		NOT_SENT,
		CUT_OFF,
		answerWithPage(200),
		answerWithPage(500),
	];
	expect(requestResults.filter(isServiceError)).toEqual([]);
});
