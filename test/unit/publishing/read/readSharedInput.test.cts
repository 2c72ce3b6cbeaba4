import type { IDataObject } from 'n8n-workflow';

import { OPTIONS } from '../../../../nodes/Postiz/posts/form/publishOptions';
import { readSharedInput } from '../../../../nodes/Postiz/publishing/read/readSharedInput';
import { catchProblem } from '../../support/catchProblem.cjs';
import { createFormContext } from './createFormContext.cjs';

const NOW = Date.parse('2099-03-04T10:00:00.000Z');
const DATE = '2099-03-05 10:00';

const read = (parameters: IDataObject, bodyFields?: IDataObject) =>
	readSharedInput(createFormContext({ type: 'schedule', date: DATE, ...parameters }), 0, {
		now: NOW,
		bodyFields,
	});
const readWithOptions = (options: IDataObject, bodyFields?: IDataObject) =>
	read({ options }, bodyFields);

describe('tags', () => {
	test.each([
		['winter, menu', ['winter', 'menu']],
		[' winter ,, winter ,menu', ['winter', 'menu']],
		[undefined, []],
		[
			[{ value: '1', label: 'winter' }, { name: 'menu' }],
			['winter', 'menu'],
		],
		[[2026, null], ['2026']],
		['{"value": "1", "label": "winter, menu"}', ['winter, menu']],
		[
			[{ value: 'winter' }, { tag: { id: '1', name: 'menu' } }],
			['winter', 'menu'],
		],
	])('reads %j as %j', (entered, labels) => {
		const tags = entered as IDataObject[string];
		expect(readWithOptions({ tags }).requestFields.tags).toEqual(
			labels.map((label) => ({ value: label, label })),
		);
	});

	test.each([
		[{ a: 1 }, '{"a":1}'],
		[[{ label: { a: 1 } }], '{"label":{"a":1}}'],
		['["winter", "menu"', '["winter", "menu"'],
	])('rejects %j', (entered, shown) => {
		const tags = entered as IDataObject[string];
		expect(() => readWithOptions({ tags })).toThrow(`Tags cannot have “${shown}”`);
	});
});

describe('what all posts of an item share', () => {
	test('contain only what was entered, with the date in UTC', () => {
		expect(read({})).toEqual({
			index: 0,
			allowsPastDates: false,
			adaptsIfUnsupported: false,
			skipsIfUnsupported: false,
			ignoresExistingPosts: false,
			dateSource: 'fixed',
			skipsValidation: false,
			requestFields: {
				type: 'schedule',
				date: '2099-03-05T09:00:00.000Z',
				shortLink: false,
				tags: [],
			},
		});
		expect(
			readWithOptions({
				allowPastDates: true,
				skipValidation: 'true',
				shortLink: 1,
				tags: 'a',
			}),
		).toMatchObject({
			allowsPastDates: true,
			skipsValidation: true,
			requestFields: { shortLink: true, tags: [{ value: 'a', label: 'a' }] },
		});
	});

	test('prefer the JSON to the form', () => {
		const given = {
			type: 'draft',
			date: '2099-04-01T00:00:00.000Z',
			shortLink: false,
			tags: 'json',
			inter: 1,
			order: 'o',
			creationMethod: 'API',
		};
		const options = { shortLink: true, tags: 'form' };
		expect(readWithOptions(options, given).requestFields).toEqual({
			...given,
			tags: [{ value: 'json', label: 'json' }],
		});
		expect(readWithOptions(options, { type: 'draft' }).requestFields).toMatchObject({
			date: '2099-03-05T09:00:00.000Z',
			shortLink: true,
			tags: [{ value: 'form', label: 'form' }],
		});
	});
});

test('adds only the options that the JSON has', () => {
	const readTags = jest.spyOn(OPTIONS.tags, 'read');
	readWithOptions({ skipValidation: true }, { type: 'draft' });
	readWithOptions({}, { tags: [] });
	const options = readTags.mock.calls.map(([values]) => Object.keys(values));
	readTags.mockRestore();
	expect(options).toEqual([['skipValidation'], ['tags']]);
});

describe('the date', () => {
	const now = new Date(NOW).toISOString();
	const PAST = '2001-01-01T00:00:00.000Z';
	const readDate = (parameters: IDataObject) => read(parameters).requestFields.date;

	test('is the time of the execution for an immediate post or one in a free slot', () => {
		// The form hides the date in that case, but keeps its value.
		for (const type of ['now', 'nextSlot']) {
			expect(readDate({ type })).toBe(now);
			expect(read({}, { type, date: '2099-04-01' }).requestFields.date).toBe(now);
		}
	});

	test('may be empty or past for a draft', () => {
		expect(readDate({ type: 'draft', date: '' })).toBe(now);
		expect(readDate({ type: 'draft', date: PAST })).toBe(PAST);
	});

	test('is required for a scheduled post', () => {
		// The error is reported together with those of the channels.
		expect(read({ date: ' ' }).dateProblem?.message).toBe('The date is empty');
	});

	test('may be past, as an earlier run may have sent the post in time', () => {
		const item = read({ date: PAST });
		expect([item.requestFields.date, item.dateProblem]).toEqual([PAST, undefined]);
	});

	test('may start with the day or the month if an option defines the order', () => {
		const date = '05/12/2099';
		expect(readDate({ date, options: { dateOrder: 'dayFirst' } })).toBe('2099-12-04T23:00:00.000Z');
		expect(read({ date }).dateProblem?.description).toContain('the option Ambiguous Dates');
	});
});

test.each<[IDataObject, string]>([
	[{ type: 'later' }, 'When to Publish cannot be “later”'],
	[{ type: '' }, 'When to Publish is empty'],
	[{ options: { shortLink: 'maybe' } }, 'Shorten Links cannot be “maybe”'],
])('%j: %s', (parameters, message) => {
	expect(catchProblem(() => read(parameters))).toEqual([message, expect.stringMatching(/\S/)]);
});

test('reads the repetition in a body as a positive number of days', () => {
	for (const inter of ['', null, undefined, 0, '0']) {
		expect(Object.keys(read({}, { inter }).requestFields)).not.toContain('inter');
	}
	expect(read({}, { inter: '7' }).requestFields.inter).toBe(7);
	for (const inter of [-1, 1.5, 3e9, 'weekly']) {
		expect(() => read({}, { inter })).toThrow(`“inter” cannot be “${inter}”`);
	}
});
