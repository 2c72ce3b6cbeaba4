import type { INodeParameters } from 'n8n-workflow';

import { getNetworkName } from '../../../../nodes/Postiz/networks';
import {
	findChannelId,
	connect,
	createPostItem,
	createPostRequest,
} from '../../../service/client.cjs';
import {
	listHints,
	createJsonItems,
	type NodeRun,
	type NodeRunOptions,
} from '../../support/harness.cjs';
import { createChannelLocator, createPostLocator, createRunner } from '../../support/posts.cjs';
import { useService } from '../../support/useService.cjs';
import { DAY } from '../../../shared/time.cjs';

const service = useService();

const run = createRunner(service, 'analytics');
type Given = [INodeParameters?, Partial<NodeRunOptions>?];
const readChannel = async (id: string, ...[parameters, options]: Given) =>
	await run('channel', { ...createChannelLocator(id), ...parameters }, options);
const readPost = async (id: string, ...[parameters, options]: Given) =>
	await run('post', { ...createPostLocator(id), ...parameters }, options);

const listRows = ({ output }: NodeRun) => output[0].map(({ json }) => json);

/** Sets the next answer with metrics. */
const answerWith = (body: unknown) =>
	service.faults.push({ match: { path: /\/analytics\// }, kind: 'wrongJson', body });

/** A published post. */
async function publishPost(identifier = 'linkedin'): Promise<string> {
	const body = createPostRequest([createPostItem(service, identifier)], { type: 'now' });
	const { data } = await connect(service).post('/posts', body);
	expect(service.state.posts.at(-1)?.state).toBe('PUBLISHED');
	service.requests.length = 0;
	return data[0].postId;
}

const formatDay = (daysAgo: number) =>
	new Date(Date.now() - daysAgo * DAY).toISOString().slice(0, 10);
const nameOf = (id: string) => {
	const { identifier, name } = service.state.channels.find((channel) => channel.id === id)!;
	return `${getNetworkName(identifier)}: ${name}`;
};
/** The requests for metrics. */
const listAnalyticsRequests = () =>
	service.requests.filter(({ path }) => path.includes('/analytics/'));

describe('Get Channel Analytics', () => {
	test('returns a row with the totals of the period', async () => {
		const id = findChannelId(service, 'x');
		const result = await readChannel('X: Acme Coffee');
		expect(result.error).toBeUndefined();
		const byDay = listRows(await readChannel(id, { output: 'day' }));
		const totals = ['impressions', 'likes', 'comments'].map((column) =>
			byDay.reduce((sum, row) => sum + Number(row[column]), 0),
		);
		expect(listRows(result)).toEqual([
			{
				channelId: id,
				channel: nameOf(id),
				network: 'x',
				days: 7,
				impressions: totals[0],
				likes: totals[1],
				comments: totals[2],
				note: null,
			},
		]);
		expect(totals[0]).toBeGreaterThan(0);
		expect(listAnalyticsRequests()[0]).toMatchObject({
			method: 'GET',
			path: `/api/public/v1/analytics/${id}`,
			query: { date: '7' },
		});
		expect(listHints(result)).toEqual([]);
	});

	test('returns a row per day', async () => {
		const id = findChannelId(service, 'x');
		const result = listRows(await readChannel(id, { output: 'day', days: 30 }));
		expect(result.map(({ date }) => date)).toEqual(
			Array.from({ length: 30 }, (_, index) => formatDay(29 - index)),
		);
		expect(result[0]).toEqual({
			channelId: id,
			channel: nameOf(id),
			network: 'x',
			date: formatDay(29),
			impressions: expect.any(Number),
			likes: expect.any(Number),
			comments: expect.any(Number),
			note: null,
		});
		expect(listAnalyticsRequests()).toMatchObject([{ query: { date: '30' } }]);
	});

	test.each<[INodeParameters, string]>([
		[{ days: 365 }, '365'],
		[{ days: '={{ "3" }}' }, '3'],
	])('accepts %j as a number of days', async (parameters, date) => {
		await readChannel(findChannelId(service, 'x'), parameters);
		expect(listAnalyticsRequests()).toMatchObject([{ query: { date } }]);
	});

	test.each([
		['totals', { days: 7 }],
		['day', { date: null }],
	])('a channel without metrics outputs a row with %s and a note', async (output, more) => {
		const id = findChannelId(service, 'telegram');
		expect(listRows(await readChannel(id, { output }))).toEqual([
			{
				channelId: id,
				channel: nameOf(id),
				network: 'telegram',
				...more,
				note: expect.stringContaining('no metrics of this channel'),
			},
		]);
	});
});

describe('Get Post Analytics', () => {
	test('returns a row with the totals of the period', async () => {
		const id = await publishPost();
		const [stored] = service.state.posts;
		const result = await readPost(id, { days: 90 });
		expect(listRows(result)).toEqual([
			{
				postId: id,
				channelId: stored.channelId,
				channel: nameOf(stored.channelId),
				network: 'linkedin',
				link: stored.releaseURL,
				days: 90,
				impressions: expect.any(Number),
				likes: expect.any(Number),
				comments: expect.any(Number),
				note: null,
			},
		]);
		expect(stored.releaseURL).toMatch(/^https:/);
		expect(listAnalyticsRequests()).toMatchObject([
			{ path: `/api/public/v1/analytics/post/${id}`, query: { date: '90' } },
		]);
	});

	test('explains how to link a post to its network', async () => {
		const missing = await publishPost();
		service.state.posts.at(-1)!.releaseId = 'missing';
		const id = await publishPost();
		const result = await readPost(
			'={{ $json.id }}',
			{},
			{ items: createJsonItems([{ id: missing }, { id }]) },
		);
		expect(result.error).toBeUndefined();
		expect(listRows(result)).toMatchObject([
			{
				postId: missing,
				note: expect.stringContaining('add the link in the Postiz calendar'),
			},
			{ postId: id, likes: expect.any(Number), note: null },
		]);
	});
});

describe('an unreadable answer', () => {
	test.each([[{ missing: false }], [null]])('rejects %j as a list of metrics', async (body) => {
		answerWith(body);
		expect((await readChannel(findChannelId(service, 'x'))).error).toMatchObject({
			message: 'Postiz returned no list of metrics',
		});
	});
});
