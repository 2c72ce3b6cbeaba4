import { groupBy } from '../common/collections';
import { memoizeByObject } from '../common/memoize';
import { Problem } from '../common/problem';
import { joinNames, quote, toComparableName } from '../common/text';
import type { Channel } from '../transport/apiTypes';

/** The prefix of a value for all channels of a group. */
export const GROUP_PREFIX = 'group:';

/** Lists the groups of channels with their members. The API calls groups customers (docs/api.md, Groups). */
export const listGroups = memoizeByObject((channels: Channel[]) =>
	groupBy(
		channels.flatMap((channel) => (channel.customer ? [{ channel, group: channel.customer }] : [])),
		({ group }) => group.id,
	).map((members) => ({
		...members[0].group,
		channels: members.map(({ channel }) => channel),
	})),
);

/** Matches the label for all channels of a group: `All of Acme (10)`. */
const ALL_OF_GROUP = /^all of (.+?)(?: \(\d+\))?$/i;

/**
 * Resolves a group by its ID, its name, or its value or label in lists. Throws {@link Problem} if the name is ambiguous.
 */
export function resolveChannelGroup(text: string, channels: Channel[]) {
	const trimmed = text.trim();
	const groups = listGroups(channels);
	const byId = groups.find(({ id }) => trimmed === id || trimmed === `${GROUP_PREFIX}${id}`);
	const word = toComparableName(trimmed);
	if (byId || word === '') return byId;
	const words = [word, toComparableName(ALL_OF_GROUP.exec(trimmed)?.[1] ?? word)];
	const [matches = []] = words
		.map((normalized) => groups.filter(({ name }) => toComparableName(name) === normalized))
		.filter(({ length }) => length > 0);
	const [group, ...others] = matches;
	if (others.length === 0) return group;
	const candidates = matches.map(({ id, name }) => `${name} (${GROUP_PREFIX}${id})`);
	throw new Problem(
		`Several groups are named ${quote(text)}`,
		`Use the ID of one of them: ${joinNames(candidates)}.`,
	);
}

/** Like {@link resolveChannelGroup}. Throws {@link Problem} with the label of the field if the group doesn't exist. */
export function requireChannelGroup(name: string, channels: Channel[], label: string) {
	const group = resolveChannelGroup(name, channels);
	if (group) return group;
	const names = listGroups(channels).map((other) => other.name);
	throw new Problem(
		`${label}: no group of channels is named ${quote(name)}`,
		names.length > 0
			? `Groups: ${joinNames(names)}. Enter one of them or its ID, or leave ${label} empty.`
			: `No channel is in a group. Add channels to one in Postiz, or leave ${label} empty.`,
	);
}
