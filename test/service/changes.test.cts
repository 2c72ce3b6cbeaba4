import axios from 'axios';
import { channelOf, connect, DATE, IMAGE, item, request, segment } from './client.cjs';
import { storedFailure } from '../shared/failures.cjs';
import { startClocked } from './clocked.cjs';
import type { Values } from './schema.cjs';
import type { Service } from './server.cjs';
import type { StoredPost } from './state.cjs';

const NOW = Date.parse('2030-03-01T12:00:00.000Z');
const LATER = '2030-03-10T10:00:00.000Z';
let service: Service;
const clock = startClocked(NOW, (started) => (service = started));

const send = (value: object[], more: Values = {}, itemMore: Values = {}) =>
	connect(service).post(
		'/posts',
		request([{ ...item(service, 'bluesky', {}, value), ...itemMore }], more),
	);
async function create(...texts: string[]): Promise<StoredPost> {
	const { data } = await send(texts.map((text) => segment(text)));
	return service.state.posts.find(({ id }) => id === data[0].postId)!;
}
const changeTo = (id: string, content: string) => ({ ...segment(content), id });
const preview = async (id: string) =>
	(await axios.get<Values[]>(`${service.apiUrl}/public/posts/${id}`)).data;
const texts = ({ parts }: StoredPost) => parts.map(({ content }) => content);

// The plain ways of changing a post are in recorded/changes.json; here are the traps.
describe('a change replaces everything', () => {
	test('text, media, tags, repetition, date and channel', async () => {
		const { data } = await send([segment('old', [IMAGE])], {
			inter: 7,
			tags: [{ value: 'Coffee', label: 'Coffee' }],
		});
		const [{ postId }] = data;
		const telegram = { integration: { id: channelOf(service, 'telegram') } };
		const answer = await send([changeTo(postId, 'new')], { date: LATER }, telegram);
		expect(answer.data).toEqual([{ postId, integration: telegram.integration.id }]);
		expect(service.state.posts).toHaveLength(1);
		expect(service.state.posts[0]).toMatchObject({
			id: postId,
			identifier: 'telegram',
			settings: { __type: 'telegram' },
			tags: [],
			intervalInDays: null,
			publishDate: LATER,
			parts: [{ id: postId, content: 'new', image: [] }],
		});
	});

	test('its old group is gone', async () => {
		const post = await create('one');
		const { group } = post;
		await send([changeTo(post.id, 'two')]);
		expect(service.state.posts[0].group).not.toBe(group);
	});

	test('an unknown id makes a new post with another id', async () => {
		const { data } = await send([changeTo('unknown', 'new')]);
		expect(data[0].postId).not.toBe('unknown');
		expect(service.state.posts).toHaveLength(1);
	});
});

describe('groups', () => {
	test('without one, old parts stay, hang on, and still go out', async () => {
		const post = await create('one', 'two', 'three');
		await send([changeTo(post.id, 'ONE'), segment('NEW')]);
		expect(texts(post)).toEqual(['ONE', 'NEW', 'two', 'three']);
		const rows = await preview(post.id);
		const [one, fresh, two, three] = rows.map(({ id }) => id);
		expect(rows.map(({ parentPostId }) => parentPostId)).toEqual([null, one, one, two]);
		expect(rows[0].group).toBe(rows[1].group);
		expect(rows[2].group).toBe(rows[3].group);
		expect(rows[2].group).not.toBe(rows[0].group);
		expect(new Set([one, fresh, two, three]).size).toBe(4);
		clock.time = Date.parse(DATE);
		expect(service.state.posts[0].state).toBe('PUBLISHED');
		expect(texts(service.state.posts[0])).toContain('three');
	});

	test('with the current one, parts that are not sent are deleted', async () => {
		const post = await create('one', 'two', 'three');
		const third = post.parts[2].id;
		await send([changeTo(post.id, 'one'), changeTo(third, 'THREE')], {}, { group: post.group });
		expect(post.parts.map(({ id, content }) => [id, content])).toEqual([
			[post.id, 'one'],
			[third, 'THREE'],
		]);
		expect(await preview(post.id)).toHaveLength(2);
	});

	test('with another one, all posts of that are deleted, also those of other people', async () => {
		const post = await create('one', 'two');
		const other = await create('other');
		const [theirs] = service.neighbour.posts;
		await send([changeTo(post.id, 'one')], {}, { group: other.group });
		expect([other.deleted, post.deleted]).toEqual([true, false]);
		expect(texts(post)).toEqual(['one', 'two']);
		await send([changeTo(post.id, 'one')], {}, { group: theirs.group });
		expect(theirs.deleted).toBe(true);
	});

	test('parts that were left behind can be deleted by their old group', async () => {
		const post = await create('one', 'two', 'three');
		const { group } = post;
		await send([changeTo(post.id, 'one')]);
		await connect(service).delete(`/posts/group/${group}`);
		expect(texts(post)).toEqual(['one']);
		expect(post.deleted).toBe(false);
	});
});

describe('ids in wrong places', () => {
	test('the same twice makes a post that no list shows and nothing deletes', async () => {
		const post = await create('one');
		await send([changeTo(post.id, 'first'), changeTo(post.id, 'second')]);
		expect(texts(post)).toEqual(['second']);
		const api = connect(service);
		const params = { startDate: '2030-01-01', endDate: '2031-01-01' };
		expect((await api.get('/posts', { params })).data.posts).toEqual([]);
		expect((await api.delete(`/posts/${post.id}`)).status).toBe(500);
		await api.delete(`/posts/group/${post.group}`);
		expect(post.deleted).toBe(false);
		const shown = await axios.get(`${service.apiUrl}/public/posts/${post.id}`, {
			validateStatus: () => true,
		});
		expect(shown.status).toBe(500);
	});

	test('one of other people is taken over', async () => {
		const [theirs] = service.neighbour.posts;
		const { data } = await send([changeTo(theirs.id, 'mine')]);
		expect(data[0].postId).toBe(theirs.id);
		expect(service.state.posts).toMatchObject([{ id: theirs.id, parts: [{ content: 'mine' }] }]);
		expect(service.neighbour.posts.map(({ id }) => id)).not.toContain(theirs.id);
	});

	test('one of a later part makes that a post of its own, with what hangs on it', async () => {
		const post = await create('one', 'two', 'three');
		const second = post.parts[1].id;
		const { data } = await send([changeTo(second, 'TWO')]);
		expect(data[0].postId).toBe(second);
		expect(service.state.posts.map(texts)).toEqual([['one'], ['TWO', 'three']]);
	});

	test('one of another post, as a later part, takes that along', async () => {
		const post = await create('one');
		const other = await create('other', 'reply');
		const reply = other.parts[1].id;
		await send([changeTo(post.id, 'one'), changeTo(other.id, 'two')]);
		expect(service.state.posts).toHaveLength(1);
		expect(post.parts.map(({ id }) => id)).toEqual([post.id, other.id, reply]);
	});

	test('a deleted one stays deleted', async () => {
		const post = await create('one');
		await connect(service).delete(`/posts/${post.id}`);
		expect((await send([changeTo(post.id, 'ghost')])).data[0].postId).toBe(post.id);
		expect(await preview(post.id)).toEqual([]);
	});
});

describe('what becomes of the state', () => {
	const stateOf = ({ id }: StoredPost) => service.state.posts.find((post) => post.id === id)!.state;

	test('update leaves state and time of going out as they are', async () => {
		const post = await create('one');
		await send([changeTo(post.id, 'two')], { type: 'update', date: LATER });
		expect([post.publishDate, stateOf(post)]).toEqual([LATER, 'QUEUE']);
		clock.time = Date.parse(DATE);
		expect(stateOf(post)).toBe('PUBLISHED');
		await send([changeTo(post.id, 'three')], { type: 'update' });
		expect([stateOf(post), texts(post)]).toEqual(['PUBLISHED', ['three']]);
	});

	test('a draft can be scheduled and a scheduled post become a draft', async () => {
		const post = await create('one');
		await send([changeTo(post.id, 'one')], { type: 'draft' });
		clock.time = Date.parse(DATE);
		expect(stateOf(post)).toBe('DRAFT');
		await send([changeTo(post.id, 'one')], { date: LATER });
		expect(stateOf(post)).toBe('QUEUE');
	});

	test('a failed post waits again, without its reason', async () => {
		const post = await create('one');
		post.failsWith = 'The network is down';
		clock.time = Date.parse(DATE);
		expect([stateOf(post), post.error]).toEqual([
			'ERROR',
			storedFailure('The network is down', post.identifier),
		]);
		post.failsWith = null;
		await send([changeTo(post.id, 'one')], { date: LATER });
		expect([stateOf(post), post.error]).toEqual(['QUEUE', null]);
	});

	test.each(['schedule', 'now'])(
		'a published one is refused with %s, unless allowed',
		async (type) => {
			const post = await create('one');
			clock.time = Date.parse(DATE);
			const again = [changeTo(post.id, 'again')];
			const refused = await send(again, { type, date: LATER });
			expect([refused.status, refused.data.message]).toEqual([
				400,
				"This post was already published on 2030-03-04 10:00 UTC. Saving it this way would publish it again to bluesky. To edit without republishing, use type 'update'. To intentionally publish again, pass republish: true.",
			]);
			expect(texts(post)).toEqual(['one']);
			expect((await send(again, { type, republish: true })).status).toBe(201);
			expect(service.state.posts[0].publications).toBe(2);
		},
	);

	test('a bad post refuses all, and changes none', async () => {
		const post = await create('one');
		const bad = item(service, 'youtube', { title: 'Tea', type: 'public' });
		const good = item(service, 'bluesky', {}, [changeTo(post.id, 'two')]);
		expect((await connect(service).post('/posts', request([good, bad]))).status).toBe(400);
		expect(texts(post)).toEqual(['one']);
	});
});
