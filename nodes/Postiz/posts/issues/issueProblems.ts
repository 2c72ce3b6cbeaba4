import type { IExecuteFunctions } from 'n8n-workflow';

import { getChannelLabel } from '../../channels/channelLabel';
import { getOrCreate, groupBy } from '../../common/collections';
import {
	appendProblem,
	mergeRemedies,
	joinMessages,
	joinRemedy,
	MAX_DESCRIPTION,
	Problem,
	type Remedy,
	toRemedy,
} from '../../common/problem';
import { joinFitting, joinNames } from '../../common/text';
import { shouldContinueOnError, isAgentTool } from '../../execution/nodeContext';
import { getNetworkName } from '../../networks';
import type { Issue, ChannelIdentity, ChannelIssue } from '../issue';

/** Returns a function that names the channel of a problem: by its network if that is unambiguous. */
function createChannelNamer(issues: ChannelIssue[]): (target: ChannelIdentity) => string {
	const channels = new Map(issues.map(([target]) => [getChannelLabel(target), target.identifier]));
	const countOnNetwork = ({ identifier }: ChannelIdentity) =>
		[...channels.values()].filter((other) => other === identifier).length;
	return (target) =>
		countOnNetwork(target) > 1 ? getChannelLabel(target) : getNetworkName(target.identifier);
}

/** Describes problems by channel, such as `X: 503 of 280 characters`. Groups channels with the same problems. */
function describeByChannel(issues: ChannelIssue[]): string[] {
	const getName = createChannelNamer(issues);
	const byName = new Map<string, Set<string>>();
	for (const [target, { message }] of issues) {
		getOrCreate(byName, getName(target), () => new Set()).add(message);
	}
	const channels = [...byName].map(([name, messages]) => ({ name, messages: [...messages] }));
	return groupBy(channels, ({ messages }) => messages.join('; ')).flatMap((group) => {
		const [first = '', ...others] = group[0].messages;
		const names = group.map(({ name }) => name);
		return [prefixChannels(names, first), ...others];
	});
}

/** Prefixes a sentence with channels: `X, Bluesky: …`, or `X: Acme – …` for a single channel. */
function prefixChannels(channels: string[], sentence: string): string {
	const names = joinNames(channels, 80);
	return `${names}${names.includes(': ') ? ' –' : ':'} ${sentence}`.trim();
}

/** In characters. */
const MAX_NOTES = 400;

/** Describes the notes on sent posts by channel; empty if there are none. */
export function describeNotes(posts: Array<{ target: ChannelIdentity; issues: Issue[] }>): string {
	const notes = posts.flatMap(({ target, issues }) =>
		issues.filter(({ level }) => level === 'note').map((issue): ChannelIssue => [target, issue]),
	);
	const getName = createChannelNamer(notes);
	const lines = groupBy(notes, ([, { message }]) => message).map((group) => {
		const channels = new Set(group.map(([target]) => getName(target)));
		return prefixChannels([...channels], group[0][1].message);
	});
	const { text, remainingCount } = joinFitting(lines, '; ', MAX_NOTES);
	return text && `${text}${remainingCount > 0 ? `; and ${remainingCount} more` : ''}.`;
}

/** Merges issues and their remedies into a {@link Problem}, followed by `closing`. Returns undefined without issues. */
export function createIssueProblem(issues: ChannelIssue[], closing: Remedy): Problem | undefined {
	if (issues.length === 0) return undefined;
	const getWeight = ({ mayBeAccepted }: Issue) => (mayBeAccepted ? 0 : 1);
	const sorted = [...issues].sort(([, a], [, b]) => getWeight(b) - getWeight(a));
	const lines = listRemedies(sorted);
	const room = MAX_DESCRIPTION - joinRemedy(closing).length - 1;
	const { remainingCount } = joinFitting(
		lines.map((line) => joinRemedy(line)),
		'\n',
		room,
	);
	const shown = lines.slice(0, lines.length - remainingCount);
	return new Problem(joinMessages(describeByChannel(sorted)), mergeRemedies(shown), {
		closing: shown.length > 1 ? ['\n', ...closing] : closing,
	});
}

export const getRemedy = ({ remedy, forPerson }: Issue): Remedy => toRemedy(remedy, forPerson);

/** Lists remedies by channel. Channels with the same remedies share a line, without names if all channels do. */
function listRemedies(issues: ChannelIssue[]): Remedy[] {
	const getName = createChannelNamer(issues);
	const channels = groupBy(issues, ([target]) => getName(target)).map((channelIssues) => {
		const remedies = channelIssues.map(([, issue]) => getRemedy(issue));
		const unique = groupBy(remedies, (remedy) => joinRemedy(remedy)).map(([remedy]) => remedy);
		return { name: getName(channelIssues[0][0]), remedy: unique.flat() };
	});
	const groups = groupBy(channels, ({ remedy }) => joinRemedy(remedy));
	if (groups.length === 1) return [groups[0]![0].remedy];
	return groups
		.filter(([{ remedy }]) => remedy.length > 0)
		.map((group): Remedy => {
			const [{ remedy }] = group;
			const names = group.map(({ name }) => name);
			const isNamed = joinRemedy(remedy).startsWith(`${names.join()} `);
			return isNamed ? remedy : [prefixChannels(names, ''), ...remedy];
		});
}

const NOTHING_SENT = 'Nothing was sent for this item.';
const SKIP_VALIDATION = {
	forPerson: 'if your Postiz allows this, set the option Skip Validation.',
};
const SKIP_CHANNEL = {
	forPerson:
		"to post to the others, set the option If a Post Doesn't Fit a Channel to Skip Channel.",
};

/**
 * Explains why an item isn't sent, from at least one issue. With `hasOthers`, some of its posts are valid. In a run
 * that continues, the output shows what was sent, but a model only sees the error.
 */
export function createValidationProblem(
	issues: ChannelIssue[],
	context: IExecuteFunctions,
	{ hasOthers = false } = {},
): Problem {
	const mayBeAccepted = issues.every(([, issue]) => issue.mayBeAccepted);
	const isForModel = isAgentTool(context);
	const closing = [
		...(isForModel ? toRemedy(describeUnavailable(issues)) : []),
		...(isForModel || !shouldContinueOnError(context) ? [NOTHING_SENT] : []),
		...(mayBeAccepted ? [SKIP_VALIDATION] : []),
		...(hasOthers ? [SKIP_CHANNEL] : []),
	];
	return createIssueProblem(issues, closing)!;
}

/** Appends the errors of an item's posts, if there are any, to a problem of the item. */
export const appendErrors = (
	problem: Problem,
	errors: ChannelIssue[],
	context: IExecuteFunctions,
): Problem =>
	errors.length > 0 ? appendProblem(problem, createValidationProblem(errors, context)) : problem;

/** Says what to do if a value can't be entered, such as by a model whose tool lacks the field. */
function describeUnavailable(issues: ChannelIssue[]): string {
	const unavailable = issues.filter(
		([, { field, forPerson }]) =>
			field === 'Media' || (forPerson !== undefined && !['Text', 'Thread'].includes(field)),
	);
	const getName = createChannelNamer(issues);
	const names = new Set(unavailable.map(([target]) => getName(target)));
	return names.size > 0 ? `If that is not possible, leave out ${joinNames([...names])}.` : '';
}
