import { providerName } from '../../providers';
import { getOrMake } from '../../values/getOrMake';
import { groupBy } from '../../values/groupBy';
import { joinFitting, listNames } from '../../values/lists';
import { count, sentences } from '../../values/plural';
import { fit, MAX_DESCRIPTION, MAX_MESSAGE, Problem, shorten } from '../../values/problem';
import type { PlannedPost } from '../types';

/** What is wrong with a post. */
export interface PostProblem {
	/** Without the post, such as `503 of 280 characters`. */
	message: string;
	/** What to change, in a sentence. */
	remedy?: string;
	/** Another version of Postiz may take it: its limits and its lists differ. */
	mayPass: boolean;
}

type Target = Pick<PlannedPost['target'], 'identifier' | 'name' | 'provider'>;

/** A problem with the channel of its post. */
export type ProblemOfPost = [target: Target, problem: PostProblem];

/** The problems by channel, such as `X: 503 of 280 characters`; channels with the same problems share them. */
export function describeEach(problems: ProblemOfPost[]): string[] {
	const targets = new Set(problems.map(([target]) => target));
	const namesakes = (target: Target) =>
		[...targets].filter(({ identifier }) => identifier === target.identifier).length;
	const nameOf = (target: Target) => {
		const network = providerName(target.identifier);
		return namesakes(target) > 1 ? `${network} (${shorten(target.name, 40)})` : network;
	};
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

/** One {@link Problem} for all of them, with what to change and then `rest`; undefined if there are none. */
export function toProblem(problems: ProblemOfPost[], rest: string): Problem | undefined {
	if (problems.length === 0) return undefined;
	const remedies = new Set(problems.flatMap(([, { remedy }]) => remedy ?? []));
	const room = MAX_DESCRIPTION - rest.length - 1;
	return new Problem(
		joinProblems(describeEach(problems)),
		sentences(joinFitting([...remedies], ' ', room).text, rest),
	);
}

/** As many problems as fit into a message, and how many more there are. */
export function joinProblems([first = '', ...others]: string[]): string {
	const { text, left } = joinFitting([fit(first, ROOM), ...others], '; ', ROOM);
	return left > 0 ? `${text} (and ${count(left, 'more problem')})` : text;
}

const ROOM = MAX_MESSAGE - ' (and 999 more problems)'.length;

/** Throws {@link toProblem}, if there is one. */
export function refuseProblems(problems: ProblemOfPost[], rest: string): void {
	const problem = toProblem(problems, rest);
	if (problem) throw problem;
}
