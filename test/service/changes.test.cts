import { useServiceWithClock } from './useService.cjs';
import {
	connect,
	DATE,
	createPostItem,
	fetchPublicPost,
	createPostRequest,
	createSegment,
	sendPost,
} from './client.cjs';
import type { Values } from './schema.cjs';
import type { StoredPost } from './state.cjs';

const NOW = Date.parse('2030-03-01T12:00:00.000Z');
const { service, clock } = useServiceWithClock(NOW);

const send = (value: object[], more: Values = {}, itemMore: Values = {}) =>
	connect(service).post(
		'/posts',
		createPostRequest([{ ...createPostItem(service, 'bluesky', {}, value), ...itemMore }], more),
	);
const create = async (...texts: string[]) =>
	await sendPost(service, 'bluesky', {
		date: DATE,
		value: texts.map((text) => createSegment(text)),
	});
const changeTo = (id: string, content: string) => ({ ...createSegment(content), id });
const listTexts = ({ parts }: StoredPost) => parts.map(({ content }) => content);

describe('groups', () => {
	test('without a group, keeps old parts behind new ones, and publishes them', async () => {
		const post = await create('one', 'two', 'three');
		await send([changeTo(post.id, 'ONE'), createSegment('NEW')]);
		expect(listTexts(post)).toEqual(['ONE', 'NEW', 'two', 'three']);
		const { data: rows } = await fetchPublicPost(service, post.id);
		const [rootId, , otherRootId] = rows.map(({ id }) => id);
		expect(rows.map(({ parentPostId }) => parentPostId)).toEqual([
			null,
			rootId,
			rootId,
			otherRootId,
		]);
		clock.time = Date.parse(DATE);
		expect(service.state.posts[0].state).toBe('PUBLISHED');
		expect(listTexts(service.state.posts[0])).toContain('three');
	});

	test('with another group, deletes all posts of that group, even those of other people', async () => {
		const post = await create('one', 'two');
		const other = await create('other');
		const [theirs] = service.otherWorkspace.posts;
		await send([changeTo(post.id, 'one')], {}, { group: other.group });
		expect([other.deleted, post.deleted]).toEqual([true, false]);
		expect(post.group).not.toBe(other.group);
		expect(listTexts(post)).toEqual(['one', 'two']);
		await send([changeTo(post.id, 'one')], {}, { group: theirs.group });
		expect(theirs.deleted).toBe(true);
	});

	test('deletes parts that were left behind by their old group', async () => {
		const post = await create('one', 'two', 'three');
		const { group } = post;
		await send([changeTo(post.id, 'one')]);
		await connect(service).delete(`/posts/group/${group}`);
		expect(listTexts(post)).toEqual(['one']);
		expect(post.deleted).toBe(false);
	});
});

test('lets anybody take over a post by its ID', async () => {
	const [theirs] = service.otherWorkspace.posts;
	const { data } = await send([changeTo(theirs.id, 'mine')]);
	expect(data[0].postId).toBe(theirs.id);
	expect(service.state.posts).toMatchObject([{ id: theirs.id, parts: [{ content: 'mine' }] }]);
	expect(service.otherWorkspace.posts.map(({ id }) => id)).not.toContain(theirs.id);
});
