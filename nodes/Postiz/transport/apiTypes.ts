import type { IDataObject } from 'n8n-workflow';

/** The ways to sign in, which are the values of the parameter `authentication`. */
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

/** The state of a post (docs/api.md, Listing posts). A newer release may return others. */
export type PostState = 'DRAFT' | 'QUEUE' | 'PUBLISHED' | 'ERROR';

/**
 * An entry of `GET /posts`: a post without its thread. A repeating post has an entry per occurrence (docs/api.md,
 * Listing posts).
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
	/** Its public page. Set by the node, as the service doesn't return it. */
	previewUrl?: string | null;
}

/** An uploaded file (docs/api.md, Uploads). */
export interface UploadedFile extends IDataObject {
	id: string;
	path: string;
	name?: string;
}

/** The reference to an uploaded file in a post. */
export interface FileReference extends IDataObject {
	id: string;
	path: string;
	alt?: string;
	/** The address of a video's preview picture. */
	thumbnail?: string;
	/** The moment of the video to use as its cover. */
	thumbnailTimestamp?: number;
}

export interface PostPayload extends IDataObject {
	integration: { id: string };
	/** The parts: the post itself, then its thread or comments. `delay` is in minutes. */
	value: Array<{ content: string; image: FileReference[]; delay?: number }>;
	settings: IDataObject & { __type: string };
}

/** The fields that all posts of a request share (docs/api.md, Creating posts). */
export interface RequestFields {
	/** `update` keeps the state and the date of an existing post. */
	type: 'now' | 'schedule' | 'draft' | 'update';
	/** In UTC, with milliseconds and Z. */
	date: string;
	shortLink: boolean;
	tags: Array<{ value: string; label: string }>;
	/** The interval of a repeating post, in days. */
	inter?: number;
	/** Only from a JSON body. */
	order?: IDataObject[string];
	creationMethod?: IDataObject[string];
}
