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
	saidIn: 'plain' | 'words' | 'answer' | 'step';
	go: '' | 'firstGo' | 'lastGo';
	condition: string;
	/** What is online if the condition is met, and otherwise. */
	online: Online;
	otherwise: Online | '';
	said: string;
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
	const [networks, type, jobs, saidIn, go, condition, online, otherwise, said] = line.split('\t');
	return networks.split(' ').map((network) => ({
		network,
		type,
		condition,
		said,
		jobs: jobs === '' ? [] : jobs.split('|'),
		saidIn: saidIn as FailureCase['saidIn'],
		go: go as FailureCase['go'],
		online: online as Online,
		otherwise: otherwise as FailureCase['otherwise'],
	}));
});

const community = (name: string) => ({ value: { subreddit: name } });

/** Content or answers that meet a condition, or don't. */
const CONDITIONS: Record<string, (isMet: boolean) => Partial<FailedContent> & { answer?: string }> =
	{
		oneStory: (isMet) => ({ settings: { post_type: 'story' }, files: isMet ? 1 : 2 }),
		noPreset: (isMet) => ({ settings: { text_format_preset_id: isMet ? '' : '106018623298955' } }),
		oneTarget: (isMet) => ({
			settings: { subreddit: [community('tea'), ...(isMet ? [] : [community('milk')])] },
		}),
		oneTargetOrFirstNamed: (isMet) => ({
			settings: {
				subreddit: [community(isMet ? 'tea' : 'milk'), community(isMet ? 'milk' : 'tea')],
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
const ACTIVITIES = { '': 3, firstGo: 3, lastGo: 11 };

/** Posts that failed like this, one for each job, with its conditions met or not. */
export function createFailedPosts(
	{ type, jobs, saidIn, go, condition, said, network }: FailureCase,
	isMet: boolean,
): Array<FailedContent & { how: Failure }> {
	const names = condition === '' ? [] : condition.split(',');
	// One unmet condition of several is enough.
	const given = names.map((name, index) => CONDITIONS[name](isMet || index > 0));
	const content = {
		files: Math.max(1, ...given.map(({ files = 0 }) => files)),
		parts: 1,
		settings: Object.assign(
			{},
			...given.map(({ settings }) => settings),
		) as FailedContent['settings'],
	};
	const answer = given.find((one) => one.answer)?.answer;
	return (jobs.length > 0 ? jobs : [findJob(network, type)]).map((job) => ({
		...content,
		how: { ...createFailure({ type, saidIn, said, answer }), job, activity: ACTIVITIES[go] },
	}));
}

/** A job that publishes. */
const findJob = (network: string, type: string) =>
	/^(?:instagram|threads|youtube)/.test(network) || type === 'timeout'
		? 'postSocial'
		: 'postSocialPending';

function createFailure({
	type,
	saidIn,
	said,
	answer = '{}',
}: Pick<FailureCase, 'type' | 'saidIn' | 'said'> & { answer?: string }): Failure {
	if (saidIn === 'plain') return { plain: said };
	if (type === 'timeout') return { timesOut: true };
	if (type === 'exception') return { exception: 'Error', message: said };
	const message = saidIn === 'words' ? said : 'Unknown Error';
	return {
		message,
		type: type === 'refresh_token' ? type : 'bad_body',
		answer: saidIn === 'answer' ? said : answer,
		...(saidIn === 'step' && { step: said }),
	};
}

/** Failures of posts without settings and with at most one file, after which nothing or something is online. */
export function findFailures(network: string, isCertain: boolean): Failure[] {
	return FAILURES.flatMap((failure) =>
		failure.network === network && failure.isCertain === isCertain ? [failure.how] : [],
	);
}

const FAILURES = ['bluesky', 'mastodon', 'nostr', 'telegram', 'threads', 'x'].flatMap((network) =>
	FAILURE_CASES.filter(({ network: own, jobs, type, saidIn }) =>
		own === network
			? type !== 'any'
			: own === '*' && jobs.length === 0 && (saidIn === 'plain' || type === 'timeout'),
	).flatMap((way) =>
		createFailedPosts(way, true).map(({ how }) => ({
			network,
			isCertain: way.online === 'nothing',
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
