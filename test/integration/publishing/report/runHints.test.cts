import { listHints } from '../../support/harness.cjs';
import { createPost } from '../../support/posts.cjs';
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
