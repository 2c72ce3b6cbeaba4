import type { IDataObject, INodeType } from 'n8n-workflow';

import { Postiz } from '../../../nodes/Postiz/Postiz.node.ts';
import { nodeNamed, readExample } from '../../demo/example.cjs';
import { channelOf } from '../../service/client.cjs';
import { storedFailure } from '../../shared/failures.cjs';
import type { StoredPost } from '../../service/state.cjs';
import { runWorkflow, START } from '../support/harness.cjs';
import { postRequests, storedPosts } from '../support/posts.cjs';
import { useService } from '../support/useService.cjs';

// One channel of each of these networks.
const NETWORKS = ['x', 'linkedin', 'bluesky'];
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
	Channels: 'X, LinkedIn, Bluesky',
	If_Text_Is_Too_Long: 'fail',
};
const draft = async (input: IDataObject = {}) => await call('Draft a post', { ...DRAFT, ...input });
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

// X and Bluesky allow less.
const LONG = `${'Our winter menu is here. '.repeat(13)}Come in!`;

test('Markdown that a model writes becomes formatting, and HTML stays HTML', async () => {
	await draft({ Channels: 'LinkedIn', Text: '**New:** [our menu](https://acme.example/menu)' });
	await draft({ Channels: 'LinkedIn', Text: '<p>Come <strong>in</strong></p>' });
	expect(textsOn('linkedin')).toEqual(['𝗡𝗲𝘄: our menu (https://acme.example/menu)', 'Come 𝗶𝗻']);
});

describe('three networks', () => {
	test('need one call and one request', async () => {
		const rows = await draft();
		expect(rows.map(({ provider, state, date }) => [provider, state, date])).toEqual(
			NETWORKS.map((provider) => [provider, 'draft', '2099-03-03T10:00:00.000Z']),
		);
		expect(postRequests(service)).toHaveLength(1);
	});

	test('say before a draft is scheduled for which one its text is too long, and what to do', async () => {
		const [onX] = await draft({ Text: LONG });
		const told = errorOf(await call('Schedule a draft', { Post: onX.postId }));
		expect(told).toContain('X: 333 of 280 characters');
		expect(told).toContain('Post > Update');
		expect(stored(onX).state).toBe('DRAFT');

		await call('Change a post', { Post: onX.postId, Date: '', Text: 'Our winter menu is here' });
		const [scheduled] = await call('Schedule a draft', { Post: onX.postId });
		expect(scheduled).toMatchObject({ state: 'scheduled', text: 'Our winter menu is here' });
		expect(scheduled).not.toHaveProperty('error');
	});
});

test('a failed post is found by its state, explained, corrected and tried again', async () => {
	const [row] = await draft({
		Channels: 'Bluesky',
		Date: new Date(Date.now() + 86_400_000).toISOString(),
	});
	Object.assign(stored(row), { state: 'ERROR', error: storedFailure('No such link', 'bluesky') });
	const [found, ...others] = await call('Look at posts', { States: 'failed', Text_Contains: '' });
	expect(others).toEqual([]);
	const [seen] = await call('Get a post', { Post: found.postId });
	expect(seen).toMatchObject({ postId: row.postId, failureReason: 'No such link' });
	const [changed] = await call('Change a post', {
		Post: found.postId,
		Date: '2099-03-04 10:00:00',
		Text: 'Our summer menu',
	});
	expect(changed).toMatchObject({
		state: 'scheduled',
		text: 'Our summer menu',
		date: '2099-03-04T10:00:00.000Z',
	});
});

describe('what a model may write where it has nothing', () => {
	test.each([null, undefined, 'null', 'none'])('as uploaded file: %j is refused', async (file) => {
		expect(errorOf(await draft({ Uploaded_File: file }))).toContain('An empty text adds no file.');
		expect(postRequests(service)).toEqual([]);
	});

	test.each(['', ' ', '[]'])('as uploaded file: %j', async (file) => {
		const rows = await draft({ Uploaded_File: file });
		expect(rows).toHaveLength(3);
		expect(storedPosts(service)[0].parts[0].image).toEqual([]);
	});

	test.each([null, undefined, 'fail'])('as what to do with long texts: %j', async (choice) => {
		expect(await draft({ If_Text_Is_Too_Long: choice })).toHaveLength(3);
	});

	test('an unknown choice is refused with those that there are', async () => {
		const told = errorOf(await draft({ If_Text_Is_Too_Long: 'shrink' }));
		expect(told).toContain('If Text Is Too Long cannot be “shrink”. Use one of fail, ');
	});

	test.each([null, ''])('as text: %j', async (text) => {
		const told = errorOf(await draft({ Text: text }));
		expect(told).toContain('A post needs text or media');
		expect(postRequests(service)).toEqual([]);
	});

	test.each([null, '', undefined])('as what to look for: %j', async (nothing) => {
		await draft({ Date: new Date(Date.now() + 86_400_000).toISOString() });
		const found = await call('Look at posts', { States: nothing, Text_Contains: nothing });
		expect(found.length).toBeGreaterThanOrEqual(3);
	});

	test.each([null, '', 'null'])('as a post: %j', async (post) => {
		const told = errorOf(await call('Get a post', { Post: post }));
		expect(told).toMatch(/Post > Get Many/);
	});

	test('as anything to change', async () => {
		const [{ postId }] = await draft();
		const told = errorOf(await call('Change a post', { Post: postId, Date: '', Text: null }));
		expect(told).toContain('Nothing to change');
	});
});

test('rows are short: no pictures of channels, and the text once', async () => {
	const [channel] = await call('List channels', {});
	expect(JSON.stringify(channel)).not.toMatch(/picture|https?:/);
	const [row] = await draft({ Text: 'Our winter menu' });
	const [post] = await call('Get a post', { Post: row.postId });
	expect(JSON.stringify(post).split('Our winter menu')).toHaveLength(2);
});
