import { Problem } from '../../../nodes/Postiz/common/problem';
import { SlotFinder } from '../../../nodes/Postiz/channels/slotFinder';
import type { RequestResult } from '../../../nodes/Postiz/transport/response';
import type { PostizClient } from '../../../nodes/Postiz/transport/client';
import { createJsonItems, type NodeRunOptions } from '../support/harness.cjs';
import {
	createPost,
	listPostRequests,
	listStoredPosts,
	storePost,
	waitForLimit,
} from '../support/posts.cjs';
import { useService } from '../support/useService.cjs';
import { createFake } from '../../shared/fakes.cjs';

const service = useService({ hourlyLimit: 10_000 });

/** Posts for so many items, each at the next free slot. */
const createInSlots = async (items: number, options: Partial<NodeRunOptions> = {}) =>
	await createPost(
		service,
		{ type: 'nextSlot' },
		{ items: createJsonItems(Array.from({ length: items }, () => ({}))), ...options },
	);

const SCHEDULED_TIME = /T(09|15):00:00\.000Z$/;

test('gives every post the next free time of its channel', async () => {
	const { output, error } = await createInSlots(3);
	expect(error).toBeUndefined();
	const dates = output[0].map(({ json }) => String(json.date));
	expect(dates.every((date) => SCHEDULED_TIME.test(date))).toBe(true);
	expect(new Set(dates).size).toBe(3);
	expect([...dates].sort()).toEqual(dates);
	expect(listStoredPosts(service).map(({ publishDate }) => publishDate)).toEqual(dates);
	expect(output[0].map(({ json }) => json.state)).toEqual(Array(3).fill('scheduled'));
});

test('requests the free times of a full channel only once', async () => {
	const silent: RequestResult = {
		kind: 'noResponse',
		problem: new Problem('', ''),
		isTimeout: true,
	};
	const send = jest.fn(async () => await Promise.resolve(silent));
	const target = { id: 'quiet', name: 'Acme', identifier: 'bluesky' };
	const finder = new SlotFinder(createFake<PostizClient>({ send }));
	for (let posts = 0; posts < 3; posts++) {
		await expect(finder.fetchSlot(target)).rejects.toMatchObject({
			message: 'Postiz returned no free slot for Bluesky: Acme',
			description: expect.stringMatching(/^Choose a date, or add posting times to the channel/),
		});
	}
	expect(send.mock.calls).toEqual([[expect.objectContaining({ timeout: 10_000 })]]);
});

test('does not blame the channel for a lost connection', async () => {
	service.faults.push({ match: { method: 'GET', path: /\/find-slot\// }, kind: 'resetBefore' });
	const { error } = await createInSlots(1);
	expect(error?.message).toContain('Postiz could not be reached');
});

test.each([
	['POST', /\/posts$/],
	['GET', /\/find-slot\//],
])('requests no further times once %s %s reach the limit', async (method, path) => {
	service.faults.push({ match: { method, path }, kind: 'status', status: 429, skip: 1, times: 9 });
	const { output } = await createInSlots(5, { onError: 'continueErrorOutput' });
	expect(output.map((items) => items.length)).toEqual([1, 4]);
	const slotRequests = service.requests.filter((request) => request.path.includes('/find-slot/'));
	expect(slotRequests).toHaveLength(2);
});

test('ends the run at a failed lookup if On Error stops the workflow', async () => {
	service.faults.push({ match: { method: 'GET', path: /\/find-slot\// }, kind: 'status' });
	const { error } = await createInSlots(3);
	expect(error?.message).toContain('Postiz failed (status 500)');
	expect(error?.description).toContain('2 other items were not sent (items 1–2).');
	expect(listStoredPosts(service)).toHaveLength(0);
});

test('looks up another slot if somebody takes it while the node waits for the limit', async () => {
	const match = { method: 'POST', path: /\/posts$/ };
	service.faults.push({ match, kind: 'status', status: 429, headers: { 'retry-after': '62' } });
	const running = createPost(service, { type: 'nextSlot', options: { waitAtLimit: 5 } });
	await waitForLimit(service);
	const { date: slot } = listPostRequests(service)[0].body as { date: string };
	storePost(service, 'bluesky', { publishDate: slot });
	const { output, error } = await running;
	expect(error).toBeUndefined();
	const { date } = output[0][0].json;
	expect(listStoredPosts(service).map(({ publishDate }) => publishDate)).toEqual([slot, date]);
	expect(date).toMatch(SCHEDULED_TIME);
	expect(date).not.toBe(slot);
});
