import { type CalendarPost, getSettings } from '../calendar/calendarPost';
import type { PublicPart } from '../calendar/publicPost';
import { removeFingerprint } from '../common/fingerprint';
import { createUncheckedFile } from '../media/mediaFile';
import { findNetwork } from '../networks';
import type { PostContent, Part } from './desiredPost';

/**
 * Returns the content of a post in the calendar. Without its public data, it lacks files and the rest of its thread.
 */
export function toPostContent(post: CalendarPost): PostContent {
	const { id = '', name = '', providerIdentifier: identifier = '' } = post.integration ?? {};
	return {
		source: 'calendar',
		target: { id, name, identifier, network: findNetwork(identifier) },
		settings: removeFingerprint(getSettings(post)),
		settingFiles: {},
		parts: post.parts ? toParts(post.parts) : [{ content: post.content ?? '', files: [] }],
	};
}

const toParts = (parts: PublicPart[]): Part[] =>
	parts.map(({ content, image, delay }) => ({
		content,
		files: image.map(createUncheckedFile),
		...(delay > 0 && { delay }),
	}));
