import type { PreviewPart } from '../../../nodes/Postiz/calendar/post';

const DATE = '2099-03-04T10:00:00.000Z';
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
