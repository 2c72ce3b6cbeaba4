import { cases } from '../fixtures/recorded/failures.json';

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

const recorded = (title: string): string => cases.find((one) => one.title === title)!.error;

/**
 * A failure as the service stores it with the post: a recorded one with these words. A text is the network's reason and
 * may be empty.
 */
export function storedFailure(how: Failure | string, identifier: string): string {
	const failure: Failure = typeof how === 'string' ? { message: how } : how;
	if ('plain' in failure) return failure.plain;
	if ('timesOut' in failure) return recorded('timed out');
	const isException = 'exception' in failure;
	const model = recorded(isException ? 'an exception in the service' : 'nothing at all');
	const { cause } = JSON.parse(model) as { cause: { type: string; failure: { message: string } } };
	const type = isException ? failure.exception : (failure.type ?? 'bad_body');
	const answer = isException ? '' : (failure.answer ?? '{}');
	return JSON.stringify(
		JSON.parse(model, (key, value: unknown) => {
			if (key === 'message' && value === cause.failure.message) return failure.message;
			if (key === 'type' && value === cause.type) return type;
			if (key !== 'details' || !Array.isArray(value)) return value;
			return value.map((detail: object) => ({ ...detail, identifier, json: answer }));
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
