import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '../harness/paths.cjs';
import type { Failure } from './failures.cjs';

/** What is online of a failed post. */
export type Online = 'nothing' | 'maybe' | 'partly';

/** How posts fail on a network: a row of `test/fixtures/failures.tsv`. */
export interface FailureCase {
	network: string;
	type: string;
	/** The jobs with this failure; empty for all. */
	jobs: string[];
	messageIn: 'plain' | 'words' | 'answer' | 'step';
	attempt: '' | 'firstAttempt' | 'lastAttempt';
	condition: string;
	/** What is online if the condition is met, and otherwise. */
	online: Online;
	otherwise: Online | '';
	message: string;
}

/** The content of a post that matters when it fails. */
export interface FailedContent {
	settings: Record<string, unknown>;
	files: number;
	parts: number;
}

const [, ...lines] = readFileSync(join(ROOT, 'test/fixtures/failures.tsv'), 'utf8')
	.trimEnd()
	.split('\n');

/** All cases, each for one network, or `*` for any. */
export const FAILURE_CASES: FailureCase[] = lines.flatMap((line) => {
	const [networks, type, jobs, messageIn, attempt, condition, online, otherwise, message] =
		line.split('\t');
	return networks.split(' ').map((network) => ({
		network,
		type,
		condition,
		message,
		jobs: jobs === '' ? [] : jobs.split('|'),
		messageIn: messageIn as FailureCase['messageIn'],
		attempt: attempt as FailureCase['attempt'],
		online: online as Online,
		otherwise: otherwise as FailureCase['otherwise'],
	}));
});

const createCommunity = (name: string) => ({ value: { subreddit: name } });

/** Content or answers that meet a condition, or don't. */
const CONDITIONS: Record<string, (isMet: boolean) => Partial<FailedContent> & { answer?: string }> =
	{
		oneStory: (isMet) => ({ settings: { post_type: 'story' }, files: isMet ? 1 : 2 }),
		noPreset: (isMet) => ({ settings: { text_format_preset_id: isMet ? '' : '106018623298955' } }),
		oneTarget: (isMet) => ({
			settings: {
				subreddit: [createCommunity('tea'), ...(isMet ? [] : [createCommunity('milk')])],
			},
		}),
		oneTargetOrFirstNamed: (isMet) => ({
			settings: {
				subreddit: [
					createCommunity(isMet ? 'tea' : 'milk'),
					createCommunity(isMet ? 'milk' : 'tea'),
				],
			},
		}),
		noThumbnail: (isMet) => ({ settings: { thumbnail: isMet ? '' : { id: 'a', path: 'b' } } }),
		'files<=10': (isMet) => ({ files: isMet ? 10 : 11 }),
		jsonForbidden: (isMet) => ({
			answer: isMet ? '{"status":403,"message":"Forbidden"}' : '{"message":"Service Unavailable"}',
		}),
		jsonHasSubcode33: (isMet) => ({
			answer: `{"error":{"code":100,"error_subcode":${isMet ? 33 : 458}}}`,
		}),
		jsonNotCode190: (isMet) => ({
			answer: isMet ? '{"error":{"code":2,"fbtrace_id":"A490"}}' : '{"error":{"code":190}}',
		}),
	};

/** The numbers of the activities of the first and the last attempt for posts with one part. */
const ACTIVITIES = { '': 3, firstAttempt: 3, lastAttempt: 11 };

/** Posts that failed like this, one for each job, with its conditions met or not. */
export function createFailedPosts(
	{ type, jobs, messageIn, attempt, condition, message, network }: FailureCase,
	isMet: boolean,
): Array<FailedContent & { how: Failure }> {
	const names = condition === '' ? [] : condition.split(',');
	// One unmet condition of several is enough.
	const conditions = names.map((name, index) => CONDITIONS[name](isMet || index > 0));
	const content = {
		files: Math.max(1, ...conditions.map(({ files = 0 }) => files)),
		parts: 1,
		settings: Object.assign(
			{},
			...conditions.map(({ settings }) => settings),
		) as FailedContent['settings'],
	};
	const answer = conditions.find((content) => content.answer)?.answer;
	return (jobs.length > 0 ? jobs : [findJob(network, type)]).map((job) => ({
		...content,
		how: {
			...createFailure({ type, messageIn, message, answer }),
			job,
			activity: ACTIVITIES[attempt],
		},
	}));
}

/** A job that publishes. */
const findJob = (network: string, type: string) =>
	/^(?:instagram|threads|youtube)/.test(network) || type === 'timeout'
		? 'postSocial'
		: 'postSocialPending';

function createFailure({
	type,
	messageIn,
	message,
	answer = '{}',
}: Pick<FailureCase, 'type' | 'messageIn' | 'message'> & { answer?: string }): Failure {
	if (messageIn === 'plain') return { plain: message };
	if (type === 'timeout') return { timesOut: true };
	if (type === 'exception') return { exception: 'Error', message };
	return {
		message: messageIn === 'words' ? message : 'Unknown Error',
		type: type === 'refresh_token' ? type : 'bad_body',
		answer: messageIn === 'answer' ? message : answer,
		...(messageIn === 'step' && { step: message }),
	};
}

/** Failures of posts without settings and with at most one file, after which nothing or something is online. */
export function findFailures(network: string, isCertain: boolean): Failure[] {
	return FAILURES.flatMap((failure) =>
		failure.network === network && failure.isCertain === isCertain ? [failure.how] : [],
	);
}

const FAILURES = ['bluesky', 'mastodon', 'nostr', 'telegram', 'threads', 'x'].flatMap((network) =>
	FAILURE_CASES.filter(({ network: own, jobs, type, messageIn }) =>
		own === network
			? type !== 'any'
			: own === '*' && jobs.length === 0 && (messageIn === 'plain' || type === 'timeout'),
	).flatMap((failureCase) =>
		createFailedPosts(failureCase, true).map(({ how }) => ({
			network,
			isCertain: failureCase.online === 'nothing',
			how,
		})),
	),
);

/** True if nothing is online after any failure of this job. */
export const isCertainInJob = (network: string, job: string): boolean =>
	FAILURE_CASES.some(
		({ network: own, type, jobs, online }) =>
			own === network && type === 'any' && jobs.includes(job) && online === 'nothing',
	);

/** A failure that Postiz retries. */
export const RETRIED_FAILURE: Failure = { exception: 'TypeError', message: 'fetch failed' };
