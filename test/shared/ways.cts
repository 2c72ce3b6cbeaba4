import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '../harness/paths.cjs';
import type { Failure } from './failures.cjs';

/** Whether a failed post is online. */
export type Online = 'nothing' | 'maybe' | 'partly';

/** A way in which posts fail on a network: a row of `test/fixtures/failures.tsv`. */
export interface Way {
	network: string;
	type: string;
	/** The jobs that fail so; empty for all. */
	jobs: string[];
	saidIn: 'plain' | 'words' | 'answer' | 'step';
	go: '' | 'firstGo' | 'lastGo';
	condition: string;
	/** If the condition is met, and if it isn't. */
	online: Online;
	otherwise: Online | '';
	said: string;
}

/** What a post has that counts when it fails. */
export interface FailedContent {
	settings: Record<string, unknown>;
	files: number;
	parts: number;
}

const [, ...lines] = readFileSync(join(ROOT, 'test/fixtures/failures.tsv'), 'utf8')
	.trimEnd()
	.split('\n');

/** All ways, each for one network; `*` is any. */
export const WAYS: Way[] = lines.flatMap((line) => {
	const [networks, type, jobs, saidIn, go, condition, online, otherwise, said] = line.split('\t');
	return networks.split(' ').map((network) => ({
		...{ network, type, condition, said },
		jobs: jobs === '' ? [] : jobs.split('|'),
		saidIn: saidIn as Way['saidIn'],
		go: go as Way['go'],
		online: online as Online,
		otherwise: otherwise as Way['otherwise'],
	}));
});

const community = (name: string) => ({ value: { subreddit: name } });

/** What a post has, or the network answers, where a condition is met, and where it isn't. */
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

/** The numbers of activities of the first and the last go of posts with one part. */
const GOES = { '': 3, firstGo: 3, lastGo: 11 };

/** A post that failed in a way, with its conditions met or not, in each job that fails so. */
export function playsOf(
	{ type, jobs, saidIn, go, condition, said, network }: Way,
	isMet: boolean,
): Array<FailedContent & { how: Failure }> {
	const names = condition === '' ? [] : condition.split(',');
	// If one of several isn't met, none of the others helps.
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
	return (jobs.length > 0 ? jobs : [jobOf(network, type)]).map((job) => ({
		...content,
		how: { ...howOf({ type, saidIn, said, answer }), job, activity: GOES[go] },
	}));
}

/** A job that publishes itself. */
const jobOf = (network: string, type: string) =>
	/^(?:instagram|threads|youtube)/.test(network) || type === 'timeout'
		? 'postSocial'
		: 'postSocialPending';

function howOf({
	type,
	saidIn,
	said,
	answer = '{}',
}: Pick<Way, 'type' | 'saidIn' | 'said'> & { answer?: string }): Failure {
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

/** How posts without settings and with at most one file fail on a network, so that nothing or something is online. */
export function failuresFor(network: string, isCertain: boolean): Failure[] {
	return FAILURES.flatMap((failure) =>
		failure.network === network && failure.isCertain === isCertain ? [failure.how] : [],
	);
}

const FAILURES = ['bluesky', 'mastodon', 'nostr', 'telegram', 'threads', 'x'].flatMap((network) =>
	WAYS.filter(({ network: own, jobs, type, saidIn }) =>
		own === network
			? type !== 'any'
			: own === '*' && jobs.length === 0 && (saidIn === 'plain' || type === 'timeout'),
	).flatMap((way) =>
		playsOf(way, true).map(({ how }) => ({ network, isCertain: way.online === 'nothing', how })),
	),
);

/** Networks on which nothing is online if this job fails, whatever the error. */
export const isCertainInJob = (network: string, job: string): boolean =>
	WAYS.some(
		({ network: own, type, jobs, online }) =>
			own === network && type === 'any' && jobs.includes(job) && online === 'nothing',
	);

/** Postiz goes on after such a failure. */
export const TRIED_AGAIN: Failure = { exception: 'TypeError', message: 'fetch failed' };
