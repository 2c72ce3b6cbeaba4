import type { IDataObject } from 'n8n-workflow';

import { findProvider } from '../providers';
import type { SettingField } from '../providers/types';
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
export interface NewFeature {
	/** The key of a setting, {@link THREAD} or {@link MEDIA}. */
	key: string;
	/** The label. */
	name: string;
	since: Release;
	/** What happens to the post in that case, as the end of a sentence. */
	ifIgnored: string;
}

/** An ignored feature; `isSure` is false if the instance is too old to tell. */
export interface Ignored extends NewFeature {
	isSure: boolean;
}

/** The key for delays in a thread. */
export const THREAD = 'thread';
/** The key for files. */
export const MEDIA = 'media';

/** Free calls that show a release by being there. An unknown post has no missing content. */
const SHOWN_BY: Partial<Record<Release, () => ApiRequest>> = {
	'2.19.0': () => endpoints.listMissingContent('none'),
	'2.21.9': () => endpoints.listGroups(),
};

const SETTINGS_SINCE = endpoints.getChannelSettings.since!;

/** How far around now to look for a post that shows what the instance stores. */
const REACH_MS = 30 * DAY_MS;

/** What channels support. Each is fetched once per execution, and only if a post depends on it. */
export class Abilities {
	private readonly asked = new Map<string, Promise<Ability | undefined>>();
	private readonly shown = new Map<Release, Promise<boolean>>();
	private keptDelays?: Promise<boolean | undefined>;

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
		const { instance } = this.client;
		const ignored: Ignored[] = [];
		for (const one of features.filter(({ since }) => !instance.isAtLeast(since))) {
			const isKept =
				one.key === THREAD ? await this.keepsDelays(channelId) : await this.keeps(channelId, one);
			if (isKept !== true) ignored.push({ ...one, isSure: isKept === false });
		}
		return ignored;
	}

	/** Undefined if the instance is too old to tell. */
	private async keeps(channelId: string, { key, since }: NewFeature): Promise<boolean | undefined> {
		const { instance } = this.client;
		const ability = await this.of(channelId);
		// An instance with this release has everything before it, even if a network lists no settings.
		if (instance.isAtLeast(since)) return true;
		if (!ability) {
			if (compareReleases(since, SETTINGS_SINCE) >= 0) return false;
			return since === FEATURES_SINCE.threadDelays ? await this.keepsDelays(channelId) : undefined;
		}
		if (key === MEDIA) return await this.shows(since);
		if (!ability.keys?.includes(key)) return ability.keys && false;
		instance.hasShown(since);
		return true;
	}

	/** True if the instance has the call of a release; undefined if there is none. */
	private async shows(since: Release): Promise<boolean | undefined> {
		const request = SHOWN_BY[since]?.();
		if (!request) return undefined;
		const { client } = this;
		const ask = async () => (await client.requestIfThere(request)) !== undefined;
		return await getOrMake(this.shown, since, ask);
	}

	/** Checks an existing post for delays. Undefined if there is none. */
	private async keepsDelays(channelId: string): Promise<boolean | undefined> {
		await this.of(channelId);
		this.keptDelays ??= this.looksForDelays();
		return await this.keptDelays;
	}

	private async looksForDelays(): Promise<boolean | undefined> {
		const { client } = this;
		const showsThem = () => client.instance.isAtLeast(FEATURES_SINCE.threadDelays);
		if (showsThem()) return true;
		const now = Date.now();
		const [post] = await listPosts(client, { start: now - REACH_MS, end: now + REACH_MS });
		if (showsThem() || !post) return showsThem() || undefined;
		const preview = await client.requestIfThere<unknown[]>(endpoints.getPreview(post.id));
		const [first] = Array.isArray(preview) ? preview : [];
		if (!isObject(first)) return undefined;
		if ('delay' in first) client.instance.hasShown(FEATURES_SINCE.threadDelays);
		return 'delay' in first;
	}

	private async of(channelId: string): Promise<Ability | undefined> {
		return await getOrMake(this.asked, channelId, async () => await this.ask(channelId));
	}

	/** Undefined if the instance is too old for the call. */
	private async ask(channelId: string): Promise<Ability | undefined> {
		const answer = await this.client.requestIfThere(endpoints.getChannelSettings(channelId));
		if (answer === undefined) return undefined;
		const { maxLength, settings } = propertiesOf(propertiesOf(answer).output);
		const { properties } = propertiesOf(settings);
		return {
			...(typeof maxLength === 'number' && { maxLength }),
			...(isObject(properties) && { keys: Object.keys(properties) }),
		};
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
