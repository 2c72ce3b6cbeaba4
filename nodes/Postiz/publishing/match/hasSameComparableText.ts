import type { DesiredPost } from '../../posts/desiredPost';
import type { ExistingPost } from '../../posts/existingPost';
import { isShortenedFrom } from '../../text/comparableTexts';

/** True if both posts have the same text. With Shorten Links, their links may differ. */
export const hasSameComparableText = (
	{ comparableText, item }: DesiredPost,
	post: ExistingPost,
): boolean =>
	comparableText === post.comparableText ||
	(item.requestFields.shortLink && isShortenedFrom(comparableText, post.comparableText));
