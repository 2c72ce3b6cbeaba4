import type { INodeParameters } from 'n8n-workflow';

import { createTooLongText } from '../../../networks/table.cjs';
import { createStoredFailure } from '../../../shared/failures.cjs';
import type { StoredPost } from '../../../service/state.cjs';
import { HOUR } from '../../../shared/time.cjs';
import { createJsonItems } from '../../support/harness.cjs';
import {
	addDays,
	createPostLocator as byId,
	createRunner,
	getOnlyBody,
	storePost,
	updatePost,
} from '../../support/posts.cjs';
import { listCalls, useService } from '../../support/useService.cjs';

const TOO_LONG = createTooLongText('bluesky');
const LATER = '2099-05-06T08:00:00.000Z';

const service = useService();
const run = createRunner(service, 'post');

type Stored = Partial<StoredPost> & { text?: string };
const addPost = (more: Stored = {}) =>
	storePost(service, 'bluesky', { state: 'DRAFT', publishDate: addDays(5), ...more });
const update = async (
	{ id }: Pick<StoredPost, 'id'>,
	updateFields: INodeParameters,
	options: INodeParameters = {},
) => await run('update', { ...byId(id), updateFields, options });

/** What Post: Get outputs of a post. */
const getRow = async ({ id }: StoredPost) => (await run('get', byId(id))).output[0][0].json;
const listChanges = () => listCalls(service).filter((call) => !call.startsWith('GET'));

test('publishes a post moved to an allowed past date now, as newer releases reject past dates', async () => {
	const post = addPost({ state: 'QUEUE' });
	const { output, error } = await update(post, { date: addDays(-1) }, { allowPastDates: true });
	expect(error).toBeUndefined();
	expect(getOnlyBody(service)).toMatchObject({ type: 'now' });
	expect(output[0][0].json).toMatchObject({ outcome: 'updated', changed: 'date' });
});

describe('if the clock of n8n is wrong', () => {
	afterEach(() => jest.restoreAllMocks());
	const readTime = Date.now;
	const inHalfAnHour = new Date(readTime() + HOUR / 2).toISOString();
	const halfAnHourAgo = new Date(readTime() - HOUR / 2).toISOString();
	const shiftClock = (ms: number) =>
		jest.spyOn(Date, 'now').mockImplementation(() => readTime() + ms);

	/** A stored or an entered date, with the state or without. */
	const listUpdates = (date: string): Array<[stored: Stored, fields: INodeParameters]> => [
		[{ publishDate: date }, { state: 'scheduled', content: 'Green tea' }],
		[{}, { state: 'scheduled', date }],
		[{}, { date }],
	];

	test.each(listUpdates(inHalfAnHour))(
		'accepts %j with %j although n8n is an hour ahead',
		async (stored, fields) => {
			const post = addPost(stored);
			shiftClock(HOUR);
			const { error } = await update(post, fields);
			expect(error).toBeUndefined();
			expect(post.publishDate).toBe(inHalfAnHour);
			expect(getOnlyBody(service)).toMatchObject({ date: inHalfAnHour });
		},
	);

	test.each(listUpdates(halfAnHourAgo))(
		'rejects %j with %j although n8n is an hour behind',
		async (stored, fields) => {
			const post = addPost(stored);
			shiftClock(-HOUR);
			const { error } = await update(post, fields);
			expect(error?.message).toMatch(/^The date .* is in the past$/);
			expect(error?.description).toContain('Choose a later date.');
			expect(listChanges()).toEqual([]);
		},
	);

	test('rejects a date that passed by the time its post was read', async () => {
		const post = addPost();
		// At first, n8n is an hour behind; then its clock is corrected.
		jest
			.spyOn(Date, 'now')
			.mockImplementation(() => readTime() - (service.requests.length === 0 ? HOUR : 0));
		const { error } = await update(post, { date: halfAnHourAgo });
		expect(error?.message).toMatch(/^The date .* is in the past$/);
		expect(listChanges()).toEqual([]);
	});
});

describe('only the state', () => {
	test.each<[Partial<StoredPost>, state: string, options: INodeParameters]>([
		[{ state: 'DRAFT' }, 'scheduled', {}],
		[{ state: 'DRAFT' }, '={{ "Scheduled" }}', {}],
		[{ state: 'DRAFT', publishDate: addDays(-1) }, 'scheduled', { allowPastDates: true }],
		[{ state: 'ERROR', publishDate: addDays(-1) }, 'scheduled', {}],
		[{ state: 'QUEUE' }, 'draft', {}],
	])('sets %j to %s with %j, and writes nothing else', async (stored, state, options) => {
		const post = addPost(stored);
		const { output } = await update(post, { state }, options);
		expect(listChanges()).toEqual([`PUT /posts/${post.id}/status`]);
		expect(post.state).not.toBe(stored.state);
		const { state: word, text } = await getRow(post);
		expect(output[0].map(({ json }) => json)).toEqual([
			expect.objectContaining({ state: word, text, outcome: 'updated', changed: 'state' }),
		]);
	});

	test('stays untouched if it is already set', async () => {
		const post = addPost({ state: 'QUEUE' });
		const { output } = await update(post, { state: 'scheduled' });
		expect(output[0][0].json).toEqual({
			...(await getRow(post)),
			outcome: 'unchanged',
		});
		expect(listChanges()).toEqual([]);
	});

	test('counts as set even if the answer was lost', async () => {
		service.faults.push({ match: { method: 'PUT' }, kind: 'resetAfter' });
		const { output } = await run(
			'update',
			{ ...byId(addPost().id), updateFields: { state: 'scheduled' } },
			{ items: createJsonItems([{}, {}]), onError: 'continueRegularOutput' },
		);
		expect(output[0].map(({ json }) => json.changed)).toEqual(['state', undefined]);
	});

	test('reports an error if it was not set', async () => {
		service.faults.push({ match: { method: 'PUT' }, kind: 'status', status: 500 });
		const { error } = await update(addPost(), { state: 'scheduled' });
		expect(error?.message).toBe(
			'It is unclear whether Postiz changed the post: Postiz failed (status 500)',
		);
	});
});

const LATE = createStoredFailure({ timesOut: true }, 'bluesky');
const COMMENT = {
	error: createStoredFailure('no comments', 'bluesky'),
	releaseURL: 'https://x.example/1',
};

test.each([
	['is', COMMENT],
	['may be', { error: LATE }],
])('does not publish a failed post again that %s online', async (is, failure) => {
	const post = addPost({ state: 'ERROR', ...failure });
	for (const more of [{}, { date: LATER, content: 'New' }]) {
		const { error } = await update(post, { state: 'scheduled', ...more });
		expect(error?.message).toBe(`The post “${post.id}” failed in Postiz, but it ${is} online`);
	}
	expect(listChanges()).toEqual([]);
});

const OLD = { publishDate: addDays(-1) };
const OUT = { state: 'PUBLISHED', ...OLD } as const;
const LONG = { text: TOO_LONG.text };

test.each<{
	stored: Stored;
	fields: INodeParameters;
	options: INodeParameters;
	message: RegExp;
	advice: string;
}>([
	{
		stored: {},
		fields: { date: '2001-02-03 10:00' },
		options: {},
		message: /^The date 2001-02-03 10:00.* past$/,
		advice: 'Choose a later',
	},
	{
		stored: {},
		fields: { date: '02/03/2001 10:00' },
		options: { dateOrder: 'monthFirst' },
		message: /^The date 2001-02-03 10:00.* past$/,
		advice: '',
	},
	{
		stored: OLD,
		fields: {},
		options: {},
		message: /^The date .* UTC is in the past$/,
		advice: 'Choose a later date',
	},
	{
		stored: { publishDate: '' },
		fields: {},
		options: {},
		message: /^The draft .* has no date$/,
		advice: 'Add a Date',
	},
	{
		stored: OUT,
		fields: {},
		options: {},
		message: /is already published$/,
		advice: 'Create a new post',
	},
	{
		stored: OUT,
		fields: { content: 'New' },
		options: {},
		message: /is already published$/,
		advice: '',
	},
	{
		stored: { ...LONG, state: 'ERROR' },
		fields: { date: LATER },
		options: {},
		message: new RegExp(`^Bluesky: ${TOO_LONG.message}$`),
		advice: 'Nothing was changed for this item.',
	},
	{
		stored: LONG,
		fields: {},
		options: {},
		message: new RegExp(`^Bluesky: ${TOO_LONG.message}$`),
		advice:
			'Nothing was changed for this item. Correct the draft with Post > Update first, or in the same step.',
	},
])(
	'does not schedule $stored with $fields and $options, and leaves it unchanged',
	async ({ stored, fields, options, message, advice }) => {
		const post = addPost(stored);
		const before = structuredClone(post);
		const { error } = await update(post, { state: 'scheduled', ...fields }, options);
		expect(error).toMatchObject({
			message: expect.stringMatching(message),
			description: expect.stringContaining(advice),
		});
		expect(listChanges()).toEqual([]);
		expect(post).toEqual(before);
	},
);

test('can schedule a draft without a date by setting one', async () => {
	const post = addPost({ publishDate: '' });
	const { output } = await update(post, { state: 'scheduled', date: LATER });
	expect(output[0][0].json).toMatchObject({ state: 'scheduled', changed: 'date, state' });
	expect(post).toMatchObject({ state: 'QUEUE', publishDate: LATER });
});

test.each([
	['disabled', 'is disabled in Postiz'],
	['deleted', 'is no longer connected in Postiz'],
] as const)('can only make a draft of a post whose channel is %s', async (what, words) => {
	const post = addPost({ state: 'QUEUE', error: 'Channel disabled' });
	const channel = service.state.channels.find(({ id }) => id === post.channelId)!;
	channel[what] = true;
	expect((await update(post, { state: 'draft' })).error).toBeUndefined();
	for (const state of ['DRAFT', 'ERROR'] as const) {
		for (const date of ['', LATER]) {
			post.state = state;
			const { error } = await update(post, { state: 'scheduled', date });
			expect(error?.message).toContain(words);
			expect(post.state).toBe(state);
		}
	}
});

describe('before 2.21.7', () => {
	const old = useService({ version: '2.18', hourlyLimit: 1000 });

	test('needs a date to schedule a draft', async () => {
		const post = storePost(old, 'bluesky', { state: 'DRAFT' });
		const { error } = await updatePost(old, post.id, { state: 'scheduled' });
		expect(error?.message).toBe('Post > Update of the State alone needs Postiz 2.21.7 or newer');
		await updatePost(old, post.id, { state: 'scheduled', date: LATER });
		expect(post.state).toBe('QUEUE');
	});
});
