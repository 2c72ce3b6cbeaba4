import type { PreviewPart } from '../../../nodes/Postiz/calendar/preview';
import type { CalendarPost } from '../../../nodes/Postiz/calendar/post';
import type { ListedPost } from '../../../nodes/Postiz/transport/types';

export const DATE = '2099-03-04T10:00:00.000Z';
export const PICTURE = { id: 'cup', path: 'https://media.example/cup.png', alt: 'A cup' };

/** A part of a preview. */
export const part = (
	id: string,
	content: string,
	more: Partial<PreviewPart> = {},
): PreviewPart => ({
	id,
	content,
	image: [],
	delay: 0,
	settings: { __type: 'bluesky' },
	group: 'g1',
	state: 'QUEUE',
	publishDate: DATE,
	tags: [],
	...more,
});

/** A scheduled post on Bluesky; without parts if the instance has no previews. */
export const calendarPost = (parts: PreviewPart[], row: Partial<ListedPost> = {}): CalendarPost => {
	const { state = 'QUEUE', publishDate = DATE, intervalInDays } = parts[0] ?? {};
	return {
		id: 'p1',
		content: 'Listed',
		publishDate,
		state,
		intervalInDays,
		group: 'g1',
		settings: '{"__type":"bluesky","note":"listed"}',
		tags: [{ tag: { name: 'listed' } }],
		integration: { id: 'c1', name: 'Acme Coffee', providerIdentifier: 'bluesky' },
		...row,
		parts,
	};
};
