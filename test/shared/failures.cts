import { cases } from '../fixtures/recorded/failures.json';

/** Which job of the service fails, and the number of its activity: the later the try, the higher. */
interface Job {
	job?: string;
	activity?: number;
}

/** How a post fails. */
export type Failure = Job & Way;

type Way =
	/** Its network answers with a refusal; `type` is `bad_body` unless the sign-in is at fault. */
	| {
			message: string;
			type?: 'bad_body' | 'refresh_token' | 'disconnect';
			/** What the network answered, as it came. */
			answer?: string;
			/** At some networks, the step that failed stands where the network does. */
			step?: string;
	  }
	/** The job ends with an exception of this class. */
	| { exception: string; message: string }
	/** The job takes too long; whether the post is out is not known. */
	| { timesOut: true }
	/** The service stores these words, and nothing else. */
	| { plain: string };

const recorded = (title: string): string => cases.find((one) => one.title === title)!.error;

/** What Bluesky's refusals say: certainly nothing is online. */
export const REFUSED = 'Bluesky rejected the post, nothing was published';

/** Networks whose requests that publish are not named; others have their identifier there. */
const NAMELESS = ['linkedin', 'linkedin-page', 'reddit'];

/**
 * A failure as the service stores it with the post: a recorded one with these words. A text is the network's reason and
 * may be empty.
 */
export function storedFailure(how: Failure | string, identifier: string): string {
	const failure: Failure = typeof how === 'string' ? { message: how } : how;
	if ('plain' in failure) return failure.plain;
	const { job, activity } = failure;
	const ofJob = (key: string, value: unknown): unknown => {
		if (key === 'activityId') return String(activity ?? value);
		if (key !== 'activityType' || job === undefined) return value;
		return typeof value === 'string' ? job : { name: job };
	};
	if ('timesOut' in failure) return JSON.stringify(JSON.parse(recorded('timed out'), ofJob));
	const isException = 'exception' in failure;
	const model = recorded(isException ? 'an exception in the service' : 'nothing at all');
	const { cause } = JSON.parse(model) as { cause: { type: string; failure: { message: string } } };
	const type = isException ? failure.exception : (failure.type ?? 'bad_body');
	const answer = isException ? '' : (failure.answer ?? '{}');
	const step = isException ? undefined : failure.step;
	const named = NAMELESS.includes(identifier) ? '' : identifier;
	return JSON.stringify(
		JSON.parse(model, (key, value: unknown) => {
			if (key === 'message' && value === cause.failure.message) return failure.message;
			if (key === 'type' && value === cause.type) return type;
			if (key !== 'details' || !Array.isArray(value)) return ofJob(key, value);
			return value.map((detail: object) => ({
				...detail,
				identifier: step ?? named,
				json: answer,
			}));
		}),
	);
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
