import type { Channel } from '../transport/types';
import { comparable } from '../values/words';
import { groupBy, listNames, oncePer } from '../values/lists';
import { Problem, quote } from '../values/problem';

/** A group of channels, which the API calls a customer (docs/api.md, Groups). */
export type Group = NonNullable<Channel['customer']>;

/** The prefix of values that stand for all channels of a group. */
export const GROUP_PREFIX = 'group:';

/** The groups of these channels, with their members. */
export const groupsOf = oncePer(
	(channels: Channel[]): Array<{ group: Group; channels: Channel[] }> =>
		groupBy(
			channels.flatMap((channel) =>
				channel.customer ? [{ channel, group: channel.customer }] : [],
			),
			({ group }) => group.id,
		).map((members) => ({
			group: members[0].group,
			channels: members.map(({ channel }) => channel),
		})),
);

/** How lists name all channels of a group: `All of Acme (10)`. */
const LISTED = /^all of (.+?)(?: \(\d+\))?$/i;

/**
 * Finds a group by its ID, its value or label in lists, or its name. Case is only relevant if names differ in nothing else.
 * Throws {@link Problem} if several groups have the name.
 */
export function findGroup(text: string, groups: Group[]): Group | undefined {
	const wanted = text.trim();
	const byId = groups.find(({ id }) => wanted === id || wanted === `${GROUP_PREFIX}${id}`);
	const word = comparable(wanted);
	if (byId || word === '') return byId;
	const words = [word, comparable(LISTED.exec(wanted)?.[1] ?? word)];
	const [called = []] = words
		.map((each) => groups.filter(({ name }) => comparable(name) === each))
		.filter(({ length }) => length > 0);
	const exact = called.filter(({ name }) => name.trim() === wanted);
	const [group, ...others] = exact.length > 0 ? exact : called;
	if (others.length === 0) return group;
	const candidates = called.map(({ id, name }) => `${name} (${GROUP_PREFIX}${id})`);
	throw new Problem(
		`Several groups are called ${quote(text)}`,
		`Use the ID of one of them: ${listNames(candidates)}.`,
	);
}

/** A group by name or ID, with its channels. Throws {@link Problem} that names `subject`, the field. */
export function groupCalled(name: string, channels: Channel[], subject: string) {
	const groups = groupsOf(channels);
	const found = findGroup(
		name,
		groups.map(({ group }) => group),
	);
	const known = groups.find(({ group }) => group === found);
	if (known) return known;
	throw new Problem(
		`${subject}: no group of channels is called ${quote(name)}`,
		groups.length > 0
			? `Groups: ${listNames(groups.map(({ group }) => group.name))}. Enter one of them, or its ID.`
			: `No channel is in a group. Add channels to one in Postiz, or leave ${subject} empty.`,
	);
}
