import {
	type CalendarPost,
	findMissingTags,
	getDate,
	getSettings,
} from '../../../calendar/calendarPost';
import type { PostFinder } from '../../../calendar/postFinder';
import { canLoseLinks, hasLink, LINKS_STRIPPED } from '../../../channels/strippedLinks';
import { isWithinAMinute } from '../../../common/date';
import { removeFingerprint } from '../../../common/fingerprint';
import { Problem } from '../../../common/problem';
import { capitalize, joinSentences } from '../../../common/text';
import { createUncheckedFile } from '../../../media/mediaFile';
import { findDifferences } from '../../../posts/merge/findDifferences';
import { toUpdatableFields } from '../../../posts/merge/updatableFields';
import type { PreparedUpdate } from '../../../posts/postUpdate';
import { toPostContent } from '../../../posts/toPostContent';

/** A post after its update. */
export interface VerifiedUpdate {
	after: CalendarPost;
	/** The tags that Postiz doesn't have. */
	missingTags: string[];
}

/**
 * Reads a post again after its update. Throws {@link Problem} if the post differs from the update in anything but tags,
 * or is unreadable.
 */
export async function verifyUpdate(
	sent: PreparedUpdate,
	finder: PostFinder,
): Promise<VerifiedUpdate> {
	const after = await finder.fetchFresh(sent.before.id).catch((error: unknown) => {
		if (!(error instanceof Problem)) throw error;
		throw error.withRemedy(['Check the post with Post > Get.'], {
			message: `The post was changed, but could not be checked: ${error.message}`,
		});
	});
	const unsaved = findUnsaved(sent, after);
	if (unsaved.length > 0) {
		throw new Problem(
			`Postiz didn't save all changes: ${unsaved.join(', ')}`,
			joinSentences(
				losesLinks(sent, after) && `${capitalize(LINKS_STRIPPED)}.`,
				'Everything else was changed. Check the post with Post > Get.',
			),
		);
	}
	return { after, missingTags: findMissingTags(sent.requestFields.tags, after) };
}

/** True if the instance removed links from the text. */
const losesLinks = ({ payload, post }: PreparedUpdate, after: CalendarPost): boolean =>
	canLoseLinks({ target: post.target, parts: payload.value }) &&
	!after.parts?.some(({ content }) => hasLink(content));

/** Lists what the service didn't store. Tags that it doesn't have are reported separately. */
function findUnsaved(sent: PreparedUpdate, after: CalendarPost): string[] {
	const { type, date } = sent.requestFields;
	const isDraft = after.state === 'DRAFT';
	const hasSentState = type === 'update' || isDraft === (type === 'draft');
	const state = hasSentState ? [] : [`state (it is ${isDraft ? 'a' : 'not a'} draft now)`];
	if (sent.changesOnlyState) return state;
	// The service sets the date of posts for “now”.
	const hasSentDate = type === 'now' || isWithinAMinute(date, getDate(after));
	return [...findUnsavedContent(sent, after), ...(hasSentDate ? [] : ['date']), ...state];
}

function findUnsavedContent(
	{ payload, requestFields }: PreparedUpdate,
	after: CalendarPost,
): string[] {
	const { tags, inter = 0, shortLink } = requestFields;
	const isReadable = after.parts !== undefined || after.settings !== undefined;
	const unknown = findMissingTags(tags, after);
	const sentParts = payload.value.map(({ content, image, delay }) => ({
		content,
		delay,
		files: image.map(createUncheckedFile),
	}));
	return findDifferences(toUpdatableFields(after), {
		post: {
			...toPostContent(after),
			// The service may add settings.
			settings: isReadable ? removeFingerprint({ ...getSettings(after), ...payload.settings }) : {},
			// Without public data, only the text can be compared.
			parts: after.parts ? sentParts : [{ content: sentParts[0]!.content, files: [] }],
		},
		tags: tags.filter(({ label }) => !unknown.includes(label)),
		repeatDays: inter,
		shortLink,
	});
}
