import { formOf } from '../networks/forms.cjs';
import { readCases } from '../service/recorded/workspace.cjs';
import { segment } from '../service/client.cjs';
import { Names } from '../service/recorded/matching.cjs';
import type { Values } from '../service/schema.cjs';
import { filesFor } from './files.cjs';
import type { Channel, Instance } from './instance.cjs';
import { MARKER } from './ledger.cjs';
import { noChannel, type AreaPlan, type Skipped } from './types.cjs';

/** Networks whose posts need neither settings nor files, the most lenient ones first. */
export const PLAIN_NETWORKS = ['nostr', 'vk', 'mastodon', 'threads', 'bluesky', 'facebook'];

/** Entries in groups of a size, in their order. */
export const inGroups = <T,>(entries: T[], size: number): T[][] =>
	Array.from({ length: Math.ceil(entries.length / size) }, (_, index) =>
		entries.slice(index * size, (index + 1) * size),
	);

/** What is tried on the first channel of these networks; if there is none, only the name of it. */
export function onFirst(
	instance: Instance,
	networks: string[],
	name: string,
	plan: (channel: Channel) => AreaPlan,
): AreaPlan {
	const channel = instance.firstOf(networks);
	return channel ? plan(channel) : [noChannel(name, ...networks)];
}

/** The entries with the channels that they are tried on, and the names of those that lack one. */
export function findChannels<Entry extends { network: string }>(
	instance: Instance,
	entries: Entry[],
	nameOf: (entry: Entry) => string,
): { found: Array<Entry & { channel: Channel }>; skipped: Skipped[] } {
	const found: Array<Entry & { channel: Channel }> = [];
	const skipped: Skipped[] = [];
	for (const entry of entries) {
		const channel = instance.channelOf(entry.network);
		if (channel) found.push({ ...entry, channel });
		else skipped.push(noChannel(nameOf(entry), entry.network));
	}
	return { found, skipped };
}

/** A post as it stands in the body of POST /posts. */
export const itemFor = (channel: Channel, settings: Values, value: object[]): Values => ({
	integration: { id: channel.id },
	value,
	settings: { ...settings, __type: channel.identifier },
});

/** What a post is made of; without settings or files of its first part, it has those of the smallest form. */
export interface Draft {
	channel: Channel;
	network: string;
	settings?: Values;
	value: Array<{ content: string; image?: object[]; delay?: number }>;
}

/** A post as {@link itemFor}, which its network takes if that depends on nothing else. */
export async function toItem(
	instance: Instance,
	{ channel, network, settings, value: [first, ...later] }: Draft,
): Promise<Values> {
	const smallest = formOf(network);
	const image = first.image ?? (await filesFor(instance, smallest.files));
	return itemFor(channel, settings ?? smallest.settings, [
		{ ...first, image },
		...later.map((part) => ({ image: [], ...part })),
	]);
}

/** A segment that carries the marker, for what is not about the text. */
export const marked = (image: object[] = [], text = '') =>
	segment([MARKER, text].filter(Boolean).join(' '), image);

/** Recorded cases with their placeholders written out. */
export function recordedCases<Case>(file: string): Case[] {
	const names = new Names({});
	return readCases<Case>(file).map((entry) => names.resolve(entry));
}
