import type {
	IDataObject,
	IExecuteFunctions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';

/** Every context of n8n that calls the service. */
export type PostizContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

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

/** A row of `GET /posts`; a repeating post has one per occurrence (docs/api.md, Listing posts). */
export interface ListedPost {
	id: string;
	content?: string;
	publishDate: string;
	/** Only for repeating posts: the date of the first occurrence. */
	actualDate?: string;
	releaseURL?: string | null;
	releaseId?: string | null;
	state: string;
	intervalInDays?: number | null;
	group?: string;
	creationMethod?: string;
	settings?: string | IDataObject | null;
	tags?: Array<{ tag?: { id?: string; name?: string } }>;
	integration?: { id: string; providerIdentifier?: string; name?: string; picture?: string | null };
	/** Its public page, which the service doesn't return. */
	previewUrl?: string | null;
}

/** A file after its upload (docs/api.md, Uploads). */
export interface UploadedFile extends IDataObject {
	id: string;
	path: string;
	name?: string;
}

/** When a post is published; the service's `type` (docs/api.md, Creating posts). */
export type PostType = 'now' | 'schedule' | 'draft';

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

/** What the posts of a request share. */
export interface SharedFields {
	type: PostType;
	/** In UTC, with milliseconds and Z. */
	date: string;
	shortLink: boolean;
	tags: Array<{ value: string; label: string }>;
	/** The interval of a repeating post, in days. */
	inter?: number;
}

/** The body of `POST /posts`. */
export interface PostRequest extends SharedFields {
	posts: PostPayload[];
}
