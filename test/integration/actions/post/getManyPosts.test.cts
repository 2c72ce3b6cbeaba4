import type { INodeParameters } from 'n8n-workflow';

import { findChannel } from '../../../service/client.cjs';
import type { StoredPost } from '../../../service/state.cjs';
import {
	createChannelLocator,
	FUTURE,
	addDays,
	addMinutes,
	createPostAdder,
	createRunner,
} from '../../support/posts.cjs';
import { listCalls, useService } from '../../support/useService.cjs';

const service = useService();

const run = createRunner(service, 'post');

const findOwnChannel = (identifier: string) => findChannel(service, identifier);

const addPost = createPostAdder(service);

describe('Get Many', () => {
	const listIds = async (parameters: INodeParameters = {}) => {
		const { output, error } = await run('list', { returnAll: true, ...parameters });
		expect(error).toBeUndefined();
		return output[0].map(({ json }) => json.postId);
	};

	test('returns posts around now by date, with flat and readable fields', async () => {
		const [tag] = service.state.tags;
		const later = addPost({ publishDate: addDays(3) });
		const sooner = addPost({
			publishDate: addDays(-2),
			state: 'PUBLISHED',
			tags: [tag.id],
			settings: { __type: 'bluesky', note: 'x' },
			text: 'A &amp; B',
			releaseURL: 'https://bluesky.example/1',
			releaseId: '1',
		});
		addPost({ publishDate: addDays(40) });
		addPost({ publishDate: addDays(-40) });
		const { output } = await run('list');
		expect(output[0].map(({ json }) => json.postId)).toEqual([sooner.id, later.id]);
		expect(output[0][0].json).toEqual({
			postId: sooner.id,
			state: 'published',
			when: expect.stringContaining(sooner.publishDate.slice(0, 10)),
			text: 'A & B',
			date: sooner.publishDate,
			link: 'https://bluesky.example/1',
			previewUrl: `${service.origin}/p/${sooner.id}?share=true`,
			releaseId: '1',
			postGroup: sooner.group,
			channelId: findOwnChannel('bluesky').id,
			channel: 'Bluesky: acme-coffee.bsky.social',
			network: 'bluesky',
			creationMethod: 'WEB',
			tags: [tag.name],
			settings: { __type: 'bluesky', note: 'x' },
		});
		expect(listCalls(service)).toEqual(['GET /posts']);
	});

	test('returns raw rows if Simplify is off', async () => {
		const post = addPost({ publishDate: addDays(1) });
		const { output } = await run('list', { simplify: false });
		expect(output[0][0].json).toMatchObject({
			id: post.id,
			settings: JSON.stringify(post.settings),
			integration: { providerIdentifier: 'bluesky' },
		});
	});

	test.each([
		['last7', [-3]],
		['last30', [-20, -3]],
		['last90', [-80, -20, -3]],
		['next7', [3]],
		['next30', [3, 20]],
		['next90', [3, 20, 80]],
		['around', [-20, -3, 3, 20]],
	])('period %s', async (period, days) => {
		const posts = [-100, -80, -20, -3, 3, 20, 80, 100].map((day) => ({
			day,
			...addPost({ publishDate: addDays(day) }),
		}));
		expect(await listIds({ period })).toEqual(
			days.map((day) => posts.find((post) => post.day === day)?.id),
		);
	});

	test('returns the posts nearest to now within a limit', async () => {
		const posts = [2, -6, -1].map((day) => addPost({ publishDate: addDays(day) }).id);
		expect(await listIds({ returnAll: false, limit: 2 })).toEqual([posts[2], posts[0]]);
	});

	test('returns posts between two dates in the time zone of the workflow', async () => {
		const inside = addPost({ publishDate: '2031-05-01T03:00:00.000Z' });
		addPost({ publishDate: '2031-05-01T01:00:00.000Z' });
		const { output } = await run(
			'list',
			{ period: 'custom', startDate: '2031-05-01 00:00', endDate: '2031-05-01 02:00' },
			{ timezone: 'America/Sao_Paulo' },
		);
		expect(output[0].map(({ json }) => json.postId)).toEqual([inside.id]);
		expect(service.requests[0].query).toMatchObject({
			startDate: '2031-05-01T03:00:00.000Z',
			endDate: '2031-05-01T05:00:00.000Z',
		});
	});

	test('omits repetitions of posts outside the period', async () => {
		const post = addPost({ publishDate: addDays(-20), intervalInDays: 7 });
		expect(await listIds({ period: 'last7' })).toEqual([post.id]);
		expect(await listIds({ period: 'last30' })).toEqual([post.id, post.id, post.id]);
	});

	test('filters', async () => {
		const [tag] = service.state.tags;
		const publishDate = addDays(1);
		const bluesky = addPost({ publishDate, text: 'Winter Menu', tags: [tag.id] });
		const failed = addPost({ publishDate, state: 'ERROR' }, 'x');
		const draft = addPost({ publishDate, state: 'DRAFT' }, 'medium');
		const all = [bluesky, failed, draft];
		const expectFound = async (filters: INodeParameters, expected: StoredPost[]) =>
			expect((await listIds({ filters })).sort()).toEqual(expected.map(({ id }) => id).sort());
		await expectFound({}, all);
		await expectFound({ states: ['failed', 'draft'] }, [failed, draft]);
		await expectFound({ states: '={{ "scheduled, Failed" }}' }, [bluesky, failed]);
		await expectFound({ states: ['overdue'] }, []);
		await expectFound({ providers: ['x'] }, [failed]);
		await expectFound({ ...createChannelLocator(findOwnChannel('medium').id) }, [draft]);
		await expectFound({ text: ' winter menu ' }, [bluesky]);
		await expectFound({ tag: tag.name.toLowerCase() }, [bluesky]);
		await expectFound({ text: 'strong' }, []);
		await expectFound({ group: findOwnChannel('x').customerId as string }, [bluesky, failed]);
	});

	test('finds unpublished posts, and marks those that are overdue', async () => {
		const stuck = { publishesAt: null } as const;
		const late = addPost({ publishDate: addMinutes(-16), ...stuck });
		const onItsWay = addPost({ publishDate: addMinutes(-10), ...stuck });
		const failed = addPost({ publishDate: addMinutes(-20), state: 'ERROR' });
		const repeating = addPost({ publishDate: addMinutes(-16), intervalInDays: 1, ...stuck });
		addPost({ publishDate: addMinutes(-30), state: 'DRAFT' });
		expect((await listIds({ filters: { states: ['overdue'] } })).sort()).toEqual(
			[late.id, repeating.id].sort(),
		);
		expect(await listIds({ filters: { states: ['overdue', 'failed'] }, limit: 9 })).toHaveLength(3);
		const { output } = await run('list', { returnAll: true, filters: { states: ['scheduled'] } });
		const rows = output[0].map(({ json }) => [json.postId, json.overdue ?? false]);
		expect(rows).toContainEqual([late.id, true]);
		expect(rows).toContainEqual([onItsWay.id, false]);
		expect(rows.filter(([id]) => id === repeating.id).slice(0, 2)).toEqual([
			[repeating.id, true],
			[repeating.id, false],
		]);
		expect(rows.map(([id]) => id)).not.toContain(failed.id);
	});

	test.each([
		[{ period: 'custom', startDate: 'soon', endDate: FUTURE }, 'Start Date: “soon” cannot be read'],
		[{ period: 'custom', startDate: FUTURE, endDate: '2031-01-01' }, 'The End Date is before'],
		[{ filters: { states: '={{ ["draft", "late"] }}' } }, 'States cannot be “late”'],
	])('rejects %j before any request', async (parameters, message) => {
		const { error } = await run('list', parameters);
		expect(error?.message).toContain(message);
		expect(service.requests).toEqual([]);
	});
});
