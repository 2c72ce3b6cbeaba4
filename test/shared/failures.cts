import { cases } from '../fixtures/recorded/failures.json';

/** The failed job of the service, and the number of its activity, which grows with each try. */
interface FailedJob {
	job?: string;
	activity?: number;
}

/** How a post fails. */
export type Failure = FailedJob & FailureKind;

type FailureKind =
	/** Its network rejects it; `type` is `bad_body` unless the sign-in failed. */
	| {
			message: string;
			type?: 'bad_body' | 'refresh_token' | 'disconnect';
			/** The original answer of the network. */
			answer?: string;
			/** The failed step, which some networks have in place of their name. */
			step?: string;
	  }
	/** The job ends with an exception of this class. */
	| { exception: string; message: string }
	/** The job takes too long, so it is unknown whether the post is online. */
	| { timesOut: true }
	/** The service stores only these words. */
	| { plain: string };

const getRecordedError = (title: string): string =>
	cases.find((recorded) => recorded.title === title)!.error;

/** Bluesky's message for posts that are certainly not online. */
export const REJECTED = 'Bluesky rejected the post, nothing was published';

/** Networks without a name in their requests; others have their identifier there. */
const NAMELESS = ['linkedin', 'linkedin-page', 'reddit'];

/**
 * A failure as the service stores it with the post: a recorded one with these words. A text is the network's reason and
 * may be empty.
 */
export function createStoredFailure(how: Failure | string, identifier: string): string {
	const failure: Failure = typeof how === 'string' ? { message: how } : how;
	if ('plain' in failure) return failure.plain;
	const { job, activity } = failure;
	const replaceJob = (key: string, value: unknown): unknown => {
		if (key === 'activityId') return String(activity ?? value);
		if (key !== 'activityType' || job === undefined) return value;
		return typeof value === 'string' ? job : { name: job };
	};
	if ('timesOut' in failure)
		return JSON.stringify(JSON.parse(getRecordedError('timed out'), replaceJob));
	const isException = 'exception' in failure;
	const model = getRecordedError(isException ? 'an exception in the service' : 'nothing at all');
	const { cause } = JSON.parse(model) as { cause: { type: string; failure: { message: string } } };
	const type = isException ? failure.exception : (failure.type ?? 'bad_body');
	const answer = isException ? '' : (failure.answer ?? '{}');
	const step = isException ? undefined : failure.step;
	const named = NAMELESS.includes(identifier) ? '' : identifier;
	return JSON.stringify(
		JSON.parse(model, (key, value: unknown) => {
			if (key === 'message' && value === cause.failure.message) return failure.message;
			if (key === 'type' && value === cause.type) return type;
			if (key !== 'details' || !Array.isArray(value)) return replaceJob(key, value);
			return value.map((detail: object) => ({
				...detail,
				identifier: step ?? named,
				json: answer,
			}));
		}),
	);
}

/** The service's own message in a stored failure, as in its notifications; may be empty. */
export function readFailureReason(stored: string): string {
	try {
		const { cause, message } = JSON.parse(stored) as {
			cause?: { failure: { message: string } };
			message: string;
		};
		return cause ? cause.failure.message : message;
	} catch {
		return stored;
	}
}
