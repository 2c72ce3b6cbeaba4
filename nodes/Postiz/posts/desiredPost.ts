/**
 * The types of a post, step by step (publishing/pipeline.ts):
 *
 * - Read: a `PostInput` of an `Item`, as entered (item.ts).
 * - Resolve: a `DesiredPost`, which is a `PostContent` with its item and fingerprint.
 * - Match: a `PlannedPost`, which has the `DesiredPost` and the decision about its `ExistingPost`.
 * - Send: an `OutgoingPost` with its payload (publishing/send/), then a `PostResult` (postResult.ts).
 *
 * The types of an existing post, from what the service returns to what steps compare:
 *
 * - `ListedPost`: an entry of the calendar, without its thread (transport/apiTypes.ts).
 * - `PublicPart`: a part of its public data (calendar/publicPost.ts).
 * - `CalendarPost`: a `ListedPost` with its `PublicPart`s, for outputs and updates, by postFinder.ts.
 * - `ExistingPost`: what matching compares, by existing/candidateReader.ts.
 * - `PostContent`: its content, like that of a new post, by toPostContent.ts.
 * - `UpdatableFields`: its `PostContent` with the date, tags and others that an update may change
 *   (merge/updatableFields.ts).
 */

import type { IDataObject } from 'n8n-workflow';

import type { Target } from '../channels/target';
import type { Fingerprint } from '../common/fingerprint';
import type { MediaFile } from '../media/mediaFile';
import type { TextInput } from '../text/content';
import type { ExistingPost } from './existingPost';
import type { Issue } from './issue';
import type { Item } from './item';

/** A part of a post, with its text rendered for the network. */
export interface Part {
	content: string;
	/** The source of the content. */
	textInput?: TextInput;
	/** In minutes. */
	delay?: number;
	files: MediaFile[];
}

/** The source of a post: a form with or without Network Settings for its network, JSON, or the calendar. */
export type PostSource = 'formWithSettings' | 'formWithoutSettings' | 'json' | 'calendar';

/** The content of a new or existing post on a channel. Its files may not be uploaded yet. */
export interface PostContent {
	source: PostSource;
	target: Target;
	parts: Part[];
	/** By their names in the API, without {@link settingFiles}. */
	settings: IDataObject;
	settingFiles: Record<string, MediaFile>;
	/** The names of settings that the node doesn't know, although the instance may. */
	unknownSettings?: string[];
	/** Issues of names that had to be resolved to IDs. */
	nameIssues?: NameIssue[];
	/** Whether to adapt the post to its network. Undefined if the form has no such option. */
	adaptsIfUnsupported?: boolean;
}

/** An issue of a name that couldn't be resolved to an ID. */
export interface NameIssue extends Issue {
	/** The key of its setting. */
	settingKey: string;
}

export interface DesiredPost extends PostContent {
	item: Item;
	/** The index among the posts of its item. */
	postIndex: number;
	fingerprint: Fingerprint;
	/** The first text as the calendar shows it, for comparisons with existing posts. Never stored. */
	comparableText: string;
	time: number;
	/** Set if an earlier attempt has sent the post. For a lookup, also if this run has. */
	sentRecord?: SentRecord;
}

/** What all attempts have sent of a post. */
export interface SentRecord {
	/** The send IDs in its fingerprints, one per request. */
	sendIds: string[];
	/** Undefined if no response was clear. */
	postId?: string;
	/** In UTC. */
	date?: string;
	isUpdate?: boolean;
	/** The existing post that the new post may replace. */
	similarPost?: ExistingPost;
}
