import type { IDataObject } from 'n8n-workflow';

import type { Provider } from '../providers/types';

/** When a post goes out; the service's `type` (API: POST /posts). */
export type PostType = 'now' | 'schedule' | 'draft';

/** A file that was uploaded to the service (API: POST /posts, ImageRef). */
export interface ImageRef extends IDataObject {
	id: string;
	path: string;
	alt?: string;
	thumbnail?: string;
}

/** One part of a post: the first is the post, the others follow as thread or comments. */
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

/** The body of `POST /posts` (API: POST /posts). */
export interface PostRequest extends SharedFields {
	posts: PostItem[];
}

/** A channel to post to, with what is known of it. */
export interface Target {
	id: string;
	/** For error sentences: `Channel 2 (X, Acme Coffee)`. */
	label: string;
	name?: string;
	/** What is sent as `__type`. */
	identifier: string;
	/** Undefined for networks the node does not know. */
	provider?: Provider;
	/** The network was detected, so that the form does not show its fields. */
	isDetected?: boolean;
}
