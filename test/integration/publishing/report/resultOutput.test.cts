import type { INodeParameters } from 'n8n-workflow';

import { createPost, FUTURE, listStoredPosts } from '../../support/posts.cjs';
import { getRows } from '../../support/usePreview.cjs';
import { useService } from '../../support/useService.cjs';

const service = useService();

const run = async (form: INodeParameters = {}, options: INodeParameters = {}) => {
	const dated = { type: 'schedule', date: FUTURE, ...form };
	const again = { ifExists: 'skip', ...options };
	const [row] = getRows(await createPost(service, { ...dated, options: again }));
	return row;
};

test('does not show the thread of the item with the text of an unchanged post', async () => {
	const form = { thread: { segment: [{ content: 'More' }] } };
	await run(form);
	const [first, second] = listStoredPosts(service)[0].parts;
	Object.assign(first, { content: '<p>Edited</p>' });
	Object.assign(second, { content: '<p>Edited, too</p>' });
	const row = await run(form);
	expect(row).toMatchObject({ outcome: 'unchanged', text: 'Edited' });
	expect(row).not.toHaveProperty('thread');
});
