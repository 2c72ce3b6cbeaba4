import { createJsonItems } from '../../support/harness.cjs';
import { createChannelEntry, createPost, selectChannels } from '../../support/posts.cjs';
import { getRows } from '../../support/usePreview.cjs';
import { listCalls, useService } from '../../support/useService.cjs';

const service = useService();

test('sends no post for a duplicate if the settings of its original could not be validated', async () => {
	service.faults.push({
		match: { path: /integration-settings/ },
		kind: 'status',
		status: 500,
		times: 9,
	});
	const channel = createChannelEntry(service, 'x', { settings: { made_with_ai: true } });
	const result = await createPost(
		service,
		{ ...selectChannels(channel), options: { ifExists: 'skip' } },
		{ items: createJsonItems([{}, {}]), onError: 'continueRegularOutput' },
	);
	const failed = { error: expect.stringContaining('Postiz failed (status 500)') };
	expect(getRows(result)).toMatchObject([failed, failed]);
	expect(listCalls(service)).not.toContain('POST /posts');
});
