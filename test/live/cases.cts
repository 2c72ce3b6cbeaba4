import { readCases } from '../service/recorded/workspace.cjs';
import { Names } from '../service/recorded/matching.cjs';
import type { Channel, Instance } from './instance.cjs';

/** The parts of the suite, as its table names them. */
export const AREAS = [
	'networks',
	'settings',
	'texts',
	'media',
	'lengths',
	'threads',
	'drafts',
	'changes',
	'deletes',
	'reading',
] as const;
export type Area = (typeof AREAS)[number];

/** What is played on the instance, and on its twin: it must come to the same. */
export interface Case {
	area: Area;
	name: string;
	play: (there: Instance) => Promise<unknown>;
}

/** Networks whose posts need neither settings nor files, the most lenient ones first. */
export const PLAIN_NETWORKS = ['nostr', 'vk', 'mastodon', 'threads', 'bluesky', 'facebook'];

/** What is tried on the first channel of these networks; nothing if there is none. */
export function onFirst(
	instance: Instance,
	networks: string[],
	casesOn: (channel: Channel) => Case[],
): Case[] {
	const channel = instance.firstOf(networks);
	return channel ? casesOn(channel) : [];
}

/** Recorded cases with their placeholders written out. */
export function recordedCases<Recorded>(file: string): Recorded[] {
	const names = new Names({});
	return readCases<Recorded>(file).map((entry) => names.resolve(entry));
}
