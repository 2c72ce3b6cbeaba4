import type { CalendarPost } from '../../../../../nodes/Postiz/calendar/calendarPost';
import type { PublicPart } from '../../../../../nodes/Postiz/calendar/publicPost';

export const DATE = '2099-03-04T10:00:00.000Z';

/** A part of a post as the service shows it publicly. */
export const createPublicPart = (
	id: string,
	content: string,
	more: Partial<PublicPart> = {},
): PublicPart => ({
	id,
	content,
	image: [],
	delay: 0,
	settings: {},
	tags: [],
	group: 'g',
	...more,
});
export const CUP = { id: 'cup.png', path: 'https://media.example/cup.png' };
export const TITLE = { title: 'Menu', __type: 'x' };
export const OF_TEA = { image: [CUP], settings: TITLE, tags: ['a', 'b'] };
export const TEA = createPublicPart('p1', 'Tea', OF_TEA);
export const CAKE = createPublicPart('p2', 'Cake', { delay: 5 });

/** A scheduled post on X with a file, a comment, a title, tags and a repetition. */
export const createCalendarPost = (more: Partial<CalendarPost> = {}): CalendarPost => ({
	id: 'p1',
	content: 'Tea',
	publishDate: DATE,
	state: 'QUEUE',
	intervalInDays: 7,
	integration: { id: 'x-1', providerIdentifier: 'x', name: 'Acme' },
	parts: [TEA, CAKE],
	...more,
});

export const createTags = (...labels: string[]) => labels.map((label) => ({ value: label, label }));
