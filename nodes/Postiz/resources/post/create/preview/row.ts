import type { IDataObject } from 'n8n-workflow';

import { flatRow } from '../../../../calendar/row';
import { visibleText } from '../../../../text/stored';
import { showDate } from '../../../../values/date';
import { fileName, type PreviewPart, type PreviewPost } from './post';

/** The output of a post: what people look at first comes first, and nothing is empty. `timezone` is an IANA name. */
export function previewRow(post: PreviewPost, timezone: string): IDataObject {
	const { target, named, parts, status, number, postId, settings } = post;
	const [first, ...later] = parts;
	return flatRow(
		{
			...(target ? { target } : { channel: named }),
			...(first && partRow(first)),
			...{ status, number, postId },
			toFix: post.problems.join('\n'),
			when: showWhen(post.when, timezone),
			thread: later.map((part) => ({
				...partRow(part),
				...(part.delay > 0 && { delay: part.delay }),
			})),
			files: parts.flatMap((part) => part.files.map(fileName)).join(', '),
			note: post.notes.join('\n'),
			changed: post.changed?.join(', '),
			tags: post.tags.join(', '),
			intervalInDays: post.repeats,
			...(settings.length > 0 && { settings: Object.fromEntries(settings) }),
		},
		timezone,
	);
}

const partRow = ({ content, length, limit }: PreviewPart) => ({
	text: visibleText(content),
	length: showLength({ length, limit }),
});

/** Such as `27/280`; without a limit, `27`. */
export const showLength = ({ length, limit }: Pick<PreviewPart, 'length' | 'limit'>): string =>
	limit === undefined ? String(length) : `${length}/${limit}`;

/** When a post goes out, in words. `timezone` is an IANA name. */
export function showWhen(when: PreviewPost['when'], timezone: string): string | undefined {
	if (!when) return undefined;
	const date = when.date === undefined ? '' : showDate(when.date, timezone);
	if (when.type === 'draft') return date ? `Draft, ${date}` : 'Draft';
	return { now: 'Now', nextSlot: 'Next free slot', schedule: date }[when.type];
}
