import { DateTime } from 'luxon';
import type { INodeExecutionData } from 'n8n-workflow';

import { nodeNamed, readExample } from '../../demo/example.cjs';
import { runNode } from '../support/harness.cjs';
import { postRequests, storedPosts } from '../support/posts.cjs';
import { useService } from '../support/useService.cjs';

const service = useService();
const example = readExample('sheet-for-approval.json');

test('the example for approval mails a page of all rows, and sends what is on it once it is approved', async () => {
	const code = String(nodeNamed(example, 'Rows of the sheet').parameters.jsCode);
	const items = new Function('$now', code)(DateTime.utc()) as INodeExecutionData[];
	const run = async (name: string) =>
		await runNode({ service, parameters: nodeNamed(example, name).parameters, items });
	const looked = await run('Look at all rows');
	expect(looked.error).toBeUndefined();
	expect(looked.output[0].map(({ json }) => json)).toMatchObject([
		{ network: 'bluesky', status: 'new', number: 1 },
		{ network: 'mastodon', status: 'new', number: 2 },
		{ network: 'telegram', status: 'new', number: 3 },
		{ network: 'mastodon', status: 'new', number: 4 },
	]);
	const { options } = nodeNamed(example, 'Mail the page').parameters;
	const { attachments } = options as { attachments: string };
	expect(looked.output[0][0].binary?.[attachments]).toMatchObject({ fileName: 'preview.html' });
	expect(postRequests(service)).toEqual([]);

	expect((await run('Schedule the rows')).error).toBeUndefined();
	expect(storedPosts(service)).toHaveLength(4);
});
