import { DateTime } from 'luxon';
import type { INodeExecutionData } from 'n8n-workflow';

import { nodeNamed, readExample } from '../../demo/example.cjs';
import { runNode } from '../support/harness.cjs';
import { postRequests, storedPosts } from '../support/posts.cjs';
import { useService } from '../support/useService.cjs';

const service = useService({ hourlyLimit: 4 });

test('the example with 200 posts on 4 dates needs 4 requests for them', async () => {
	const example = readExample('sheet-of-200-posts.json');
	// A Code node has the present time under this name.
	const { jsCode } = nodeNamed(example, 'Rows of the sheet').parameters;
	const items = new Function('$now', String(jsCode))(DateTime.utc()) as INodeExecutionData[];
	const { parameters, onError } = nodeNamed(example, 'Schedule all rows');
	const { output, error } = await runNode({ service, parameters, items, onError });
	expect([error, items.length, output[0].length]).toEqual([undefined, 40, 200]);
	expect(postRequests(service)).toHaveLength(4);
	expect(new Set(storedPosts(service).map(({ publishDate }) => publishDate)).size).toBe(4);
});
