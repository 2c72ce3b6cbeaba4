import type { INodeParameters } from 'n8n-workflow';
import { addDays, FUTURE } from './posts.cjs';
import type { Row } from './caseState.cjs';

export const TEA: Row = { text: 'Tea' };
export const MILK: Row = { text: 'Milk' };
export const WINE: Row = { text: 'Wine' };
export const NOW: INodeParameters = { type: 'now' };
export const DRAFT: INodeParameters = { type: 'draft' };
export const UNDATED_DRAFT: INodeParameters = { type: 'draft', date: '' };
export const NEXT_SLOT: INodeParameters = { type: 'nextSlot' };
export const IN_AN_HOUR: INodeParameters = { date: "={{ $now.plus(1, 'hour') }}" };
export const CHANNELS_BY_ROW = '={{ $json.channels ?? "Bluesky" }}';
export const DATE_BY_ROW: INodeParameters = { date: '={{ $json.date }}' };
export const MAY = '2099-05-04T10:00:00.000Z';
export const IN_200_DAYS = addDays(200);
export const JUNE = '2099-06-04T10:00:00.000Z';
export const TOMORROW = addDays(1);

export const createMarchRows = (...days: number[]): Row[] =>
	days.map((day) => ({ ...TEA, date: `2099-03-0${day}T10:00:00Z` }));

export const createThread = (...texts: string[]): INodeParameters => ({
	thread: { segment: texts.map((content) => ({ content })) },
});

export const THREAD = createThread('Two', 'Three');
export const TAGGED: INodeParameters = { options: { tags: 'Launch' } };
export const TAGS_BY_ROW: INodeParameters = { options: { tags: '={{ $json.text }}' } };
export const POST_AGAIN: INodeParameters = { options: { ifExists: 'post' } };

export const FROM_URL: INodeParameters = {
	media: { file: [{ source: 'url', url: '={{ $json.file.path }}' }] },
};

/** Create or Update, with a column for each field. */
export const UPSERT: INodeParameters = {
	operation: 'upsert',
	rowId: '={{ $json.id }}',
	type: '={{ $json.type ?? "schedule" }}',
	date: `={{ $json.date ?? "${FUTURE}" }}`,
	channels: CHANNELS_BY_ROW,
	options: { tags: '={{ $json.tags ?? "" }}' },
};

export const MAY_1: Row = { id: 'May 1', text: 'Tea' };

export const createMayRows = (from: number, to: number, more: Row = {}): Row[] =>
	Array.from({ length: to - from + 1 }, (_, index) => ({
		id: `May ${from + index}`,
		text: `Tea ${from + index}`,
		...more,
	}));

export const MAY_2: Row = { id: 'May 2', text: 'Tea 2' };
export const repeat = (amount: number, outcome: string) => Array<string>(amount).fill(outcome);
