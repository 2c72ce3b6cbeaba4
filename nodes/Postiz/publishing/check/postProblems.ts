import { providerName } from '../../providers';
import { getOrMake } from '../../values/getOrMake';
import { groupBy, joinFitting, listNames } from '../../values/lists';
import { count, sentences } from '../../values/words';
import {
	fit,
	fitSentences,
	MAX_DESCRIPTION,
	MAX_MESSAGE,
	Problem,
	shorten,
} from '../../values/problem';
import type { PlannedItem, PlannedPost } from '../types';

export interface PostProblem {
	/** Without the post, such as `503 of 280 characters`. */
	message: string;
	/** How to fix it, in a sentence. */
	remedy?: string;
	/** What only a person can do, in a sentence. */
	forPerson?: string;
	/** Something is missing, and a tool may have no field for it. */
	needsField?: boolean;
	/** It concerns the item as a whole, not only this channel. */
	isOfItem?: boolean;
	/** Other versions of Postiz may accept it: their limits and lists differ. */
	mayPass: boolean;
}

type Channel = Pick<PlannedPost['target'], 'identifier' | 'name' | 'provider'>;

/** A problem with the channel of its post. */
export type ProblemOfPost = [target: Channel, problem: PostProblem];

/** Returns how to name the channel of a problem: by its network if that is unambiguous. */
function namesOf(problems: ProblemOfPost[]): (target: Channel) => string {
	const targets = new Set(problems.map(([target]) => target));
	const namesakes = (target: Channel) =>
		[...targets].filter(({ identifier }) => identifier === target.identifier).length;
	return (target) => {
		const network = providerName(target.identifier);
		return namesakes(target) > 1 ? `${network} (${shorten(target.name, 40)})` : network;
	};
}

const namesIn = (problems: ProblemOfPost[]) => {
	const nameOf = namesOf(problems);
	return [...new Set(problems.map(([target]) => nameOf(target)))];
};

/** Problems by channel, such as `X: 503 of 280 characters`. Channels with the same problems are grouped. */
function describeEach(problems: ProblemOfPost[]): string[] {
	const nameOf = namesOf(problems);
	const byName = new Map<string, Set<string>>();
	for (const [target, { message }] of problems) {
		getOrMake(byName, nameOf(target), () => new Set()).add(message);
	}
	const channels = [...byName].map(([name, messages]) => ({ name, messages: [...messages] }));
	return groupBy(channels, ({ messages }) => messages.join('; ')).flatMap((alike) => {
		const [first = '', ...others] = alike[0].messages;
		return [
			`${listNames(
				alike.map(({ name }) => name),
				80,
			)}: ${first}`,
			...others,
		];
	});
}

/** Notes on posts, such as `X, LinkedIn: Alt Text is not published`. */
export const describeNotes = (posts: Array<Pick<PlannedPost, 'target' | 'notes'>>): string[] =>
	describeEach(
		posts.flatMap(({ target, notes = [] }) =>
			notes.map((message): ProblemOfPost => [target, { message, mayPass: true }]),
		),
	);

/** All problems in one {@link Problem}, with how to fix them, followed by `rest`; undefined if there are none. */
export function toProblem(
	problems: ProblemOfPost[],
	rest: string,
	restForModel = rest,
): Problem | undefined {
	if (problems.length === 0) return undefined;
	const sorted = [...problems].sort(([, one], [, other]) => weightOf(other) - weightOf(one));
	const advise = (isForModel: boolean, end: string) => {
		const room = MAX_DESCRIPTION - end.length - 1;
		const lines = joinFitting(describeRemedies(sorted, isForModel), '\n', room);
		const text = fitSentences(lines.text, room);
		return [text, end].filter(Boolean).join(text.includes('\n') ? '\n' : ' ');
	};
	const needy = problems.filter(([, { needsField }]) => needsField);
	const endForModel = sentences(needy.length > 0 && leaveOut(namesIn(needy)), restForModel);
	return new Problem(joinProblems(describeEach(sorted)), advise(false, rest), {
		forModel: advise(true, endForModel),
	});
}

/** How to fix a problem, in sentences. */
export const remedyOf = ({ remedy, forPerson }: PostProblem, isForModel = false): string =>
	sentences(remedy, !isForModel && forPerson);

/** What is certainly refused comes first, and of that what is missing. */
const weightOf = ({ mayPass, needsField }: PostProblem) => (mayPass ? 0 : 2) + (needsField ? 1 : 0);

/** The remedies of each channel as a line; alike ones together, and without the names if all are. */
function describeRemedies(problems: ProblemOfPost[], isForModel: boolean): string[] {
	const nameOf = namesOf(problems);
	const channels = groupBy(problems, ([target]) => nameOf(target)).map((own) => ({
		name: nameOf(own[0][0]),
		remedies: [...new Set(own.flatMap(([, problem]) => remedyOf(problem, isForModel) || []))].join(
			' ',
		),
	}));
	const groups = groupBy(channels, ({ remedies }) => remedies);
	if (groups.length === 1) return [groups[0]![0].remedies].filter(Boolean);
	return groups.flatMap((alike) => {
		const names = listNames(
			alike.map(({ name }) => name),
			80,
		);
		return alike[0].remedies === '' ? [] : [`${names}: ${alike[0].remedies}`];
	});
}

/** What a model can do if its tool lacks a field. */
const leaveOut = (names: string[]) =>
	`If this tool has no field for that, leave out ${listNames(names)}, or tell the person who made it.`;

/** As many problems as fit into a message, and how many more there are. */
export function joinProblems([first = '', ...others]: string[]): string {
	const { text, left } = joinFitting([fit(first, ROOM), ...others], '; ', ROOM);
	return left > 0 ? `${text} (and ${count(left, 'more problem')})` : text;
}

const ROOM = MAX_MESSAGE - ' (and 999 more problems)'.length;

/** Throws {@link toProblem}, if any. */
export function refuseProblems(...problems: Parameters<typeof toProblem>): void {
	const problem = toProblem(...problems);
	if (problem) throw problem;
}

/**
 * Throws {@link toProblem}, if any, unless the item leaves such channels out and others get the post: then, the item with
 * why. `mayPass`: other versions of Postiz may accept it.
 */
export function refuseOrLeaveOut(
	item: PlannedItem,
	problems: ProblemOfPost[],
	mayPass: boolean,
): PlannedItem {
	if (problems.length === 0) return item;
	const of = (post: PlannedPost) => problems.filter(([target]) => target === post.target);
	const isLeftOut = (post: PlannedPost) => post.action?.kind === 'leaveOut' || of(post).length > 0;
	if (
		!item.leavesOut ||
		problems.some(([, { isOfItem }]) => isOfItem) ||
		item.posts.every(isLeftOut)
	) {
		const rest = mayPass ? `${NOTHING_SENT} ${SKIP}` : NOTHING_SENT;
		refuseProblems(problems, rest, NOTHING_SENT);
	}
	const why = (own: ProblemOfPost[]) =>
		own
			.map(([, problem]) => sentences(`${problem.message}.`, remedyOf(problem, item.forModel)))
			.join(' ');
	const posts = item.posts.map((post) =>
		of(post).length > 0
			? { ...post, action: { kind: 'leaveOut' as const, why: why(of(post)) } }
			: post,
	);
	return { ...item, posts };
}

const NOTHING_SENT = 'Nothing was sent for this item.';
const SKIP = 'If your Postiz allows this, set the option Skip Validation.';
