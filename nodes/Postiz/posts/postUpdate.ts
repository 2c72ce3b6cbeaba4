import type { IDataObject } from 'n8n-workflow';

import { type CalendarPost, getSettings } from '../calendar/calendarPost';
import { type Fingerprint, removeFingerprint } from '../common/fingerprint';
import type { FileSource } from '../media/fileSource';
import { createAsIsFile } from '../media/mediaFile';
import { findNetwork } from '../networks';
import type { TextFormat } from '../text/textInput';
import type { RequestFields } from '../transport/apiTypes';
import type { ChannelPost } from './desiredPost';
import type { Issue } from './issue';
import type { PartInput } from './item';

/** The states that people can choose, and their names in the API. */
export const API_STATES = { draft: 'DRAFT', scheduled: 'QUEUE' } as const;
export type DesiredState = keyof typeof API_STATES;

/** What the form of Post > Update changes: what an item doesn't enter stays as it is. */
export interface UpdateForm {
	entered: Pick<PostUpdate, 'state' | 'date' | 'tags'> & {
		text?: string;
		media?: FileSource[];
		/** The later parts. */
		thread?: PartInput[];
	};
	/** By network, as that of the post isn't known yet. */
	settingChanges: SettingChanges[];
	format: TextFormat;
	allowsPast: boolean;
	/** A note on the date. */
	dateNote?: string;
	/** Notes on the values of expressions. */
	notes: Issue[];
}

/** The settings that a form changes on a network. */
export interface SettingChanges {
	/** The network's identifier in the API. */
	identifier: string;
	settings: IDataObject;
	settingFiles: Record<string, FileSource>;
}

/** What a post in the calendar should be like. Undefined fields stay as they are. */
export interface PostUpdate {
	/** The whole post, though its files may not be uploaded yet. */
	post: ChannelPost;
	/** That of its row. */
	fingerprint?: Fingerprint;
	state?: DesiredState;
	/** In UTC, with milliseconds and Z. */
	date?: string;
	tags?: RequestFields['tags'];
	/** In days; 0 ends the repetition. */
	inter?: number;
	/** Links may be replaced with short ones. */
	shortLink?: boolean;
}

/**
 * An update of a post, which is always written as a whole (docs/api.md, Changing a post). A row (mergeRow.ts) or a form
 * (resolveUpdate.ts) becomes a {@link PostUpdate}. planUpdate compares it with the post, prepareUpdate uploads its
 * files, and verifyUpdate checks what Postiz has stored.
 */
export interface UpdatePlan extends Pick<PostUpdate, 'post' | 'fingerprint'> {
	before: CalendarPost;
	/** What changes, such as `text` or `settings.title`; empty if the post is as it should be. */
	changed: string[];
	/** Only the state changes, so that the post isn't written again. */
	changesOnlyState: boolean;
	requestFields: RequestFields;
}

/** The prefix of settings in {@link UpdatePlan.changed}. */
export const SETTING_PREFIX = 'settings.';

/** The content of a post in the calendar; without its public data, it lacks files and later parts. */
export function toChannelPost(post: CalendarPost): ChannelPost {
	const { id = '', name = '', providerIdentifier: identifier = '' } = post.integration ?? {};
	const parts = post.parts.map(({ content, image, delay }) => ({
		content,
		files: image.map(createAsIsFile),
		...(delay > 0 && { delay }),
	}));
	return {
		origin: 'calendar',
		target: { id, name, identifier, network: findNetwork(identifier) },
		settings: removeFingerprint(getSettings(post)),
		settingFiles: {},
		parts: parts.length > 0 ? parts : [{ content: post.content ?? '', files: [] }],
	};
}
