/** How a post fails. */
export type Failure =
	/** Its network answers with a refusal; `type` is `bad_body` unless the sign-in is at fault. */
	| {
			message: string;
			type?: 'bad_body' | 'refresh_token' | 'disconnect';
			/** What the network answered, as it came. */
			answer?: string;
	  }
	/** The job ends with an exception of this class. */
	| { exception: string; message: string }
	/** The job takes too long; whether the post is out is not known. */
	| { timesOut: true }
	/** The service stores these words, and nothing else. */
	| { plain: string };

interface Parts {
	message: string;
	/** The class of the error. */
	name: string;
	/** What a failure of this kind has beside its message. */
	info: object;
	cause: object;
	/** `info` and `cause` as the failure of the job repeats them. */
	repeated: object;
	retryState: [number, string];
}

const JOB = 'postSocialPending';
const ACTIVITY_ID = '3';
const IDENTITY = '1@orchestrator';
const SOURCE = 'TypeScriptSDK';

const stackOf = (name: string, message: string) =>
	`${name}${message && `: ${message}`}\n    at PostActivity.${JOB} (post.activity.js:1:1)`;

/** Bytes as JSON writes an array of them: by their places. */
const bytesOf = (text: string) => ({ ...Buffer.from(text) });

function refusedParts(
	{ message, type = 'bad_body', answer = '{}' }: Extract<Failure, { answer?: string }>,
	identifier: string,
): Parts {
	const nonRetryable = true;
	const detail = { identifier, json: answer, body: '{}' };
	const payload = {
		metadata: { encoding: bytesOf('json/plain') },
		data: bytesOf(JSON.stringify(detail)),
	};
	const cause = { type, nonRetryable, details: [detail] };
	return {
		message,
		name: 'ApplicationFailure',
		info: {
			applicationFailureInfo: { type, nonRetryable, details: { payloads: [payload] } },
		},
		cause,
		repeated: cause,
		retryState: [2, 'NON_RETRYABLE_FAILURE'],
	};
}

function exceptionParts(message: string, type: string): Parts {
	const own = { type, nonRetryable: false };
	return {
		message,
		name: 'ApplicationFailure',
		info: { applicationFailureInfo: own },
		cause: { ...own, details: [] },
		repeated: own,
		retryState: [4, 'MAXIMUM_ATTEMPTS_REACHED'],
	};
}

const TIME_OUT: Parts = {
	message: 'activity StartToClose timeout',
	name: 'TimeoutFailure',
	info: { timeoutFailureInfo: { timeoutType: 1 } },
	cause: { timeoutType: 'START_TO_CLOSE' },
	repeated: { timeoutType: 'START_TO_CLOSE' },
	retryState: [3, 'TIMEOUT'],
};

function partsOf(failure: Exclude<Failure, { plain: string }>, identifier: string): Parts {
	if ('timesOut' in failure) return TIME_OUT;
	if ('exception' in failure) return exceptionParts(failure.message, failure.exception);
	return refusedParts(failure, identifier);
}

/** A failure as the service stores it with the post; a text is the network's reason and may be empty. */
export function storedFailure(how: Failure | string, identifier: string): string {
	const failure: Failure = typeof how === 'string' ? { message: how } : how;
	if ('plain' in failure) return failure.plain;
	const { message, name, info, cause, repeated, retryState } = partsOf(failure, identifier);
	const own = { message, stackTrace: stackOf(name, message), source: SOURCE, ...info };
	const [stateNumber, stateName] = retryState;
	const ofJob = 'Activity task failed';
	return JSON.stringify({
		cause: { failure: own, ...cause },
		failure: {
			message: ofJob,
			stackTrace: stackOf('ActivityFailure', ofJob),
			cause: own,
			source: SOURCE,
			activityFailureInfo: {
				cause: repeated,
				activityType: { name: JOB },
				activityId: ACTIVITY_ID,
				retryState: stateNumber,
				identity: IDENTITY,
			},
		},
		activityType: JOB,
		activityId: ACTIVITY_ID,
		retryState: stateName,
		identity: IDENTITY,
	});
}

/** The service's own sentence in what is stored, as its notifications tell it; may be empty. */
export function toldReason(stored: string): string {
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
