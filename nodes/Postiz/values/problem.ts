/** How long a message and a description are, in characters: nobody reads more. */
export const MAX_MESSAGE = 200;
export const MAX_DESCRIPTION = 300;

/** A failure in words for the person who built the workflow: what went wrong, and what to change. */
export interface Explanation {
	message: string;
	description: string;
	/** What an AI agent reads instead of a description that speaks of the form: a model sees only its tool. */
	forModel?: string;
	/** The status of the service's answer, if an answer is what went wrong. */
	httpCode?: string;
	/** The service could not be asked. */
	isUnanswered?: boolean;
	/** It only failed because another one did: never the first to report. */
	isFollowUp?: boolean;
	/** What failed may have been done anyway. */
	isUnclear?: boolean;
}

/** An {@link Explanation} on its way up: `transport/nodeError.ts` makes it an error of n8n. */
export class Problem extends Error implements Explanation {
	override readonly name = 'Problem';
	readonly forModel?: string;
	readonly httpCode?: string;
	readonly isFollowUp?: boolean;
	readonly isUnclear?: boolean;
	readonly isUnanswered?: boolean;

	constructor(
		message: string,
		readonly description: string,
		more: Omit<Explanation, 'message' | 'description'> = {},
	) {
		super(message);
		Object.assign(this, more);
	}

	static from({ message, description, ...more }: Explanation): Problem {
		return new Problem(message, description, more);
	}

	/** The same failure, by its status, in other words. */
	with({ message = this.message, description, forModel }: Partial<Explanation>): Problem {
		const { httpCode, isUnanswered } = this;
		const own = description === undefined ? this.forModel : undefined;
		return new Problem(message, description ?? this.description, {
			forModel: forModel ?? own,
			httpCode,
			isUnanswered,
		});
	}
}

/** What a model can do about what its tool has no field for. */
export const FOR_MAKER = 'Tell the person who made this tool.';

/** What to do, as a model reads it. */
export const adviceForModel = ({ forModel, description }: Explanation): string =>
	forModel ?? description;

/** True for what went wrong between n8n and the service, so that it says nothing of an item. */
export const isOfService = ({ httpCode, isUnanswered }: Problem): boolean =>
	httpCode !== undefined || isUnanswered === true;

/** The problem that was caught. Throws on whatever else it is, as that is a mistake of the node. */
export function caughtProblem(error: unknown): Problem {
	if (error instanceof Problem) return error;
	throw error;
}

/** Nothing in place of what failed, for `catch`. Throws on whatever is no {@link Problem}. */
export function ignoreProblem(error: unknown): undefined {
	caughtProblem(error);
}

const MISTAKES = /^(Type|Range|Reference|Syntax)Error$/;

/** What an error from outside of the node says. A mistake in the code itself is thrown again. */
export function outsideMessage(error: unknown): string {
	const { name, message } = Object(error) as { name?: unknown; message?: unknown };
	if (typeof message !== 'string' || MISTAKES.test(String(name))) throw error;
	return message;
}

/** Nothing in place of what failed outside of the node, for `catch`. Throws on a mistake in the code itself. */
export function ignoreOutside(error: unknown): undefined {
	outsideMessage(error);
}

/** A value in quotation marks for a sentence: never long, and without the secrets of addresses. */
export function quote(value: unknown): string {
	const text = hideSecrets(typeof value === 'object' ? jsonOf(value) : String(value));
	return `“${shorten(text, 80)}”`;
}

function jsonOf(value: object | null): string {
	try {
		return JSON.stringify(value);
	} catch {
		// It holds itself, or is nested too deep.
		return Array.isArray(value) ? '[…]' : '{…}';
	}
}

/** The start of a text, without user names, passwords and what follows `?` or `#` in addresses. */
export function hideSecrets(text: string): string {
	// Searching all of a huge text for the few characters that are shown would take too long.
	return text
		.slice(0, 2000)
		.replace(/:\/\/[^\s/?#@"]*@/g, '://')
		.replace(/(:\/\/[^\s?#"]*)[?#][^\s"]*/g, '$1');
}

/** The address of a file for a sentence: query strings and user names can be secrets. */
export function shortUrl(url: string): string {
	return shorten(hideSecrets(url), 120);
}

/** A text of at most `max` characters, with an ellipsis if it is cut. */
export const fit = (text: string, max: number) =>
	text.length > max ? shorten(text, max - 1) : text;

/** As many sentences of a text as fit into `max` characters, or the start of the first. */
export function fitSentences(text: string, max: number): string {
	if (text.length <= max) return text;
	const end = Math.max(
		...['. ', '.” ', '? '].map((mark) => text.lastIndexOf(mark, max) + mark.length - 1),
	);
	return end > 1 ? text.slice(0, end).trimEnd() : fit(text, max);
}

/** The first `max` characters of a text, with an ellipsis if there are more. */
export function shorten(text: string, max: number): string {
	return text.length > max ? `${text.slice(0, max)}…` : text;
}
