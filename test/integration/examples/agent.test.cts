import type { IDataObject } from 'n8n-workflow';

import { getNode, readExample } from '../../demo/example.cjs';
import { networks } from '../../networks/table.cjs';
import { findChannelId } from '../../service/client.cjs';
import type { StoredPost } from '../../service/state.cjs';
import { listSavedNames } from '../../shared/names.cjs';
import { createPng } from '../../shared/samples.cjs';
import { REJECTED, createStoredFailure } from '../../shared/failures.cjs';
import { startFileServer } from '../support/fileServer.cjs';
import { runNode, TOOL } from '../support/harness.cjs';
import { addDays, listPostRequests, listStoredPosts, storePost } from '../support/posts.cjs';
import { useService } from '../support/useService.cjs';

// One channel of each of these networks.
const NETWORKS = ['x', 'linkedin', 'bluesky'];
const CHANNELS = ['X: Acme Coffee', 'LinkedIn: Acme Coffee', 'Bluesky: acme-coffee.bsky.social'];
const service = useService({}, (own) => {
	const ids = NETWORKS.map((identifier) => findChannelId(own, identifier));
	own.state.channels = own.state.channels.filter(({ id }) => ids.includes(id));
	own.state.posts = [];
});

const example = readExample('ai-agent-social-manager.json');

/** Calls a tool of the example as an agent does, in Berlin; returns what its model is told. */
async function call(name: string, input: IDataObject = {}): Promise<IDataObject[]> {
	const { type, parameters } = getNode(example, name);
	expect(type).toBe(TOOL);
	const { output, error } = await runNode({
		service,
		parameters,
		items: [{ json: input }],
		timezone: 'Europe/Berlin',
		node: { type },
	});
	expect(error).toBeUndefined();
	return output[0].map(({ json }) => json);
}

const draft = async (input: IDataObject = {}) =>
	await call('Draft a post', {
		Date: '2099-07-03 10:00:00',
		Text: 'Our summer menu',
		Uploaded_File: '',
		Channel_Names_or_IDs: 'X, LinkedIn, Bluesky',
		If_a_Post_Doesn_t_Fit_a_Channel: 'fail',
		...input,
	});
const findStored = ({ postId }: IDataObject): StoredPost =>
	listStoredPosts(service).find(({ id }) => id === postId)!;

// X and Bluesky allow less.
const LONG = `${'Our summer menu is here. '.repeat(13)}Come in!`;
const WHEN = 'Friday 2099-07-03 10:00 Europe/Berlin';

test('describes the values of an option that the model may set', () => {
	const { parameters } = getNode(example, 'Draft a post');
	const { ifUnsupported } = parameters.options as IDataObject;
	const [, description] = /, `([^`]+)`/.exec(String(ifUnsupported)) ?? [];
	const values = listSavedNames().flatMap(
		(name) => /^postiz post\.create options ifUnsupported = (.+)$/.exec(name)?.[1] ?? [],
	);
	expect(values).toHaveLength(4);
	for (const value of values) expect(description).toMatch(new RegExp(`\\b${value}\\b`));
});

test('posts to three networks with one call and one request', async () => {
	const rows = await draft();
	expect(rows.slice(0, 3).map(({ channel, state, when }) => [channel, state, when])).toEqual(
		CHANNELS.map((channel) => [channel, 'draft', WHEN]),
	);
	expect(JSON.stringify(rows)).not.toMatch(/T10:00|00Z|channelId|null/);
	expect(listPostRequests(service)).toHaveLength(1);
});

test('reports a text that is too long for a draft at once, and again before it is scheduled', async () => {
	const rows = await draft({ Text: LONG });
	const tooLong = `${LONG.length} of ${networks.bluesky.max} characters`;
	expect(rows.at(-1)!.note).toContain(`Bluesky: it can't be scheduled like this: ${tooLong}.`);
	const Post = rows[2].postId;
	const [{ error }] = await call('Schedule a draft', { Post });
	expect(error).toMatch(new RegExp(`^Bluesky: ${tooLong}.*Post > Update`));
	expect(findStored(rows[2]).state).toBe('DRAFT');

	await call('Change a post', { Post, Date: '', Text: 'Our menu' });
	const [scheduled] = await call('Schedule a draft', { Post });
	expect(scheduled).toMatchObject({ state: 'scheduled', text: 'Our menu' });
});

test('a model finds a failed post by its state, reads why it failed, and corrects and retries it', async () => {
	const [row] = await draft({ Channel_Names_or_IDs: 'Bluesky', Date: addDays(1) });
	Object.assign(findStored(row), {
		state: 'ERROR',
		error: createStoredFailure(REJECTED, 'bluesky'),
	});
	const found = await call('Look at posts', { States: 'failed', Text_Contains: '' });
	expect(found).toHaveLength(1);
	const Post = found[0].postId;
	const [seen] = await call('Get a post', { Post });
	expect(seen).toMatchObject({ postId: row.postId, reason: REJECTED });
	const change = { Post, Date: '2099-07-03 10:00', Text: 'Our winter menu' };
	const [changed] = await call('Change a post', change);
	expect(changed).toMatchObject({ state: 'scheduled', text: 'Our winter menu', when: WHEN });
});

test.each([null, undefined])('a model may write %j for an empty value', async (nothing) => {
	const rows = await draft({ Uploaded_File: nothing, If_a_Post_Doesn_t_Fit_a_Channel: nothing });
	expect(rows.map(({ error }) => error)).toEqual(CHANNELS.map(() => undefined));
	await draft({ Date: addDays(1) });
	const found = await call('Look at posts', { States: nothing, Text_Contains: nothing });
	expect(found).toHaveLength(3);
	const [text] = await draft({ Text: nothing });
	expect(text.error).toContain('A post needs text or media');
	const [post] = await call('Get a post', { Post: nothing });
	expect(post.error).toMatch(/Post > Create and Post > Get Many return it/);
	const change = { Post: rows[0].postId, Date: nothing, Text: nothing };
	expect((await call('Change a post', change))[0].error).toMatch(/^Nothing to change/);
});

test('listed rows name the channels, with one picture address', async () => {
	const server = await startFileServer((_request, response) => response.end(createPng(400, 300)));
	const output = await draft({
		Uploaded_File: `${server.origin}/menu.png`,
		Channel_Names_or_IDs: await call('List channels'),
	});
	await server.close();
	const rows = output.slice(0, 3).map(({ channel, when }) => [channel, when]);
	expect(rows.sort()).toEqual(CHANNELS.map((channel) => [channel, WHEN]).sort());
	expect(listPostRequests(service)).toHaveLength(1);
	expect(listStoredPosts(service).map(({ parts }) => parts[0].image.length)).toEqual([1, 1, 1]);
});

test.each<[string, (row: IDataObject) => IDataObject[string]]>([
	['its ID', ({ postId }) => postId],
	['its row', (row) => JSON.stringify(row)],
	['its row as an object', (row) => row],
	['its page', ({ postId }) => `${service.origin}/p/${String(postId)}?share=true`],
])('a model finds a post by its day, and changes and schedules it by %s', async (_what, named) => {
	await draft({ Channel_Names_or_IDs: 'Bluesky' });
	const day = { Start_Date: '2099-07-03', End_Date: '2099-07-03' };
	const listed = await call('Look at posts', {
		...day,
		States: '["draft", "scheduled"]',
		Text_Contains: 'summer',
	});
	expect(listed).toHaveLength(1);
	const Post = named(listed[0]);
	const [changed] = await call('Change a post', { Post, Date: '2099-07-04 18:30', Text: '' });
	expect(changed).toMatchObject({
		outcome: 'updated',
		when: 'Saturday 2099-07-04 18:30 Europe/Berlin',
	});
	const [scheduled] = await call('Schedule a draft', { Post });
	expect(scheduled).toMatchObject({ state: 'scheduled', text: 'Our summer menu' });
	expect(JSON.stringify([listed, changed, scheduled])).not.toMatch(/\d(?:\.\d+)?Z"/);
});

describe('short rows', () => {
	test('omit channel pictures and empty fields, and have the text once', async () => {
		const [channel] = await call('List channels');
		expect(Object.keys(channel)).toEqual(['channel', 'status', 'channelId', 'profile', 'group']);
		const [row] = await draft();
		const [post] = await call('Get a post', { Post: row.postId });
		expect(JSON.stringify(post).split('Our summer menu')).toHaveLength(2);
		expect(JSON.stringify(post)).not.toMatch(/null|\[\]|""/);
	});

	test('of a list have what distinguishes posts, and the start of a long text', async () => {
		const onLinkedIn = { Channel_Names_or_IDs: 'LinkedIn', Date: addDays(1) };
		await draft(onLinkedIn);
		await draft({ ...onLinkedIn, Text: LONG });
		const rows = await call('Look at posts', { Text_Contains: 'our summer menu' });
		const post = expect.stringMatching(/^draft, .* Europe\/Berlin, LinkedIn: Acme Coffee$/);
		const createRow = (text: unknown) => ({ post, postId: expect.any(String), text });
		expect(rows).toEqual([
			createRow('Our summer menu'),
			createRow(expect.stringMatching(/^Our summer .*…$/)),
		]);
		expect(JSON.stringify(rows[1]).length).toBeLessThan(300);
	});
});

describe('Look at posts', () => {
	test('lists posts nearest to now, mentions further ones, and marks overdue ones', async () => {
		for (const day of [28, ...Array(20).keys()].map((index) => index + 1)) {
			const publishDate = addDays(day % 2 ? day : -day);
			storePost(service, 'x', { text: `Day ${day}`, publishDate, publishesAt: null });
		}
		const rows = await call('Look at posts');
		expect(rows).toHaveLength(21);
		expect([rows[0].text, rows[19].text]).toEqual(['Day 20', 'Day 19']);
		expect(rows[0].post).toMatch(/^scheduled, overdue, /);
		expect(rows[20]).toEqual({ note: 'There are more. Narrow the search to see them.' });
	});

	test('lists 30 days before the end if a model omits the start, and says if it finds no posts', async () => {
		for (const publishDate of ['2099-03-01T10:00:00Z', '2099-03-20T10:00:00Z'])
			storePost(service, 'x', { text: publishDate, publishDate });
		const around = { Start_Date: '', End_Date: '2099-03-20' };
		expect(await call('Look at posts', { ...around, States: 'all' })).toHaveLength(2);
		const none = { Start_Date: '2099-03-10', End_Date: '2099-03-20', States: '["failed"]' };
		expect(await call('Look at posts', { ...none, Text_Contains: 'nobody wrote this' })).toEqual([
			{
				note: 'Nothing was found between 2099-03-10 00:00 Europe/Berlin and 2099-03-20 23:59 Europe/Berlin, with States “["failed"]”, Text Contains “nobody wrote this”.',
			},
		]);
	});
});
