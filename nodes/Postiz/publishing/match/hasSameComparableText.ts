import type { DesiredPost } from '../../posts/desiredPost';
import type { ExistingPost } from '../../posts/existingPost';
import { isShortenedFrom } from '../../text/shortLinks';

/** True if the calendar shows the desired text. With Shorten Links, its links may differ. */
export const hasSameComparableText = (
	{ comparableText, item }: DesiredPost,
	post: ExistingPost,
): boolean =>
	comparableText === post.comparableText ||
	(item.requestFields.shortLink && isShortenedFrom(comparableText, post.comparableText));
