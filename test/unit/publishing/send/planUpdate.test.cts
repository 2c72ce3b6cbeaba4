import type { CalendarPost } from '../../../../nodes/Postiz/calendar/calendarPost';
import type { UpdatePlan } from '../../../../nodes/Postiz/publishing/send/planUpdate';
import { DATE, createPlanningPost, createTags } from '../plans.cjs';
import { KEY, LATER, planPostUpdate, STATE, TEXT, type ContentChanges } from './changes.cjs';
import { MINUTE } from '../../../shared/time.cjs';

const formatFromNow = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString();

test.each<[string, Partial<CalendarPost>, ContentChanges, Partial<UpdatePlan['requestFields']>]>([
	['stays', {}, {}, { type: 'update', date: DATE, inter: 7, shortLink: false }],
	['keeps its state', {}, { state: 'scheduled' }, { type: 'update' }],
	['moves', {}, { date: LATER }, { type: 'schedule', date: LATER }],
	['becomes a draft', {}, { state: 'draft' }, { type: 'draft', date: DATE }],
	['stays a draft', { state: 'DRAFT' }, { date: LATER }, { type: 'draft', date: LATER }],
	['is scheduled', { state: 'DRAFT' }, { state: 'scheduled' }, { type: 'schedule', date: DATE }],
	['is retried', { state: 'ERROR' }, { date: DATE }, { type: 'schedule', date: DATE }],
	[
		'stays failed',
		{ state: 'ERROR' },
		{ tags: createTags('c') },
		{ type: 'update', tags: createTags('c') },
	],
	['repeats at another interval', {}, { inter: 8 }, { inter: 8, tags: createTags('a', 'b') }],
])('builds the request for a post that %s', (_what, more, changes, shared) => {
	expect(planPostUpdate(changes, createPlanningPost(more)).requestFields).toMatchObject(shared);
});

test('omits a repetition that ends', () => {
	expect(planPostUpdate({ inter: null }).requestFields).not.toHaveProperty('inter');
	expect(
		planPostUpdate({}, createPlanningPost({ intervalInDays: null })).requestFields,
	).not.toHaveProperty('inter');
});

test.each<[ContentChanges, boolean]>([
	[STATE, true],
	[{ ...STATE, ...TEXT }, false],
	[{ ...STATE, date: DATE }, false],
	[{ ...STATE, key: KEY }, false],
	[{}, false],
])('recognizes whether %j changes only the state: %s', (changes, isStateAlone) => {
	expect(planPostUpdate(changes).isStateAlone).toBe(isStateAlone);
});

test.each<[string, Partial<CalendarPost>, ContentChanges, RegExp | undefined]>([
	['is published', { state: 'PUBLISHED' }, STATE, /^The post “p1” is already published$/],
	['is published and unchanged', { state: 'PUBLISHED' }, {}, undefined],
	['has no preview', { parts: [] }, TEXT, /^The post “p1” cannot be read completely$/],
	['has no preview, but a new state', { parts: [] }, STATE, undefined],
	['is due', { publishDate: formatFromNow(4) }, TEXT, /^The post “p1” is due at /],
	['is due, but becomes a draft', { publishDate: formatFromNow(4) }, STATE, undefined],
	['is due, but a draft', { publishDate: formatFromNow(4), state: 'DRAFT' }, TEXT, undefined],
	['is due later', { publishDate: formatFromNow(6) }, TEXT, undefined],
	['is late', { publishDate: formatFromNow(-59), intervalInDays: 0 }, TEXT, /is due at /],
	['is stuck', { publishDate: formatFromNow(-61), intervalInDays: null }, TEXT, undefined],
	['is due again', { publishDate: formatFromNow(4 - 14 * 1440) }, TEXT, /is due at /],
	['begins later', { publishDate: formatFromNow(4 + 14 * 1440) }, TEXT, undefined],
	[
		'was due and is due again later',
		{ publishDate: formatFromNow(-30 - 14 * 1440) },
		TEXT,
		undefined,
	],
])('checks whether a post that %s can be changed', (_what, more, changes, message) => {
	const change = () => planPostUpdate(changes, createPlanningPost(more));
	if (message === undefined) expect(change).not.toThrow();
	else expect(change).toThrow(message);
});
