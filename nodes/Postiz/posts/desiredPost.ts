/**
 * What becomes of a post, step by step (publishing/pipeline.ts):
 *
 * - Read: a `PostInput` of an `Item`, as it was entered (item.ts).
 * - Resolve: a `DesiredPost`, which is a `ChannelPost` with its item and fingerprint.
 * - Match: a `PlannedPost`, which is a `DesiredPost` with what to do about its `ExistingPost`.
 * - Send: an `OutgoingPost` with its payload (publishing/send/), and then a `PostResult`.
 */

import type { IDataObject } from 'n8n-workflow';

import type { Target } from '../channels/target';
import type { Fingerprint } from '../common/fingerprint';
import type { MediaFile } from '../media/mediaFile';
import type { TextInput } from '../text/textInput';
import type { ExistingPost } from './existingPost';
import type { Issue } from './issue';
import type { Item } from './item';

/** A part of a post, with its text rendered for the network. */
export interface Part {
	content: string;
	/** What the content was rendered from. */
	textInput?: TextInput;
	/** In minutes. */
	delay?: number;
	files: MediaFile[];
}

/** Where a post comes from: a form with or without Network Settings for its network, JSON, or the calendar. */
export type Origin = 'formWithSettings' | 'form' | 'json' | 'calendar';

/** A post for one channel, new or existing, with what it says there. Its files may not be uploaded yet. */
export interface ChannelPost {
	origin: Origin;
	target: Target;
	parts: Part[];
	/** By API keys, without those in {@link settingFiles}. */
	settings: IDataObject;
	settingFiles: Record<string, MediaFile>;
	/** Keys of settings that the node doesn't know; the instance may know them. */
	unknownSettings?: string[];
	/** Issues of names that were looked up to get IDs. */
	nameIssues?: Issue[];
	/** Whether to adapt it to its network; undefined if the form has no such option. */
	adapts?: boolean;
}

/** The post that an item should have on a channel. */
export interface DesiredPost extends ChannelPost {
	item: Item;
	/** Its index among the posts of its item. */
	postIndex: number;
	fingerprint: Fingerprint;
	/** The first text, as the calendar shows it, to compare it with those of existing posts; it is never stored. */
	comparableText: string;
	/** Its date, in ms. */
	time: number;
	/** Set if this run has sent the post, in an earlier attempt or, for a lookup, just now. */
	sentRecord?: SentRecord;
}

/** What a run has sent of a post, in all its attempts. */
export interface SentRecord {
	/** The send IDs of its fingerprints, one for each request. */
	sendIds: string[];
	/** Undefined without a clear response. */
	postId?: string;
	/** In UTC. */
	date?: string;
	isUpdate?: boolean;
	/** The existing post that it may replace. */
	similarPost?: ExistingPost;
}
