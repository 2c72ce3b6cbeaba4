import type { INodeParameters } from 'n8n-workflow';

import { type NodeRun, type NodeRunOptions } from '../../support/harness.cjs';
import { createRunner } from '../../support/posts.cjs';
import { useService } from '../../support/useService.cjs';
import { HOUR } from '../../../shared/time.cjs';

const readClock = Date.now;
const service = useService({ now: () => readClock() });

afterEach(() => {
	jest.restoreAllMocks();
});

const run = createRunner(service, 'notification');
const getMany = async (...of: [INodeParameters?, Partial<NodeRunOptions>?]) =>
	await run('list', ...of);

const listRows = ({ output }: NodeRun) => output[0].map(({ json }) => json);
const listOutputIds = (run: NodeRun) => listRows(run).map(({ notificationId }) => notificationId);
const listQueries = () => service.requests.map(({ query }) => query);
const listIds = (list: Array<{ id: string }>) => list.map(({ id }) => id);

/** A notification as the node outputs it. */
const toRow = (notification: {
	id?: string;
	content?: string;
	link?: string | null;
	createdAt: string;
}) => ({
	notificationId: notification.id ?? null,
	content: notification.content,
	link: notification.link ?? null,
	createdAt: notification.createdAt,
});

/** Notifications one hour apart, newest first. */
function fill(count: number, newest = Date.now()): void {
	service.state.notifications = Array.from({ length: count }, (_, index) => ({
		id: `n-${index}`,
		content: index % 10 === 3 ? `Post ${index} FAILED on X` : `Post ${index} was published`,
		link: index % 2 ? null : `https://social.example/${index}`,
		createdAt: new Date(newest - index * HOUR).toISOString(),
	}));
}

describe('pages and limits', () => {
	test('returns the first 50 notifications by default, unchanged', async () => {
		const run = await getMany();
		expect(run.error).toBeUndefined();
		expect(listRows(run)).toEqual(service.state.notifications.slice(0, 50).map(toRow));
		expect(service.requests).toMatchObject([
			{ method: 'GET', path: '/api/public/v1/notifications', query: { page: '0' } },
		]);
	});

	test('returns times without a zone in UTC', async () => {
		fill(1);
		service.state.notifications[0].createdAt = '2026-11-20T05:00:00';
		const run = await getMany();
		expect(listRows(run)).toMatchObject([{ createdAt: '2026-11-20T05:00:00.000Z' }]);
	});

	test.each([
		[99, 1],
		[100, 2],
		[101, 2],
		[999, 3],
	])('a limit of %i needs %i pages of 250 notifications', async (limit, requests) => {
		fill(250);
		const run = await getMany({ limit });
		expect(listOutputIds(run)).toEqual(listIds(service.state.notifications.slice(0, limit)));
		expect(listQueries()).toEqual(
			Array.from({ length: requests }, (_, page) => ({ page: `${page}` })),
		);
	});
});

describe('filters', () => {
	test('searches text regardless of case and stray spaces, and limits the matches', async () => {
		fill(250);
		const failed = service.state.notifications.filter(({ content }) => content.includes('FAILED'));
		const run = await getMany({ limit: 12, filters: { text: ' failed ' } });
		expect(listOutputIds(run)).toEqual(listIds(failed.slice(0, 12)));
		expect(listQueries()).toHaveLength(2);
	});

	test('Created in the Last (Days) accepts fractions of a day', async () => {
		fill(500, Date.now() - 60_000);
		expect(
			listOutputIds(await getMany({ returnAll: true, filters: { lastDays: 2 } })),
		).toHaveLength(48);
		expect(listQueries()).toHaveLength(1);
		expect(listOutputIds(await getMany({ filters: { lastDays: '={{ "0.5" }}' } }))).toHaveLength(
			12,
		);
	});

	test('counts days by the clock of Postiz', async () => {
		fill(48, readClock() - 60_000);
		jest.spyOn(Date, 'now').mockImplementation(() => readClock() - 6 * HOUR);
		const run = await getMany({ filters: { lastDays: 0.5 } });
		expect(listOutputIds(run)).toHaveLength(12);
	});
});

test('rejects an invalid limit before any request', async () => {
	const { error } = await getMany({ limit: '={{ "many" }}' });
	expect(error).toMatchObject({
		message: 'Limit cannot be “many”',
		description: expect.stringContaining('or turn on Return All.'),
	});
	expect(service.requests).toEqual([]);
});
