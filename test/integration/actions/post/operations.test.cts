import { DateTime } from 'luxon';
import type { INodeParameters } from 'n8n-workflow';

import { findChannel } from '../../../service/client.cjs';
import type { FaultRule } from '../../../service/server.cjs';
import type { StoredPost } from '../../../service/state.cjs';
import { createJsonItems } from '../../support/harness.cjs';
import { callListSearch } from '../../support/callMethods.cjs';
import {
	createChannelLocator as channelById,
	FUTURE,
	addDays,
	addMinutes,
	createPostLocator as byId,
	createRunner,
	storePost,
} from '../../support/posts.cjs';
import { listCalls, useService } from '../../support/useService.cjs';
import { DAY } from '../../../shared/time.cjs';

const service = useService();

let credentialsMade = 0;
/** Another credential, for lists that are cached by credential: a token that nobody uses is enough. */
const createCredential = () => ({
	oauthTokenData: { access_token: String(++credentialsMade) },
});

const HOSTILE_ID = '../integrations?x=1#y';

const run = createRunner(service, 'post');

const findOwnChannel = (identifier: string) => findChannel(service, identifier);

const addPost = (more: Parameters<typeof storePost>[2] = {}, identifier = 'bluesky') =>
	storePost(service, identifier, { publishDate: addDays(5), ...more });

const listOwnCalls = () => listCalls(service);

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
		expect(listOwnCalls()).toEqual(['GET /posts']);
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
		await expectFound({ ...channelById(findOwnChannel('medium').id) }, [draft]);
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

const LOST = { match: { method: 'DELETE' }, kind: 'status', status: 503 } as const;

describe('delete', () => {
	const remove = async (...ids: string[]) =>
		await run('delete', byId('={{ $json.id }}'), {
			items: createJsonItems(ids.map((id) => ({ id }))),
		});
	const listDeletions = () => listOwnCalls().filter((call) => call.startsWith('DELETE'));

	test('deletes a group by the first of its IDs, and outputs every deleted post with its item', async () => {
		const post = addPost();
		const { group, publishDate } = post;
		const other = addPost({ group, publishDate }, 'x');
		const silent = addPost({ group, publishDate }, 'telegram');
		const kept = addPost({ publishDate });
		const alone = addPost({ publishDate: addDays(9) });
		const result = await remove(post.id, other.id, alone.id);
		expect(
			result.output[0].map(({ json, pairedItem }) => [json.postId, json.deleted, pairedItem]),
		).toEqual(
			expect.arrayContaining([
				...[post, other, silent].map(({ id }) => [id, true, { item: 0 }]),
				[other.id, true, { item: 1 }],
				[alone.id, true, { item: 2 }],
			]),
		);
		expect(result.output[0]).toHaveLength(5);
		expect([listDeletions().length, kept.deleted]).toEqual([2, false]);
	});

	test('says that published posts stay online', async () => {
		const published = addPost({ state: 'PUBLISHED', releaseURL: 'https://x.com/1' });
		const { output } = await remove(published.id, addPost({}, 'x').id);
		expect(output[0].map(({ json }) => [json.deleted, json.note])).toEqual([
			[true, 'It is still online. Delete it on the network as well.'],
			[true, undefined],
		]);
	});

	test('continues after a failure, and a second run finishes the list', async () => {
		const posts = [addPost(), addPost({}, 'x'), addPost({}, 'telegram')];
		const [first, second, last] = posts.map(({ id }) => id);
		service.faults.push({ ...LOST, skip: 1, times: 3 });
		const { error } = await remove(first, second, last);
		expect(error).toMatchObject({
			message: expect.stringContaining(`whether the post “${second}” was deleted`),
			description: expect.stringMatching(/twice\. The posts of items 0, 2 were deleted\.$/),
		});
		expect(posts.map(({ deleted }) => deleted)).toEqual([true, false, true]);
		const again = await remove(first, second, last);
		expect(again.error?.message).toBe(`Postiz has no post with the ID “${first}”`);
		expect(again.error?.description).toMatch(/ The post of item 1 was deleted\.$/);
		expect(posts.map(({ deleted }) => deleted)).toEqual([true, true, true]);
	});

	test.each([
		{ title: 'at the hourly limit', fault: { ...LOST, status: 429 }, tries: 1 },
		{
			title: 'where Postiz is down',
			fault: { ...LOST, kind: 'resetBefore', times: 3 } as const,
			tries: 3,
		},
	])('stops trying further posts $title', async ({ fault, tries }) => {
		service.faults.push(fault);
		const posts = Array.from({ length: 5 }, () => addPost());
		const { error } = await remove(...posts.map(({ id }) => id));
		expect(error).toBeDefined();
		expect(posts.some(({ deleted }) => deleted)).toBe(false);
		expect(listDeletions()).toHaveLength(tries);
	});

	test('refuses to delete posts of the group with another date', async () => {
		const post = addPost();
		const moved = addPost({ group: post.group, publishDate: addDays(200) }, 'x');
		const { error } = await remove(post.id);
		expect(error).toMatchObject({
			message: expect.stringContaining(`“${post.id}” would also delete other posts: “${moved.id}”`),
			description: expect.stringContaining('Nothing was deleted.'),
		});
		expect([post.deleted, moved.deleted]).toEqual([false, false]);
	});

	test('deletes nothing if the group cannot be looked up', async () => {
		const post = addPost();
		service.faults.push({ match: { method: 'GET' }, kind: 'status', status: 503, times: 9 });
		const { error } = await remove(post.id);
		expect(error?.message).toBe('Postiz failed (status 503)');
		expect(post.deleted).toBe(false);
	});

	test('stops after an unanswered deletion, and reports every remaining post', async () => {
		const [first, second] = [addPost(), addPost()];
		service.faults.push({ ...LOST, kind: 'resetBefore', times: 3 });
		const { output } = await run('delete', byId('={{ $json.id }}'), {
			items: createJsonItems([{ id: first.id }, { id: second.id }]),
			onError: 'continueRegularOutput',
		});
		expect(output[0].map(({ json }) => json.error)).toEqual([
			expect.stringMatching(`^It is unclear whether the post “${first.id}” was deleted: `),
			expect.stringMatching('^This post was not deleted because an earlier one failed: '),
		]);
	});

	test('an unknown ID never becomes another address, and the other posts are deleted', async () => {
		const { id } = addPost();
		const { output } = await run('delete', byId('={{ $json.id }}'), {
			items: createJsonItems([{ id: HOSTILE_ID }, { id }]),
			onError: 'continueRegularOutput',
		});
		expect(output[0].map(({ json }) => json.error ?? json.deleted)).toEqual([
			expect.stringContaining(`with the ID “${HOSTILE_ID}”`),
			true,
		]);
		expect(service.state.channels.some(({ deleted }) => deleted)).toBe(false);
	});
});

test.each<{ title: string; faults: FaultRule[]; isDeleted: boolean }>([
	{
		title: 'a bare 500',
		faults: [{ match: { method: 'DELETE' }, kind: 'status', status: 500, times: 3 }],
		isDeleted: false,
	},
	{
		title: 'a time-out of a proxy',
		faults: [{ match: { method: 'DELETE' }, kind: 'status', status: 408 }],
		isDeleted: false,
	},
	{
		title: 'three cut connections',
		faults: [{ ...LOST, kind: 'resetBefore', times: 3 }],
		isDeleted: false,
	},
	{
		title: 'one that arrived, and lost responses',
		faults: [{ ...LOST, processed: true, times: 3 }],
		isDeleted: true,
	},
])('reports after $title that a post may have been deleted', async ({ faults, isDeleted }) => {
	const post = addPost();
	service.faults.push(...faults);
	const { error } = await run('delete', byId(post.id));
	expect(error).toMatchObject({
		message: expect.stringContaining(`It is unclear whether the post “${post.id}” was deleted: `),
		description: 'Run this again. It is safe to delete a post twice.',
	});
	expect(post.deleted).toBe(isDeleted);
});

describe('the post picker', () => {
	let credentials = {};
	let now = 0;
	beforeEach(() => {
		credentials = createCredential();
		now = Date.now();
		jest.spyOn(Date, 'now').mockImplementation(() => now);
	});
	afterEach(() => jest.restoreAllMocks());

	const pick = async (operation: string, filter?: string) => {
		const parameters = { resource: 'post', operation };
		const options = { service, credentials, parameters };
		return (await callListSearch('searchPosts', options, filter)).results;
	};
	const search = async (filter?: string) => await pick('delete', filter);
	const listWindowDays = () =>
		service.requests.map(({ query }) => {
			const [start, end] = [query.startDate, query.endDate].map((date) => Date.parse(String(date)));
			return (end - start) / DAY;
		});
	test('lists once a minute, whatever is typed or done with the post', async () => {
		const post = addPost({ text: 'Tea', publishDate: addDays(1) });
		expect(await search()).toHaveLength(1);
		post.parts[0].content = 'Coffee';
		now += 59_999;
		expect(await search('tea')).toHaveLength(1);
		expect(await pick('get')).toHaveLength(1);
		expect(listWindowDays()).toEqual([180]);
		now += 1;
		expect(await search('coffee')).toHaveLength(1);
		expect(listWindowDays()).toEqual([180, 180]);
	});

	test('shows dates in the time zone of each workflow', async () => {
		addPost({ publishDate: '2099-01-01T12:00:00.000Z' });
		now = Date.parse('2099-01-01T12:00:00Z');
		const listNames = async (timezone: string) => {
			const options = { service, credentials, parameters: { resource: 'post' }, timezone };
			return (await callListSearch('searchPosts', options)).results.map(({ name }) => name);
		};
		const inTokyo = await listNames('Asia/Tokyo');
		expect([inTokyo[0], (await listNames('Asia/Kolkata'))[0]]).toEqual([
			expect.stringContaining('21:00'),
			expect.stringContaining('17:30'),
		]);
	});

	test('says that no posts exist, and asks again', async () => {
		await expect(search()).rejects.toThrow('No posts in the last and next 90 days');
		addPost({ publishDate: addDays(1) });
		expect(await search()).toHaveLength(1);
	});

	test('shows channel, state, date and beginning of the text, nearest to now first, repeating posts once', async () => {
		const far = addPost({ publishDate: addDays(50), text: 'Far away', state: 'DRAFT' });
		const near = addPost({ publishDate: addDays(-1), state: 'PUBLISHED', text: 'x'.repeat(100) });
		addPost({ publishDate: addDays(-30), intervalInDays: 3, text: 'Again' });
		const rows = await search();
		expect(rows).toHaveLength(3);
		expect(rows.findIndex(({ value }) => value === near.id)).toBeLessThan(
			rows.findIndex(({ value }) => value === far.id),
		);
		// n8n gives pickers the time zone of the instance.
		const shownDate = DateTime.fromISO(far.publishDate, { zone: 'America/New_York' }).toFormat(
			'd LLL HH:mm',
		);
		expect(rows.find(({ value }) => value === far.id)?.name).toBe(
			`Bluesky: acme-coffee.bsky.social · Draft ${shownDate} · Far away`,
		);
		expect(await search('again')).toHaveLength(1);
		expect(await search('no such text')).toEqual([]);
	});

	test('omits published posts for Update, which rejects them', async () => {
		const out = addPost({ state: 'PUBLISHED', publishDate: addDays(1) });
		const failed = addPost({ state: 'ERROR', publishDate: addDays(2) });
		const pickIds = async (operation: string) => (await pick(operation)).map(({ value }) => value);
		expect(await pickIds('get')).toEqual([out.id, failed.id]);
		expect(await pickIds('update')).toEqual([failed.id]);
	});
});
