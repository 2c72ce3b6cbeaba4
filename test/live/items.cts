import { readCases } from '../service/recorded/workspace.cjs';
import { smallestOf } from '../service/recorded/posts.cjs';
import { segment } from '../service/client.cjs';
import { Names } from '../service/recorded/matching.cjs';
import type { Values } from '../service/schema.cjs';
import { uploadPicture } from './files.cjs';
import type { Channel, Instance } from './instance.cjs';
import { MARKER } from './ledger.cjs';
import { noChannel, type Skipped } from './types.cjs';

/** Networks whose posts need neither settings nor files, the most lenient ones first. */
export const PLAIN_NETWORKS = ['nostr', 'vk', 'mastodon', 'threads', 'bluesky', 'facebook'];

/** Entries in groups of a size, in their order. */
export const inGroups = <T,>(entries: T[], size: number): T[][] =>
	Array.from({ length: Math.ceil(entries.length / size) }, (_, index) =>
		entries.slice(index * size, (index + 1) * size),
	);

/** The entries with the channels that they are tried on, and the names of those that lack one. */
export function findChannels<Entry>(
	instance: Instance,
	entries: Entry[],
	{ networkOf, nameOf }: { networkOf: (entry: Entry) => string; nameOf: (entry: Entry) => string },
): { found: Array<{ entry: Entry; channel: Channel }>; skipped: Skipped[] } {
	const found: Array<{ entry: Entry; channel: Channel }> = [];
	const skipped: Skipped[] = [];
	for (const entry of entries) {
		const network = networkOf(entry);
		const channel = instance.channelOf(network);
		if (channel) found.push({ entry, channel });
		else skipped.push(noChannel(nameOf(entry), network));
	}
	return { found, skipped };
}

/** A post as it stands in the body of POST /posts. */
export const itemFor = (channel: Channel, settings: Values, value: object[]): Values => ({
	integration: { id: channel.id },
	value,
	settings: { ...settings, __type: channel.identifier },
});

/** What a network wants at least. */
export interface Smallest {
	settings: Values;
	image: object[];
}

/** The smallest settings and files with which a network takes a post. */
export async function smallestFor(instance: Instance, network: string): Promise<Smallest> {
	// It measures its picture, so that it has to be there.
	if (network === 'dribbble')
		return { settings: { title: 'Tea' }, image: [await uploadPicture(instance, 400, 300)] };
	const { settings, image = [] } = smallestOf(network);
	return { settings, image };
}

/** A segment that carries the marker, for what is not about the text. */
export const marked = (image: object[] = [], text = '') =>
	segment([MARKER, text].filter(Boolean).join(' '), image);

/** Recorded cases with their placeholders written out. */
export function recordedCases<Case>(file: string): Case[] {
	const names = new Names({});
	return readCases<Case>(file).map((entry) => names.resolve(entry));
}
