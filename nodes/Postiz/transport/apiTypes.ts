import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../common/value';

/** The ways to sign in; the values of the parameter `authentication`. */
export type Authentication = 'apiKey' | 'oAuth2';

/** A connected social account, from `GET /integrations` (docs/api.md, Channels). */
export interface Channel {
	id: string;
	name: string;
	identifier: string;
	picture?: string | null;
	disabled?: boolean;
	profile?: string;
	customer?: { id: string; name: string };
}

/** The state of a post (docs/api.md, Listing posts). Outputs show any other that a newer release returns. */
export type PostState = 'DRAFT' | 'QUEUE' | 'PUBLISHED' | 'ERROR';

/**
 * An entry of `GET /posts`: a post without its thread, and a repeating one once per occurrence (docs/api.md, Listing
 * posts).
 */
export interface ListedPost {
	id: string;
	content?: string;
	publishDate: string;
	/** Only for repeating posts: the date of the first occurrence. */
	actualDate?: string;
	releaseURL?: string | null;
	releaseId?: string | null;
	state: PostState;
	intervalInDays?: number | null;
	group?: string;
	creationMethod?: string;
	settings?: string | IDataObject | null;
	tags?: Array<{ tag?: { id?: string; name?: string } }>;
	integration: { id: string; providerIdentifier?: string; name?: string; picture?: string | null };
	/** Its public page, which the service doesn't return. */
	previewUrl?: string | null;
}

/** A file after its upload (docs/api.md, Uploads). */
export interface UploadedFile extends IDataObject {
	id: string;
	path: string;
	name?: string;
}

/** How posts refer to an uploaded file. */
export interface ImageRef extends IDataObject {
	id: string;
	path: string;
	alt?: string;
	/** The address of a video's preview picture. */
	thumbnail?: string;
	/** The moment of the video to use as its cover, in ms. */
	thumbnailTimestamp?: number;
}

export interface PostPayload extends IDataObject {
	integration: { id: string };
	/** The parts: the post itself, then its thread or comments. `delay` is in minutes. */
	value: Array<{ content: string; image: ImageRef[]; delay?: number }>;
	settings: IDataObject & { __type: string };
}

/** What the posts of a request share (docs/api.md, Creating posts). */
export interface RequestFields {
	/** `update` keeps the state and the date of an existing post. */
	type: 'now' | 'schedule' | 'draft' | 'update';
	/** In UTC, with milliseconds and Z. */
	date: string;
	shortLink: boolean;
	tags: Array<{ value: string; label: string }>;
	/** The interval of a repeating post, in days. */
	inter?: number;
	/** As a JSON body has them. */
	order?: IDataObject[string];
	creationMethod?: IDataObject[string];
}

/**
 * Reads an entry of `GET /integrations`; undefined without an ID. Keeps only known properties, as entries may contain
 * access tokens (docs/api.md, Channels).
 */
export function parseChannel(entry: IDataObject): Channel | undefined {
	const { id, name, identifier, customer } = entry;
	if (typeof id !== 'string' || id === '') return undefined;
	return {
		...pick(entry, ['id', 'name', 'identifier', 'picture', 'disabled', 'profile']),
		name: String(name ?? ''),
		identifier: String(identifier ?? ''),
		...(isObject(customer) && { customer: pick(customer, ['id', 'name']) }),
	} as Channel & IDataObject;
}

/** Keeps only settings and tools of a channel (docs/api.md, Channel settings and tools). */
export function toChannelSettings(output: IDataObject): IDataObject {
	return pick(output, ['rules', 'maxLength', 'settings', 'tools']);
}

/** A post as the API lists it, with only the known properties of its channel (docs/api.md, Listing posts). */
export function toApiPost({ integration, ...post }: ListedPost): IDataObject {
	delete post.previewUrl;
	return {
		...(post as IDataObject),
		integration: pick(integration, ['id', 'providerIdentifier', 'name', 'picture']),
	};
}

function pick(object: IDataObject, keys: string[]): IDataObject {
	return Object.fromEntries(keys.filter((key) => key in object).map((key) => [key, object[key]]));
}
