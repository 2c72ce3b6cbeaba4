import * as fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import {
	adviceFor,
	FAILURE_FIELDS,
	failureFields,
	MAX_SENTENCE,
	readFailure,
	type FailureKind,
} from '../../../nodes/Postiz/calendar/reason';
import { anyCharacter } from '../../harness/characters.cjs';
import { ROOT } from '../../harness/paths.cjs';
import { storedFailure, type Failure } from '../../shared/failures.cjs';

interface Recorded {
	title: string;
	holds: string | null;
	error: string;
}
const { cases } = JSON.parse(
	readFileSync(join(ROOT, 'test/fixtures/recorded/failures.json'), 'utf8'),
) as { cases: Recorded[] };

const KIND_OF: Record<string, FailureKind> = {
	'token refused': 'reconnect',
	'timed out': 'timedOut',
	'connection failed': 'serviceError',
	'an exception in the service': 'serviceError',
	'plain: Refresh channel needed': 'reconnect',
	'plain: Channel disabled': 'disabled',
	'plain: No Post': 'serviceError',
	'plain: Already posted': 'unconfirmed',
};
/** What is said where the record holds no sentence. */
const SAID: Record<string, string> = {
	'an HTML page instead of JSON': 'The network answered with a web page: 502 Bad Gateway',
	'nothing at all': "The network rejected the post and didn't say why",
};
const LOOK_FIRST = /The post may be online anyway: check the network before/;

const said = (how: Failure | string) => readFailure(storedFailure(how, 'x'));
const answered = (answer: unknown) =>
	said({
		message: '',
		answer: typeof answer === 'string' ? answer : JSON.stringify(answer),
	}).sentence;

describe('what was recorded', () => {
	test('is all there', () => expect(cases).toHaveLength(17));

	test.each(cases)('$title', ({ title, holds, error }) => {
		const { kind, sentence, maybeOnline } = readFailure(error);
		expect(kind).toBe(KIND_OF[title] ?? 'refused');
		expect(sentence).toContain(holds ?? SAID[title]);
		expect(LOOK_FIRST.test(sentence ?? '')).toBe(maybeOnline);
		expect(maybeOnline).toBe(['timedOut', 'serviceError', 'unconfirmed'].includes(kind));
		if (kind === 'refused') expect(sentence).toBe(holds ?? SAID[title]);
	});
});

describe('what the network answered', () => {
	test.each([
		['an OAuth error', { error: 'invalid_grant', error_description: 'Expired' }, 'Expired'],
		['Telegram', { ok: false, error_code: 400, description: 'Bad Request: no' }, 'Bad Request: no'],
		[
			'Mastodon',
			{ error: "Validation failed: Text can't be blank" },
			"Validation failed: Text can't be blank",
		],
		['a list of errors', { errors: [{ message: 'First' }, { message: 'Second' }] }, 'First'],
		['Reddit', { json: { errors: [['NO_SUB', 'no such subreddit', 'sr']] } }, 'no such subreddit'],
		[
			'an outer sentence that says nothing',
			{ message: 'Unknown Error', error: { message: 'Full' } },
			'Full',
		],
		['JSON in JSON', { error: { message: '{"error":{"message":"Too wide"}}' } }, 'Too wide'],
		[
			'JSON in a sentence',
			{ message: 'It failed: {"message":"Too wide","code":3}' },
			'It failed: Too wide',
		],
		['broken JSON in a sentence', { message: 'It failed: {"message":"Too w' }, 'It failed'],
		['a text', 'Slow down', 'Slow down'],
		[
			'a page without a title',
			'<html><body><h1>Down &amp; out</h1><script>x()</script></body>',
			'The network answered with a web page: Down & out',
		],
		['only a title of an error', { error: { error_user_title: 'No media' } }, 'No media'],
		[
			'a sentence with brackets',
			{ message: '[#200] Not allowed (yet)' },
			'[#200] Not allowed (yet)',
		],
		['codes alone', { error: { code: 3, status: false } }, SAID['nothing at all']],
		['broken JSON', '{"error":{"message":"Too w', SAID['nothing at all']],
		['nothing but a list', '[]', SAID['nothing at all']],
		['a text in JSON', '"Too wide"', 'Too wide'],
		['an empty page', '<html></html>', SAID['nothing at all']],
		['a list of codes alone', { errors: ['TOO_WIDE', 'TOO_LONG'] }, 'TOO_WIDE'],
		['a list that begins with nothing', { errors: ['', null, 'Too wide'] }, 'Too wide'],
		['the first of two sentences', { msg: 'Too wide', title: 'No' }, 'Too wide'],
		['white space around JSON', ' \n{"message":"Too wide"} ', 'Too wide'],
		[
			'spaces around JSON in a text',
			'It failed -  { "message" : "Too wide" } ',
			'It failed: Too wide',
		],
		['JSON without quotes in a text', 'It failed: { code : 3 }', 'It failed'],
		['a number in JSON in a text', 'It failed: "code" : 3', 'It failed'],
		[
			'a page in JSON',
			{ message: '<html><title>Down</title></html>' },
			'The network answered with a web page: Down',
		],
		[
			'a page whose title has attributes',
			' <!DOCTYPE html><title lang="en">Down</title>',
			'The network answered with a web page: Down',
		],
		['a piece of a page', 'It is </h1 > down', 'The network answered with a web page: It is down'],
		['a word that is no page', 'Is 3 <html> a page', 'Is 3 <html> a page'],
		['an unknown error', 'Unknown', SAID['nothing at all']],
	])('%s', (_title, answer, sentence) => expect(answered(answer)).toBe(sentence));

	test.each([
		'error_user_msg',
		'error_description',
		'detail',
		'message',
		'error_message',
		'msg',
		'description',
		'reason',
		'errors',
		'error',
		'json',
		'data',
		'details',
		'error_user_title',
		'title',
	])('has its words in %s', (key) => {
		expect(answered({ [key]: 'Too wide' })).toBe('Too wide');
	});

	test.each([
		['in an object', { json: { message: 'Too wide' } }, 'Too wide'],
		['in a list', ['{"message":"Too wide"}'], 'Too wide'],
		['in the second', ['', { json: 'Too wide' }], 'Too wide'],
		['outside of a list', { json: 'Too wide' }, 'Too wide'],
		['nowhere', 3, SAID['nothing at all']],
	])('stands %s', (_where, details, sentence) => {
		const list = typeof details === 'object' && Array.isArray(details) ? details : undefined;
		const rows = list?.map((row) => (typeof row === 'string' && row ? { json: row } : row));
		const error = JSON.stringify({ cause: { type: 'bad_body', details: rows ?? details } });
		expect(readFailure(error).sentence).toBe(sentence);
	});

	test('comes after what the service says itself', () => {
		const answer = '{"message":"Theirs"}';
		expect(said({ message: 'Ours', answer }).sentence).toBe('Ours');
		expect(said({ message: ' unknown error ', answer }).sentence).toBe('Theirs');
	});
});

describe('other failures', () => {
	test('a channel that is to be reconnected', () => {
		const failure = said({ type: 'disconnect', message: '' });
		expect(failure).toEqual({
			kind: 'reconnect',
			sentence: 'The network no longer accepts the sign-in: reconnect the channel in Postiz',
			maybeOnline: false,
		});
	});

	test.each([
		{ message: "Your post was sent to X, but we couldn't confirm it was published" },
		{ exception: 'Error', message: 'We could not confirm that it was posted' },
		{ plain: 'The post was never confirmed as published' },
	])('a post that the network took but never confirmed: %j', (how) => {
		const { kind, sentence } = said(how);
		expect(kind).toBe('unconfirmed');
		expect(sentence).toMatch(LOOK_FIRST);
	});

	test.each([
		{ exception: 'TimeoutError', message: 'aborted' },
		{ exception: 'Error', message: 'connect ETIMEDOUT 10.0.0.1:443' },
		{ exception: 'Error', message: 'activity ScheduleToClose timeout' },
		{ exception: 'Error', message: 'The request timed-out' },
		{ exception: 'Error', message: 'Gateway Time out' },
		{ exception: 'Error', message: 'It timedout' },
		{ plain: '{"cause":{"message":"It ended","timeoutType":"HEARTBEAT","cause":{"message":"x"}}}' },
		{ plain: '{"cause":{"message":"It ended","cause":{"timeoutType":"HEARTBEAT"}}}' },
		{ plain: 'activity StartToClose timeout' },
		{ plain: '{"cause":{"failure":{"message":"activity StartToClose timeout","stack' },
	])('a time-out: %j', (how) => {
		const { kind, sentence } = said(how);
		expect(kind).toBe('timedOut');
		expect(sentence).toMatch(LOOK_FIRST);
	});

	test('what lies deeper is found', () => {
		const { cause } = JSON.parse(storedFailure('Too long', 'x')) as { cause: object };
		const error = JSON.stringify({ cause: { failure: { message: 'Child failed' }, cause } });
		expect(readFailure(error)).toMatchObject({ kind: 'refused', sentence: 'Too long' });
	});

	test.each([
		['Bluesky says no', 'Bluesky says no'],
		[' Bluesky says no .. ', 'Bluesky says no'],
		[' CHANNEL disabled ', 'The channel is disabled in Postiz (“Channel disabled”)'],
	])('%j, stored as it is', (error, begin) => {
		expect(readFailure(error).sentence).toMatch(
			new RegExp(`^${begin.replace(/[()]/g, '\\$&')}(?:\\. The|$)`),
		);
	});

	test('a plain sentence is said, and that nothing is sure', () => {
		expect(readFailure('Bluesky says no.')).toEqual({
			kind: 'unknown',
			sentence: expect.stringMatching(/^Bluesky says no\. The post may be online/),
			maybeOnline: true,
		});
	});

	test.each([undefined, '', ' ', '{', '{}', '[]', 'null', '{"cause":3}', '{"a":'])(
		'%j says nothing',
		(error) =>
			expect(readFailure(error)).toEqual({ kind: 'unknown', sentence: null, maybeOnline: true }),
	);

	test('names of kinds are no keys of prototypes', () => {
		for (const type of ['constructor', '__proto__', 'toString'])
			expect(said({ exception: type, message: 'no' }).kind).toBe('serviceError');
		const error = '{"cause":{"__proto__":{"type":"bad_body"},"constructor":{"message":"x"}}}';
		expect(readFailure(error)).toMatchObject({ kind: 'serviceError' });
		expect(({} as { type?: string }).type).toBeUndefined();
	});
});

describe('stays out:', () => {
	test.each([
		['a stack', 'It broke\n    at Object.run (/app/a.js:1:2)\n    at next', 'It broke'],
		['a stack in a line', 'It broke at Object.run (/app/a.js:1:2)', 'It broke'],
		['a stack with escapes', 'It broke\\n    at run (a.js:1:2)', 'It broke'],
		['a frame', 'It broke at run (node:internal/x:1:2) and', 'It broke'],
		['a place', 'It broke at /app/dist/a.js:10:2', 'It broke'],
		['what has become of an object', 'It broke: [object Object] so', 'It broke: so'],
		['control characters', 'It\u0000 \u202ebroke\r\n\tnow', 'It broke now'],
		[
			'what follows an address',
			'See https://a:b@files.example/x.jpg?sig=1 now',
			'See https://files.example/x.jpg now',
		],
		['a bearer', 'Sent Bearer abc123def456ghi789', 'Sent Bearer …'],
		[
			'a token in a query',
			'GET /me?access_token=EAAB1&x=1 failed',
			'GET /me?access_token=…&x=1 failed',
		],
		['a named token', 'Bad token: ya29.a0AfH6SMBx12', 'Bad token: …'],
		['a place on Windows', 'It broke at C:\\app\\a.js:10', 'It broke'],
		['a native frame', 'It broke at run (native)', 'It broke'],
		['a frame far down', 'It broke at run (a.js:120) and', 'It broke'],
		['the name of a stack', 'It broke, stack_trace follows', 'It broke,'],
		['the name of a stack in one word', 'It broke, StackTrace', 'It broke,'],
		['a named password', 'Sent password="hunter2" now', 'Sent password="…" now'],
		['a named key', "Sent key = 'a b' now", "Sent key = '… b' now"],
		['a named token in quotes', 'Bad "token": "ya29.a0AfH6SM" here', 'Bad'],
		['a named secret', 'Bad secret: ya29a0AfH6SMB here', 'Bad secret: … here'],
		['a named secret without a space', 'Bad secret:ya29a0AfH6SMB here', 'Bad secret:… here'],
		['a token alone', `Malformed ${'aB3_'.repeat(15)} here`, 'Malformed … here'],
	])('%s', (_what, message, sentence) => {
		expect(said(message).sentence).toBe(sentence);
		expect(answered({ error: { message } })).toBe(sentence);
	});

	test.each([
		'Invalid access token: expired',
		'Invalid access token: malformed-entirely',
		`${'antidisestablishmentarian'.repeat(2)} is no token`,
		`${'1234567890'.repeat(5)} is no token`,
		'The token has expired, see https://example.com/a9/0123456789abcdef0123456789abcdef0123456789.jpg',
		'Invalid value of "privacy": choose another one',
		'Only 3 < 5 characters at most, and that object is too much',
		'Basic subscriptions post at most 3 times',
		'Meet us at Cafe (Berlin)',
		'Семья 👨‍👩‍👧 слишком длинная',
	])('nothing of %j', (message) => expect(said(message).sentence).toBe(message));

	test('the end of words that are too long', () => {
		const words = said({ exception: 'E', message: 'a'.repeat(302) }).sentence!;
		expect(words).toContain(`(“${'a'.repeat(300)}…”)`);
	});

	test('what is too long', () => {
		for (const how of ['a b '.repeat(50_000), { exception: 'E', message: 'a b '.repeat(50_000) }])
			expect(said(how).sentence?.length).toBeLessThanOrEqual(MAX_SENTENCE);
	});

	test('all that is made to take long', () => {
		const many = (text: string) => text.repeat(200_000);
		const texts = ['{', '[', '\\', '"', '\n', '</a', '<a ', 'at ', '=', '. ', '{"a":', 'token='];
		const begun = Date.now();
		for (const text of texts)
			for (const error of [many(text), `x ${many(text)}`, storedFailure(text.repeat(20_000), 'x')])
				readFailure(error);
		expect(Date.now() - begun).toBeLessThan(5000);
	});

	test('depth', () => {
		const deep = `${'{"cause":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
		expect(readFailure(deep).kind).toBe('serviceError');
		expect(
			readFailure(`${'{"error":'.repeat(50_000)}"x"${'}'.repeat(50_000)}`).sentence,
		).toBeNull();
	});

	test('stacks and JSON of whatever is stored', () => {
		const piece = fc.oneof(
			fc.string({ unit: anyCharacter }),
			fc.json(),
			fc.constantFrom(
				'at Object',
				'at Object.<anonymous> (/a.js:1:2)',
				'"stackTrace":"x"',
				'stackTrace',
				'\n    at run (a.js:1:1)',
				'{"error":{"message":"at Object"}}',
				'<html><title>at Object</title>',
				'<b>at</b> Object',
				'at\u0000Object',
				'at &#79;bject',
				'?',
				' ',
			),
		);
		const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
		const how = fc.oneof(
			text.map((plain): Failure => ({ plain })),
			fc.record({ message: text, answer: text }),
			fc.record({ exception: text, message: text }),
		);
		fc.assert(
			fc.property(how, (failure) => {
				const { sentence } = readFailure(storedFailure(failure, 'x'));
				expect(sentence ?? '').not.toMatch(/at Object|stackTrace|\{\s*"|"\w+":\s*["{]|[\r\n\0]/);
				expect((sentence ?? '').length).toBeLessThanOrEqual(MAX_SENTENCE);
				expect(sentence).not.toBe('');
			}),
			{ numRuns: 1500 },
		);
	});
});

describe('the fields of items', () => {
	test.each(['QUEUE', 'PUBLISHED', 'DRAFT', undefined])('are null for the state %s', (state) =>
		expect(failureFields({ state, error: 'Too long' })).toEqual({
			failureReason: null,
			failureKind: null,
			maybePublished: null,
		}),
	);

	test('say why a post failed', () => {
		expect(failureFields({ state: 'ERROR', error: storedFailure('Too long', 'x') })).toEqual({
			failureReason: 'Too long',
			failureKind: 'refused',
			maybePublished: false,
		});
		expect(failureFields({ state: 'ERROR' })).toEqual({
			failureReason: null,
			failureKind: 'unknown',
			maybePublished: true,
		});
		expect(FAILURE_FIELDS).toEqual(['failureReason', 'failureKind', 'maybePublished']);
	});

	test('each kind has its advice, and none that may double a post', () => {
		for (const { error } of cases) {
			const failure = readFailure(error);
			const advice = adviceFor(failure);
			expect(advice).toContain('Post > Update');
			if (failure.maybeOnline) expect(advice).toMatch(/^Check the network first\. Only if/);
		}
		expect(adviceFor(said({ type: 'disconnect', message: '' }))).toContain('Reconnect the channel');
		expect(adviceFor(readFailure('Channel disabled'))).toContain('Enable the channel');
		expect(adviceFor(readFailure(undefined))).toContain('notifications');
	});
});
