/**
 * What a small model makes of the tools of the example: it copies what it was shown, whole where it does not know what of
 * it is wanted, writes lists as JSON, and dates as people say them.
 */
import type { IDataObject, INodeType } from 'n8n-workflow';

import { Postiz } from '../../../nodes/Postiz/Postiz.node.ts';
import { nodeNamed, readExample } from '../../demo/example.cjs';
import { pngOf } from '../../shared/samples.cjs';
import { startFileServer } from '../support/fileServer.cjs';
import { runWorkflow, START } from '../support/harness.cjs';
import { postRequests, storedPosts } from '../support/posts.cjs';
import { useService } from '../support/useService.cjs';

const service = useService({}, ({ state }) => {
	state.channels = state.channels.filter(({ identifier }) =>
		['bluesky', 'linkedin'].includes(identifier),
	);
	state.posts = [];
});
const example = readExample('ai-agent-social-manager.json');
const TOOL = 'n8n-nodes-postiz-publisher.postizTool';
const tool: INodeType = new Postiz();

/** Calls a tool of the example in a workflow of Berlin; returns what the model is told. */
async function call(name: string, input: IDataObject = {}): Promise<IDataObject[]> {
	const { parameters } = nodeNamed(example, name);
	const { outputOf, error } = await runWorkflow(
		{
			nodes: [
				{ name: 'Start', type: START },
				{ name, type: TOOL, parameters },
			],
			connections: { Start: { main: [[{ node: name, type: 'main', index: 0 }]] } },
			settings: { timezone: 'Europe/Berlin' },
		},
		{ service, items: [{ json: input }], nodeTypes: { [TOOL]: tool } },
	);
	expect(error).toBeUndefined();
	return outputOf(name)[0].map(({ json }) => json);
}

/** All channels, in each way in which small models name several that were listed. */
const WAYS: Array<[string, (rows: IDataObject[]) => IDataObject[string]]> = [
	['as printed, with commas', (rows) => rows.map(({ channel }) => channel).join(', ')],
	['as a list in JSON', (rows) => JSON.stringify(rows.map(({ channel }) => channel))],
	['as a list', (rows) => rows.map(({ channel }) => channel)],
	['as the rows', (rows) => JSON.stringify(rows)],
	['in a string within JSON', (rows) => JSON.stringify(JSON.stringify(rows))],
	['each on its line', (rows) => rows.map(({ channel }) => `${String(channel)}`).join('\n')],
	['as IDs', (rows) => rows.map(({ channelId }) => channelId).join(', ')],
];

test.each(WAYS)(
	'channels of the list are named %s, with one address of a picture',
	async (_way, named) => {
		const server = await startFileServer((_request, response) => response.end(pngOf(400, 300)));
		const rows = await call('List channels');
		const told = await call('Draft a post', {
			Date: '2099-07-03 10:00',
			Text: 'Our summer menu',
			Uploaded_File: `${server.origin}/menu.png`,
			Channel_Names_or_IDs: named(rows),
			If_a_Channel_Cannot_Take_It: 'fail',
		});
		await server.close();
		expect(told.map(({ error }) => error).filter(Boolean)).toEqual([]);
		expect(told.slice(0, rows.length)).toMatchObject(
			rows.map(({ channel }) => ({ channel, when: '2099-07-03 10:00 Europe/Berlin' })),
		);
		expect(postRequests(service)).toHaveLength(1);
		for (const { publishDate, parts } of storedPosts(service)) {
			expect(publishDate).toMatch(/^2099-07-03T08:00/);
			expect(parts[0].image).toHaveLength(1);
		}
	},
);

test.each<[string, (row: IDataObject) => IDataObject[string]]>([
	['its ID', ({ postId }) => postId],
	['its row', (row) => JSON.stringify(row)],
	['its row as an object', (row) => row],
	['its page', ({ postId }) => `${service.origin}/p/${String(postId)}?share=true`],
])('a post is looked for by its day, and changed and scheduled by %s', async (_what, named) => {
	await call('Draft a post', {
		Date: '2099-07-03T10:00:00',
		Text: 'Our summer menu',
		Channel_Names_or_IDs: 'Bluesky',
	});
	const listed = await call('Look at posts', {
		Start_Date: '2099-07-03',
		End_Date: '2099-07-03',
		States: '["draft", "scheduled"]',
		Text_Contains: 'summer',
	});
	expect(listed).toHaveLength(1);
	const Post = named(listed[0]);
	const [changed] = await call('Change a post', { Post, Date: '2099-07-04 18:30', Text: '' });
	expect(changed).toMatchObject({ outcome: 'changed', when: '2099-07-04 18:30 Europe/Berlin' });
	const [scheduled] = await call('Schedule a draft', { Post });
	expect(scheduled).toMatchObject({ state: 'scheduled', text: 'Our summer menu' });
	expect(JSON.stringify([listed, changed, scheduled])).not.toMatch(/\d(?:\.\d+)?Z"/);
});
