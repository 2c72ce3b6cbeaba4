import { ExecuteContext } from 'n8n-core';
import type { IDataObject, INodeType } from 'n8n-workflow';

import { Postiz } from '../../../nodes/Postiz/Postiz.node.ts';
import { nodeNamed, readExample } from '../../demo/example.cjs';
import { networks } from '../../networks/table.cjs';
import { channelOf } from '../../service/client.cjs';
import { storedFailure } from '../../shared/failures.cjs';
import type { StoredPost } from '../../service/state.cjs';
import { runWorkflow, START } from '../support/harness.cjs';
import { postRequests, storedPosts, storePost } from '../support/posts.cjs';
import { useService } from '../support/useService.cjs';

// One channel of each of these networks.
const NETWORKS = ['x', 'linkedin', 'bluesky'];
const CHANNELS = ['X: Acme Coffee', 'LinkedIn: Acme Coffee', 'Bluesky: acme-coffee.bsky.social'];
const service = useService({}, (own) => {
	const ids = NETWORKS.map((identifier) => channelOf(own, identifier));
	own.state.channels = own.state.channels.filter(({ id }) => ids.includes(id));
});

const example = readExample('ai-agent-social-manager.json');
const TOOL = 'n8n-nodes-postiz-publisher.postizTool';
const tool: INodeType = new Postiz();

/** Calls a tool of the example as an agent does; returns what its model is told. */
async function call(name: string, input: IDataObject): Promise<IDataObject[]> {
	const { type, parameters } = nodeNamed(example, name);
	expect(type).toBe(TOOL);
	const { outputOf, error } = await runWorkflow(
		{
			nodes: [
				{ name: 'Start', type: START },
				{ name, type, parameters },
			],
			connections: { Start: { main: [[{ node: name, type: 'main', index: 0 }]] } },
		},
		{ service, items: [{ json: input }], nodeTypes: { [TOOL]: tool } },
	);
	expect(error).toBeUndefined();
	return outputOf(name)[0].map(({ json }) => json);
}

const DRAFT = {
	Date: '2099-03-03 10:00:00',
	Text: 'Our winter menu',
	Uploaded_File: '',
	Channel_Names_or_IDs: 'X, LinkedIn, Bluesky',
	If_a_Channel_Cannot_Take_It: 'fail',
};
const callDraft = async (input: IDataObject = {}) =>
	await call('Draft a post', { ...DRAFT, ...input });
/** The posts, without what is said below them. */
const draft = async (input?: IDataObject) =>
	(await callDraft(input)).filter(({ note }) => note === undefined);
/** What the only item says, which has nothing else in it. */
const errorOf = (rows: IDataObject[]) => {
	expect(rows).toEqual([{ error: expect.any(String) }]);
	return String(rows[0].error);
};
const textsOn = (identifier: string) =>
	storedPosts(service)
		.filter((post) => post.identifier === identifier)
		.flatMap(({ parts }) => parts.map(({ published }) => published));
const stored = ({ postId }: IDataObject): StoredPost =>
	storedPosts(service).find(({ id }) => id === postId)!;

const DAY_MS = 86_400_000;
const SOON = () => new Date(Date.now() + DAY_MS).toISOString();

// X and Bluesky allow less.
const LONG = `${'Our winter menu is here. '.repeat(13)}Come in!`;

test('a model that repeats a call within one execution is told of the posts that are there', async () => {
	jest.spyOn(ExecuteContext.prototype, 'getExecutionId').mockReturnValue('of the agent');
	const first = await draft();
	const again = await draft();
	expect(again.map(({ postId }) => postId)).toEqual(first.map(({ postId }) => postId));
	expect(again.map(({ outcome }) => outcome)).toEqual(Array(3).fill('there'));
	expect(storedPosts(service)).toHaveLength(3);
});

test('a model that drafts two posts for one time is told that both are kept', async () => {
	const [first] = await draft({ Channel_Names_or_IDs: 'Bluesky' });
	const rows = await callDraft({ Channel_Names_or_IDs: 'Bluesky', Text: 'Our summer menu' });
	expect(rows[0].outcome).toBe('created');
	const { note } = rows.at(-1)!;
	expect(note).toContain(`“Our winter menu”, ${first.postId}`);
	expect(note).toContain('Post > Update');
	expect(note).not.toMatch(/delete/);
});

test('Markdown that a model writes becomes formatting, and HTML stays HTML', async () => {
	await draft({
		Channel_Names_or_IDs: 'LinkedIn',
		Text: '**New:** [our menu](https://acme.example/menu)',
	});
	await draft({ Channel_Names_or_IDs: 'LinkedIn', Text: '<p>Come <strong>in</strong></p>' });
	expect(textsOn('linkedin')).toEqual(['𝗡𝗲𝘄: our menu (https://acme.example/menu)', 'Come 𝗶𝗻']);
});

describe('three networks', () => {
	test('need one call and one request', async () => {
		const rows = await draft();
		expect(rows.map(({ channel, state, when }) => [channel, state, when])).toEqual(
			CHANNELS.map((channel) => [channel, 'draft', '2099-03-03 10:00 UTC']),
		);
		expect(JSON.stringify(rows)).not.toMatch(/T10:00|00Z|channelId|null/);
		expect(postRequests(service)).toHaveLength(1);
	});

	test('say at once, and before a draft is scheduled, for which one its text is too long', async () => {
		const rows = await callDraft({ Text: LONG });
		const { max } = networks.bluesky;
		expect(rows.at(-1)!.note).toContain(
			`Bluesky: it can't be scheduled like this: ${LONG.length} of ${max} characters.`,
		);
		const onBluesky = rows[2];
		const told = errorOf(await call('Schedule a draft', { Post: onBluesky.postId }));
		expect(told).toContain(`Bluesky: ${LONG.length} of ${max} characters`);
		expect(told).toContain('Post > Update');
		expect(stored(onBluesky).state).toBe('DRAFT');

		const Text = 'Our winter menu is here';
		await call('Change a post', { Post: onBluesky.postId, Date: '', Text });
		const [scheduled] = await call('Schedule a draft', { Post: onBluesky.postId });
		expect(scheduled).toMatchObject({ state: 'scheduled', text: 'Our winter menu is here' });
		expect(scheduled).not.toHaveProperty('error');
	});
});

test('a failed post is found by its state, explained, corrected and tried again', async () => {
	const [row] = await draft({
		Channel_Names_or_IDs: 'Bluesky',
		Date: SOON(),
	});
	Object.assign(stored(row), { state: 'ERROR', error: storedFailure('No such link', 'bluesky') });
	const [found, ...others] = await call('Look at posts', { States: 'failed', Text_Contains: '' });
	expect(others).toEqual([]);
	const [seen] = await call('Get a post', { Post: found.postId });
	expect(seen).toMatchObject({ postId: row.postId, reason: 'No such link' });
	const [changed] = await call('Change a post', {
		Post: found.postId,
		Date: '2099-03-04 10:00:00',
		Text: 'Our summer menu',
	});
	expect(changed).toMatchObject({
		state: 'scheduled',
		text: 'Our summer menu',
		when: '2099-03-04 10:00 UTC',
	});
});

describe('what a model may write where it has nothing', () => {
	test.each(['null', 'none'])('as uploaded file: %j is refused', async (file) => {
		expect(errorOf(await draft({ Uploaded_File: file }))).toContain('An empty text adds no file.');
		expect(postRequests(service)).toEqual([]);
	});

	test.each(['', ' ', '[]', null, undefined])('as uploaded file: %j', async (file) => {
		const rows = await draft({ Uploaded_File: file });
		expect(rows).toHaveLength(3);
		expect(storedPosts(service)[0].parts[0].image).toEqual([]);
	});

	test.each([null, undefined, 'fail'])('as what to do with long texts: %j', async (choice) => {
		expect(await draft({ If_a_Channel_Cannot_Take_It: choice })).toHaveLength(3);
	});

	test('an unknown choice is refused with those that there are', async () => {
		const told = errorOf(await draft({ If_a_Channel_Cannot_Take_It: 'shrink' }));
		expect(told).toContain('If a Channel Cannot Take It cannot be “shrink”. Use one of adapt, ');
	});

	test.each([null, ''])('as text: %j', async (text) => {
		const told = errorOf(await draft({ Text: text }));
		expect(told).toContain('A post needs text or media');
		expect(postRequests(service)).toEqual([]);
	});

	test.each([null, '', undefined])('as what to look for: %j', async (nothing) => {
		await draft({ Date: SOON() });
		const found = await call('Look at posts', { States: nothing, Text_Contains: nothing });
		expect(found.length).toBeGreaterThanOrEqual(3);
	});

	test.each([null, '', 'null'])('as a post: %j', async (post) => {
		const told = errorOf(await call('Get a post', { Post: post }));
		expect(told).toMatch(/Post > Create and Post > Get Many return it/);
	});

	test('as anything to change', async () => {
		const [{ postId }] = await draft();
		const told = errorOf(await call('Change a post', { Post: postId, Date: '', Text: null }));
		expect(told).toContain('Nothing to change');
	});
});

describe('rows are short', () => {
	test('without pictures of channels, without what is empty, and with the text once', async () => {
		const [channel] = await call('List channels', {});
		expect(Object.keys(channel)).toEqual(['channel', 'status', 'channelId', 'profile', 'group']);
		const [row] = await draft({ Text: 'Our winter menu' });
		const [post] = await call('Get a post', { Post: row.postId });
		expect(JSON.stringify(post).split('Our winter menu')).toHaveLength(2);
		expect(JSON.stringify(post)).not.toMatch(/null|\[\]|""/);
	});

	test('of a list have what tells posts from each other, and the start of a long text', async () => {
		const Date = SOON();
		await draft({ Channel_Names_or_IDs: 'LinkedIn', Text: 'Our winter menu', Date });
		await draft({ Channel_Names_or_IDs: 'LinkedIn', Text: LONG, Date });
		const rows = await call('Look at posts', { Text_Contains: 'our winter menu' });
		for (const row of rows) {
			expect(Object.keys(row).sort()).toEqual(['post', 'postId', 'text']);
		}
		expect(rows[0].post).toMatch(/^draft, 20\d\d-\d\d-\d\d \d\d:\d\d UTC, LinkedIn: Acme Coffee$/);
		const [short, long] = rows.map((row) => JSON.stringify(row).length);
		expect(short).toBeLessThan(130);
		expect(long).toBeLessThan(300);
	});
});

describe('Look at posts', () => {
	test('has those nearest to now, and says that there are more', async () => {
		service.state.posts = [];
		for (const days of [28, ...Array(20).keys()].map((one) => one + 1)) {
			const at = new Date(Date.now() + days * (days % 2 ? 1 : -1) * DAY_MS);
			await draft({ Channel_Names_or_IDs: 'X', Text: `Day ${days}`, Date: at.toISOString() });
		}
		const rows = await call('Look at posts', {});
		expect(rows).toHaveLength(21);
		expect(rows[0].text).toBe('Day 20');
		expect(rows[19].text).toBe('Day 19');
		expect(rows[20]).toEqual({ note: '1 more: narrow the search to see them.' });
	});

	test('lists a period, and 30 days beyond an end that a model leaves out', async () => {
		for (const Date of ['2099-03-01 10:00', '2099-03-20 10:00', '2099-05-01 10:00']) {
			await draft({ Channel_Names_or_IDs: 'X: Acme Coffee', Text: Date, Date });
		}
		const textsOf = async (input: IDataObject) =>
			(await call('Look at posts', input)).map(({ text }) => text).sort();
		expect(await textsOf({ Start_Date: '2099-03-10', End_Date: '' })).toEqual(['2099-03-20 10:00']);
		const around = { Start_Date: '', End_Date: '2099-03-20' };
		expect(await textsOf({ ...around, States: 'all' })).toEqual([
			'2099-03-01 10:00',
			'2099-03-20 10:00',
		]);
		expect(await textsOf({ ...around, States: '["failed", "scheduled"]' })).toHaveLength(1);
	});

	test('says which are overdue', async () => {
		const publishDate = new Date(Date.now() - DAY_MS).toISOString();
		const { id } = storePost(service, 'x', { publishDate, goesOutAt: null });
		expect(await call('Look at posts', { States: 'Overdue' })).toMatchObject([
			{ postId: id, post: expect.stringMatching(/^scheduled, overdue, /) },
		]);
	});

	test('says that there are none', async () => {
		const asked = {
			End_Date: '2099-03-02',
			States: '["failed"]',
			Text_Contains: 'nobody wrote this',
		};
		expect(await call('Look at posts', { Start_Date: '2099-03-01', ...asked })).toEqual([
			{
				note: 'Nothing was found between 2099-03-01 00:00 UTC and 2099-03-02 23:59 UTC, with States “["failed"]”, Text Contains “nobody wrote this”.',
			},
		]);
	});
});
