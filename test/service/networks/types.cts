import {
	custom,
	isDefined,
	isNumber,
	isString,
	isUrl,
	matches,
	max,
	min,
	number,
	optional,
	string,
	type Field,
	type Fields,
	type Values,
} from '../schema.cjs';
import type { Network } from '../../networks/table.cjs';
import type { Handing } from '../../shared/handed.cjs';

/** Pixels of a picture. */
export interface Size {
	width: number;
	height: number;
}
export type ImageRef = {
	id: string;
	path: string;
	alt?: string;
	/** Address of a picture that is a video's cover. */
	thumbnail?: string;
	/** The moment of a video that is its cover, in ms. */
	thumbnailTimestamp?: number;
};
export interface Segment {
	/** Of the part that this one replaces. */
	id?: string;
	content: string;
	image: ImageRef[];
	/** In minutes. */
	delay?: number;
}
/** What the service makes of a network, beside what the table of networks says of it. */
export interface OwnProvider {
	/** The most characters of one segment, if that depends on anything. */
	max?: (settings: Values, verified: boolean) => number;
	settings: Fields;
	/** Settings that are checked, though this network makes nothing of them. */
	unused?: string[];
	/**
	 * Settings about other channels, which run when the post is out; they are kept as sent, and
	 * GET /integration-settings does not show them.
	 */
	plugs?: string[];
	/** GET /integration-settings shows none of its settings. */
	hidesSettings?: true;
	/** What is made of a text, if that depends on anything. */
	text?: (settings: Values) => Handing;
	/** How a text is counted; by its UTF-16 units if nothing is said. */
	countAs?: 'x';
	/** What POST /posts refuses beyond the settings and the rules of networks. */
	refuses?: (settings: Values) => string | undefined;
	/** Whether the files of the post itself stay behind with these settings, though it goes out. */
	dropsFiles?: (settings: Values) => boolean;
	/** Why a post that was taken fails when it goes out, if it does. */
	failsWith?: (settings: Values, published: string) => string | undefined;
	/** In words, for GET /integration-settings. */
	rulesInWords?: string;
	/** A person connects such a channel by the address of their own server. */
	needsServerAddress?: true;
	/** The platform returns no metrics. */
	noAnalytics?: true;
}
export type Provider = Omit<OwnProvider, 'max' | 'text'> &
	Pick<Network, 'name' | 'drops' | 'details' | 'fetches' | 'onlyDrafts'> & {
		max: number | NonNullable<OwnProvider['max']>;
		text?: Handing | OwnProvider['text'];
	};

/** A video is whatever has these letters in its address. */
export const isVideo = (path: string) => path.includes('mp4');

/** The endings that a media path must have, before any query. */
export const POSTABLE_ENDINGS = ['.png', '.jpg', '.jpeg', '.gif', '.webp', '.mp4'];

const hasEnding = (endings: string[]) =>
	custom(
		(value) =>
			typeof value === 'string' && endings.some((ending) => value.split('?')[0].endsWith(ending)),
		`File must have a valid extension: ${endings.slice(0, -1).join(', ')}, or ${endings.at(-1)}`,
	);
export const hasPostableEnding = hasEnding(POSTABLE_ENDINGS);

/** The keys of an ImageRef whose path must have one of the endings. */
export const mediaFieldsWith = (endings: string[]): Fields => ({
	id: string(isDefined, isString),
	path: string(isDefined, hasEnding(endings), isString),
	alt: optional(string(isString)),
	thumbnail: optional(string(isUrl)),
});
export const mediaFields = mediaFieldsWith(POSTABLE_ENDINGS);

/** What the service takes for an address with a scheme or `www.`; nothing at all, too. */
const LINK =
	/^(|https?:\/\/(?:www\.|(?!www))[a-zA-Z0-9][a-zA-Z0-9-]+[a-zA-Z0-9]\.[^\s]{2,}|www\.[a-zA-Z0-9][a-zA-Z0-9-]+[a-zA-Z0-9]\.[^\s]{2,}|https?:\/\/(?:www\.|(?!www))[a-zA-Z0-9]+\.[^\s]{2,}|www\.[a-zA-Z0-9]+\.[^\s]{2,})$/;
export const isLink = matches(LINK, 'Invalid URL');

/** Stands for the address of another post, and is resolved when the post goes out. */
export const POST_REFERENCE = /\(post:([^()\s]+)\)/g;
export const mentionsPost = (value: unknown) =>
	typeof value === 'string' && value.search(POST_REFERENCE) >= 0;

export const words = optional(string(isString));
export const address = optional(string(isUrl));
export const label: Fields = { value: string(isString), label: string(isString) };
export const numberedLabel: Fields = { value: number(isNumber), label: string(isString) };

const volume = optional(number(max(100), isNumber, min(0)));
/** A piece of music, as Instagram and TikTok take it. */
export const sound = (id: Field = string(isDefined, isString)): Fields => ({
	id,
	title: words,
	artist: words,
	image: words,
	audio_volume: volume,
	video_volume: volume,
});
