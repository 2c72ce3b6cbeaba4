import type { IDataObject } from 'n8n-workflow';

import { HOUR_MS } from '../common/date';
import { extractId, isEmpty, isObject, getProperties, tryParseJson } from '../common/parseValue';
import { getCertainFailures } from '../networks/certainFailures';
import type { FailureFacts, FailureRule, TextPattern } from '../networks/failureRule';
import type { ListedPost } from '../transport/apiTypes';
import type { CalendarPost } from './calendarPost';

/** A failed post: its parts, none if they can't be read, and what is listed of it. */
export type FailedPost = Pick<CalendarPost, 'parts'> & Partial<ListedPost>;

/** A failure as Postiz stores it (docs/api.md, Reason of a failure). */
export interface StoredFailure {
	type: 'bad_body' | 'refresh_token' | 'exception' | 'timeout' | 'plain';
	/** The message of Postiz, or of the exception. */
	message: string;
	/** The class of an exception. */
	exception: string;
	/** The network's own response, as it came. */
	response: unknown;
	/** The network, or the step that failed. */
	step: string;
	/** The job that failed, and the number of its activity: the later the attempt, the higher. */
	job: string;
	activity: number;
}

/** Types of the service's own; others are classes of exceptions. */
const SERVICE_TYPES = ['bad_body', 'refresh_token', 'disconnect'];
const JOB_TIMED_OUT = /ToClose timeout|"timeoutType":\s*"/i;
const MAX_DEPTH = 8;

/** Reads a failure as it is stored with a post. */
export function parseStoredFailure(error: string): StoredFailure {
	const stored = tryParseJson(error);
	const causes = getCauses(stored);
	const cause = causes.find(({ type }) => SERVICE_TYPES.includes(String(type))) ?? causes[0] ?? {};
	const message = isObject(cause.failure) ? cause.failure.message : cause.message;
	const detail = getProperties([cause.details].flat()[0]);
	const { activityType, activityId } = [getProperties(stored), ...causes].find(
		(failure) => typeof failure.activityType === 'string',
	) ?? { activityType: '' };
	return {
		type: getFailureType(error, causes.length > 0 ? String(cause.type) : undefined),
		message: causes.length > 0 ? String(message ?? '') : error,
		exception: String(cause.type),
		response: detail.json,
		step: extractId(detail.identifier),
		job: String(activityType),
		activity: Number(activityId ?? NaN),
	};
}

function getFailureType(error: string, type: string | undefined): StoredFailure['type'] {
	if (JOB_TIMED_OUT.test(error)) return 'timeout';
	if (type === undefined) return 'plain';
	if (type === 'bad_body') return type;
	return SERVICE_TYPES.includes(type) ? 'refresh_token' : 'exception';
}

/** The chain of causes of a failure, outermost first; empty for anything else. */
function getCauses(stored: unknown): IDataObject[] {
	const causes: IDataObject[] = [];
	let { cause } = getProperties(stored);
	while (isObject(cause) && causes.length < MAX_DEPTH) {
		causes.push(cause);
		({ cause } = cause);
	}
	return causes;
}

/** Plain texts after which nothing is online, in lower case. */
const NOTHING_ONLINE_TEXTS = ['refresh channel needed', 'channel disabled', 'no post'];
/** Jobs that follow once the post is online. */
const JOBS_AFTER_PUBLISHING = ['postComment', 'updatePost', 'inAppNotification'];
/** Words of a network, or of Postiz, after which the post may be online even though it was rejected. */
const DOUBTFUL =
	/already|duplicate|exists|may have|unavailable|expired|not found|unknown error[, ]|spam|blocked|restrict|obtain activity|not confirm|transcoding|too long to answer|valid post response|could not publish|"is_transient"\s*:\s*true/i;
/** The service gives no message. */
const NO_MESSAGE = /^(?:unknown error)?$/i;
/** In characters. */
const MAX_READ = 20_000;

/**
 * Whether a failed post is online: `no` only if that is certain, and `stillTrying` while Postiz goes on with it. `now` is
 * in ms by the service's clock.
 */
export function findOnlineState(
	failure: StoredFailure,
	post: FailedPost,
	now: number,
): 'no' | 'maybe' | 'yes' | 'stillTrying' {
	const { type, job, message } = failure;
	const isOnline = [post, ...post.parts.slice(0, 1)].some(
		({ releaseURL, releaseId }) => releaseURL || releaseId,
	);
	if (isOnline || JOBS_AFTER_PUBLISHING.includes(job)) return 'yes';
	if (type === 'plain')
		return NOTHING_ONLINE_TEXTS.includes(message.toLowerCase()) ? 'no' : 'maybe';
	if (isStillTrying(failure, post, now)) return 'stillTrying';
	const facts = getFacts(failure, post);
	const isCertain = getCertainFailures(getNetwork(failure, post)).some((rule) =>
		appliesTo(rule, failure, facts),
	);
	return isCertain ? 'no' : 'maybe';
}

/** The network's identifier. */
export const getNetwork = ({ step }: StoredFailure, { integration, parts }: FailedPost): string =>
	integration?.providerIdentifier ?? parts[0]?.network ?? step;

function appliesTo(
	{ type, jobs, requires = [], messages, responses, steps }: FailureRule,
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
			(!DOUBTFUL.test(message) && !DOUBTFUL.test(response) && matchesAny(responses, response))) &&
		(!steps ||
			(NO_MESSAGE.test(message.trim()) && !DOUBTFUL.test(response) && steps.includes(step)))
	);
}

const matchesAny = (patterns: TextPattern[], text: string) =>
	patterns.some((pattern) =>
		typeof pattern === 'string' ? text.includes(pattern) : pattern.test(text),
	);

/** The service starts the job of an exception five times; each time, the number of its activity is higher by two. */
const LAST_ACTIVITY = 10;
const FIRST_ACTIVITIES = [2, 3];

/** After an exception, the job begins again; in older releases also after a time-out. */
function isStillTrying(
	{ type, job, activity }: StoredFailure,
	{ parts }: FailedPost,
	now: number,
): boolean {
	const isRepeated = type === 'exception' || (type === 'timeout' && job === 'postSocial');
	const isLast = activity >= LAST_ACTIVITY + Number(parts.length > 1);
	return isRepeated && !isLast && (parts[0]?.updatedAt ?? now) + HOUR_MS > now;
}

function getFacts(
	{ message, response, activity }: StoredFailure,
	{ parts }: FailedPost,
): FailureFacts {
	const { settings = {}, image = [] } = parts[0] ?? {};
	const communities = Array.isArray(settings.subreddit) ? settings.subreddit : [];
	const { subreddit: first } = getProperties(getProperties(communities[0]).value);
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
