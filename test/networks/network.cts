import type { Values } from '../service/schema.cjs';
import type { NetworkFormat } from '../shared/networkText.cjs';
import type { SettingGroup } from './settingBuilders.cjs';

/**
 * A network (docs/api.md, Providers): what people fill in, and what Postiz and the network make of it. Written by hand,
 * independently of the node. The sandbox enforces it, and the node is tested against it.
 */
export interface Network extends SettingGroup {
	/** As the form shows it. */
	name: string;
	/** Another identifier of the same network. */
	alias?: string;
	/** The most characters in a part. */
	max: number;
	/** The limit for every account, if some may use more. */
	usual?: number;
	/** Of articles, if they differ. */
	articles?: { max: number; text: NetworkFormat };
	/** How the network itself counts, if not as Postiz does. */
	counts?: 'x' | 'mastodon';
	/** How the text is converted; `plain` by default. */
	text?: NetworkFormat;
	/** What is lost of a thread. */
	drops?: 'laterParts' | 'laterMedia';
	onlyDrafts?: true;
	/** The keys of a file that it uses, besides its path. */
	details?: Array<'alt' | 'thumbnail' | 'thumbnailTimestamp'>;
	/** It fetches files from their paths. */
	fetches?: true;
	/** The files of the smallest and of the largest post. */
	files?: Files;
	/** GET /integration-settings shows none of its settings. */
	hidesSettings?: true;
	/** What POST /posts rejects beyond the settings and the rules of networks. */
	rejects?: (settings: Values) => string | undefined;
	/** Whether these settings leave out the files of the post itself, though it is published. */
	dropsFiles?: (settings: Values) => boolean;
	/** Why an accepted post fails when it is due, if it does. */
	failsWith?: (settings: Values, published: string) => string | undefined;
	/** In words, for GET /integration-settings. */
	rulesInWords?: string;
	/** People connect such a channel with the address of their own server. */
	needsServerAddress?: true;
	/** The platform returns no metrics. */
	noAnalytics?: true;
}
export type Files = 'image' | 'images' | 'shot' | 'video';
