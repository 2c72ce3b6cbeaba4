import { formatDateTimeWithZone } from '../../common/date';
import { quote, shorten } from '../../common/text';
import { getVisibleText } from '../../text/storedText';
import type { ExistingPost } from '../existingPost';

/** In characters. */
const MAX_TEXT = 40;

/** Names a post in a sentence by its text, ID and date. */
export function namePost({ id, content, time }: ExistingPost, timezone: string): string {
	const text = getVisibleText(content).replace(/\s+/g, ' ').trim();
	const date = formatDateTimeWithZone(new Date(time).toISOString(), timezone);
	return [text && quote(shorten(text, MAX_TEXT)), id, date].filter(Boolean).join(', ');
}
