/** Networks that take only so many posts a day: of this run, and of what the calendar has. */
import type { StoredPost } from '../../../service/state.cjs';
import { IMAGE } from '../../../service/client.cjs';
import { createJsonItems } from '../../support/harness.cjs';
import { createChannelEntry, createPost, selectChannels, storePost } from '../../support/posts.cjs';
import { useService } from '../../support/useService.cjs';

const service = useService();
const at = (time: string) => `2099-03-0${time}:00.000Z`;
const scheduled = (count: number, post: Partial<StoredPost>, network = 'instagram') =>
	Array.from({ length: count }, () => storePost(service, network, post));

/** The notes on two posts, of which the second goes out first. */
async function notesOn(network: string, settings = {}) {
	const rows = [
		{ text: 'Late', date: at('4T11:00') },
		{ text: 'Early', date: at('4T10:00') },
	];
	const { error, output } = await createPost(
		service,
		{
			content: '={{ $json.text }}',
			type: 'schedule',
			date: '={{ $json.date }}',
			options: { ifExists: 'skip' },
			media: { file: [{ source: 'upload', file: JSON.stringify(IMAGE) }] },
			...selectChannels(createChannelEntry(service, network, settings)),
		},
		{ items: createJsonItems(rows) },
	);
	expect(error).toBeUndefined();
	return output[0].map(({ json }) => json.note);
}

test('reports the 26th post on Instagram within 24 hours', async () => {
	scheduled(24, { publishDate: at('3T11:01') });
	scheduled(9, { publishDate: at('3T10:00') });
	scheduled(9, { publishDate: at('4T12:00') });
	scheduled(9, { publishDate: at('4T09:00'), state: 'DRAFT' });
	scheduled(9, { publishDate: at('4T09:00'), state: 'ERROR' });
	scheduled(9, { publishDate: at('4T09:00') }, 'facebook');
	expect(await notesOn('instagram')).toEqual([
		expect.stringContaining('26 of 25 posts within 24 hours: Instagram allows'),
		undefined,
	]);
});

test('counts only posts in the inbox on TikTok', async () => {
	const publishDate = at('4T09:00');
	const inInbox = { __type: 'tiktok', content_posting_method: 'UPLOAD' };
	scheduled(9, { publishDate, settings: { __type: 'tiktok' } }, 'tiktok');
	scheduled(4, { publishDate, settings: inInbox }, 'tiktok');
	expect(await notesOn('tiktok', { content_posting_method: 'UPLOAD' })).toEqual([
		expect.stringContaining('6 of 5 posts within 24 hours as Send to Inbox'),
		undefined,
	]);
});
