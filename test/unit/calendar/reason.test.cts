import * as fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import {
	adviceFor,
	failureFields,
	parseFailure,
	whyOverdue,
} from '../../../nodes/Postiz/calendar/reason';
import { isOverdue } from '../../../nodes/Postiz/calendar/post';
import type { PostizClient } from '../../../nodes/Postiz/transport/client';
import type { Channel, ListedPost } from '../../../nodes/Postiz/transport/types';
import { Problem } from '../../../nodes/Postiz/values/problem';
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

const KIND_OF: Record<string, string> = {
	'token refused': 'reconnect',
	'timed out': 'unclear',
	'connection failed': 'unclear',
	'an exception in the service': 'unclear',
	'plain: Refresh channel needed': 'reconnect',
	'plain: Channel disabled': 'disabled',
	'plain: No Post': 'unclear',
	'plain: Already posted': 'unclear',
};
const SAYS_NOTHING = "The network rejected the post and didn't say why";
/** Messages for records without a sentence. */
const SAID: Record<string, string> = {
	'an HTML page instead of JSON': 'The network answered with a web page: 502 Bad Gateway',
	'nothing at all': SAYS_NOTHING,
	'plain: No Post': 'Postiz no longer found the post when it was due',
	'plain: Already posted': 'Postiz considered the post already published',
};
const LOOK_FIRST = /The post may be online anyway: check the network before/;

const said = (how: Failure | string) => parseFailure(storedFailure(how, 'x'));
const answered = (answer: unknown) =>
	said({
		message: '',
		answer: typeof answer === 'string' ? answer : JSON.stringify(answer),
	}).sentence;

describe('what was recorded', () => {
	test('is all there', () => expect(cases).toHaveLength(17));

	test.each(cases)('$title', ({ title, holds, error }) => {
		const { kind, sentence, maybeOnline } = parseFailure(error);
		expect(kind).toBe(KIND_OF[title] ?? 'refused');
		expect(sentence).toContain(SAID[title] ?? holds);
		expect(LOOK_FIRST.test(sentence ?? '')).toBe(maybeOnline);
		expect(maybeOnline).toBe(kind === 'unclear');
	});
});

describe('what the network answered', () => {
	/** JSON within JSON, so many times. */
	const within = (times: number): string =>
		JSON.stringify({ error: times > 1 ? within(times - 1) : 'Too wide' });

	test.each([
		[{ error: 'invalid_grant', error_description: 'Expired' }, 'Expired'],
		[{ message: 'Unknown Error', error: { message: 'Full' } }, 'Full'],
		[{ title: 'Wild', detail: 'Too wide' }, 'Too wide'],
		['Slow down', 'Slow down'],
		['"Too wide"', 'Too wide'],
		[' \n{"message":"Too wide"} ', 'Too wide'],
		[within(4), 'Too wide'],
		['{}', SAYS_NOTHING],
		['Unknown', SAYS_NOTHING],
	])('%j says %s', (answer, sentence) => expect(answered(answer)).toBe(sentence));

	test.each([
		'{"ok":false,"description":"Bad Request: no"}',
		'{"error":{"message":"Too w',
		'It failed: {"message":"Too wide","code":3}',
	])('%s is shown as it is', (answer) => expect(answered(answer)).toBe(answer));

	test.each([
		['<html><body><h1>Down &amp; out</h1><script>x()</script></body>', 'Down & out'],
		['\n\n<!DOCTYPE html><title lang="en">Down', 'Down'],
		['{"message":"<title>Down</title>"}', 'Down'],
	])('is a page: %s', (page, words) => {
		expect(answered(page)).toBe(`The network answered with a web page: ${words}`);
	});

	test('is no page that says nothing, or only names one', () => {
		expect(answered('<html></html>')).toBe(SAYS_NOTHING);
		expect(answered('Is 3 <html> a page')).toBe('Is 3 <html> a page');
		expect(answered(`${'It failed '.repeat(2000)}</p>`)).toMatch(/^It failed/);
	});

	test('comes after what the service says itself', () => {
		const answer = '{"message":"Theirs"}';
		expect(said({ message: 'Ours', answer }).sentence).toBe('Ours');
		expect(said({ message: ' unknown error ', answer }).sentence).toBe('Theirs');
	});
});

describe('other failures', () => {
	test('a channel that is to be reconnected', () => {
		expect(said({ type: 'disconnect', message: '' })).toEqual({
			kind: 'reconnect',
			sentence: 'The network no longer accepts the sign-in: reconnect the channel in Postiz',
			maybeOnline: false,
		});
	});

	const unconfirmed: Failure[] = [
		{ message: "Your post was sent to X, but we couldn't confirm it was published" },
		{ plain: 'The post was never confirmed as published' },
	];
	const timedOut: Failure[] = [
		{ exception: 'TimeoutError', message: 'aborted' },
		{ exception: 'Error', message: 'The request timed out' },
		{ plain: '{"cause":{"message":"It ended","timeoutType":"HEARTBEAT","cause":{"message":"x"}}}' },
		{ plain: '{"cause":{"failure":{"message":"activity StartToClose timeout","stack' },
	];
	test.each([
		...unconfirmed.map((how) => [how, /confirm/] as const),
		...timedOut.map((how) => [how, /^The network did not answer Postiz in time/] as const),
	])('%j may be online: %s', (how, words) => {
		const { kind, sentence } = said(how);
		expect(kind).toBe('unclear');
		expect(sentence).toMatch(words);
		expect(sentence).toMatch(LOOK_FIRST);
	});

	test.each([
		['bad_body', 'refused'],
		['refresh_token', 'reconnect'],
		['disconnect', 'reconnect'],
	] as const)('a %s that lies deeper is found', (type, kind) => {
		const { cause } = JSON.parse(storedFailure({ message: 'No', type }, 'x')) as { cause: object };
		const error = JSON.stringify({ cause: { failure: { message: 'Child failed' }, cause } });
		const sentence = parseFailure(storedFailure({ message: 'No', type }, 'x')).sentence;
		expect(parseFailure(error)).toMatchObject({ kind, sentence });
	});

	test('plain words are said, and that nothing is sure', () => {
		expect(parseFailure(' Bluesky says no .. ')).toEqual({
			kind: 'unclear',
			sentence: expect.stringMatching(/^Bluesky says no\. The post may be online/),
			maybeOnline: true,
		});
		expect(parseFailure(' CHANNEL disabled ').kind).toBe('disabled');
	});

	test.each([undefined, '', ' ', '{', '{}', '[]', 'null'])('%j says nothing', (error) =>
		expect(parseFailure(error)).toEqual({ kind: 'unclear', sentence: null, maybeOnline: true }),
	);
});

describe('stays out:', () => {
	test.each([
		['It broke\n    at Object.run (/app/a.js:1:2)\n    at next', 'It broke'],
		['It broke at Object.run (/app/a.js:1:2)', 'It broke'],
		['It broke\\n    at run (a.js:1:2)', 'It broke'],
		['It broke at run (node:internal/x:12:34) and', 'It broke'],
		['It broke at /app/dist/a.js:10:2', 'It broke'],
		['It broke, StackTrace', 'It broke,'],
		['It\u0000 \u202ebroke\r\n\tnow', 'It broke now'],
		['See https://a:b@files.example/x.jpg?sig=1 now', 'See https://files.example/x.jpg now'],
		['Sent Bearer abc123def456ghi789', 'Sent Bearer …'],
		['GET /me?access_token=EAAB1&x=1 failed', 'GET /me?access_token=…&x=1 failed'],
		['Bad token: ya29.a0AfH6SMBx12', 'Bad token: …'],
		['Sent {\\"password\\":\\"hunter2\\"}', 'Sent {\\"password\\":\\"…\\"}'],
		...['', '42'].map((start) => [`Bad ${start}${'aB3_'.repeat(15)} here`, 'Bad … here']),
	])('%j', (message, sentence) => {
		expect(said(message).sentence).toBe(sentence);
		expect(answered({ error: { message } })).toBe(sentence);
	});

	test.each([
		'Invalid access token: expired',
		`${'antidisestablishmentarian'.repeat(2)} is no token`,
		'The token has expired, see https://example.com/a9/0123456789abcdef0123456789abcdef0123456789.jpg',
		'Basic subscriptions post at most 3 times',
		'Meet us at Cafe (Berlin)',
		`${'0123456789'.repeat(5)} is a number`,
	])('nothing of %j', (message) => expect(said(message).sentence).toBe(message));

	test('what is too long', () => {
		const words = said({ exception: 'E', message: 'a'.repeat(302) }).sentence!;
		expect(words).toContain(`(“${'a'.repeat(300)}…”)`);
		for (const how of ['a b '.repeat(50_000), { exception: 'E', message: 'a b '.repeat(50_000) }])
			expect(said(how).sentence?.length).toBeLessThanOrEqual(500);
	});

	test('all that is made to take long, or lies deep', () => {
		const many = (text: string) => text.repeat(200_000);
		const texts = ['{', '[', '\\', '"', '\n', '</a', '<a ', 'at ', '=', '. ', '{"a":', 'token='];
		const begun = Date.now();
		for (const text of texts)
			for (const error of [many(text), `x ${many(text)}`, storedFailure(text.repeat(20_000), 'x')])
				parseFailure(error);
		for (const key of ['cause', 'error'])
			parseFailure(`${`{"${key}":`.repeat(50_000)}"x"${'}'.repeat(50_000)}`);
		expect(Date.now() - begun).toBeLessThan(5000);
	});

	test('stacks and breaks of whatever is stored', () => {
		const piece = fc.oneof(
			fc.string({ unit: anyCharacter }),
			fc.json(),
			fc.constantFrom(
				'at Object',
				'at Object.<anonymous> (/a.js:1:2)',
				'"stackTrace":"x"',
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
				const { sentence } = parseFailure(storedFailure(failure, 'x'));
				expect(sentence ?? '').not.toMatch(/at Object|stackTrace|[\r\n\0]/);
				expect((sentence ?? '').length).toBeLessThanOrEqual(500);
				expect(sentence).not.toBe('');
			}),
			{ numRuns: 500 },
		);
	});
});

describe('the fields of items', () => {
	test('are those of a failed post', () => {
		expect(failureFields({ state: 'QUEUE', error: 'Too long' })).toEqual({});
		expect(failureFields({ state: 'ERROR' })).toEqual({
			reason: null,
			reasonKind: 'unclear',
			maybePublished: true,
		});
	});

	test('a failed post with a link is online; only a later part is not', () => {
		const releaseURL = 'https://x.example/1';
		for (const { error } of cases) {
			const failure = parseFailure(error, releaseURL);
			expect(failure.sentence).toMatch(/\. The post itself may be online; a later part failed$/);
			expect(failure.sentence).not.toMatch(LOOK_FIRST);
			expect(adviceFor(failure)).toMatch(/^Check the network first\. Only if/);
		}
		expect(failureFields({ state: 'ERROR', releaseURL })).toEqual({
			reason: 'The post itself may be online; a later part failed',
			reasonKind: 'unclear',
			maybePublished: true,
		});
	});

	test('each kind has its advice, and none that may double a post', () => {
		for (const { error } of cases) {
			const failure = parseFailure(error);
			const advice = adviceFor(failure);
			if (failure.maybeOnline) expect(advice).toMatch(/^Check the network first\. Only if/);
			else expect(advice).toContain('Post > Update');
		}
		expect(adviceFor(said({ type: 'disconnect', message: '' }))).toContain('Reconnect the channel');
		expect(adviceFor(parseFailure('Channel disabled'))).toContain('Enable the channel');
	});
});

test.each<[network: string, how: Failure | string, todo: string]>([
	['tiktok', 'Please upload the picture/video to Postiz', 'verify the address of its uploads'],
	['tiktok', 'TikTok says your daily post limit reached', 'Wait until 24 hours'],
	['tiktok', 'daily user limit reached', 'TikTok Business has no such limit'],
	['youtube', 'We have uploaded your video but failed', "don't post it again"],
	['facebook', 'You have not enough permissions to post', 'full access'],
	['x', 'This looks like spam', 'try again tomorrow'],
	['instagram', 'Media expired', 'upload the file anew'],
	['mastodon', 'Processing failed', 'H.264 and AAC'],
	['facebook', 'Complete the security check', 'finish the check'],
	['threads', 'Too many requests', 'Wait an hour'],
	['tiktok', 'Not approved for public posting', 'audited TikTok app'],
	['x', 'Your usage is capped', 'quota of the X app'],
	['gmb', 'You have no access to this business location', 'this account manages it'],
	['gmb', 'Policy violation', 'prices or claims'],
	['pinterest', 'Board was not found', 'from the list again'],
	['x', 'X blocked your request', 'leave out links and mentions'],
	['instagram-standalone', 'Instagram blocked your request', 'Wait a day'],
	[
		'instagram',
		{ type: 'refresh_token', message: 'The session has been invalidated' },
		'for two days',
	],
	['discord', 'The bot lacks permission', 'Ask an admin'],
	['linkedin', 'You are missing some permissions', 'every permission'],
	['instagram', 'This is not a business account', 'business or creator account'],
	['facebook', 'The user is restricted', 'settle the restriction'],
	['facebook', 'These photos were already posted', 'these photos are there'],
	['tiktok', 'Privacy level mismatch', 'one of the audiences'],
	['tiktok', 'TikTok limits pending posts to 5', 'drafts in the TikTok inbox'],
	['x', 'The account is suspended', 'follow its notice'],
	['youtube', 'Please link your YouTube account', 'Create a YouTube channel'],
	['youtube', 'The title is too long', 'take < and > out of it'],
	['reddit', 'Reddit rejected the post to r/tea', 'Do what Reddit says'],
	[
		'telegram',
		{
			exception: 'Error',
			message: 'ETELEGRAM: 403 Forbidden: bot was kicked from the channel chat',
		},
		'Make the bot an admin',
	],
	[
		'telegram',
		{ exception: 'Error', message: 'ETELEGRAM: 400 Bad Request: message caption is too long' },
		'1,024 characters',
	],
])('%s, %j: says what to do, and that it is not online', (network, how, todo) => {
	const { kind, sentence, maybeOnline } = parseFailure(storedFailure(how, network));
	expect([sentence, maybeOnline]).toEqual([expect.stringContaining(todo), false]);
	expect(sentence).toContain('Postiz says: “');
	expect(kind).toBe(typeof how === 'object' && 'type' in how ? 'reconnect' : 'refused');
});

test('what Telegram refuses is not online, though Postiz stores it as a failure of its own', () => {
	const message = 'ETELEGRAM: 400 Bad Request: message caption is too long';
	const { maybeOnline } = parseFailure(storedFailure({ exception: 'Error', message }, 'telegram'));
	expect(maybeOnline).toBe(false);
});

test('what is only said of another network is not advised', () => {
	expect(parseFailure(storedFailure('Title is too long', 'reddit')).sentence).toBe(
		'Title is too long',
	);
});

const DATE = '2026-09-01T12:00:00.000Z';

test.each([
	['QUEUE', DATE, 900_000, true],
	['QUEUE', DATE, 899_999, false],
	['QUEUE', DATE.slice(0, 19), 900_000, true],
	['QUEUE', '', 900_000, false],
	['DRAFT', DATE, 900_000, false],
	['ERROR', DATE, 900_000, false],
	['PUBLISHED', DATE, 900_000, false],
])('a post in %s with the date “%s” is overdue %d ms later: %p', (state, publishDate, ms, is) => {
	expect(isOverdue({ state, publishDate }, Date.parse(DATE) + ms)).toBe(is);
});

const own = { id: 'c1', name: 'Acme', providerIdentifier: 'x' };
const channel = { id: 'c1', name: 'Acme Coffee', identifier: 'x' };
const other = { ...channel, id: 'c2', disabled: true };
const disabled = { ...channel, disabled: true };

test.each<[string, object, Channel[] | undefined, string, RegExp]>([
	['works', own, [other, channel], 'unknown', /worker .* may be down.* must be reconnected/],
	['cannot be listed', own, undefined, 'unknown', /worker/],
	[
		'is disabled',
		own,
		[other, disabled],
		'channelDisabled',
		/^Its channel “Acme Coffee” \(X\) is /,
	],
	['is gone', own, [], 'channelGone', /^Its channel “Acme” \(X\) is no longer connected/],
	['lost its name', { id: 'c1' }, [other], 'channelGone', /^Its channel “c1” is no/],
])('the reason of a post whose channel %s', async (_what, post, channels, reason, sentence) => {
	const list = async () => channels ?? (await Promise.reject<Channel[]>(new Problem('No', '')));
	const client = { channels: list } as unknown as PostizClient;
	expect(await whyOverdue(client, { integration: post } as ListedPost)).toMatchObject({
		reason,
		sentence: expect.stringMatching(sentence),
	});
});
