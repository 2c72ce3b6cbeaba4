/** What a row can't change in its post: the preview and the run reject it alike. */
import type { INodeParameters } from 'n8n-workflow';

import { createBinary, createBinaryItems, createPicture } from '../../support/media.cjs';
import { addDays, createOrUpdate, listStoredPosts } from '../../support/posts.cjs';
import { getRows } from '../../support/usePreview.cjs';
import { useService } from '../../support/useService.cjs';

const service = useService({ hourlyLimit: 1000 });

const SOON = addDays(5);
const items = createBinaryItems({
	a: createBinary(createPicture(1)),
	b: createBinary(createPicture(2)),
});
const runRow = async (form: INodeParameters, options: INodeParameters = {}) =>
	await createOrUpdate(
		service,
		{ rowId: 'May 7', type: 'schedule', date: SOON, ...form, options },
		{ items },
	);

/** Expects that the preview shows a row as to fix, and that the run fails for the same reason. */
async function expectRejected(form: INodeParameters, reason: RegExp) {
	const [row] = getRows(await runRow(form, { previewOnly: true }));
	expect(row).toMatchObject({ status: 'to fix', toFix: expect.stringMatching(reason) });
	const { error } = await runRow(form);
	expect(error?.message).toMatch(reason);
}

test('rejects a row that moves its post to a past date', async () => {
	expect((await runRow({})).error).toBeUndefined();
	await expectRejected({ date: addDays(-2) }, /^The date .* is in the past/);
});

test('rejects new files of a part that was removed in Postiz', async () => {
	const createThread = (file: string): INodeParameters => ({
		thread: {
			segment: [{ content: 'Two', media: { file: [{ source: 'binary', binaryField: file }] } }],
		},
	});
	expect((await runRow(createThread('a'))).error).toBeUndefined();
	const [post] = listStoredPosts(service);
	post.parts.pop();
	post.updatedAt = addDays(1);
	await expectRejected(createThread('b'), /^Postiz has no part 2 of the thread/);
});
