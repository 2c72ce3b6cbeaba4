import { DateTime } from 'luxon';
import type { INodeExecutionData } from 'n8n-workflow';

import { readExample } from '../../demo/example.cjs';
import { runNode } from '../support/harness.cjs';
import { postRequests, storedPosts } from '../support/posts.cjs';
import { callsOf, LOOK_UP, useService } from '../support/useService.cjs';

const service = useService({ hourlyLimit: 4 });

test('the example with 200 posts on 4 dates needs 4 requests for them', async () => {
	const { nodes } = readExample('sheet-of-200-posts.json');
	const nodeNamed = (name: string) => nodes.find((node) => node.name === name)!;
	// A Code node has the present time under this name.
	const makeRows = new Function('$now', String(nodeNamed('Rows of the sheet').parameters.jsCode));
	const items = makeRows(DateTime.utc()) as INodeExecutionData[];
	expect(items).toHaveLength(40);

	const { parameters, onError } = nodeNamed('Schedule all rows');
	const { output, error } = await runNode({
		service,
		parameters: parameters,
		items,
		onError,
	});
	expect(error).toBeUndefined();
	expect(output[1] ?? []).toEqual([]);
	expect(postRequests(service)).toHaveLength(4);
	expect(callsOf(service)).toEqual([LOOK_UP, 'GET /posts', ...Array(4).fill('POST /posts')]);
	expect(storedPosts(service)).toHaveLength(200);
	expect(new Set(storedPosts(service).map(({ publishDate }) => publishDate)).size).toBe(4);
	output[0].forEach(({ json, pairedItem }, index) => {
		const row = Math.floor(index / 5);
		expect(pairedItem).toEqual({ item: row });
		const post = storedPosts(service).find(({ id }) => id === json.postId)!;
		const { text, date } = items[row].json;
		const network = ['bluesky', 'mastodon', 'telegram', 'threads', 'vk'][index % 5];
		expect([post.parts[0].published, post.identifier]).toEqual([text, network]);
		expect(Date.parse(post.publishDate)).toBe(Date.parse(String(date)));
	});
	expect(output[0]).toHaveLength(200);
});
