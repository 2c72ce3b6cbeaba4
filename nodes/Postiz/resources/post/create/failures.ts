import {
	isCreated,
	isFailed,
	type CreatedOutcome,
	type FailedOutcome,
	type FailureReason,
	type Outcome,
} from '../../../publishing/deliver/requests';
import { describeWait } from '../../../transport/explain';
import { itemNumbers } from '../../../values/itemNumbers';
import { listNames } from '../../../values/lists';
import { count, sentences, wasOrWere } from '../../../values/plural';
import {
	adviceForModel,
	fitSentences,
	MAX_DESCRIPTION,
	shorten,
	type Problem,
} from '../../../values/problem';

const MAX_NAMES = 100;
const MAX_IDS = 3;
const MAX_NUMBERS = 40;

/** The IDs of the first posts. The output, or `outcomes` of the error, has all of them. */
function idsOf(created: CreatedOutcome[]): string {
	const ids = created.slice(0, MAX_IDS).map(({ postId }) => postId);
	return [...ids, ...(created.length > MAX_IDS ? ['…'] : [])].join(', ');
}

/** Like {@link itemNumbers}, cut to a readable length. */
const shortItemNumbers = (indexes: Iterable<number>) => shorten(itemNumbers(indexes), MAX_NUMBERS);

/** The index of a post's item. */
export const itemOf = ({ post }: Outcome) => post.itemIndex;

/** Reasons that say everything about the item. */
const SAID_ALONE: FailureReason[] = ['refused', 'unknown', 'expired'];

/** A problem that ends the node, with what happened to the other items. */
export function withRest(problem: Problem, rest: string): Problem {
	const room = Math.max(MIN_ADVICE, MAX_DESCRIPTION - rest.length - 2);
	return problem.with({ description: sentences(fitSentences(problem.description, room), rest) });
}

/** The min number of characters of the advice to keep. */
const MIN_ADVICE = 60;

// First what may have been created, then the cause: the other items are only unsent because of it.
const BY_WEIGHT: FailureReason[] = ['unknown', 'refused', 'expired', 'limited', 'unsent'];

/** The most important of several failures. */
export function mainFailure(failures: FailedOutcome[]): FailedOutcome {
	return failures.reduce((main, failure) =>
		BY_WEIGHT.indexOf(failure.reason) < BY_WEIGHT.indexOf(main.reason) ? failure : main,
	);
}

/** The failure of an item whose posts were partly created by an earlier try. */
export function inPart(problem: Problem, created: CreatedOutcome[], advice: string): Problem {
	return problem.with({
		message: `Postiz has ${count(created.length, 'post')} of this item, but not all: ${problem.message}`,
		description: sentences(`It has ${idsOf(created)}.`, advice, problem.description),
		forModel: sentences(`It has ${idsOf(created)}.`, advice, adviceForModel(problem)),
	});
}

/** Merges the failures of an item: names the created posts, and what to do about the others. */
export function failureOfItem(outcomes: Outcome[], advice: string): FailedOutcome {
	const failures = outcomes.filter(isFailed);
	const main = mainFailure(failures);
	const created = outcomes.filter(isCreated);
	if (created.length === 0) {
		const isOpen = main.reason === 'unknown' && !main.draft && !main.start;
		if (!isOpen) return main;
		const forModel = main.forModel && sentences(main.forModel, advice);
		return { ...main, description: sentences(main.description, advice), forModel };
	}
	const isStuck = ({ draft, start }: FailedOutcome) => (draft ?? start) !== undefined;
	const missing = failures.filter((failure) => !isStuck(failure));
	const stuck = failures.filter(isStuck);
	const when = main.retryAfter === undefined ? '' : ` Wait ${describeWait(main.retryAfter)}.`;
	const look = missing.some(({ reason }) => reason === 'unknown')
		? ' Some of these may exist, too.'
		: '';
	return {
		...main,
		message: `Postiz has ${created.length} of the ${outcomes.length} posts of this item: ${main.unclear?.cause.message ?? main.message}`,
		forModel: undefined,
		description: sentences(
			`It has ${idsOf(created)}.`,
			missing.length > 0 &&
				sentences(
					`These are missing: ${listNames(
						missing.map(({ post }) => post.target.label),
						MAX_NAMES,
					)}.${look}${when}`,
					advice,
				),
			...stuck.map(({ description }) => description),
		),
	};
}

/** A sentence about the posts that were created before the node ended; empty if none. */
function describeCreated(outcomes: CreatedOutcome[], hasSeveralItems: boolean): string {
	const { length } = outcomes;
	if (length === 0) return '';
	const indexes = new Set(outcomes.map(itemOf));
	const items = `item${indexes.size === 1 ? '' : 's'} ${shortItemNumbers(indexes)}`;
	return `${count(length, 'post')} ${wasOrWere(length)} created before (${hasSeveralItems ? items : idsOf(outcomes)}).`;
}

interface Rest {
	/** The number of input items. */
	items: number;
	/** True if the item with this index has posts that existed before. */
	isThere: (index: number) => boolean;
	/** How to send the rest. */
	advice: string;
	/** The failure that ends the node, if it is one of the outcomes. */
	main?: FailedOutcome;
}

/** What happened to the other items when one ends the node, in sentences. */
export function describeRest(outcomes: Outcome[], { items, isThere, advice, main }: Rest): string {
	const indexes = [...Array(items).keys()];
	const numbers = (some: number[]) => (items > 1 ? ` (${shortItemNumbers(some)})` : '');
	const failures = outcomes.filter(isFailed);
	const posts = outcomes.filter(isCreated);
	const created = new Set(posts.map(itemOf));
	const failed = new Set(failures.map(itemOf));
	const unclear = new Set(failures.filter(({ reason }) => reason === 'unknown').map(itemOf));
	const mainIndex = main && itemOf(main);
	const isSaidByMain = (index: number) =>
		index === mainIndex && (SAID_ALONE.includes(main!.reason) || created.has(index));
	const rest = indexes.filter((index) => !unclear.has(index) && !isSaidByMain(index));
	const inPart = rest.filter((index) => created.has(index) && failed.has(index));
	const unsent = rest.filter(
		(index) => !created.has(index) && (failed.has(index) || !isThere(index)),
	);
	const others = [...unclear].filter((index) => index !== mainIndex);
	return sentences(
		describeCreated(posts, items > 1),
		others.length > 0 &&
			`${count(others.length, 'more item')} ${others.length === 1 ? 'is' : 'are'} unclear${numbers(others)}: Postiz may have them.`,
		inPart.length > 0 &&
			`${count(inPart.length, 'item')} ${wasOrWere(inPart.length)} published only in part${numbers(inPart)}.`,
		unsent.length > 0 &&
			`${count(unsent.length, 'item')} ${wasOrWere(unsent.length)} not sent${numbers(unsent)}.`,
		(created.size > 0 || others.length > 0) && !main?.description.includes(advice) && advice,
	);
}
