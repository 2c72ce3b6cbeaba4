import type { INodeParameters } from 'n8n-workflow';

import { createStoredFailure, REJECTED } from '../../../shared/failures.cjs';
import { addDays, createPost, FUTURE, listStoredPosts } from '../../support/posts.cjs';
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

test('shows the edited text that an update of an earlier attempt has kept', async () => {
	const form = { type: 'schedule', operation: 'upsert', rowId: 'May 7' };
	await createPost(service, { ...form, date: addDays(2) });
	Object.assign(listStoredPosts(service)[0].parts[0], { content: '<p>Edited</p>' });
	service.faults.push(
		{ match: { method: 'POST', path: /\/posts$/ }, kind: 'resetAfter' },
		{ match: { method: 'GET', path: /\/posts$/ }, kind: 'status', status: 404, skip: 1 },
	);
	const node = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
	const [row] = getRows(
		await createPost(
			service,
			{ ...form, date: addDays(3) },
			{ node, onError: 'continueRegularOutput' },
		),
	);
	expect(listStoredPosts(service)[0].parts[0].content).toBe('<p>Edited</p>');
	expect(row).toMatchObject({ outcome: 'updated', text: 'Edited' });
});

test.each([
	['Create', {}],
	['Create or Update', { operation: 'upsert', rowId: 'May 7' }],
])('notes that the item of a published post has changed: %s', async (_name, form) => {
	await run(form, { tags: 'Launch' });
	const releaseURL = 'https://bluesky.example/1';
	Object.assign(listStoredPosts(service)[0], { state: 'PUBLISHED', releaseURL });
	const changed = await run(form, { tags: 'Event' });
	expect(changed).toMatchObject({
		outcome: 'unchanged',
		note: 'The post was already published before its item changed.',
	});
	const preview = await run(form, { tags: 'Event', previewOnly: true });
	expect(preview).toMatchObject({ status: 'unchanged', note: changed.note });
	expect(await run(form, { tags: 'Launch' })).not.toHaveProperty('note');
});

test('explains why the post of a row failed, as in its preview', async () => {
	const form = { operation: 'upsert', rowId: 'May 7' };
	await run(form);
	const error = createStoredFailure(REJECTED, 'bluesky');
	Object.assign(listStoredPosts(service)[0], { state: 'ERROR', error });
	const failed = await run(form);
	expect(failed).toMatchObject({ outcome: 'unchanged', note: expect.stringContaining(REJECTED) });
	const preview = await run(form, { previewOnly: true });
	expect(preview).toMatchObject({ status: 'unchanged', note: failed.note });
});
