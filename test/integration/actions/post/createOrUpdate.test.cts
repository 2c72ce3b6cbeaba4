/** Create or Update by Row ID: what a change writes, and what it leaves as the calendar has it. */
import { ExecuteContext } from 'n8n-core';
import type { INodeParameters } from 'n8n-workflow';

import { REJECTED, createStoredFailure } from '../../../shared/failures.cjs';
import { findChannelId } from '../../../service/client.cjs';
import type { StoredPost } from '../../../service/state.cjs';
import { HOUR } from '../../../shared/time.cjs';
import { createThread } from '../../support/caseInputs.cjs';
import { listHints, createJsonItems, TOOL, type NodeRunOptions } from '../../support/harness.cjs';
import {
	createBinary,
	createBinaryItems,
	createPicture,
	listUploads,
} from '../../support/media.cjs';
import {
	createOrUpdate,
	FUTURE,
	addDays,
	getOnlyBody,
	listPostRequests,
	listStoredPosts,
} from '../../support/posts.cjs';
import { listCalls, useService } from '../../support/useService.cjs';

const service = useService({ hourlyLimit: 10_000, showsUploads: true });
afterEach(() => jest.restoreAllMocks());

const LATER = '2099-05-06T08:30:00.000Z';
const selectNetworks = (...networks: string[]) => ({
	channels: networks.map((network) => findChannelId(service, network)),
});
const createSettings = (network: string, more: INodeParameters) => ({
	networkSettings: { network: [{ provider: network, ...more }] },
});
const CUP = { source: 'binary', binaryField: 'cup', details: {} };
const createMedia = (...entries: INodeParameters[]) => ({ media: { file: entries } });
const createCups = (...marks: number[]) => ({
	items: createBinaryItems(
		Object.fromEntries(
			marks.map((mark, index) => [`cup${index || ''}`, createBinary(createPicture(mark))]),
		),
	),
});

const attempt = async (parameters: INodeParameters, more: Partial<NodeRunOptions> = {}) => {
	service.requests.length = 0;
	const form = { type: 'schedule', date: FUTURE, rowId: 'May 7', ...parameters };
	return await createOrUpdate(service, form, more);
};
const run = async (...given: Parameters<typeof attempt>) => {
	const { output, error } = await attempt(...given);
	expect(error).toBeUndefined();
	return output[0].map(({ json }) => json);
};
const create = async (...given: Parameters<typeof attempt>): Promise<StoredPost> => {
	const [{ postId }] = await run(...given);
	return listStoredPosts(service).find(({ id }) => id === postId)!;
};
/** What a run changed of its post. */
const listChanged = async (...given: Parameters<typeof attempt>) =>
	(await run(...given))[0].changed;
const listTexts = ({ parts }: StoredPost) => parts.map(({ published }) => published);

/** Forms that are sent once, however often they are run. */
const FORMS: Record<string, [form: () => INodeParameters, more?: Partial<NodeRunOptions>]> = {
	'a text of several lines with signs of HTML': [
		() => ({ ...selectNetworks('bluesky', 'telegram'), content: 'if (a < b) {\n\n& so on <b>}' }),
	],
	Markdown: [
		() => ({
			...selectNetworks('x', 'discord'),
			...createSettings('discord', { channel: 'general' }),
			content: '**Fresh** [beans](https://acme.example/beans)\n\n- one\n- two',
			options: { contentFormat: 'markdown' },
		}),
	],
	'a text of its own for a network': [
		() => ({
			...selectNetworks('bluesky', 'mastodon'),
			...createSettings('mastodon', { content: 'Other beans' }),
		}),
	],
	'a text that is split or shortened': [
		() => ({
			...selectNetworks('bluesky', 'tumblr'),
			content: 'Many beans. '.repeat(400),
			options: { ifUnsupported: 'adapt' },
		}),
	],
	'a thread that is merged': [
		() => ({
			...selectNetworks('tumblr'),
			...createThread('Two'),
			options: { ifUnsupported: 'adapt' },
		}),
	],
	'pictures of a thread, with what they show': [
		() => ({
			...selectNetworks('mastodon'),
			...createMedia({ ...CUP, details: { alt: 'A cup' } }),
			thread: { segment: [{ content: 'Two', delay: 5, media: { file: [CUP] } }] },
		}),
		createCups(1),
	],
	tags: [() => ({ options: { tags: 'Launch, Event' } })],
	settings: [
		() => ({ ...selectNetworks('x'), ...createSettings('x', { who_can_reply_post: 'verified' }) }),
	],
	'a title from the text': [
		() => ({ ...selectNetworks('devto'), content: 'Fresh beans\n\nThey are here.' }),
	],
	'links that Postiz shortens': [
		() => ({ content: 'See https://acme.example/beans', options: { shortLink: true } }),
	],
	'a post for now': [() => ({ type: 'now' })],
	'a draft without a date': [() => ({ type: 'draft', date: '' })],
	'the next free slot': [() => ({ type: 'nextSlot' })],
};

test.each(Object.entries(FORMS))('%s: a second run sends nothing', async (_what, [form, more]) => {
	const created = await run(form(), more);
	const before = structuredClone(listStoredPosts(service));
	const again = await run(form(), more);
	expect(listCalls(service).filter((call) => !/^GET |integration-trigger/.test(call))).toEqual([]);
	expect(listStoredPosts(service)).toEqual(before);
	expect(again).toMatchObject(
		created.map(({ postId, text, channelId }) => ({
			postId,
			text,
			channelId,
			outcome: 'unchanged',
		})),
	);
});

test('updates what changed in the row, and keeps corrections made in the calendar', async () => {
	const form = {
		...createMedia({ ...CUP, details: { alt: 'A cup' } }),
		...createThread('More'),
		options: { tags: 'Launch' },
	};
	const post = await create(form, createCups(1));
	const [{ image }, { id }] = structuredClone(post.parts);
	Object.assign(post.parts[1], { content: '<p>Even more</p>', published: 'Even more' });

	expect(await listChanged({ ...form, date: LATER }, createCups(1))).toBe('date');
	expect([post.publishDate, ...listTexts(post)]).toEqual([LATER, 'Fresh beans', 'Even more']);
	const content = 'New';
	expect(await listChanged({ ...form, date: LATER, content }, createCups(1))).toBe('text, thread');
	expect(listTexts(post)).toEqual(['New', 'More']);
	expect(post.parts).toMatchObject([{ image }, { id }]);
	expect(listUploads(service)).toEqual([]);
});

test('updates an alt text alone', async () => {
	const post = await create(createMedia(CUP), createCups(1));
	const described = { ...CUP, details: { alt: 'A cup' } };
	expect(await listChanged(createMedia(described), createCups(1))).toBe('media');
	expect(post.parts[0].image).toMatchObject([{ alt: 'A cup' }]);
	expect(listUploads(service)).toEqual([]);
});

describe('keeps what a person set in the calendar when another field of the row changes', () => {
	const createForm = (more: INodeParameters = {}, options: INodeParameters = {}) => ({
		channels: 'X: Acme Coffee',
		...createSettings('x', { who_can_reply_post: 'everyone', settings: more }),
		options: { tags: 'Launch', ...options },
	});
	/** The post, as somebody has changed it. */
	const change = async (form: INodeParameters) => {
		const post = await create(form);
		Object.assign(post.settings, { who_can_reply_post: 'verified' });
		post.intervalInDays = 7;
		post.tags.push(service.state.tags.find(({ name }) => name === 'Event')!.id);
		return post;
	};
	const summarize = ({ settings: own, tags, intervalInDays }: StoredPost) => {
		const { n8n: _key, __type: _type, ...rest } = own;
		const names = tags.map((id) => service.state.tags.find((tag) => tag.id === id)!.name);
		return [rest, names.sort(), intervalInDays];
	};

	test.each<{
		title: string;
		form: INodeParameters;
		parts: string;
		own: INodeParameters;
		tags: string[];
	}>([
		{
			title: 'a tag',
			form: createForm({}, { tags: 'Launch, Menu' }),
			parts: 'tags',
			own: {},
			tags: ['Event', 'Launch', 'Menu'],
		},
		{
			title: 'no tag',
			form: createForm({}, { tags: '' }),
			parts: 'tags',
			own: {},
			tags: ['Event'],
		},
		{
			title: 'a setting',
			form: createForm({ made_with_ai: true }),
			parts: 'settings.made_with_ai',
			own: { made_with_ai: true },
			tags: ['Event', 'Launch'],
		},
	])('$title', async ({ form, parts, own, tags }) => {
		service.state.tags.push({ ...service.state.tags[0], id: 'menu', name: 'Menu' });
		const post = await change(createForm());
		expect(await listChanged(form)).toBe(parts);
		expect(summarize(post)).toEqual([{ who_can_reply_post: 'verified', ...own }, tags, 7]);
		expect(await run(form)).toMatchObject([{ outcome: 'unchanged' }]);
	});

	test('but overwrites it when that field changes in the row', async () => {
		const post = await change(createForm({ made_with_ai: true }));
		const { networkSettings } = createSettings('x', { who_can_reply_post: 'mentionedUsers' });
		const form = { ...createForm(), networkSettings };
		expect(await listChanged(form)).toBe('settings.who_can_reply_post, settings.made_with_ai');
		expect(summarize(post)).toEqual([
			{ who_can_reply_post: 'mentionedUsers' },
			['Event', 'Launch'],
			7,
		]);
	});
});

test('reports why a post failed, and tries again with a new date', async () => {
	const post = await create({});
	Object.assign(post, { state: 'ERROR', error: createStoredFailure(REJECTED, 'bluesky') });
	const result = await attempt({});
	expect(result.output[0][0].json).toMatchObject({ outcome: 'unchanged', state: 'failed' });
	expect(result.output[0][0].json.note).toMatch(/nothing was published/);
	expect(listHints(result).join(' ')).toContain('1 post could not be published');
	expect(listPostRequests(service)).toEqual([]);
	const [row] = await run({ date: LATER });
	expect(row).toMatchObject({ outcome: 'updated', changed: 'date, state' });
	expect(row).not.toHaveProperty('note');
	expect(post).toMatchObject({ state: 'QUEUE', publishDate: LATER });
});

test('a model can correct a post by calling its tool again in the same execution', async () => {
	const execution = jest.spyOn(ExecuteContext.prototype, 'getExecutionId').mockReturnValue('7');
	const tool = { node: { type: TOOL } };
	await run({ content: 'Menus' }, tool);
	const [row] = await run({ content: 'Menu' }, tool);
	execution.mockRestore();
	expect(row).toMatchObject({ outcome: 'updated', text: 'Menu' });
});

test('reports a row that is changed to now as being published', async () => {
	await create({ date: addDays(3) });
	const result = await attempt({ type: 'now' });
	expect(result.output[0][0].json).toMatchObject({ outcome: 'updated' });
	expect(listHints(result).join(' ')).toContain('Postiz is publishing 1 post now');
});

test('publishes a row that is changed to now at once although the clock of n8n is ahead', async () => {
	const post = await create({ date: addDays(3) });
	const readTime = Date.now;
	jest.spyOn(Date, 'now').mockImplementation(() => readTime() + HOUR);
	const result = await attempt({ type: 'now' });
	expect(getOnlyBody(service)).toMatchObject({ type: 'now' });
	expect(Date.parse(post.publishDate)).toBeLessThanOrEqual(readTime());
	expect(listHints(result).join(' ')).toContain('Postiz is publishing 1 post now');
});

test.each<[why: string, edit: Partial<StoredPost>]>([
	['somebody holds it back', { state: 'DRAFT' }],
	['it has a time of its own', {}],
])(
	'does not say that a row changed to Publish Now is being published if %s',
	async (_why, edit) => {
		const post = await create({ type: 'nextSlot' });
		Object.assign(post, edit);
		const result = await attempt({ type: 'now', content: 'Menu' });
		expect(result.output[0][0].json).toMatchObject({ outcome: 'updated', changed: 'text' });
		expect(listHints(result).join(' ')).not.toContain('publishing');
	},
);

test.each(['now', 'nextSlot'])(
	'keeps a post a draft if a person turned it into one: %s',
	async (type) => {
		const post = await create({ date: addDays(3) });
		post.state = 'DRAFT';
		const [row] = await run({ type });
		expect(row).toMatchObject({ changed: 'date', state: 'draft' });
		expect(post.state).toBe('DRAFT');
	},
);

test('reports a run without changes', async () => {
	const rows = { items: createJsonItems([{ id: 'May 1' }, { id: 'May 2' }]) };
	const form = { rowId: '={{ $json.id }}', content: '={{ $json.id }}', date: addDays(3) };
	await run(form, rows);
	const again = await attempt(form, rows);
	expect(listHints(again)).toEqual(['Both posts were already in Postiz. Nothing was sent.']);
});

test('gives each row a free slot of its own', async () => {
	const rows = { items: createJsonItems(['A', 'B'].map((id) => ({ id: `May ${id}` }))) };
	const form = { rowId: '={{ $json.id }}', content: '={{ $json.id }}' };
	await run({ ...form, date: addDays(3) }, rows);
	const moved = await run({ ...form, type: 'nextSlot' }, rows);
	expect(moved.map(({ changed: parts }) => parts)).toEqual(['date', 'date']);
	const dates = listStoredPosts(service).map(({ publishDate }) => publishDate);
	expect(new Set(dates).size).toBe(2);
	expect(moved.map(({ date }) => date)).toEqual(dates);
});

test('moves a draft that was just made without a date to a free slot', async () => {
	const post = await create({ type: 'draft', date: '' });
	const createdAt = post.publishDate;
	const [row] = await run({ type: 'nextSlot' });
	expect(row).toMatchObject({ changed: 'date, state', state: 'scheduled', date: post.publishDate });
	expect(post.publishDate).not.toBe(createdAt);
});

test('adds a single hint for many rows whose text Postiz also has at another time', async () => {
	const createSheet = (mark: string, ids: string) => ({
		items: createJsonItems(
			Array.from({ length: 12 }, (_, index) => ({
				id: `${ids} ${index}`,
				text: `${mark} ${index}`,
			})),
		),
	});
	const form = { rowId: '={{ $json.id }}', content: '={{ $json.text }}' };
	await run({ ...form, date: '2099-03-04T10:00:00.000Z' }, createSheet('Tea', 'May'));
	const result = await attempt(
		{ ...form, date: '2099-03-05T10:00:00.000Z' },
		createSheet('Tea', 'June'),
	);
	const others = listHints(result).filter((hint) => /^Postiz also has|^The same goes/.test(hint));
	expect(others).toEqual([
		'Postiz also has these texts at other times, on Bluesky. If the new posts replace them, delete those.',
	]);
});

test('reports a change that was not saved or not read again, without calling the post missing', async () => {
	const post = await create({ date: addDays(3) });
	Object.defineProperty(post, 'publishDate', { get: () => FUTURE, set: () => {} });
	const { error } = await attempt({ date: LATER });
	expect(error?.message).toMatch(/^Postiz didn't save all changes: .*date/);
	expect(error?.description).not.toContain('missing');
});

test('notes that changed files could not be compared if the public data of the post is unreadable', async () => {
	const form = {
		...selectNetworks('bluesky'),
		content: 'Tea',
		date: addDays(3),
		...createMedia(CUP),
	};
	await create(form, createCups(1));
	service.faults.push({ match: { path: /public\/posts/ }, kind: 'status', status: 403, times: 99 });
	const note = 'Its files may have changed: Postiz did not return the files of the post.';
	const preview = await run({ ...form, options: { previewOnly: true } }, createCups(2));
	expect(preview).toMatchObject([{ status: 'unchanged', note }]);
	expect(await run(form, createCups(2))).toMatchObject([{ outcome: 'unchanged', note }]);
	expect(listPostRequests(service)).toEqual([]);
});

test('notes that a changed thread could not be compared if the public data of the post is unreadable', async () => {
	const form = { ...selectNetworks('bluesky'), content: 'Tea', date: addDays(3) };
	await create({ ...form, ...createThread('One') });
	service.faults.push({ match: { path: /public\/posts/ }, kind: 'status', status: 403, times: 99 });
	const note = expect.stringContaining('Its thread may have changed: Postiz did not return');
	const options = { previewOnly: true };
	for (const thread of [createThread('Two'), createThread('One', 'Two'), {}]) {
		const changed = { ...form, ...thread };
		expect(await run({ ...changed, options })).toMatchObject([{ status: 'unchanged', note }]);
		expect(await run(changed)).toMatchObject([{ outcome: 'unchanged', note }]);
	}
});

test('rejects a new text if the public data of the post is unreadable', async () => {
	const form = { ...selectNetworks('bluesky'), content: 'Tea', date: addDays(3) };
	await create(form);
	service.faults.push({ match: { path: /public\/posts/ }, kind: 'status', status: 403, times: 99 });
	const changed = { ...form, content: 'Milk' };
	const reason = /cannot be read completely/;
	expect(await run({ ...changed, options: { previewOnly: true } })).toMatchObject([
		{ status: 'to fix', toFix: expect.stringMatching(reason) },
	]);
	expect((await attempt(changed)).error?.message).toMatch(reason);
});

test('Preview Only shows what would be created and updated', async () => {
	const form = { rowId: '={{ $json.id }}', content: '={{ $json.text }}' };
	const createSheet = (...texts: string[]) => ({
		items: createJsonItems(texts.map((text, index) => ({ id: `May ${index}`, text }))),
	});
	await run(form, createSheet('Old', 'Same'));
	const options = { previewOnly: true };
	const result = await attempt({ ...form, options }, createSheet('New', 'Same', 'Third'));
	const ids = listStoredPosts(service).map(({ id }) => id);
	expect(
		result.output[0].map(({ json: { status, postId, changed: parts } }) => [status, postId, parts]),
	).toEqual([
		['updated', ids[0], 'text'],
		['unchanged', ids[1], undefined],
		['new', undefined, undefined],
	]);
	expect(listHints(result).join(' ')).toContain(
		'Nothing was sent: 1 new, 1 updated, 1 unchanged. ',
	);
	expect(listPostRequests(service)).toEqual([]);
});
