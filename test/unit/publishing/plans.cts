import type { CalendarPost } from '../../../nodes/Postiz/calendar/calendarPost';
import { detectFileType } from '../../../nodes/Postiz/media/fileType';
import { createUploadFile, type MediaFile } from '../../../nodes/Postiz/media/mediaFile';
import type { Content } from '../../../nodes/Postiz/posts/desiredPost';
import { createTarget } from './rows.cjs';

/** A short text for Bluesky, unless set otherwise. */
export const createContent = (more: Partial<Content> = {}): Content => ({
	origin: 'form',
	target: createTarget('bluesky', 'sky-1'),
	parts: [{ content: 'Tea', files: [] }],
	settings: {},
	settingFiles: {},
	...more,
});

/** An earlier upload. */
export const createUploadedFile = (name: string): MediaFile =>
	createUploadFile({ id: name, path: `https://media.example/${name}` });

/** A file of an item that starts with these bytes. */
export function createItemFile(head: Uint8Array): MediaFile {
	const label = 'The file in data';
	const size = head.length;
	const open = async () => await Promise.reject(new Error('must not be opened'));
	const local = { label, size, type: detectFileType(label, head, size), digest: '', open };
	const { kind, extension } = local.type;
	return { kind, extension, local };
}

export const DATE = '2099-03-04T10:00:00.000Z';
type Shown = CalendarPost['parts'][number];

/** A part of a post as the service shows it publicly. */
export const createShown = (id: string, content: string, more: Partial<Shown> = {}): Shown => ({
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
export const TEA = createShown('p1', 'Tea', OF_TEA);
export const CAKE = createShown('p2', 'Cake', { delay: 5 });

/** A scheduled post on X with a file, a comment, a title, tags and a repetition. */
export const createPlanningPost = (more: Partial<CalendarPost> = {}): CalendarPost => ({
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
