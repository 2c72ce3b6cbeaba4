import type { PostizClient } from '../../../nodes/Postiz/transport/client';
import {
	Notifications,
	type ListedNotification,
} from '../../../nodes/Postiz/transport/notifications';
import { createFake } from '../../shared/fakes.cjs';

describe('the pages', () => {
	/** Reads these pages of notifications twice. */
	async function readTwice(...pages: ListedNotification[][]) {
		const requests: unknown[] = [];
		const requestPage = async ({ query }: { query: { page: number } }, key: string) => {
			requests.push([query.page, key]);
			return { entries: pages[query.page], hasMore: query.page < pages.length - 1 };
		};
		const notifications = new Notifications(createFake<PostizClient>({ requestPage }));
		const read: ListedNotification[][][] = [[], []];
		for (const pagesRead of read) {
			for await (const page of notifications.fetchPages()) pagesRead.push(page);
		}
		expect(read[1]).toEqual(read[0]);
		return { requests, read: read[0] };
	}

	test('are requested once each, and lose duplicates', async () => {
		const [first, second, plain, other] = [
			{ id: '1' },
			{ id: '2' },
			{ content: 'a' },
			{ content: 'b' },
		];
		expect(await readTwice([first, plain], [first, second, { ...plain }, other])).toEqual({
			requests: [
				[0, 'notifications'],
				[1, 'notifications'],
			],
			read: [
				[first, plain],
				[second, other],
			],
		});
	});

	test('end at a page without new notifications', async () => {
		const { requests } = await readTwice([{ id: '1' }], [{ id: '1' }], [{ id: '2' }]);
		expect(requests).toHaveLength(2);
	});
});
