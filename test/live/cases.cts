import { readCases } from '../service/recorded/workspace.cjs';
import { Placeholders } from '../service/recorded/placeholders.cjs';
import type { Channel, Instance } from './instance.cjs';

/** The areas of the suite. */
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

/** A case that must have the same result on the instance and the reference sandbox. */
export interface Case {
	area: Area;
	name: string;
	run: (instance: Instance) => Promise<unknown>;
}

/** Networks whose posts need neither settings nor files, the most lenient ones first. */
export const PLAIN_NETWORKS = ['nostr', 'vk', 'mastodon', 'threads', 'bluesky', 'facebook'];

/** The cases for the first channel of these networks; none without one. */
export function selectFirstChannel(
	instance: Instance,
	networks: string[],
	listCases: (channel: Channel) => Case[],
): Case[] {
	const channel = instance.findFirstChannel(networks);
	return channel ? listCases(channel) : [];
}

/** Reads recorded cases, and replaces their placeholders. */
export function readRecordedCases<Recorded>(file: string): Recorded[] {
	const placeholders = new Placeholders({});
	return readCases<Recorded>(file).map((entry) => placeholders.resolve(entry));
}
