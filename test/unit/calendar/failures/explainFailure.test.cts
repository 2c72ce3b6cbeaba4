import * as fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import {
	explainFailure,
	toFailureFields,
} from '../../../../nodes/Postiz/calendar/failures/explainFailure';
import type { PublicPart } from '../../../../nodes/Postiz/calendar/publicPost';
import { findNetworkRemedy } from '../../../../nodes/Postiz/calendar/failures/networkRemedies';
import { anyCharacter } from '../../../harness/characters.cjs';
import { ROOT } from '../../../harness/paths.cjs';
import { createStoredFailure, type Failure } from '../../../shared/failures.cjs';
import { createFake } from '../../../shared/fakes.cjs';

interface Recorded {
	title: string;
	holds: string | null;
	error: string;
}
const { cases } = JSON.parse(
	readFileSync(join(ROOT, 'test/fixtures/recorded/failures.json'), 'utf8'),
) as { cases: Recorded[] };

/** What the node makes of the recorded ones. */
const KIND_OF: Record<string, string> = {
	'token refused': 'reconnect',
	'LinkedIn, message at the top': 'unclear',
	'timed out': 'unclear',
	'connection failed': 'retrying',
	'an exception in the service': 'retrying',
	'plain: Refresh channel needed': 'reconnect',
	'plain: Channel disabled': 'disabled',
	'plain: Already posted': 'unclear',
};
/** Messages for records without a sentence. */
const SAID: Record<string, string> = {
	'an HTML page instead of JSON': 'The network answered with a web page: 502 Bad Gateway',
	'nothing at all': "The network rejected the post and didn't say why",
	'plain: No Post': 'Postiz no longer found the post when it was due',
	'plain: Already posted': 'Postiz considered the post already published',
};
const LOOK_FIRST = /^It may be online: check [^.]+ first\. If it is not there, delete the post/;

const createPart = (error?: string, more: Partial<PublicPart> = {}) =>
	createFake<PublicPart>({
		state: 'ERROR',
		settings: {},
		image: [],
		error,
		updatedAt: Date.now(),
		...more,
	});
const explain = (error?: string) => explainFailure({ parts: [createPart(error)] }, Date.now());
const explainStored = (how: Failure | string) => explain(createStoredFailure(how, 'x'));
const explainAnswer = (answer: unknown) =>
	explainStored({
		message: '',
		answer: typeof answer === 'string' ? answer : JSON.stringify(answer),
	}).cause;

describe('recorded failures', () => {
	test('cover every network', () => expect(cases).toHaveLength(17));

	test.each(cases)('$title', ({ title, holds, error }) => {
		const { reasonKind, cause, explanation, onlineStatus } = explain(error);
		expect([reasonKind, onlineStatus === 'failedForGood']).toMatchObject([
			KIND_OF[title] ?? expect.anything(),
			expect.anything(),
		]);
		expect(cause).toContain(SAID[title] ?? holds);
		expect(LOOK_FIRST.test(explanation)).toBe(reasonKind === 'unclear');
		expect(onlineStatus === 'failedForGood').toBe(!['unclear', 'retrying'].includes(reasonKind));
	});
});

describe('what the network answered', () => {
	/** JSON within JSON, so many times. */
	const nestError = (times: number): string =>
		JSON.stringify({ error: times > 1 ? nestError(times - 1) : 'Too wide' });

	test.each([
		[{ error: 'invalid_grant', error_description: 'Expired' }, 'Expired'],
		[{ message: 'Unknown Error', error: { message: 'Full' } }, 'Full'],
		[{ title: 'Wild', detail: 'Too wide' }, 'Too wide'],
		['Slow down', 'Slow down'],
		['"Too wide"', 'Too wide'],
		[' \n{"message":"Too wide"} ', 'Too wide'],
		[nestError(4), 'Too wide'],
		['{}', ''],
		['Unknown', ''],
	])('reads %j as %s', (answer, words) => expect(explainAnswer(answer)).toBe(words));

	test.each([
		'{"ok":false,"description":"Bad Request: no"}',
		'{"error":{"message":"Too w',
		'It failed: {"message":"Too wide","code":3}',
	])('shows %s unchanged', (answer) => expect(explainAnswer(answer)).toBe(answer));

	test.each([
		['<html><body><h1>Down &amp; out</h1><script>x()</script></body>', 'Down & out'],
		['\n\n<!DOCTYPE html><title lang="en">Down', 'Down'],
		['{"message":"<title>Down</title>"}', 'Down'],
	])('summarizes the web page %s', (page, words) => {
		expect(explainAnswer(page)).toBe(`The network answered with a web page: ${words}`);
	});

	test('hides a page without text, and keeps text that only mentions one', () => {
		expect(explainAnswer('<html></html>')).toBe('');
		expect(explainAnswer('Is 3 <html> a page')).toBe('Is 3 <html> a page');
		expect(explainAnswer(`${'It failed '.repeat(2000)}</p>`)).toMatch(/^It failed/);
	});

	test('is used only if the service has no message', () => {
		const answer = '{"message":"Theirs"}';
		expect(explainStored({ message: 'Ours', answer }).cause).toBe('Ours');
		expect(explainStored({ message: ' unknown error ', answer }).cause).toBe('Theirs');
	});
});

describe('other failures', () => {
	test('reports a channel that needs reconnecting', () => {
		expect(explainStored({ type: 'disconnect', message: '' })).toMatchObject({
			reasonKind: 'reconnect',
			explanation: 'The network no longer accepts the sign-in: reconnect the channel in Postiz',
			remedy: expect.stringContaining('Reconnect the channel'),
		});
	});

	const timedOut: Failure[] = [
		{ exception: 'TimeoutError', message: 'aborted', activity: 11 },
		{ exception: 'Error', message: 'The request timed out', activity: 11 },
		{ plain: '{"cause":{"message":"It ended","timeoutType":"HEARTBEAT","cause":{"message":"x"}}}' },
		{ plain: '{"cause":{"failure":{"message":"activity StartToClose timeout","stack' },
	];
	test.each(timedOut)('%j may be online', (how) => {
		const { reasonKind, cause, explanation } = explainStored(how);
		expect(reasonKind).toBe('unclear');
		expect(cause).toMatch(/^The network did not answer Postiz in time/);
		expect(explanation).toMatch(LOOK_FIRST);
	});

	test.each([
		['bad_body', 'refused'],
		['refresh_token', 'reconnect'],
		['disconnect', 'reconnect'],
	] as const)('finds a nested %s', (type, reasonKind) => {
		const how = { message: 'X blocked your request', type };
		const { cause } = JSON.parse(createStoredFailure(how, 'x')) as { cause: object };
		const error = JSON.stringify({ cause: { failure: { message: 'Child failed' }, cause } });
		expect(explain(error)).toEqual({ ...explainStored(how), reasonKind });
	});

	test('shows plain text, and that the outcome is unclear', () => {
		expect(explain(' Bluesky says no. ')).toMatchObject({
			reasonKind: 'unclear',
			explanation: expect.stringMatching(/ run this again\. Bluesky says no\.$/),
		});
		expect(explain(' CHANNEL disabled ')).toMatchObject({
			reasonKind: 'disabled',
			remedy: expect.stringContaining('Enable the channel'),
		});
	});

	test.each([undefined, '', ' ', '{', '{}', '[]', 'null'])('finds no reason in %j', (error) =>
		expect(explain(error)).toMatchObject({
			reasonKind: 'unclear',
			cause: '',
			explanation: expect.stringMatching(LOOK_FIRST),
		}),
	);
});

describe('hides:', () => {
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
		expect(explainStored(message).cause).toBe(sentence);
		expect(explainAnswer({ error: { message } })).toBe(sentence);
	});

	test.each([
		'Invalid access token: expired',
		`${'antidisestablishmentarian'.repeat(2)} is no token`,
		'The token has expired, see https://example.com/a9/0123456789abcdef0123456789abcdef0123456789.jpg',
		'Basic subscriptions post at most 3 times',
		'Meet us at Cafe (Berlin)',
		`${'0123456789'.repeat(5)} is a number`,
	])('nothing in %j', (message) => expect(explainStored(message).cause).toBe(message));

	test('shortens a long text', () => {
		const words = explainStored({ exception: 'E', message: 'a'.repeat(302) }).cause;
		expect(words).toContain(`(“${'a'.repeat(300)}…”)`);
		for (const how of ['a b '.repeat(50_000), { exception: 'E', message: 'a b '.repeat(50_000) }])
			expect(explainStored(how).explanation.length).toBeLessThanOrEqual(500);
	});

	test('reads long and deeply nested input without delay', () => {
		const repeatOften = (text: string) => text.repeat(200_000);
		const texts = ['{', '[', '\\', '"', '\n', '</a', '<a ', 'at ', '=', '. ', '{"a":', 'token='];
		const begun = Date.now();
		for (const text of texts)
			for (const error of [
				repeatOften(text),
				`x ${repeatOften(text)}`,
				createStoredFailure(text.repeat(20_000), 'x'),
			])
				explain(error);
		for (const key of ['cause', 'error'])
			explain(`${`{"${key}":`.repeat(50_000)}"x"${'}'.repeat(50_000)}`);
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
				const { explanation } = explainStored(failure);
				expect(explanation).not.toMatch(/at Object|stackTrace|[\r\n\0]/);
				expect(explanation.length).toBeLessThanOrEqual(500);
				expect(explanation).not.toBe('');
			}),
			{ numRuns: 500 },
		);
	});
});

describe('the fields of items', () => {
	test('exist only for failed posts', () => {
		expect(toFailureFields([createPart('Too long', { state: 'QUEUE' })], Date.now())).toEqual({});
		expect(toFailureFields([], Date.now())).toEqual({});
		expect(toFailureFields([createPart()], Date.now())).toEqual({
			reason: expect.stringMatching(LOOK_FIRST),
			reasonKind: 'unclear',
			maybePublished: true,
		});
		expect(toFailureFields([createPart('Channel disabled')], Date.now())).toMatchObject({
			maybePublished: false,
		});
	});

	test.each([{ releaseURL: 'https://x.example/1' }, { releaseId: '1' }])(
		'says that all but a later part of a failed post with %j is online',
		(more) => {
			for (const { error } of cases)
				expect(toFailureFields([createPart(error, more)], Date.now())).toMatchObject({
					reason: expect.stringMatching(/^It is online. Only a later part, or a repetition of it/),
					reasonKind: 'unclear',
					maybePublished: true,
				});
		},
	);
});

test.each<[network: string, words: string, todo: string]>([
	['tiktok', 'Please upload the picture/video to Postiz', 'verify the address of its uploads'],
	['tiktok', 'TikTok says your daily post limit reached', 'Wait 24 hours'],
	['tiktok', 'daily user limit reached', 'TikTok Business has no such limit'],
	['youtube', 'We could not set the title', 'Nothing is online'],
	['facebook', 'You have not enough permissions to post', 'full access'],
	['x', 'This looks like spam', 'try again tomorrow'],
	['instagram', 'Media expired', 'upload the file again'],
	['mastodon', 'Processing failed', 'H.264 and AAC'],
	['facebook', 'Complete the security check', 'complete the check'],
	['threads', 'Too many requests', 'Wait an hour'],
	['tiktok', 'Not approved for public posting', 'audited TikTok app'],
	['x', 'Your usage is capped', 'quota of the X app'],
	['gmb', 'You have no access to this business location', 'this account manages it'],
	['gmb', 'Policy violation', 'prices or claims'],
	['pinterest', 'Board was not found', 'from the list again'],
	['x', 'X blocked your request', 'remove links and mentions'],
	['instagram-standalone', 'Instagram blocked your request', 'Wait a day'],
	['instagram', 'The session has been invalidated', 'for two days'],
	['discord', 'The bot lacks permission', 'Ask an admin'],
	['linkedin', 'You are missing some permissions', 'all permissions'],
	['instagram', 'This is not a business account', 'business or creator account'],
	['facebook', 'The user is restricted', 'resolve the restriction'],
	['tiktok', 'Privacy level mismatch', 'one of the audiences'],
	['tiktok', 'TikTok limits pending posts to 5', 'drafts in the TikTok inbox'],
	['x', 'The account is suspended', 'follow its notice'],
	['youtube', 'Please link your YouTube account', 'Create a YouTube channel'],
	['youtube', 'The title is too long', 'remove < and >'],
	['reddit', 'Reddit rejected the post to r/tea', 'Follow what Reddit says'],
	[
		'telegram',
		'ETELEGRAM: 403 Forbidden: bot was kicked from the channel chat',
		'Make the bot an admin',
	],
	['telegram', 'ETELEGRAM: 400 Bad Request: message caption is too long', '1,024 characters'],
])('suggests a remedy for %s, “%s”', (network, words, todo) => {
	expect(findNetworkRemedy(words, network)).toContain(todo);
});

test('puts the remedy before the words of the network', () => {
	const message = 'ETELEGRAM: 403 Forbidden: bot was kicked from the channel chat';
	const how: Failure = { exception: 'Error', message, activity: 11 };
	const { reasonKind, explanation } = explain(createStoredFailure(how, 'telegram'));
	expect(reasonKind).toBe('unclear');
	const parts = [createPart(createStoredFailure(how, 'telegram'), { network: 'telegram' })];
	expect(explainFailure({ parts }, Date.now())).toMatchObject({
		reasonKind: 'refused',
		explanation: `Make the bot an admin of the channel again, and give the post a new date. Postiz says: “${message}”`,
	});
	expect(explanation).toMatch(LOOK_FIRST);
});

test('suggests no remedy of another network', () => {
	expect(findNetworkRemedy('Title is too long', 'reddit')).toBeUndefined();
	expect(findNetworkRemedy('Chat not found', '')).toBeUndefined();
	expect(
		findNetworkRemedy('We have uploaded your video', 'tiktok', { isOnline: true }),
	).toBeUndefined();
});
