import type { IDataObject } from 'n8n-workflow';

import { visibleText } from '../../../../text/stored';
import { showDate } from '../../../../values/date';
import { fileName, type PreviewPart, type PreviewPost } from './post';

/** The output of a post: what people look at first comes first, and nothing is empty. `timezone` is an IANA name. */
export function previewRow(post: PreviewPost, timezone: string): IDataObject {
	const { channel, network, parts, status, settings, tags, repeats } = post;
	const [first, ...later] = parts;
	const files = parts.flatMap((part) => part.files.map(fileName));
	return {
		status,
		...given({
			toFix: post.problems.join('\n'),
			channel: [network, channel].filter(Boolean).join(': '),
			when: showWhen(post.when, timezone),
		}),
		...(first && partRow(first)),
		...(later.length > 0 && {
			thread: later.map((part) => ({
				...partRow(part),
				...(part.delay > 0 && { delay: part.delay }),
			})),
		}),
		...given({
			files: files.join(', '),
			note: post.notes.join('\n'),
			changed: post.changed?.join(', '),
			tags: tags.join(', '),
			repeatEveryDays: repeats,
			postId: post.postId,
		}),
		...(settings.length > 0 && { settings: Object.fromEntries(settings) }),
	};
}

/** Without what is empty. */
const given = (values: Record<string, string | number | undefined>) =>
	Object.fromEntries(
		Object.entries(values).filter(([, value]) => value !== undefined && value !== ''),
	) as IDataObject;

const partRow = ({ content, length, limit }: PreviewPart) => ({
	text: visibleText(content),
	length: showLength({ length, limit }),
});

/** Such as `27/280`; without a limit, `27`. */
export const showLength = ({ length, limit }: Pick<PreviewPart, 'length' | 'limit'>): string =>
	limit === undefined ? String(length) : `${length}/${limit}`;

function showWhen(when: PreviewPost['when'], timezone: string): string | undefined {
	if (!when) return undefined;
	const date = when.date === undefined ? '' : showDate(when.date, timezone);
	if (when.type === 'draft') return date ? `Draft, ${date}` : 'Draft';
	return { now: 'Now', nextSlot: 'Next free slot', schedule: date }[when.type];
}
