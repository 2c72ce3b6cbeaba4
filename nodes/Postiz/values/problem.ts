/** A failure in words for the person who built the workflow: what went wrong, and what to change. */
export interface Explanation {
	message: string;
	description: string;
	/** The status of the service's answer, if an answer is what went wrong. */
	httpCode?: string;
	/** It only failed because another one did: never the first to report. */
	isFollowUp?: boolean;
	/** What failed may have been done all the same. */
	isUnclear?: boolean;
}

/**
 * An {@link Explanation} on its way up: thrown wherever something fails, and turned into an n8n
 * error in one place, `transport/nodeError.ts`.
 */
export class Problem extends Error implements Explanation {
	readonly description: string;

	readonly httpCode?: string;

	readonly isFollowUp?: boolean;

	readonly isUnclear?: boolean;

	constructor(
		message: string,
		description: string,
		more: Omit<Explanation, 'message' | 'description'> = {},
	) {
		super(message);
		this.name = 'Problem';
		this.description = description;
		this.httpCode = more.httpCode;
		this.isFollowUp = more.isFollowUp;
		this.isUnclear = more.isUnclear;
	}

	/** The problem that an explanation describes. */
	static from({ message, description, ...more }: Explanation): Problem {
		return new Problem(message, description, more);
	}
}

/** The problem that was caught. Throws on whatever else it is, as that is a mistake of the node. */
export function caughtProblem(error: unknown): Problem {
	if (error instanceof Problem) return error;
	throw error;
}

/**
 * What an error of something outside of the node says. A mistake in the code itself is thrown again: it
 * is never told as a failure of a service or a file.
 */
export function outsideMessage(error: unknown): string {
	const { name, message } = Object(error) as { name?: unknown; message?: unknown };
	if (typeof message !== 'string' || MISTAKES.test(String(name))) throw error;
	return message;
}

const MISTAKES = /^(Type|Range|Reference|Syntax)Error$/;
