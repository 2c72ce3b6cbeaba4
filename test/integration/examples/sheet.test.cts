import { DateTime } from 'luxon';
import type { INodeExecutionData } from 'n8n-workflow';

import { listExampleFiles, getNode, readExample } from '../../demo/example.cjs';
import { runNode } from '../support/harness.cjs';
import { listPostRequests, listStoredPosts } from '../support/posts.cjs';
import { listCalls, LOOK_UP, useService } from '../support/useService.cjs';

const service = useService({ hourlyLimit: 4 });

test('posts 200 rows on 4 dates with 4 requests, and links every output item to its row', async () => {
	const example = readExample('sheet-of-200-posts.json');
	// A Code node has the present time under this name.
	const { jsCode } = getNode(example, 'Rows of the sheet').parameters;
	const items = new Function('$now', String(jsCode))(DateTime.utc()) as INodeExecutionData[];
	const { parameters, onError } = getNode(example, 'Schedule all rows');
	const { output, error } = await runNode({ service, parameters, items, onError });
	expect([error, items.length, output[0].length]).toEqual([undefined, 40, 200]);
	expect(listCalls(service)).toEqual([LOOK_UP, 'GET /posts', ...Array(4).fill('POST /posts')]);
	const sizes = listPostRequests(service).map(({ body }) => (body as { posts: [] }).posts.length);
	expect(sizes).toEqual([50, 50, 50, 50]);
	const posts = listStoredPosts(service);
	expect(new Set(posts.map(({ publishDate }) => publishDate)).size).toBe(4);
	output[0].forEach(({ json, pairedItem }, index) => {
		expect(pairedItem).toEqual({ item: Math.floor(index / 5) });
		const { date, text } = items[Math.floor(index / 5)].json;
		const [{ published }] = posts.find(({ id }) => id === json.postId)!.parts;
		expect([published, json.text]).toEqual([text, text]);
		expect(Date.parse(String(json.date))).toBe(Date.parse(String(date)));
	});
});

test.each(listExampleFiles())('%s names no channel of the sandbox', (file) => {
	const json = JSON.stringify(readExample(file));
	expect(service.state.channels.filter(({ id }) => json.includes(id))).toEqual([]);
});
