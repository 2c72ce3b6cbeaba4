import type { IDataObject } from 'n8n-workflow';

import { tryParseJson } from '../../common/parseJson';
import { extractId } from '../../common/parseText';
import { isObject, toObject } from '../../common/value';
import type { CalendarPost } from '../calendarPost';

/** A failed post: its listed fields, and its public parts if they are readable. */
export type FailedPost = Partial<CalendarPost>;

/** A failure as Postiz stores it (docs/api.md, Reason of a failure). */
export interface StoredFailure {
	type: 'bad_body' | 'refresh_token' | 'exception' | 'timeout' | 'plain';
	/** The message of Postiz or of the exception. */
	message: string;
	/** The class of an exception. */
	exception: string;
	/** The network's own response. */
	response: unknown;
	/** The network or the step that failed. */
	step: string;
	/** The job that failed, and its activity number, which is higher in later attempts. */
	job: string;
	activity: number;
}

/** Types that the service itself sets. Other types are classes of exceptions. */
const SERVICE_TYPES = ['bad_body', 'refresh_token', 'disconnect'];
const JOB_TIMED_OUT = /ToClose timeout|"timeoutType":\s*"/i;
const MAX_DEPTH = 8;

/** Parses the `error` of a post. */
export function parseStoredFailure(error: string): StoredFailure {
	const stored = tryParseJson(error);
	const causes = getCauses(stored);
	const cause = causes.find(({ type }) => SERVICE_TYPES.includes(String(type))) ?? causes[0] ?? {};
	const message = isObject(cause.failure) ? cause.failure.message : cause.message;
	const detail = toObject([cause.details].flat()[0]);
	const { activityType, activityId } = [toObject(stored), ...causes].find(
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

/** Returns the chain of causes of a failure, outermost first. */
function getCauses(stored: unknown): IDataObject[] {
	const causes: IDataObject[] = [];
	let { cause } = toObject(stored);
	while (isObject(cause) && causes.length < MAX_DEPTH) {
		causes.push(cause);
		({ cause } = cause);
	}
	return causes;
}

/** The network's identifier. */
export const getNetworkOfFailure = (
	{ step }: StoredFailure,
	{ integration, parts }: FailedPost,
): string => integration?.providerIdentifier ?? parts?.[0]?.network ?? step;
