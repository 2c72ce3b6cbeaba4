import type {
	IDataObject,
	IExecuteFunctions,
	IHookFunctions,
	ILoadOptionsFunctions,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import type { Explanation } from '../values/problem';

/** Every place of n8n from which the service is called. */
export type PostizContext =
	IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions | IPollFunctions | IWebhookFunctions;

/** The two ways to sign in; the values of the node's `authentication` parameter. */
export type Authentication = 'apiKey' | 'oAuth2';

/** A connected social account as `GET /integrations` lists it (docs/api.md, Channels). */
export interface Channel {
	id: string;
	name: string;
	identifier: string;
	picture?: string | null;
	disabled?: boolean;
	profile?: string;
	customer?: { id: string; name: string };
}

/** A row of `GET /posts`; a repeating post has one for each occurrence (docs/api.md, Listing posts). */
export interface ListedPost {
	id: string;
	content?: string;
	publishDate: string;
	/** Only in rows of repeating posts: when the first occurrence is. */
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
	/** The page that shows it, which the service does not list. */
	previewUrl?: string | null;
}

/** A file as the service knows it after an upload (docs/api.md, Uploads). */
export interface UploadedFile extends IDataObject {
	id: string;
	path: string;
	name?: string;
}

/** When a post goes out; the service's `type` (docs/api.md, Creating posts). */
export type PostType = 'now' | 'schedule' | 'draft';

/** How a post refers to an uploaded file. */
export interface ImageRef extends IDataObject {
	id: string;
	path: string;
	alt?: string;
	/** The address of the preview picture of a video. */
	thumbnail?: string;
	/** The moment of the video to use as its cover, in ms. */
	thumbnailTimestamp?: number;
}

/** One part of a post: the first is the post, the others follow as its thread or comments. */
export interface PostValue extends IDataObject {
	content: string;
	image: ImageRef[];
	/** Minutes before this part goes out. */
	delay?: number;
}

export interface PostItem extends IDataObject {
	integration: { id: string };
	value: PostValue[];
	settings: IDataObject & { __type: string };
}

/** What all posts of one request share. */
export interface SharedFields {
	type: PostType;
	/** UTC with milliseconds and Z. */
	date: string;
	shortLink: boolean;
	tags: Array<{ value: string; label: string }>;
	/** Repeat every so many days. */
	inter?: number;
}

/** The body of `POST /posts`. */
export interface PostRequest extends SharedFields {
	posts: PostItem[];
}

/** An answer of the service, of any status. */
export interface ApiAnswer {
	status: number;
	headers: Record<string, unknown>;
	body: unknown;
}

/** What came of a request: an answer, nothing sent at all, or `unknown` if it may have arrived. */
export type Exchange =
	| { kind: 'answer'; answer: ApiAnswer }
	| { kind: 'unknown'; explanation: Explanation }
	/** `temporary`: it may go through in a moment, unlike a bad certificate or a missing token. */
	| { kind: 'notSent'; explanation: Explanation; temporary: boolean };
