import { byId, PostFinder } from '../../../nodes/Postiz/posts/find';
import type { ApiRequest, PostizClient } from '../../../nodes/Postiz/transport/client';
import type { PostRow } from '../../../nodes/Postiz/transport/types';

const YEAR_MS = 366 * 86_400_000;

const row = (id: string, publishDate: string, more: Partial<PostRow> = {}): PostRow => ({
	id,
	publishDate,
	state: 'QUEUE',
	...more,
});

const SOON = new Date(Date.now() + 86_400_000).toISOString();
const FAR = '2099-03-04T10:00:00.000Z';

/** A finder of these posts, and the windows in which it looked, in years from now. */
function finderOf(posts: PostRow[]) {
	const windows: number[] = [];
	const client = {
		requestList: async ({ query = {} }: ApiRequest) => {
			const { startDate, endDate } = query as Record<string, string>;
			windows.push(Math.round((Date.parse(endDate) - Date.parse(startDate)) / 2 / YEAR_MS));
			return await Promise.resolve(
				posts.filter(({ publishDate }) => publishDate >= startDate && publishDate <= endDate),
			);
		},
	} as unknown as PostizClient;
	return { finder: new PostFinder(client), windows };
}

test('looks near first, and farther only if need be', async () => {
	const { finder, windows } = finderOf([row('near', SOON), row('far', FAR)]);
	expect((await finder.find('near')).id).toBe('near');
	expect(windows).toEqual([1]);
	expect((await finder.find('far')).id).toBe('far');
	expect(windows).toEqual([1, 100]);
});

test('says so if there is no such post, and asks no more for the next one', async () => {
	const { finder, windows } = finderOf([]);
	await expect(finder.find('a')).rejects.toThrow('Postiz knows no post with the ID “a”');
	expect(await finder.search('b')).toBeUndefined();
	expect(windows).toHaveLength(2);
});

test('lists anew what is too old, or was forgotten', async () => {
	const { finder, windows } = finderOf([row('a', SOON)]);
	await finder.find('a', 1000);
	await finder.find('a', 1000);
	expect(windows).toHaveLength(1);
	await finder.find('a', -1);
	expect(windows).toHaveLength(2);
	finder.forget();
	await finder.find('a');
	expect(windows).toHaveLength(3);
});

test('all posts are those of every window', async () => {
	const { finder } = finderOf([row('near', SOON), row('far', FAR)]);
	const ids = (await finder.all(1000)).map(({ id }) => id);
	expect(new Set(ids)).toEqual(new Set(['near', 'far']));
});

test('a repeating post counts once, with its first date', () => {
	const rows = [
		row('a', '2099-03-11T10:00:00.000Z', { actualDate: FAR }),
		row('a', '2099-03-18T10:00:00.000Z', { actualDate: FAR }),
		row('b', SOON),
	];
	expect([...byId(rows).values()].map(({ id, publishDate }) => [id, publishDate])).toEqual([
		['a', FAR],
		['b', SOON],
	]);
});
