import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { EventLoopYield } from '../../../../nodes/Postiz/execution/eventLoopYield';
import { findChannelId } from '../../../service/client.cjs';
import { PNG } from '../../../shared/samples.cjs';
import { createStoredFailure } from '../../../shared/failures.cjs';
import { listHints, createJsonItems, type NodeRunOptions } from '../../support/harness.cjs';
import { createMemoryFile } from '../../support/binaryData.cjs';
import {
	createPost,
	FUTURE,
	addDays,
	listPostRequests,
	listStoredPosts,
	storePost,
} from '../../support/posts.cjs';
import { listCalls, useService } from '../../support/useService.cjs';

const service = useService({ hourlyLimit: 10_000 });

const create = async (parameters: INodeParameters, more: Partial<NodeRunOptions> = {}) => {
	const { output, error } = await createPost(
		service,
		{ type: 'schedule', date: FUTURE, ...parameters },
		more,
	);
	expect(error).toBeUndefined();
	return output[0];
};
const selectNetworks = (...networks: string[]) => ({
	channels: networks.map((network) => findChannelId(service, network)),
});

test('returns the text of each post, and the parts of a thread', async () => {
	const items = await create({
		...selectNetworks('bluesky', 'mastodon'),
		content: '<p>Fresh <strong>beans</strong> &amp; milk</p>',
		networkSettings: { network: [{ provider: 'mastodon', content: 'Beans, fresh' }] },
		thread: { segment: [{ content: 'From Kenya' }, { content: 'Roasted', delay: 5 }] },
		options: { contentFormat: 'html' },
	});
	const thread = [
		{ text: 'From Kenya', delay: 0 },
		{ text: 'Roasted', delay: 5 },
	];
	expect(items.map(({ json }) => [json.text, json.thread])).toEqual([
		['Fresh beans & milk', thread],
		['Beans, fresh', thread],
	]);
});

describe('Include Input Fields', () => {
	// A sheet may have columns of the same names, also from an earlier run of this node.
	const ROW = { row_number: 7, text: 'the column', state: 'planned', created: false, row: 'A' };
	const binary = { pic: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } };
	const createOptions = (more: INodeParameters = {}) => ({
		options: { includeInputFields: true, ...more },
	});

	test('puts each post before the unchanged fields and files of its row', async () => {
		const items = await create(
			{ ...selectNetworks('bluesky', 'mastodon'), content: 'Fresh', ...createOptions() },
			{ items: [{ json: ROW, binary }] },
		);
		expect(items).toMatchObject([
			{ json: { ...ROW, post: { row: 7, network: 'bluesky', text: 'Fresh' } }, binary },
			{ json: { ...ROW, post: { row: 7, network: 'mastodon', text: 'Fresh' } }, binary },
		]);
		expect(Object.keys(items[0].json)).toEqual(['post', ...Object.keys(ROW)]);
		expect(Object.keys(Object(items[0].json.post)).slice(0, 3)).toEqual([
			...['outcome', 'row', 'channel'],
		]);
	});

	test('applies to existing posts and to Preview Only, too', async () => {
		const items = createJsonItems([ROW]);
		await create(createOptions({ ifExists: 'skip' }), { items });
		const [again] = await create(createOptions({ ifExists: 'skip' }), { items });
		expect(again.json).toMatchObject({ ...ROW, post: { row: 7, outcome: 'unchanged' } });
		const [shown] = await create(createOptions({ previewOnly: true }), { items });
		expect(shown.json).toMatchObject({ ...ROW, post: { row: 7, status: 'new' } });
		expect(listPostRequests(service)).toHaveLength(1);
	});

	test('numbers fields named like its own, also of failed items', async () => {
		const columns = { text: 'Fine', post: 'mine', error: 'of last time', post_1: 'older' };
		const items = createJsonItems([columns, { ...columns, text: 'x'.repeat(400) }]);
		const form = { ...selectNetworks('bluesky'), content: '={{ $json.text }}', ...createOptions() };
		const more = { items, onError: 'continueRegularOutput' as const };
		const [created, failed] = (await create(form, more)).map(({ json }) => json);
		const renamed = { post_2: 'mine', error_1: 'of last time', post_1: 'older' };
		expect(created).toEqual({ text: 'Fine', post: expect.any(Object), ...renamed });
		expect(Object.keys(created)).toEqual(['post', 'text', 'post_2', 'error_1', 'post_1']);
		expect(created.post).toMatchObject({ outcome: 'created' });
		expect(failed).toMatchObject({ post: { outcome: 'rejected' }, ...renamed });
		expect(failed.error).toMatch(/characters/);
	});

	test('replaces the output and the error of an earlier run', async () => {
		const columns = { text: 'Fine', post: { outcome: 'rejected' }, error: 'of last time' };
		const items = createJsonItems([columns]);
		const form = { ...selectNetworks('bluesky'), content: '={{ $json.text }}', ...createOptions() };
		const [{ json }] = await create(form, { items });
		expect(json).toEqual({ text: 'Fine', post: expect.objectContaining({ outcome: 'created' }) });
	});

	test('gives failed items an outcome too, for the next node', async () => {
		const long = 'x'.repeat(400);
		const items = createJsonItems(['One', long, 'Three', 'Four'].map((text) => ({ text })));
		const sending = { method: 'POST', path: /\/posts$/ };
		service.faults.push(
			{ match: sending, skip: 2, kind: 'resetAfter' },
			{ match: sending, skip: 2, kind: 'status', status: 429, times: 9 },
			{ match: { method: 'GET', path: /\/posts$/ }, kind: 'status', status: 404, times: 9 },
		);
		// The tags give each row a request of its own.
		const more = { skipValidation: true, tags: '={{ $json.text[0] + $itemIndex }}' };
		const form = { content: '={{ $json.text }}', ...createOptions(more) };
		const run = await createPost(service, form, { items, onError: 'continueRegularOutput' });
		expect(run.output[0].map(({ json }) => Object(json.post).outcome)).toEqual([
			'created',
			'rejected',
			'unknown',
			'notSent',
		]);
		expect(run.output[0].map(({ json }) => typeof json.error)).toEqual([
			...['undefined', 'string', 'string', 'string'],
		]);
	});
});

test('only promises to skip existing posts if it skips them', async () => {
	const fail = async (ifExists: string) => {
		service.faults.push(
			{ match: { method: 'POST', path: /\/posts$/ }, kind: 'resetAfter' },
			// With Skip, the first list is the one before the request.
			{
				match: { method: 'GET', path: /\/posts$/ },
				skip: ifExists === 'skip' ? 1 : 0,
				kind: 'status',
				status: 404,
			},
		);
		const { error } = await createPost(service, {
			type: 'schedule',
			date: FUTURE,
			content: ifExists,
			options: { ifExists },
		});
		expect(error?.message).toContain('It is unclear whether Postiz has this post');
		return error?.description;
	};
	expect(await fail('skip')).toBe('Run this again in a few minutes. Existing posts are skipped.');
	expect(await fail('post')).toBe(
		'Check the Postiz calendar in a few minutes. Run this again only if the post is not there, or set If the Post Exists to Skip first.',
	);
});

test('names a row by its number in the sheet', async () => {
	const items = createJsonItems([{ row_number: 5, text: 'A' }, { text: 'B' }]);
	const rows = await create({ content: '={{ $json.text }}' }, { items });
	expect(rows.map(({ json }) => json.row)).toEqual([5, undefined]);
});

test('names the skipped and the reported channels of a failed row', async () => {
	const form = { type: 'schedule', date: FUTURE, options: { ifExists: 'skip' } };
	await create({ ...form, channels: 'Bluesky, Telegram' });
	const error = createStoredFailure({ timesOut: true }, 'telegram');
	Object.assign(listStoredPosts(service)[1], { state: 'ERROR', error });
	const more = { onError: 'continueRegularOutput' as const };
	const [unchanged, failed] = await create({ ...form, channels: 'Bluesky, Telegram' }, more);
	expect(unchanged.json).toMatchObject({
		outcome: 'unchanged',
		channel: expect.stringMatching(/^Bluesky/),
	});
	expect(failed.json).toMatchObject({
		error: expect.any(String),
		channel: 'Telegram: Acme Coffee',
	});
});

test('replaces the outcome and the error of a failed row that comes back', async () => {
	const more = { onError: 'continueRegularOutput' as const };
	const form = { ...selectNetworks('bluesky'), content: '={{ $json.text }}' };
	const failed = await create(form, {
		...more,
		items: createJsonItems([{ text: 'x'.repeat(400) }]),
	});
	const items = failed.map(({ json }) => ({
		json: { ...json, outcome: 'notSent', error: 'Older' },
	}));
	expect((await create(form, { ...more, items })).map(({ json }) => json)).toEqual(
		failed.map(({ json }) => json),
	);
});

test('replaces the note of a failed row that comes back, but no column of that name', async () => {
	const more = { onError: 'continueRegularOutput' as const };
	const form = { ...selectNetworks('bluesky'), content: '={{ $json.text }}' };
	const text = 'x'.repeat(400);
	const columns = [{ text }, { text, note: 'mine' }];
	const failed = await create(form, { ...more, items: createJsonItems(columns) });
	const items = createJsonItems(failed.map(({ json }) => ({ ...json, text: '' })));
	const [again, withNote] = (await create(form, { ...more, items })).map(({ json }) => json);
	expect(failed[0].json.note).toMatch(/characters/);
	expect(again.note).not.toMatch(/characters/);
	expect(String(again.error)).toContain(again.note);
	expect(withNote.note).toBe('mine');
});

test('makes a thread of a list of texts', async () => {
	const tweets = ['One', 'Two', '', 'Three'];
	const form = { content: '={{ $json.title }}', ...selectNetworks('bluesky') };
	const media = { file: [{ source: 'binary' }] };
	const part = { content: '={{ $json.tweets }}', delay: 2, media };
	const items = [{ json: { title: 'Tea', tweets }, binary: { a: createMemoryFile(PNG) } }];
	await create({ ...form, thread: { segment: [part, { content: 'End' }] } }, { items });
	const parts = listStoredPosts(service).flatMap((post) => post.parts);
	expect(parts.map(({ published, image, delay }) => [published, image.length, delay])).toEqual([
		['Tea', 0, 0],
		['One', 1, 2],
		['Two', 0, 2],
		['Three', 0, 2],
		['End', 0, 0],
	]);
	const { error } = await createPost(service, { content: '={{ $json.tweets }}' }, { items });
	expect(error?.message).toBe('Text is a list of texts');
	expect(error?.description).toContain('the Text of a Thread part, and each text becomes a part');
});

test('suggests one post for items with the same text and date and a file each', async () => {
	const items = ['a', 'b', 'c'].map((name) => ({
		json: { text: 'Tea' },
		binary: {
			data: createMemoryFile(Buffer.concat([PNG, Buffer.from(name)]), { fileName: `${name}.png` }),
		},
	}));
	const form = {
		type: 'schedule',
		date: FUTURE,
		content: '={{ $json.text }}',
		...selectNetworks('linkedin'),
	};
	const media = { file: [{ source: 'binary' }] };
	const advice =
		'3 posts go out at the same time. If this is one post with 3 files, put Aggregate with Include Binaries before this node';
	const run = await createPost(service, { ...form, media }, { items });
	expect(listHints(run).join()).toContain(advice);
	const texts = items.map(({ binary }, index) => ({ binary, json: { text: `Tea ${index}` } }));
	const others = await createPost(service, { ...form, media }, { items: texts });
	expect(listHints(others).join()).toContain('3 posts go out at the same time.');
	expect(listHints(others).join()).not.toContain('Aggregate');
});

test('does not count failed posts as published at the same time', async () => {
	const match = { method: 'POST', path: /\/posts$/ };
	service.faults.push({ match, kind: 'status', status: 400, times: 3 });
	const run = await createPost(
		service,
		{ type: 'schedule', date: FUTURE, content: '={{ $json.text }}', ...selectNetworks('linkedin') },
		{
			items: createJsonItems(['One', 'Two', 'Three'].map((text) => ({ text }))),
			onError: 'continueRegularOutput',
		},
	);
	expect(listStoredPosts(service)).toHaveLength(2);
	expect(listHints(run).join()).toContain('2 posts go out at the same time');
});

describe('blank rows', () => {
	const BLANK = { row_number: 3, text: ' ', ready: 'FALSE', tags: [] };
	const FORM = { content: '={{ $json.text }}' };

	test('skips and counts blank rows between others', async () => {
		const items = createJsonItems([BLANK, { text: 'Fresh' }, {}, { ...BLANK, note: 'later' }]);
		const run = await createPost(service, FORM, { items, onError: 'continueRegularOutput' });
		expect(run.output[0].map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }, { item: 3 }]);
		expect(run.output[0][1].json.error).toContain('the text is empty');
		expect(listHints(run)).toContain('2 blank rows were skipped.');
		expect(listStoredPosts(service)).toHaveLength(1);
	});

	test.each(['10:00', ' 10:00 '])('skips a row that has only a date, at %j', async (at) => {
		const form = { ...FORM, type: 'schedule', date: '={{ $json.on }} {{ $json.at }}' };
		const ahead = { on: '2099-03-04', at, channel: '' };
		const rows = [{ ...ahead, text: 'Fresh' }, ahead, { ...ahead, channel: 'X' }];
		const run = await createPost(service, form, {
			items: createJsonItems(rows),
			onError: 'continueRegularOutput',
		});
		expect(run.output[0].map(({ json }) => json.outcome)).toEqual(['created', 'rejected']);
		expect(listHints(run)).toContain('1 blank row was skipped.');
	});

	test('reads a row without a text and a date if another column is filled in, even without words', async () => {
		const form = { ...FORM, type: 'schedule', date: '={{ $json.on }}' };
		const rows = [{ text: 'Fresh', on: '2099-03-04' }, { done: '✅' }, { done: '–' }, { on: ' ' }];
		const run = await createPost(service, form, {
			items: createJsonItems(rows),
			onError: 'continueRegularOutput',
		});
		expect(run.output[0].map(({ json }) => json.outcome)).toEqual([
			'created',
			'rejected',
			'rejected',
		]);
		expect(listHints(run)).toContain('1 blank row was skipped.');
	});

	test('skips a row that has only an ID', async () => {
		const form = { ...FORM, operation: 'upsert', rowId: "={{ 'May ' + $json.id }}" };
		const dated = { type: 'schedule', date: '2099-03-04 10:00' };
		// A column counts as part of the ID or the date only as a whole word.
		const items = createJsonItems([
			{ id: 1, text: 'Fresh' },
			{ id: 2 },
			{ id: 3, shop: 'X' },
			{ id: 4, stock: 20 },
		]);
		const run = await createPost(
			service,
			{ ...form, ...dated },
			{ items, onError: 'continueRegularOutput' },
		);
		expect(run.output[0].map(({ json }) => json.outcome)).toEqual([
			'created',
			'rejected',
			'rejected',
		]);
		expect(listHints(run)).toContain('1 blank row was skipped.');
	});

	test('skips a row if only the fixed words around its expressions are left', async () => {
		const link = { content: '=More: {{ $json.link }} or\n{{ $json.shop }}' };
		const form = { content: '=New: {{ $json.text }}', thread: { segment: [link] } };
		const rows = [BLANK, { text: 'Fresh', shop: '' }, { link: 'example.com' }, {}];
		const run = await createPost(service, form, { items: createJsonItems(rows) });
		expect(listHints(run)).toContain('2 blank rows were skipped.');
		const texts = listStoredPosts(service).map(({ parts }) =>
			parts.map(({ published }) => published),
		);
		expect(texts).toEqual([
			['New: Fresh', 'More:  or\n'],
			['New: ', 'More: example.com or\n'],
		]);
	});

	test.each<[content: string, isSent: boolean]>([
		['=📣 {{ $json.text }}', false],
		['=New on the blog: {{ $json.text }}', false],
		['={{ $json.text }}\n\n#acme @acme', false],
		['=We are open {{ $json.text }}', true],
		['📣', true],
	])('sends a row that has only a date with the text %s: %p', async (content, isSent) => {
		const rows = createJsonItems([{ date: '2099-03-03 10:00', text: '' }]);
		const { error } = await createPost(service, { content }, { items: rows });
		expect(error?.message ?? 'Sent').toMatch(isSent ? 'Sent' : /^Only “.*” is left of the text$/s);
		expect(listStoredPosts(service)).toHaveLength(isSent ? 1 : 0);
	});

	test.each<[IDataObject[], INodeParameters, posts: number]>([
		[[{}, { text: 'Fresh' }], { content: 'Beans' }, 2],
		[[BLANK], { content: '=New: {{ $json.text }}!' }, 0],
		[[BLANK, {}], {}, 0],
	])('does not skip the rows %j with %j', async (rows, form, posts) => {
		const run = await createPost(service, { ...FORM, ...form }, { items: createJsonItems(rows) });
		expect(listHints(run).join()).not.toContain('blank');
		expect(run.error === undefined).toBe(posts > 0);
		expect(listStoredPosts(service)).toHaveLength(posts);
	});
});

// The service silently drops unknown tags (docs/api.md, Tags).
test('names unknown tags in the output and in a hint, with one request', async () => {
	const rows = [
		{ tags: 'Launch, launch', date: FUTURE },
		{ tags: '', date: FUTURE },
		{ tags: 'Nowhere', date: '2099-09-09 10:00' },
	];
	const options = { tags: '={{ $json.tags }}' };
	const form = { type: 'schedule', date: '={{ $json.date }}', options };
	const run = await createPost(service, form, { items: createJsonItems(rows) });
	expect(run.error).toBeUndefined();
	const missing = run.output[0].map(({ json }) => json.missingTags);
	expect(missing).toEqual([['launch'], undefined, ['Nowhere']]);
	expect(listHints(run)).toContain(
		'Postiz has no tag “launch”, “Nowhere”. It only keeps existing tags with the same spelling. Create them in Postiz, or correct Tags.',
	);
	expect(listCalls(service).filter((call) => call === 'GET /posts')).toHaveLength(1);
});

test('ignores a failed lookup of tags', async () => {
	const match = { method: 'GET', path: /\/posts$/ };
	service.faults.push({ match, kind: 'status', status: 403 });
	const [{ json }] = await create({ options: { tags: 'Nowhere' } });
	expect(json).not.toHaveProperty('missingTags');
	expect(listStoredPosts(service)).toHaveLength(1);
});

test('lets n8n work between the rows in each step', async () => {
	const share = jest.spyOn(EventLoopYield.prototype, 'yieldIfDue');
	const countStops = async (rows: number) => {
		share.mockClear();
		const texts = Array.from({ length: rows }, (_, index) => ({ text: `Row ${index} of ${rows}` }));
		const options = { ifExists: 'skip' };
		await create({ content: '={{ $json.text }}', options }, { items: createJsonItems(texts) });
		return share.mock.calls.length;
	};
	expect((await countStops(30)) - (await countStops(10))).toBeGreaterThanOrEqual(20 * 2);
	share.mockRestore();
});

describe('a post that is due tomorrow', () => {
	const LATE = { publishDate: addDays(-1), publishesAt: null, state: 'QUEUE' } as const;
	const countNotificationRequests = () =>
		listCalls(service).filter((call) => call.endsWith('/notifications')).length;

	test.each([
		{
			title: 'says that its channel lost its connection, if others are stuck there',
			network: 'bluesky',
			requests: 1,
		},
		{ title: 'costs no request for that on a channel where all go out', network: 'x', requests: 0 },
	])('$title', async ({ network, requests }) => {
		storePost(service, network, LATE);
		service.loseConnection(findChannelId(service, 'bluesky'));
		const form = { date: addDays(1), options: { ifExists: 'skip' } };
		const [{ json }] = await create(form);
		const lost = expect.stringMatching(
			/^Connection lost on \d{4}-\d\d-\d\d \d\d:\d\d UTC: reconnect the channel in Postiz/,
		);
		expect([json.note, countNotificationRequests()]).toEqual([
			requests ? lost : undefined,
			requests,
		]);
	});
});
