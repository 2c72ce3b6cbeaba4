import { HOUR_MS } from '../../common/date';
import { toObject, isEmpty } from '../../common/value';
import type { FinalFailureRule, FailureFacts, TextPattern } from './finalFailureRule';
import { getFinalFailures } from './finalFailures';
import { type StoredFailure, type FailedPost, getNetworkOfFailure } from './storedFailure';

/** Plain texts of final failures, in lower case. */
const FINAL_TEXTS = ['refresh channel needed', 'channel disabled', 'no post'];

/** Jobs that only start once the post is online. */
const JOBS_AFTER_PUBLISHING = ['postComment', 'updatePost', 'inAppNotification'];

/** Matches what a network or Postiz says about a rejected post that may still be online. */
const MAY_BE_ONLINE =
	/already|duplicate|exists|may have|unavailable|expired|not found|unknown error[, ]|spam|blocked|restrict|obtain activity|not confirm|transcoding|too long to answer|valid post response|could not publish|"is_transient"\s*:\s*true/i;

/** Matches what the service stores if there is no message. */
const NO_MESSAGE = /^(?:unknown error)?$/i;

/** In characters. */
const MAX_READ = 20_000;

/** `failedForGood`: the post certainly isn't online. `stillTrying`: Postiz may still publish it. */
export type OnlineStatus = 'online' | 'mayBeOnline' | 'failedForGood' | 'stillTrying';

export function getOnlineStatus(
	failure: StoredFailure,
	post: FailedPost,
	serviceNow: number,
): OnlineStatus {
	const { type, job, message } = failure;
	const hasLink = [post, post.parts?.[0]].some((source) => source?.releaseURL || source?.releaseId);
	if (hasLink || JOBS_AFTER_PUBLISHING.includes(job)) return 'online';
	if (type === 'plain')
		return FINAL_TEXTS.includes(message.toLowerCase()) ? 'failedForGood' : 'mayBeOnline';
	if (mayBeRetried(failure, post)) {
		const [{ updatedAt } = {}] = post.parts ?? [];
		if (updatedAt === undefined) return 'mayBeOnline';
		if (updatedAt + HOUR_MS > serviceNow) return 'stillTrying';
	}
	const facts = getFacts(failure, post);
	const isFinal = getFinalFailures(getNetworkOfFailure(failure, post)).some((rule) =>
		matchesRule(rule, failure, facts),
	);
	return isFinal ? 'failedForGood' : 'mayBeOnline';
}

function matchesRule(
	{ type, jobs, requires = [], messages, responses, steps }: FinalFailureRule,
	failure: StoredFailure,
	facts: FailureFacts,
): boolean {
	const { message, step } = failure;
	const response = String(failure.response ?? '').slice(0, MAX_READ);
	return (
		(!type || type === failure.type) &&
		(!jobs || jobs.some((job) => job === failure.job)) &&
		requires.every((fact) => facts[fact]) &&
		(!messages || matchesAny(messages, message)) &&
		(!responses ||
			(!MAY_BE_ONLINE.test(message) &&
				!MAY_BE_ONLINE.test(response) &&
				matchesAny(responses, response))) &&
		(!steps ||
			(NO_MESSAGE.test(message.trim()) && !MAY_BE_ONLINE.test(response) && steps.includes(step)))
	);
}

const matchesAny = (patterns: TextPattern[], text: string) =>
	patterns.some((pattern) =>
		typeof pattern === 'string' ? text.includes(pattern) : pattern.test(text),
	);

/** After an exception, the service runs a job up to five times. Each run adds two to the activity number. */
const LAST_ACTIVITY = 10;

const FIRST_ACTIVITIES = [2, 3];

/** True if the service may retry the job: after an exception, or in older releases also after a timeout. */
function mayBeRetried({ type, job, activity }: StoredFailure, { parts = [] }: FailedPost): boolean {
	const isRepeated = type === 'exception' || (type === 'timeout' && job === 'postSocial');
	const isLast = activity >= LAST_ACTIVITY + Number(parts.length > 1);
	return isRepeated && !isLast;
}

function getFacts(
	{ message, response, activity }: StoredFailure,
	{ parts = [] }: FailedPost,
): FailureFacts {
	const { settings = {}, image = [] } = parts[0] ?? {};
	const communities = Array.isArray(settings.subreddit) ? settings.subreddit : [];
	const { subreddit: first } = toObject(toObject(communities[0]).value);
	const [, rejecting = ''] = /^Reddit rejected the post to r\/([\w-]+)/.exec(message) ?? [];
	const firstSubreddit = String(first).replace(/^\/?r\//, '');
	const responseText = String(response ?? '');
	return {
		isFirstAttempt: FIRST_ACTIVITIES.includes(activity - Number(parts.length > 1)),
		hasAtMostOneStory: settings.post_type !== 'story' || image.length <= 1,
		hasAtMostOneCommunity: communities.length <= 1,
		isAboutFirstSubreddit:
			communities.length <= 1 || firstSubreddit.toLowerCase() === rejecting.toLowerCase(),
		hasAtMostTenFiles: image.length <= 10,
		hasNoThumbnail: isEmpty(settings.thumbnail),
		hasNoTextBackground: isEmpty(settings.text_format_preset_id),
		isForbidden: /forbidden|"status"\s*:\s*403/i.test(responseText),
		hasErrorCode190: /"code"\s*:\s*190\b/.test(responseText),
		hasNoErrorSubcode33: !/"error_subcode"\s*:\s*33\b/.test(responseText),
	};
}
