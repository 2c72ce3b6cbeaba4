import { type CalendarPost, getSettings } from '../../../calendar/calendarPost';
import { type Fingerprint, removeFingerprint } from '../../../common/fingerprint';
import { createAsIsFile } from '../../../media/mediaFile';
import { findNetwork } from '../../../networks';
import type { ChannelPost } from '../../../posts/desiredPost';
import type { DesiredState } from '../../../posts/form/updateFields';
import type { RequestFields } from '../../../transport/apiTypes';

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
