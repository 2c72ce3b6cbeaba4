import { groupBy } from './collections';
import {
	capitalize,
	continueSentence,
	formatCount,
	joinFitting,
	joinSentences,
	quote,
	shorten,
} from './text';

/** The max length of messages and descriptions in characters. */
export const MAX_MESSAGE = 200;
export const MAX_DESCRIPTION = 300;
/** The share of the message for the list of problems. */
const MAX_PROBLEM_LIST = MAX_MESSAGE - ' (and 999 more problems)'.length;

/** Sentences on how to fix a problem. `forPerson` is for people only, as a model doesn't see the form. */
export type Remedy = Array<string | { forPerson: PersonRemedy }>;

/** A sentence in lower case. With `or`, it is an alternative to the sentence before, and continues it. */
export type PersonRemedy = string | { or: string };

/** Creates a remedy from its parts. Drops empty parts. */
export const toRemedy = (remedy?: string, forPerson?: PersonRemedy): Remedy => [
	...(remedy ? [remedy] : []),
	...(forPerson ? [{ forPerson }] : []),
];

/** Returns the sentences that a person, or a model, can follow. */
export function joinRemedy(remedy: Remedy, { isForModel = false } = {}): string {
	const text = remedy.reduce<string>((joined, part) => {
		if (typeof part === 'string') return joinSentences(joined, part);
		if (isForModel) return joined;
		const { forPerson } = part;
		const isAlternative = typeof forPerson !== 'string';
		const sentence = isAlternative ? forPerson.or : forPerson;
		// There is no sentence to continue in a new line, or after the name of a channel.
		return isAlternative && /[^\n:]$/.test(joined)
			? joined.replace(/\.?$/, () => `, or ${sentence}`)
			: joinSentences(joined, capitalize(sentence));
	}, '');
	return text.replace(/ ?\n ?/g, '\n');
}

/** Merges remedies into one, each in its own line. */
export const mergeRemedies = (remedies: Remedy[]): Remedy =>
	remedies.flatMap((remedy, index) => (index > 0 ? ['\n', ...remedy] : remedy));

/** Details of a problem besides its message and remedy. */
interface ProblemDetails {
	/** The end of the remedy, which is shown however long the rest is. */
	closing?: Remedy;
	/** Only a person can solve the problem, so a model should tell one. */
	needsPerson?: boolean;
	/** The remedy says when, or after what, to run the workflow again. */
	hasRetryAdvice?: boolean;
	/** The status of the service's response, if there was one. */
	httpCode?: string;
	/** How long the service rejects requests, if it says so. */
	secondsToWait?: number;
	/**
	 * The problem affects all items: the service is unreachable, or fails for all. False at the hourly limit, which
	 * only delays.
	 */
	affectsAllItems?: boolean;
	/** A consequence of another failure, which should be reported instead. */
	isConsequence?: boolean;
}

/**
 * Explains a failure to the person who built the workflow: what went wrong, and what to change. `execution/nodeError.ts`
 * converts it to an error of n8n.
 */
export class Problem extends Error {
	override readonly name = 'Problem';
	readonly remedy: Remedy;
	readonly closing: Remedy;
	readonly needsPerson?: boolean;
	readonly hasRetryAdvice?: boolean;
	readonly httpCode?: string;
	readonly secondsToWait?: number;
	readonly affectsAllItems?: boolean;
	readonly isConsequence?: boolean;

	constructor(
		message: string,
		remedy: string | Remedy,
		{ forPerson, closing = [], ...details }: ProblemDetails & { forPerson?: PersonRemedy } = {},
	) {
		super(message);
		this.remedy = typeof remedy === 'string' ? toRemedy(remedy, forPerson) : remedy;
		this.closing = closing;
		Object.assign(this, details);
	}

	/** The whole remedy as a person reads it. */
	get description(): string {
		return joinRemedy([...this.remedy, ...this.closing]);
	}

	/** Returns a copy with these changes. Everything else stays, including the `closing`. */
	with(changes: ProblemDetails & { message?: string; remedy?: Remedy }): Problem {
		// The message of an error isn't enumerable.
		const { message = this.message, remedy, ...details } = { ...this, ...changes };
		return new Problem(message, remedy, details);
	}

	/** Like {@link with}, but drops what describes the old remedy: `needsPerson` and `hasRetryAdvice`. */
	withRemedy(remedy: Remedy, changes: ProblemDetails & { message?: string } = {}): Problem {
		return this.with({ needsPerson: undefined, hasRetryAdvice: undefined, ...changes, remedy });
	}
}

/** Creates the problem of an invalid value of the field with this label. */
export const createInvalidProblem = (
	label: string,
	value: unknown,
	remedy: string,
	forPerson?: PersonRemedy,
) => new Problem(`${label} cannot be ${quote(value)}`, remedy, { forPerson });

/** The problem of an empty field, mentioning that an expression may have returned nothing. */
export const createEmptyProblem = (message: string, remedy: string) =>
	new Problem(message, remedy, {
		forPerson: 'with an expression, check that every item has a value.',
	});

/** True for any failed request, because of one item or of all. `blocksFurtherRequests` is true if no other can follow. */
export const isRequestError = (error: unknown): boolean =>
	error instanceof Problem && (error.httpCode !== undefined || error.affectsAllItems === true);

/** For `catch`: returns a {@link Problem}, and rethrows anything else, as that is a bug in the node. */
export function toProblemOrRethrow(error: unknown): Problem {
	if (error instanceof Problem) return error;
	throw error;
}

/** For `catch`: ignores a {@link Problem}, and rethrows anything else. */
export function ignoreIfProblem(error: unknown): undefined {
	toProblemOrRethrow(error);
}

const BUG_ERRORS = /^(Type|Range|Reference|Syntax)Error$/;

/** Returns the message of an external error or a Problem. Rethrows bugs in the node. */
export function getMessageUnlessBug(error: unknown): string {
	const { name, message } = Object(error) as { name?: unknown; message?: unknown };
	if (typeof message !== 'string' || BUG_ERRORS.test(String(name))) throw error;
	return message;
}

/** For `catch`: ignores all errors, including a Problem, but rethrows bugs in the node. */
export function ignoreUnlessBug(error: unknown): undefined {
	getMessageUnlessBug(error);
}

/**
 * Joins as many messages as fit into one, and counts the other problems. A first message that just fits isn't cut.
 */
export function joinMessages([first = '', ...others]: string[]): string {
	if (first.length >= MAX_PROBLEM_LIST && first.length < MAX_MESSAGE) return first;
	const { text, remainingCount } = joinFitting(
		[shorten(first, MAX_PROBLEM_LIST - 1), ...others],
		'; ',
		MAX_PROBLEM_LIST,
	);
	return remainingCount > 0 ? `${text} (and ${formatCount(remainingCount, 'more problem')})` : text;
}

/** Appends a second problem to the message and the remedy of a problem, of which no other details stay. */
export const appendProblem = (problem: Problem, { message, remedy, closing }: Problem): Problem =>
	new Problem(`${problem.message}; ${continueSentence(message)}`, [
		...problem.remedy,
		'\n',
		...remedy,
		...closing,
	]);

/**
 * Merges the problems of an item, with a line of remedies per name. Undefined if there are none. Not for failed requests,
 * as several problems lose details such as `httpCode`.
 */
export function mergeProblems(
	problems: Array<[name: string, problem: Problem]>,
): Problem | undefined {
	const [[, first] = [], ...others] = problems;
	if (!first || others.length === 0) return first;
	const messages = problems.map(([, { message }]) => message);
	const groups = groupBy(problems, ([, { description }]) => description);
	const lines = groups.map((group): Remedy => {
		const names = group.map(([name]) => quote(name)).join(', ');
		const [[, { remedy, closing }]] = group;
		return [...(groups.length > 1 ? [`${names}:`] : []), ...remedy, ...closing];
	});
	return new Problem(
		joinMessages([first.message, ...messages.slice(1).map(continueSentence)]),
		mergeRemedies(lines),
		{
			// A model can do something if only some need a person.
			needsPerson: problems.every(([, problem]) => problem.needsPerson),
			hasRetryAdvice: problems.some(([, problem]) => problem.hasRetryAdvice),
		},
	);
}
