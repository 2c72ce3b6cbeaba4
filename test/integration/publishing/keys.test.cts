/** What is there already, by the key that each post carries: the cases that have to hold (docs/api.md, Keys of posts). */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { keyIn } from '../../../nodes/Postiz/values/postKey';
import type { StoredPost } from '../../service/state.cjs';
import { newId } from '../../service/state.cjs';
import { JPEG, PNG } from '../../shared/samples.cjs';
import {
	hintsOf,
	jsonItems,
	memoryFile,
	type NodeRun,
	type NodeRunOptions,
} from '../support/harness.cjs';
import {
	channelEntry,
	createFromJson,
	createOrUpdate,
	createPost,
	FUTURE,
	inDays,
	inMinutes,
	onChannels,
	postRequests,
	storedPosts,
	storePost,
	updatePost,
} from '../support/posts.cjs';
import { callsOf, useOwnServices, useService } from '../support/useService.cjs';

const service = useService({ hourlyLimit: 1000, showsUploads: true });
const onOlder = useOwnServices();

const SENDING = { method: 'POST', path: /\/posts$/ };
const LISTING = { method: 'GET', path: /v1\/posts$/ };
const DATED = { type: 'schedule', date: FUTURE };
const NOW = { type: 'now' };
const CONTINUE = { onError: 'continueRegularOutput' as const };

const run = async (
	rows: IDataObject[],
	{ options = {}, ...parameters }: INodeParameters = {},
	more: Partial<NodeRunOptions> = {},
	on = service,
) =>
	await createPost(
		on,
		{
			content: '={{ $json.text }}',
			...DATED,
			...parameters,
			options: { ifExists: 'skip', ...(options as object) },
		},
		{ items: jsonItems(rows), ...more },
	);

const BEANS = [{ text: 'Fresh beans' }];
const texts = (on = service) =>
	storedPosts(on)
		.filter(({ deleted }) => !deleted)
		.map(({ parts: [{ content }] }) => content);
const skipped = ({ output }: NodeRun) =>
	output[0].map(({ json }) => json.outcome === 'there already');
const problemOf = ({ error, output }: NodeRun) =>
	error?.message ?? (output[0][0].json.error as string | undefined);

/** A picture beside the text: of the item, or at an address. */
const withPicture = (bytes: Buffer): Partial<NodeRunOptions> => ({
	items: [{ json: BEANS[0], binary: { data: memoryFile(bytes) } }],
});
const FROM_ITEM = { media: { file: [{ source: 'binary', binaryField: 'data' }] } };
const atAddress = (url: string) => ({ media: { file: [{ source: 'url', url }] } });
const uploaded = (path: string) => ({
	media: { file: [{ source: 'upload', file: { id: 'f', path } }] },
});

/** Makes a post older, as if it had been made so many minutes ago. */
function age(post: StoredPost, minutes: number): void {
	const at = Date.parse(post.createdAt) - minutes * 60_000;
	post.id = newId(at);
	post.parts[0].id = post.id;
	post.createdAt = new Date(at).toISOString();
	post.publishDate = new Date(Date.parse(post.publishDate) - minutes * 60_000).toISOString();
}

/** Edits a post as a person does in the calendar: the key stays, and the service notes when. */
function edit(post: StoredPost, changes: Partial<StoredPost>): void {
	Object.assign(post, changes, { updatedAt: inMinutes(1) });
}

const THREAD = {
	thread: { segment: [{ content: 'Second part' }, { content: 'Third part' }] },
};

test('1: of two pictures under the same caption, the one that failed is sent by the next run', async () => {
	const rows = (first: Buffer) => ({
		items: [first, JPEG].map((bytes) => ({
			json: { text: 'New arrivals' },
			binary: { data: memoryFile(bytes) },
		})),
		...CONTINUE,
	});
	await run([], FROM_ITEM, rows(Buffer.from('no picture')));
	const { output } = await run([], FROM_ITEM, rows(PNG));
	expect(output[0].map(({ json }) => json.outcome)).toEqual(['created', 'there already']);
	const paths = storedPosts(service).map(({ parts: [{ image }] }) => image[0].path);
	expect(paths).toEqual([expect.stringMatching(/jpe?g$/), expect.stringMatching(/png$/)]);
});

test.each([
	['2: another picture within an hour is another post', JPEG, 20, [false]],
	['3: the same picture within an hour is there', PNG, 20, [true]],
	['3: the same picture after a day is another post', PNG, 1500, [false]],
])('%s', async (_case, second, minutes, expected) => {
	await run([], { ...NOW, ...FROM_ITEM }, withPicture(PNG));
	age(storedPosts(service)[0], minutes);
	expect(skipped(await run([], { ...NOW, ...FROM_ITEM }, withPicture(second)))).toEqual(expected);
});

test('4: a dated post whose text was corrected in the calendar is there', async () => {
	await run(BEANS);
	const [post] = storedPosts(service);
	edit(post, { parts: [{ ...post.parts[0], content: 'Fresh beans, corrected' }] });
	expect(skipped(await run(BEANS))).toEqual([true]);
});

describe.each(['newest', '2.21'] as const)('5: dragged nine days (%s)', (version) => {
	test('a dated post is there', async () => {
		const on = await onOlder({ version });
		await run(BEANS, onChannels(channelEntry(on, 'bluesky')), {}, on);
		edit(storedPosts(on)[0], { publishDate: '2099-03-13T10:00:00.000Z' });
		const again = await run(BEANS, onChannels(channelEntry(on, 'bluesky')), {}, on);
		expect(skipped(again)).toEqual([true]);
	});
});

describe('a row whose text was corrected', () => {
	const corrected = [{ text: 'Fresh beans!' }];
	const NAMED = 'Bluesky: Postiz has another post of the node at this date, “Fresh beans” (';

	test('is another post, and the one that it may replace is named', async () => {
		expect(hintsOf(await run([{ text: 'Tea' }, ...BEANS])).join()).not.toContain('another post');
		const [, { id }] = storedPosts(service);
		const again = await run([{ text: 'Tea' }, ...corrected]);
		expect(skipped(again)).toEqual([true, false]);
		expect(hintsOf(again).join()).toContain(
			`${NAMED}${id}): if this one replaces it, delete it. Create or Update changes posts instead.`,
		);
	});

	test('does not say to delete the old post if the new one was not created', async () => {
		await run(BEANS);
		const again = await run(corrected, atAddress(`${service.origin}/gone`), CONTINUE);
		expect(problemOf(again)).toContain('could not be downloaded');
		expect(hintsOf(again).join()).not.toContain('another post');
	});

	test('is told so in a preview', async () => {
		await run(BEANS);
		const { output } = await run(corrected, { options: { previewOnly: true } });
		expect(output[0][0].json).toMatchObject({
			post: {
				status: 'new',
				notes: expect.stringContaining('Postiz has another post of the node'),
			},
		});
	});

	test.each<[string, INodeParameters, string]>([
		['at another date', { date: '2099-03-05T10:00:00.000Z' }, 'QUEUE'],
		['without a date', NOW, 'QUEUE'],
		['where that one failed', {}, 'ERROR'],
	])('is just a new one %s', async (_when, parameters, state) => {
		await run(BEANS, parameters.date ? {} : parameters);
		Object.assign(storedPosts(service)[0], { state });
		expect(hintsOf(await run(corrected, parameters)).join()).not.toContain('another post');
	});
});

test.each([
	['6: text that a newer version renders otherwise', '<p>Fresh beans</p>'],
	['7: text that is split otherwise, as the limit changed', 'Fresh'],
])('%s is there', async (_case, content) => {
	await run(BEANS);
	const [post] = storedPosts(service);
	post.parts = [{ ...post.parts[0], content }];
	expect(skipped(await run(BEANS))).toEqual([true]);
});

test('8: the same bytes under the path of another upload are there', async () => {
	await run([], FROM_ITEM, withPicture(PNG));
	const [{ path }] = storedPosts(service)[0].parts[0].image;
	const [key] = storedPosts(service).map(({ settings }) => keyIn(settings as IDataObject)!);
	// An upload node of the run before had the same bytes under another path.
	storedPosts(service)[0].settings.n8n =
		`1 ${key.when} ${key.text} 0123456789 ${key.rest} ${key.id} 1`;
	expect(skipped(await run(BEANS, uploaded(path)))).toEqual([true]);
});

test('9: a picture that was encoded anew is refused by name, at the same date', async () => {
	await run([], FROM_ITEM, withPicture(PNG));
	const again = await run([], FROM_ITEM, withPicture(JPEG));
	const [{ id }] = storedPosts(service);
	expect(problemOf(again)).toContain(`Postiz has this post with other files: “${id}”`);
	expect(storedPosts(service)).toHaveLength(1);
});

test.each([
	['signature in an address changes nothing', 'X-Amz-Signature', undefined],
	['signature of Azure changes nothing', 'se=2099&sig', undefined],
	['title in an address may be another picture', 'title', expect.stringContaining('other files')],
])('10: another %s', async (_case, name, problem) => {
	const address = (value: string) =>
		atAddress(`https://files.example.com/a.png?w=80&${name}=${value}`);
	const file = { id: 'f', path: 'https://files.example.com/b.png' };
	const match = { path: /upload-from-url$/ };
	service.faults.push({ match, kind: 'status', status: 201, body: file });
	await run(BEANS, address('one'));
	const again = await run(BEANS, address('two'));
	expect(problemOf(again)).toEqual(problem);
	if (!problem) expect(skipped(again)).toEqual([true]);
});

test('11: a published post whose picture is gone is there', async () => {
	await run([], FROM_ITEM, withPicture(PNG));
	const [post] = storedPosts(service);
	post.state = 'PUBLISHED';
	post.parts[0].image[0].path = 'https://files.example.com/gone.png';
	expect(skipped(await run([], FROM_ITEM, withPicture(PNG)))).toEqual([true]);
});

test('12: a tag that was added is refused in Create', async () => {
	await run(BEANS);
	const again = await run(BEANS, { options: { tags: 'launch' } });
	expect(problemOf(again)).toContain('with other settings, tags or options');
	expect(texts()).toEqual(['Fresh beans']);
});

describe('13: a thread', () => {
	test('that was cut off is refused as the start', async () => {
		service.state.unwritable = 'Second';
		await run(BEANS, THREAD, CONTINUE);
		service.state.unwritable = null;
		expect(storedPosts(service).map(({ parts }) => parts.length)).toEqual([1]);
		const again = await run(BEANS, THREAD);
		expect(problemOf(again)).toContain('only the start of this thread');
		expect(texts()).toEqual(['Fresh beans']);
	});

	test('of which a person removed a part is there', async () => {
		await run(BEANS, THREAD);
		const [post] = storedPosts(service);
		edit(post, { parts: post.parts.slice(0, 2) });
		expect(skipped(await run(BEANS, THREAD))).toEqual([true]);
	});
});

describe('a post that failed', () => {
	const JOB = (type: string, message: string) =>
		JSON.stringify({ cause: { type, failure: { message } } });

	test.each<[string, Partial<StoredPost>, string[]]>([
		[
			'14: with a link is there',
			{ releaseURL: 'https://bsky.app/p/1', error: JOB('bad_body', 'The comment was refused') },
			['Fresh beans'],
		],
		[
			'15: refused for certain, is sent once more',
			{ error: JOB('bad_body', 'Too many hashtags') },
			['Fresh beans', 'Fresh beans'],
		],
	])('%s', async (_case, failure, expected) => {
		await run(BEANS);
		Object.assign(storedPosts(service)[0], { state: 'ERROR', ...failure });
		await run(BEANS);
		await run(BEANS);
		expect(texts()).toEqual(expected);
	});

	test('15: by time-out, is refused', async () => {
		await run(BEANS);
		const error = 'activity StartToClose timeout';
		Object.assign(storedPosts(service)[0], { state: 'ERROR', error });
		expect(problemOf(await run(BEANS))).toContain('it may be online');
		expect(texts()).toEqual(['Fresh beans']);
	});
});

test.each([0, 1])('16: of two equal rows, the one that is gone is sent (%i)', async (gone) => {
	const rows = [...BEANS, ...BEANS];
	await run(rows);
	storedPosts(service).splice(gone, 1);
	expect(skipped(await run(rows))).toEqual(expect.arrayContaining([true, false]));
	expect(texts()).toEqual(['Fresh beans', 'Fresh beans']);
});

test('17: a fifth date of the same text is sent, and the four others are there', async () => {
	const rows = (days: number) =>
		[...Array(days).keys()].map((day) => ({ text: 'Tea', date: `2099-03-0${day + 1}T10:00:00Z` }));
	const dated = { date: '={{ $json.date }}' };
	await run(rows(4), dated);
	expect(skipped(await run(rows(5), dated))).toEqual([true, true, true, true, false]);
});

describe('18: the clock in Date', () => {
	test('a run that is started twice finds its post', async () => {
		const clock = { date: "={{ $now.plus(1, 'hour') }}" };
		await run(BEANS, clock);
		age(storedPosts(service)[0], 30);
		expect(skipped(await run(BEANS, clock))).toEqual([true]);
	});

	test('with a date of the row it is exact', async () => {
		const either = { date: '={{ $json.date || $now }}' };
		await run([{ text: 'Tea', date: '2099-03-01T10:00:00Z' }], either);
		await run([{ text: 'Tea', date: '2099-03-02T10:00:00Z' }], either);
		expect(texts()).toEqual(['Tea', 'Tea']);
	});
});

test('19: posts that arrive some seconds after the connection was lost are created, each once', async () => {
	service.faults.push({ match: SENDING, kind: 'late', delay: 60 });
	const { error, output } = await run([{ text: 'One' }, { text: 'Two' }], {});
	expect(error).toBeUndefined();
	expect(output[0].map(({ json }) => json.postId)).toEqual(
		storedPosts(service).map(({ id }) => id),
	);
	expect(texts()).toEqual(['One', 'Two']);
});

test('20: a text that is there from before is not called created if the request never arrived', async () => {
	await run(BEANS, NOW);
	age(storedPosts(service)[0], 1500);
	service.faults.push({ match: SENDING, kind: 'resetBefore' });
	const again = await run(BEANS, NOW, CONTINUE);
	expect(again.output[0][0].json.postId).toBeUndefined();
	expect(problemOf(again)).toContain("doesn't have this item yet");
});

test('21: Post Again with an unclear answer is judged by what it sent', async () => {
	const again = { ...NOW, options: { ifExists: 'post' } };
	await run(BEANS, again);
	service.faults.push({ match: SENDING, kind: 'resetAfter' });
	const { output } = await run(BEANS, again);
	const [, second] = storedPosts(service);
	expect(output[0][0].json.postId).toBe(second.id);
});

test('a post of another client with the same text makes nothing unclear', async () => {
	storePost(service, 'bluesky');
	service.faults.push({ match: SENDING, kind: 'status', status: 500 });
	const again = await run(BEANS, { options: { ifExists: 'post' } }, CONTINUE);
	expect(problemOf(again)).toContain("Postiz didn't create this item");
});

test('22: what two workers posted is named by the next run', async () => {
	await run(BEANS);
	const [post] = storedPosts(service);
	const double = { ...structuredClone(post), id: newId() };
	double.parts[0].id = double.id;
	storedPosts(service).push(double);
	const again = await run(BEANS);
	expect(skipped(again)).toEqual([true]);
	expect(hintsOf(again).join(' ')).toContain('more than once');
	expect(hintsOf(again).join(' ')).toContain(double.id);
});

test('22: an event names at once what another worker sent', async () => {
	await run(BEANS, NOW, { mode: 'webhook' });
	const [post] = storedPosts(service);
	const again = await run(BEANS, { ...NOW, options: { ifExists: 'post' } }, { mode: 'webhook' });
	expect(hintsOf(again).join(' ')).toContain(post.id);
});

test('23: after an Update, the unchanged row is there', async () => {
	await run(BEANS);
	const [{ id }] = storedPosts(service);
	await updatePost(service, id, { content: 'Fresher beans' });
	expect(texts()).toEqual(['Fresher beans']);
	expect(skipped(await run(BEANS))).toEqual([true]);
});

test('24: the row of a draft that a person edited becomes scheduled, and the text stays', async () => {
	const row = async (type: string, postIds = '') =>
		await createOrUpdate(service, { content: 'Fresh beans', type, date: FUTURE, postIds });
	await row('draft');
	const [post] = storedPosts(service);
	edit(post, { parts: [{ ...post.parts[0], content: 'Fresh beans, approved' }] });
	await row('schedule', post.id);
	expect(storedPosts(service).map(({ state, parts: [{ content }] }) => [state, content])).toEqual([
		['QUEUE', 'Fresh beans, approved'],
	]);
});

test('a post that a person took back to a draft stays one when the row gets another text', async () => {
	const row = async (content: string, postIds = '') =>
		await createOrUpdate(service, { content, ...DATED, postIds });
	await row('Fresh beans');
	const [post] = storedPosts(service);
	edit(post, { state: 'DRAFT' });
	const { output } = await row('Fresher beans', post.id);
	expect(output[0][0].json.changed).toEqual(['text']);
	expect(texts()).toEqual(['Fresher beans']);
	expect(post.state).toBe('DRAFT');
});

describe('a post whose ID changed in the calendar', () => {
	const thread = async (parameters: INodeParameters, more: Partial<NodeRunOptions> = {}) =>
		await createOrUpdate(
			service,
			{ content: 'Fresh beans', ...DATED, ...THREAD, ...parameters },
			more,
		);
	const created = async () => {
		await thread({});
		const [post] = storedPosts(service);
		return { post, old: post.id };
	};
	/** Swaps the first two parts: the first one becomes a comment of the second one. */
	const swap = async () => {
		const { post, old } = await created();
		const [one, two, ...others] = post.parts;
		edit(post, { id: two.id, parts: [two, one, ...others] });
		return { post, old };
	};
	/** Replaces the first part, whose ID is gone then. */
	const replace = async () => {
		const { post, old } = await created();
		const [one, ...others] = post.parts;
		const id = newId();
		edit(post, { id, parts: [{ ...one, id }, ...others] });
		return { post, old };
	};

	test('is changed by the ID of its former first part', async () => {
		const { post, old } = await swap();
		const { output } = await thread({ postIds: old, date: inDays(20) });
		expect(output[0][0].json).toMatchObject({
			changed: ['date'],
			postId: post.id,
			postIds: post.id,
		});
		await updatePost(service, old, { tags: 'Launch' });
		expect(post.parts.map(({ content }) => content)).toEqual([
			'Second part',
			'Fresh beans',
			'Third part',
		]);
		expect(post.tags).toHaveLength(1);
	});

	test('is found by its key, and its new ID is output', async () => {
		const { post, old } = await replace();
		const { output, error } = await thread({ postIds: old });
		expect(error).toBeUndefined();
		expect(output[0].map(({ json }) => json)).toMatchObject([
			{ postId: post.id, postIds: post.id, outcome: 'there already' },
		]);
		expect(storedPosts(service)).toHaveLength(1);
	});

	test.each<[string, INodeParameters]>([
		['says another text now', { content: 'Other beans' }],
		['may post it again', { options: { ifExists: 'post' } }],
	])('is gone for a row that %s', async (_what, parameters) => {
		const { old } = await replace();
		const { error } = await thread({ ...parameters, postIds: old });
		expect(error?.message).toBe(`Postiz has no post with the ID “${old}”`);
		expect(storedPosts(service)).toHaveLength(1);
	});

	test('is gone if every channel has a post', async () => {
		const { post, old } = await replace();
		const { error } = await thread({ postIds: `${old}, ${post.id}` });
		expect(error?.message).toBe(`Postiz has no post with the ID “${old}”`);
	});
});

describe('25: an instance', () => {
	test.each<[string, object]>([
		['429', { kind: 'status', status: 429, body: {} }],
		['500', { kind: 'status', status: 500, body: {}, times: 9 }],
	])('whose calendar cannot be read (%s) is sent nothing', async (_status, fault) => {
		service.faults.push({ match: LISTING, times: 9, ...fault } as never);
		const { error } = await run(BEANS);
		expect(error?.message).toContain('It is unknown whether Postiz has these posts already');
		expect(postRequests(service)).toEqual([]);
	});
});

test('26: with Adapt, only the rows that were too long are sent', async () => {
	const rows = ['One', 'Two', 'x '.repeat(200)].map((text) => ({ text }));
	await run(rows, {}, CONTINUE);
	expect(texts()).toEqual(['One', 'Two']);
	const again = await run(rows, { options: { ifUnsupported: 'adapt' } });
	expect(skipped(again)).toEqual([true, true, false]);
	expect(storedPosts(service)).toHaveLength(3);
});

test('what is there is named, in a row like that of a new post', async () => {
	await run(BEANS);
	const [{ id, channelId, publishDate }] = storedPosts(service);
	const { output } = await run(BEANS);
	expect(output[0].map(({ json }) => json)).toEqual([
		expect.objectContaining({
			...{ postId: id, channelId, provider: 'bluesky', state: 'scheduled', date: publishDate },
			...{
				text: 'Fresh beans',
				outcome: 'there already',
				previewUrl: expect.stringContaining(`/p/${id}`),
			},
		}),
	]);
});

test('a key in JSON is dropped, and no output shows one', async () => {
	const { id } = service.state.channels.find(({ identifier }) => identifier === 'bluesky')!;
	const run = await createFromJson(service, {
		type: 'schedule',
		date: FUTURE,
		shortLink: false,
		tags: [],
		posts: [
			{
				integration: { id },
				value: [{ content: 'Fresh beans', image: [] }],
				settings: { __type: 'bluesky', n8n: '1 a b c d e 1' },
			},
		],
	});
	expect(run.error).toBeUndefined();
	expect(storedPosts(service)[0].settings.n8n).not.toContain('1 a b');
	expect(JSON.stringify(run.output)).not.toContain('n8n');
});

test('a list of any size passes through, and only rows that may match stay', async () => {
	await run(BEANS);
	for (let index = 0; index < 300; index++) {
		const copy = structuredClone(storedPosts(service)[0]);
		copy.id = newId();
		copy.parts[0] = { ...copy.parts[0], id: copy.id, content: `Tea ${index}` };
		copy.settings = { __type: 'bluesky' };
		storedPosts(service).push(copy);
	}
	expect(skipped(await run(BEANS))).toEqual([true]);
	expect(callsOf(service).filter((call) => call === 'GET /posts')).toHaveLength(2);
});

test('posts dated days apart are looked up in one list', async () => {
	await run(
		[1, 2, 3, 4].map((day) => ({ text: 'Tea', date: inDays(day) })),
		{
			date: '={{ $json.date }}',
		},
	);
	expect(callsOf(service).filter((call) => call === 'GET /posts')).toHaveLength(1);
});
