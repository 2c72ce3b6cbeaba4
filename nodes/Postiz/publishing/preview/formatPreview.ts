import { formatDateTimeWithZone } from '../../common/date';
import type { MediaFile } from '../../media/mediaFile';
import type { PreviewPart, PreviewPost } from './previewPost';

/** Returns the name of a file, or the end of its address. */
export function getFileName({ local, url, reference, kind }: MediaFile): string {
	if (local) return local.name ?? kind ?? 'file';
	const address = url ?? String(reference?.path ?? '');
	const path = address.replace(/[?#].*$/s, '');
	return path.split('/').filter(Boolean).at(-1) ?? address;
}

/** Formats a length as `27/280`, or as `27` without a limit. */
export const formatLength = ({ length, limit }: Pick<PreviewPart, 'length' | 'limit'>): string =>
	limit === undefined ? String(length) : `${length}/${limit}`;

/** Formats when a post is published. `timezone` is an IANA name. */
export function formatWhen(when: PreviewPost['when'], timezone: string): string | undefined {
	if (!when) return undefined;
	const date = when.date === undefined ? '' : formatDateTimeWithZone(when.date, timezone);
	if (when.type === 'draft') return date ? `Draft, ${date}` : 'Draft';
	return { now: 'Now', nextSlot: 'Next free slot', schedule: date }[when.type];
}
