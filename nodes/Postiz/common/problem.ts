import { joinFitting } from './lists';
import { formatCount, joinSentences, takeStart } from './wording';

/** The max length of messages and descriptions in characters. */
export const MAX_MESSAGE = 200;
export const MAX_DESCRIPTION = 300;

/** What a model can do where only a person can change something. */
const TELL_THE_MAKER = 'Tell the person who built this tool.';

/** What to change: first what concerns all, then what only a person can do, who sees the form. */
export const advice = (forAll: string, forPerson?: string): string =>
	joinSentences(forAll, forPerson && `In the node: ${forPerson}`);

/** Such a sentence, up to the next one. */
const FOR_PERSON_SENTENCE = /\s*\bIn the node: .*?[.”](?=\s[A-Z“]|\n|$)/g;

/** A text as a model is shown it, which sees no form. */
export function forTool(text: string): string {
	const seen = text.replace(FOR_PERSON_SENTENCE, '').trim();
	return seen === text
		? text
		: joinSentences(seen, seen && 'Or tell the person who built this tool.');
}

/**
 * Explains a failure to the person who built the workflow: what went wrong, and what to change. `transport/nodeError.ts`
 * converts it to an error of n8n.
 */
export class Problem extends Error {
	override readonly name = 'Problem';
	readonly description: string;
	/** Only a person can do anything about it: a model is told to call one. */
	readonly isForPerson?: boolean;
	/** The status of the service's answer, if there was one. */
	readonly httpCode?: string;
	/** The service couldn't be reached, or answers nobody. */
	readonly isUnanswered?: boolean;
	/** A consequence of another failure, which should be reported instead. */
	readonly isFollowUp?: boolean;

	constructor(
		message: string,
		description: string,
		{ forPerson, ...more }: { forPerson?: string } & Partial<Problem> = {},
	) {
		super(message);
		this.description = advice(description, forPerson);
		Object.assign(this, more);
	}

	/** The same failure in other words, or with more known of it. */
	with({
		message = this.message,
		description = this.description,
		httpCode = this.httpCode,
		isUnanswered = this.isUnanswered,
	}: Partial<Problem>): Problem {
		// Another advice may be one that a model can follow.
		const isForPerson = description.includes(this.description) ? this.isForPerson : undefined;
		return new Problem(message, description, { isForPerson, httpCode, isUnanswered });
	}
}

/** The advice of a problem, for models. */
export const adviceForModel = ({ description, isForPerson, isUnanswered }: Problem): string =>
	isForPerson !== true
		? forTool(description)
		: joinSentences(isUnanswered && 'Try again later. If that fails, too:', TELL_THE_MAKER);

/** True for failures between n8n and the service, which say nothing about the item. */
export const isServiceProblem = ({ httpCode, isUnanswered }: Problem): boolean =>
	httpCode !== undefined || isUnanswered === true;

/** Returns a caught problem. Rethrows anything else, which is a bug in the node. */
export function asProblem(error: unknown): Problem {
	if (error instanceof Problem) return error;
	throw error;
}

/** For `catch`: ignores a {@link Problem}, and rethrows anything else. */
export function ignoreProblem(error: unknown): undefined {
	asProblem(error);
}

const BUG_ERRORS = /^(Type|Range|Reference|Syntax)Error$/;

/** The message of an error from outside the node. Rethrows bugs in the node. */
export function externalErrorMessage(error: unknown): string {
	const { name, message } = Object(error) as { name?: unknown; message?: unknown };
	if (typeof message !== 'string' || BUG_ERRORS.test(String(name))) throw error;
	return message;
}

/** For `catch`: ignores an error from outside the node, and rethrows bugs in the node. */
export function ignoreExternal(error: unknown): undefined {
	externalErrorMessage(error);
}

/** Quotes a value in a message, shortened and without secrets of web addresses. */
export function quote(value: unknown): string {
	const text = hideSecrets(typeof value === 'object' ? toJson(value) : String(value));
	return `“${shorten(text, 80)}”`;
}

function toJson(value: object | null): string {
	try {
		return JSON.stringify(value);
	} catch {
		// It contains itself, or is nested too deep.
		return Array.isArray(value) ? '[…]' : '{…}';
	}
}

/** Removes user names, passwords, query strings and fragments from addresses in a text. */
export function hideSecrets(text: string): string {
	// Processing all of a huge text would be slow, and only its start is shown.
	return text
		.slice(0, 2000)
		.replace(/:\/\/[^\s/?#@"]*@/g, '://')
		.replace(/(:\/\/[^\s?#"]*)[?#][^\s"]*/g, '$1');
}

/** The address of a file in a message, without secrets. */
export function shortUrl(url: string): string {
	return shorten(hideSecrets(url), 120);
}

/** As many sentences as fit into `max` characters, or the start of the first one. */
export function fitSentences(text: string, max: number): string {
	if (text.length <= max) return text;
	const end = Math.max(
		...['. ', '.” ', '? '].map((mark) => text.lastIndexOf(mark, max) + mark.length - 1),
	);
	return end > 1 ? text.slice(0, end).trimEnd() : shorten(text, max - 1);
}

/** Cuts a text to at most `max` code units and an ellipsis, but never inside a character. */
export function shorten(text: string, max: number): string {
	return text.length > max ? `${takeStart(text, max)}…` : text;
}

/** As many problems as fit into a message, and how many more there are. */
export function joinProblems([first = '', ...others]: string[]): string {
	const { text, left } = joinFitting([shorten(first, ROOM - 1), ...others], '; ', ROOM);
	return left > 0 ? `${text} (and ${formatCount(left, 'more problem')})` : text;
}

const ROOM = MAX_MESSAGE - ' (and 999 more problems)'.length;
