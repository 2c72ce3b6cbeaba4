import { findChannelId } from '../../../service/client.cjs';
import { getRows } from '../../support/usePreview.cjs';
import { listHints } from '../../support/harness.cjs';
import { addDays, createPost, storePost } from '../../support/posts.cjs';
import { useService } from '../../support/useService.cjs';
import { MINUTE } from '../../../shared/time.cjs';

const readClock = Date.now;
const service = useService({ now: () => readClock() });

afterEach(() => {
	jest.restoreAllMocks();
});

test('says that a due post is published now by the clock of Postiz', async () => {
	const date = new Date(readClock() - MINUTE).toISOString();
	jest.spyOn(Date, 'now').mockImplementation(() => readClock() - 4 * MINUTE);
	const result = await createPost(service, { type: 'schedule', date, channels: 'Bluesky' });
	expect(result.error).toBeUndefined();
	expect(listHints(result).join()).toContain('Postiz is publishing 1 post now');
	expect(listHints(result).join()).not.toContain('will be published');
});

test('says that the channel of an updated row has lost its connection', async () => {
	storePost(service, 'bluesky', {
		publishDate: addDays(-1),
		publishesAt: null,
		state: 'QUEUE',
	});
	const form = { type: 'schedule', date: addDays(1), operation: 'upsert', rowId: 'May 7' };
	await createPost(service, form);
	service.loseConnection(findChannelId(service, 'bluesky'));
	const result = await createPost(service, { ...form, content: 'Changed' });
	expect(getRows(result)).toMatchObject([
		{ outcome: 'updated', note: expect.stringContaining('Connection lost') },
	]);
	expect(listHints(result).join()).toContain('Connection lost');
});
