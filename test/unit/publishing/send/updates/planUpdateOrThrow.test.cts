import type { CalendarPost } from '../../../../../nodes/Postiz/calendar/calendarPost';
import type { PlannedUpdate } from '../../../../../nodes/Postiz/posts/postUpdate';
import { createUploadedFile } from '../../createContent.cjs';
import { DATE, createCalendarPost, createTags } from './createCalendarPost.cjs';
import {
	FINGERPRINT,
	LATER,
	planPostUpdate,
	STATE,
	TEXT,
	type UpdateFields,
} from './planPostUpdate.cjs';
import { HOUR, MINUTE } from '../../../../shared/time.cjs';

const FILE: UpdateFields = { first: { files: [createUploadedFile('a.png')] } };

const formatFromNow = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString();

test.each<{
	title: string;
	more: Partial<CalendarPost>;
	fields: UpdateFields;
	requestFields: Partial<PlannedUpdate['requestFields']>;
}>([
	{
		title: 'stays',
		more: {},
		fields: {},
		requestFields: { type: 'update', date: DATE, inter: 7, shortLink: false },
	},
	{
		title: 'keeps its state',
		more: {},
		fields: { state: 'scheduled' },
		requestFields: { type: 'update' },
	},
	{
		title: 'moves',
		more: {},
		fields: { date: LATER },
		requestFields: { type: 'schedule', date: LATER },
	},
	{
		title: 'becomes a draft',
		more: {},
		fields: { state: 'draft' },
		requestFields: { type: 'draft', date: DATE },
	},
	{
		title: 'stays a draft',
		more: { state: 'DRAFT' },
		fields: { date: LATER },
		requestFields: { type: 'draft', date: LATER },
	},
	{
		title: 'is scheduled',
		more: { state: 'DRAFT' },
		fields: { state: 'scheduled' },
		requestFields: { type: 'schedule', date: DATE },
	},
	{
		title: 'is retried',
		more: { state: 'ERROR' },
		fields: { date: DATE },
		requestFields: { type: 'schedule', date: DATE },
	},
	{
		title: 'stays failed',
		more: { state: 'ERROR' },
		fields: { tags: createTags('c') },
		requestFields: { type: 'update', tags: createTags('c') },
	},
	{
		title: 'repeats at another interval',
		more: {},
		fields: { repeatDays: 8 },
		requestFields: { inter: 8, tags: createTags('a', 'b') },
	},
])('builds the request for a post that $title', ({ more, fields, requestFields }) => {
	expect(planPostUpdate(fields, createCalendarPost(more)).requestFields).toMatchObject(
		requestFields,
	);
});

test('omits a repetition that ends', () => {
	expect(planPostUpdate({ repeatDays: 0 }).requestFields).not.toHaveProperty('inter');
	expect(
		planPostUpdate({}, createCalendarPost({ intervalInDays: null })).requestFields,
	).not.toHaveProperty('inter');
});

test.each<[UpdateFields, boolean]>([
	[STATE, true],
	[{ ...STATE, ...TEXT }, false],
	[{ ...STATE, date: DATE }, false],
	[{ ...STATE, fingerprint: FINGERPRINT }, false],
	[{}, false],
])('recognizes whether %j changes only the state: %s', (fields, isStateAlone) => {
	expect(planPostUpdate(fields).changesOnlyState).toBe(isStateAlone);
});

test.each<{
	title: string;
	more: Partial<CalendarPost>;
	fields: UpdateFields;
	message?: RegExp;
}>([
	{
		title: 'is published',
		more: { state: 'PUBLISHED' },
		fields: STATE,
		message: /^The post “p1” is already published$/,
	},
	{ title: 'is published and unchanged', more: { state: 'PUBLISHED' }, fields: {} },
	{
		title: 'has no public data',
		more: { parts: undefined },
		fields: TEXT,
		message: /^The post “p1” cannot be read completely$/,
	},
	...[FILE, { thread: [{ content: 'Milk' }] }, { ...STATE, ...FILE }].map((fields) => ({
		title: `has no public data, with ${Object.keys(fields).join(' and ')},`,
		more: { parts: undefined },
		fields,
		message: /^The post “p1” cannot be read completely$/,
	})),
	{
		title: 'has no public data, with a file of a row,',
		more: { parts: undefined },
		fields: { ...FILE, fingerprint: FINGERPRINT },
	},
	{ title: 'has no public data, but a new state', more: { parts: undefined }, fields: STATE },
	{
		title: 'is due',
		more: { publishDate: formatFromNow(4) },
		fields: TEXT,
		message: /^The post “p1” is due at /,
	},
	{ title: 'is due, but becomes a draft', more: { publishDate: formatFromNow(4) }, fields: STATE },
	{
		title: 'is due, but a draft',
		more: { publishDate: formatFromNow(4), state: 'DRAFT' },
		fields: TEXT,
	},
	{ title: 'is due later', more: { publishDate: formatFromNow(6) }, fields: TEXT },
	{
		title: 'is late',
		more: { publishDate: formatFromNow(-59), intervalInDays: 0 },
		fields: TEXT,
		message: /^The post “p1” was due at .*, and Postiz may be publishing it$/,
	},
	{
		title: 'is late and repeats',
		more: { publishDate: formatFromNow(-59) },
		fields: TEXT,
		message: /was due at /,
	},
	{
		title: 'is stuck',
		more: { publishDate: formatFromNow(-61), intervalInDays: null },
		fields: TEXT,
	},
	{
		title: 'is due again',
		more: { publishDate: formatFromNow(4 - 14 * 1440) },
		fields: TEXT,
		message: /is due at /,
	},
	{
		title: 'was due a moment ago and repeats',
		more: { publishDate: formatFromNow(-1 - 14 * 1440) },
		fields: TEXT,
		message: /was due at /,
	},
	{ title: 'begins later', more: { publishDate: formatFromNow(4 + 14 * 1440) }, fields: TEXT },
	{
		title: 'was due and is due again later',
		more: { publishDate: formatFromNow(-30 - 14 * 1440) },
		fields: TEXT,
	},
])('checks whether a post that $title can be changed', ({ more, fields, message }) => {
	const compare = () => planPostUpdate(fields, createCalendarPost(more));
	if (message === undefined) expect(compare).not.toThrow();
	else expect(compare).toThrow(message);
});

test('uses the clock of Postiz', () => {
	const post = createCalendarPost({ publishDate: formatFromNow(59) });
	expect(() => planPostUpdate(TEXT, post, Date.now() + HOUR)).toThrow(/was due at /);
});
