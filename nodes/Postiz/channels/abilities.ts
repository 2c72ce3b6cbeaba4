import type { IDataObject } from 'n8n-workflow';

import { findProvider } from '../providers';
import type { ReleaseNeed, SettingField } from '../providers/types';
import type { ApiRequest, PostizClient } from '../transport/client';
import { listPosts } from '../transport/posts';
import { endpoints } from '../transport/endpoints';
import { compareReleases, FEATURES_SINCE, type Release } from '../transport/releases';
import type { Channel } from '../transport/types';
import { DAY_MS } from '../values/date';
import { getOrMake } from '../values/getOrMake';
import { ignoreProblem } from '../values/problem';
import { isObject, propertiesOf } from '../values/read';
import { changesPost } from './checkSetting';

/** What the instance returns for a channel (docs/api.md, Channel settings and tools). */
interface Ability {
	/** Max characters per part. */
	maxLength?: number;
	/** The keys of known settings; undefined if it lists none. */
	keys?: string[];
}

/** A feature of a post that older instances ignore. */
export interface NewFeature extends ReleaseNeed {
	/** The key of a setting, {@link THREAD} or {@link MEDIA}. */
	key: string;
}

/** An ignored feature; `isSure` is false if the instance is too old to tell. */
export interface Ignored extends NewFeature {
	isSure: boolean;
}

/** The key for delays in a thread. */
export const THREAD = 'thread';
/** The key for files. */
export const MEDIA = 'media';

const SETTINGS_SINCE = endpoints.getChannelSettings.since!;

/** How far around now to look for a post that shows what the instance stores. */
const REACH_MS = 30 * DAY_MS;

/** Whether an instance has a release, by what costs nothing; undefined if that can't be seen. */
const PROBES: Partial<Record<Release, (client: PostizClient) => Promise<boolean | undefined>>> = {
	[FEATURES_SINCE.threadDelays]: storesDelays,
	// An unknown post has no missing content.
	'2.19.0': async (client) => await hasCall(client, endpoints.listMissingContent('none')),
	'2.21.9': async (client) => await hasCall(client, endpoints.listGroups()),
};

const hasCall = async (client: PostizClient, call: ApiRequest) =>
	(await client.requestIfThere(call)) !== undefined;

/** Whether a post has delays, which the service stores for each; undefined if there is no post to see. */
async function storesDelays(client: PostizClient): Promise<boolean | undefined> {
	const showsThem = () => client.instance.isAtLeast(FEATURES_SINCE.threadDelays);
	const now = Date.now();
	const [post] = await listPosts(client, { start: now - REACH_MS, end: now + REACH_MS });
	if (showsThem() || !post) return showsThem() || undefined;
	const preview = await client.requestIfThere(endpoints.getPreview(post.id));
	const first: unknown = Array.isArray(preview) ? preview[0] : undefined;
	if (!isObject(first)) return undefined;
	if ('delay' in first) client.instance.hasShown(FEATURES_SINCE.threadDelays);
	return 'delay' in first;
}

/** What channels support. Each is fetched once per execution, and only if a post depends on it. */
export class Abilities {
	private readonly asked = new Map<string, Promise<Ability | undefined>>();
	private readonly probed = new Map<Release, Promise<boolean | undefined>>();

	constructor(private readonly client: PostizClient) {}

	/** If the instance has channels on a network, it supports that network. */
	noteChannels(channels: Channel[]): void {
		for (const { identifier } of channels) {
			const { since } = findProvider(identifier) ?? {};
			if (since) this.client.instance.hasShown(since);
		}
	}

	/** Undefined if the instance doesn't return it, and only the service knows. */
	async maxLength(channelId: string): Promise<number | undefined> {
		const ability = await this.of(channelId).catch(ignoreProblem);
		return ability?.maxLength;
	}

	/** Which of these keys of settings the instance doesn't list either. */
	async unknown(channelId: string, keys: string[]): Promise<string[]> {
		const ability = await this.of(channelId).catch(ignoreProblem);
		return keys.filter((key) => !ability?.keys?.includes(key));
	}

	/** Which of these features the instance ignores, or may ignore. Throws like the client. */
	async ignored(channelId: string, features: NewFeature[]): Promise<Ignored[]> {
		const ignored: Ignored[] = [];
		for (const one of features) {
			const isKept = await this.keeps(channelId, one);
			if (isKept !== true) ignored.push({ ...one, isSure: isKept === false });
		}
		return ignored;
	}

	/** Undefined if the instance is too old to tell. */
	private async keeps(channelId: string, { key, since }: NewFeature): Promise<boolean | undefined> {
		const { client } = this;
		if (client.instance.isAtLeast(since)) return true;
		const ability = await this.of(channelId);
		// An instance with this release has everything before it, even if a network lists no settings.
		if (client.instance.isAtLeast(since)) return true;
		if (!ability && compareReleases(since, SETTINGS_SINCE) >= 0) return false;
		if (!ability || key === MEDIA) {
			return await getOrMake(this.probed, since, async () => await PROBES[since]?.(client));
		}
		if (!ability.keys?.includes(key)) return ability.keys && false;
		client.instance.hasShown(since);
		return true;
	}

	/** Undefined if the instance is too old for the call. */
	private async of(channelId: string): Promise<Ability | undefined> {
		return await getOrMake(this.asked, channelId, async () => {
			const answer = await this.client.requestIfThere(endpoints.getChannelSettings(channelId));
			if (answer === undefined) return undefined;
			const { maxLength, settings } = propertiesOf(propertiesOf(answer).output);
			const { properties } = propertiesOf(settings);
			return {
				...(typeof maxLength === 'number' && { maxLength }),
				...(isObject(properties) && { keys: Object.keys(properties) }),
			};
		});
	}
}

/** Settings of this post that only newer instances know; `files` are those with a file. */
export function newSettingsOf(
	fields: SettingField[],
	settings: IDataObject,
	files: string[] = [],
): NewFeature[] {
	return fields.flatMap((field) => {
		const { name: key, displayName: name, since, ifIgnored } = field;
		if (!since || !ifIgnored) return [];
		return files.includes(key) || changesPost(field, settings[key])
			? [{ key, name, since, ifIgnored }]
			: [];
	});
}
