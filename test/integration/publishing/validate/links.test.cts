import { listHints, createJsonItems } from '../../support/harness.cjs';
import {
	createChannelEntry,
	createPost,
	FUTURE,
	selectChannels,
	listStoredPosts,
	updatePost,
} from '../../support/posts.cjs';
import { listCalls, useService } from '../../support/useService.cjs';

const service = useService({ stripsLinksOnX: true, hourlyLimit: 1000 });
const STRIPPED = 'this Postiz instance removes links from posts on X';
const createFormOnX = () =>
	selectChannels(createChannelEntry(service, 'x', { who_can_reply_post: 'everyone' }));
const countSettingRequests = () =>
	listCalls(service).filter((call) => call.includes('integration-settings')).length;
const create = async (content: string, more = {}, rows = [{ n: 1 }]) =>
	await createPost(
		service,
		{ ...createFormOnX(), type: 'schedule', date: FUTURE, content, ...more },
		{ items: createJsonItems(rows) },
	);

test('reports a link that the instance removes, with one request per run', async () => {
	const rows = Array.from({ length: 20 }, (_, n) => ({ n }));
	const run = await create('=See {{ $json.n }} how it works:\n\nhttps://acme.com/a', {}, rows);
	expect(run.error).toBeUndefined();
	expect(listHints(run).join()).toContain(STRIPPED);
	expect(countSettingRequests()).toBe(1);
	expect(listStoredPosts(service)[0].parts[0].content).not.toContain('acme.com');
});

test('rejects a part that is only a link', async () => {
	const { error } = await create('Tea', { thread: { segment: [{ content: 'https://acme.com' }] } });
	expect(error?.message).toContain(`part 2 of the thread is only a link, and ${STRIPPED}`);
	expect(listStoredPosts(service)).toEqual([]);
});

test('treats a name that looks like an address as a link', async () => {
	expect(listHints(await create('Learn ASP.net with us')).join()).toContain(STRIPPED);
});

test('sends no request for a text without a link', async () => {
	expect(listHints(await create('Tea is here. Enjoy')).join()).not.toContain(STRIPPED);
	expect(countSettingRequests()).toBe(0);
});

test('explains in an update why a link is missing', async () => {
	await create('Tea');
	const [{ id }] = listStoredPosts(service);
	const { error } = await updatePost(service, id, { content: 'Tea: https://acme.com/tea' });
	expect(error?.message).toBe("Postiz didn't save all changes: text");
	expect(error?.description).toContain('This Postiz instance removes links from posts on X.');
});
