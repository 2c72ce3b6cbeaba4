import { explainFailure } from '../../../../nodes/Postiz/calendar/failures/explainFailure';
import type { PublicPart } from '../../../../nodes/Postiz/calendar/publicPost';
import { createStoredFailure, type Failure } from '../../../shared/failures.cjs';
import {
	createFailedPosts,
	FAILURE_CASES,
	type FailedContent,
	type FailureCase,
} from '../../../shared/failureCases.cjs';
import { HOUR } from '../../../shared/time.cjs';

const NOW = Date.UTC(2026, 8, 1);

/** What the node makes of a post that failed just now, or so many ms ago; null if Postiz doesn't say when. */
function explainPost(
	{ how, files, parts, settings }: FailedContent & { how: Failure },
	network: string,
	ago: number | null = 0,
) {
	const createPart = (index: number): PublicPart => ({
		id: String(index),
		content: '',
		delay: 0,
		tags: [],
		network,
		settings: settings as PublicPart['settings'],
		image: Array.from({ length: files }, (_, at) => ({ id: String(at), path: '' })),
		error: createStoredFailure(how, network),
		updatedAt: ago === null ? undefined : NOW - ago,
	});
	return explainFailure(
		{ parts: Array.from({ length: parts }, (_, index) => createPart(index)) },
		NOW,
	);
}

const PLAIN: FailedContent = { settings: {}, files: 1, parts: 1 };
const getNetwork = ({ network }: FailureCase) => (network === '*' ? 'slack' : network);

const cases = FAILURE_CASES.flatMap((way) =>
	[true, ...(way.otherwise === '' ? [] : [false])].flatMap((isMet) =>
		createFailedPosts(way, isMet).map((play) => ({
			way,
			play,
			online: isMet ? way.online : way.otherwise,
			failure: explainPost(play, getNetwork(way)),
		})),
	),
);
const describeCase = ({ way: { network, type, message }, play }: (typeof cases)[number]) =>
	`${network} ${type} ${play.how.job} ${JSON.stringify(play.settings)} ${play.files}: ${message}`;

test('never reports a post as failed that may be online', () => {
	const doubles = cases.filter(
		({ online, failure }) => online !== 'nothing' && failure.onlineStatus === 'failedForGood',
	);
	expect(doubles.map(describeCase)).toEqual([]);
});

test('rarely reports a post as unclear that is certainly not online', () => {
	const unclear = cases.filter(
		({ online, failure }) => online === 'nothing' && failure.onlineStatus !== 'failedForGood',
	);
	// In the newest source, their job publishes nothing; in 2.23, the job of the same name does.
	expect(unclear.map(({ way }) => `${way.network} ${way.type} ${way.jobs.join()}`)).toEqual(
		[
			'bluesky',
			'mastodon',
			'mastodon-custom',
			'linkedin',
			'linkedin-page',
			'pinterest',
			'reddit',
			'x',
		].map((network) => `${network} any postSocialPending`),
	);
	expect({
		ways: FAILURE_CASES.length,
		cases: cases.length,
		certain: cases.filter(({ failure }) => failure.onlineStatus === 'failedForGood').length,
	}).toEqual({ ways: 398, cases: 535, certain: 325 });
});

test('treats Farcaster the same by both of its identifiers', () => {
	const failures = cases.filter(({ way }) => way.network === 'wrapcast');
	expect(failures.some(({ failure }) => failure.onlineStatus === 'failedForGood')).toBe(true);
	for (const { play, failure } of failures)
		expect(explainPost(play, 'warpcast').onlineStatus).toBe(failure.onlineStatus);
});

describe('depending on the attempt:', () => {
	const listPlays = (go: FailureCase['attempt']) =>
		FAILURE_CASES.filter((way) => way.attempt === go).flatMap((way) =>
			createFailedPosts(way, true).map((play) => [getNetwork(way), play] as const),
		);

	test('trusts limits and bans only in the first attempt, since an earlier one may have published', () => {
		for (const [network, play] of listPlays('firstAttempt')) {
			for (const [activity, parts, isCertain] of [
				[2, 1, true],
				[4, 1, false],
				[5, 1, false],
				[4, 2, true],
				[2, 2, false],
				[5, 2, false],
			] as const) {
				const failure = explainPost({ ...play, parts, how: { ...play.how, activity } }, network);
				expect([network, activity, parts, failure.onlineStatus === 'failedForGood']).toEqual([
					network,
					activity,
					parts,
					isCertain,
				]);
			}
		}
	});

	test('treats an exception as final in the last attempt or after an hour', () => {
		for (const [network, play] of listPlays('lastAttempt')) {
			for (const [activity, parts, ago, isCertain] of [
				[10, 1, 0, true],
				[9, 1, 0, false],
				[10, 2, 0, false],
				[11, 2, 0, true],
				[3, 1, HOUR - 1, false],
				[3, 1, HOUR, true],
			] as const) {
				const failure = explainPost(
					{ ...play, parts, how: { ...play.how, activity } },
					network,
					ago,
				);
				expect([network, activity, failure.onlineStatus === 'failedForGood']).toEqual([
					network,
					activity,
					isCertain,
				]);
				expect(failure.onlineStatus === 'stillTrying').toBe(!isCertain);
				expect(failure.reasonKind).toBe(isCertain ? failure.reasonKind : 'retrying');
			}
		}
	});

	test('does not expect a retry forever if Postiz does not say when the post failed', () => {
		for (const [network, play] of listPlays('lastAttempt')) {
			const first = explainPost({ ...play, how: { ...play.how, activity: 3 } }, network, null);
			expect(first).toMatchObject({ onlineStatus: 'mayBeOnline' });
		}
	});

	test('expects a retry of a timeout up to 2.22, except in jobs that only prepare the post', () => {
		const explainTimeout = (job: string, network: string, activity = 3, ago = 0) =>
			explainPost({ ...PLAIN, how: { timesOut: true, job, activity } }, network, ago);
		expect(explainTimeout('postSocial', 'instagram')).toMatchObject({
			reasonKind: 'retrying',
			onlineStatus: 'stillTrying',
		});
		expect(explainTimeout('postSocial', 'instagram', 11)).toMatchObject({ reasonKind: 'unclear' });
		expect(explainTimeout('postSocialPending', 'instagram').onlineStatus).toBe('failedForGood');
		expect(explainTimeout('postSocialPending', 'x')).toMatchObject({ reasonKind: 'unclear' });
		expect(explainTimeout('finalizePost', 'instagram')).toMatchObject({ reasonKind: 'unclear' });
	});

	test('waits for the last attempt of a job that only prepares the post', () => {
		const how = { exception: 'Error', message: 'fetch failed', job: 'postSocialPending' };
		const explainFailed = (activity: number) =>
			explainPost({ ...PLAIN, how: { ...how, activity } }, 'threads');
		expect(explainFailed(9)).toMatchObject({
			reasonKind: 'retrying',
			remedy: expect.stringContaining('in an hour'),
		});
		expect(explainFailed(11).onlineStatus).toBe('failedForGood');
	});
});

describe('the response of the network', () => {
	const isFailedForGood = (network: string, message: string, answer: object) =>
		explainPost({ ...PLAIN, how: { message, answer: JSON.stringify(answer) } }, network)
			.onlineStatus === 'failedForGood';

	test('decides if the message is missing or unknown', () => {
		expect(isFailedForGood('x', '', { status: 403, detail: 'Locked' })).toBe(true);
		expect(isFailedForGood('x', 'Your tweet is too wild', { status: 400 })).toBe(true);
		expect(isFailedForGood('x', 'Your tweet is too wild', {})).toBe(false);
	});

	test.each<[network: string, message: string, answer: object]>([
		['x', 'X may have already published this post', { status: 403 }],
		['x', '', { status: 403, detail: 'duplicate content' }],
		['x', '', { status: 503 }],
		['x', '', { status: 409 }],
		['facebook', '', { error: { code: 190, is_transient: true } }],
		['facebook', '', { error: { code: 100, error_subcode: 33 } }],
		[
			'mastodon',
			'The uploaded media expired before the post was published',
			{ error: 'Validation failed' },
		],
		['tumblr', 'Tumblr is still transcoding a video upload', { meta: { status: 400 } }],
	])('%s: does not outweigh doubts: %s %j', (network, message, answer) => {
		expect(isFailedForGood(network, message, answer)).toBe(false);
	});
});

describe('the reason', () => {
	const explain = (network: string, how: Failure, more: Partial<FailedContent> = {}) =>
		explainPost({ ...PLAIN, ...more, how }, network);

	test('suggests to check first if it may be online', () => {
		const message = 'X may have already published this post, please check your account';
		expect(explain('x', { message })).toEqual({
			reasonKind: 'unclear',
			cause: message,
			remedy:
				'It may be online: check X first. If it is not there, delete the post and run this again.',
			explanation: `It may be online: check X first. If it is not there, delete the post and run this again. Postiz says: “${message}”`,
			onlineStatus: 'mayBeOnline',
		});
		expect(
			explain('instagram-standalone', {
				message: 'Instagram blocked your request',
				job: 'finalizePost',
			}).remedy,
		).toContain('check Instagram');
	});

	test('says that a video without its thumbnail is online', () => {
		const message = 'We have uploaded your video but we could not set the thumbnail';
		expect(explain('youtube', { message, job: 'finalizePost' })).toMatchObject({
			reasonKind: 'unclear',
			explanation: expect.stringMatching(
				/^The video is online. .* don't post it again\. Postiz says/,
			),
		});
	});

	test('says that a video with a rejected title is not online', () => {
		const message = 'We have uploaded your video but we could not set the title';
		expect(explain('youtube', { message, job: 'finalizePost' })).toMatchObject({
			reasonKind: 'refused',
			onlineStatus: 'failedForGood',
			explanation: expect.stringMatching(/^Nothing is online. Shorten the title/),
		});
	});

	test('says that the post is online if a later part failed', () => {
		const how = { message: 'No comments', job: 'postComment' };
		expect(explain('facebook', how)).toMatchObject({
			reasonKind: 'unclear',
			explanation: expect.stringMatching(/^It is online. Only a later part/),
		});
	});

	test.each([
		[
			'threads',
			'{"status":"ERROR","error_message":"UNKNOWN"}',
			'The network could not process the files”',
		],
		[
			'instagram',
			'{"status_code":"ERROR","status":"Error: 2207082"}',
			'could not process the files: 2207082”',
		],
	])("turns Meta's message about a file of %s into a sentence", (network, message, words) => {
		const how = { message, answer: message, job: 'finalizePost' };
		const { explanation, onlineStatus } = explain(network, how);
		expect(explanation).toContain(words);
		expect(explanation).toMatch(/^Convert the video to MP4/);
		expect(onlineStatus).toBe('failedForGood');
	});
});
