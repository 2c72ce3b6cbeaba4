import type { Arrival } from '../../../../nodes/Postiz/publishing/deliver/arrived';
import {
	failed,
	type FailureReason,
	isCreated,
	type NewPost,
	type Outcome,
	type Unclear,
} from '../../../../nodes/Postiz/publishing/deliver/requests';
import { SentPosts } from '../../../../nodes/Postiz/publishing/deliver/sentPosts';
import type { PostizClient } from '../../../../nodes/Postiz/transport/client';
import { Problem } from '../../../../nodes/Postiz/values/problem';
import { channel, post, row } from './rows.cjs';

const SKY = channel('bluesky', 'sky-1');
const X = channel('x', 'x-1');
const NO_CLIENT = {} as PostizClient;
const LATER = '2099-04-01T10:00:00.000Z';

/** The row of an item with a post for Bluesky and one for X. */
const both = (itemIndex: number, shared = {}) =>
	row(itemIndex, [post(SKY, `Tea ${itemIndex}`), post(X, `Tea ${itemIndex}`)], shared);
const only = (one: NewPost[], place: number): NewPost[] => [one[place]];
const idOf = ({ itemIndex, target }: NewPost) => `${itemIndex} ${target.id}`;

const created = (one: NewPost[]): Outcome[] =>
	one.map((own) => ({ post: own, kind: 'created', postId: idOf(own) }));
const failure = (one: NewPost[], reason: FailureReason, unclear?: Partial<Unclear>): Outcome[] =>
	failed(one, {
		reason,
		message: 'It failed',
		description: '',
		unclear: unclear && { cause: { message: 'lost' }, sentAt: 1000, hasEnded: false, ...unclear },
	});

/** The places of the posts of an item that a later try sends. */
const unsentOf = (sent: SentPosts, one: NewPost[]) =>
	sent.remaining(one[0].itemIndex, one).map(({ postIndex }) => postIndex);

describe('a later try', () => {
	test.each<[string, (one: NewPost[]) => Outcome[], boolean]>([
		['what nobody has sent', () => [], true],
		['what was created', created, false],
		['what may exist', (one) => failure(one, 'unknown', {}), false],
		['what was refused', (one) => failure(one, 'refused'), true],
		['what was not sent', (one) => failure(one, 'unsent'), true],
		['what came too late', (one) => failure(one, 'expired'), true],
		['what the limit kept', (one) => failure(one, 'limited'), true],
	])('sends %s again: %#', (_what, outcome, isSentAgain) => {
		const sent = new SentPosts();
		unsentOf(sent, both(0));
		sent.note(outcome(both(0)));
		expect(unsentOf(sent, both(0))).toEqual(isSentAgain ? [0, 1] : []);
		expect(sent.hasRemaining(0)).toBe(isSentAgain);
	});

	test('sends the posts of a row that are left', () => {
		const sent = new SentPosts();
		unsentOf(sent, both(0));
		sent.note([...created(only(both(0), 1)), ...failure(only(both(0), 0), 'refused')]);
		expect(unsentOf(sent, both(0))).toEqual([0]);
		expect(sent.hasRemaining(0)).toBe(true);
		sent.note(created(only(both(0), 0)));
		expect(unsentOf(sent, both(0))).toEqual([]);
		expect(sent.hasRemaining(0)).toBe(false);
	});

	test('knows two posts for one channel apart, and those of two items', () => {
		const sent = new SentPosts();
		const twice = (itemIndex: number) => row(itemIndex, [post(SKY, 'Tea'), post(SKY, 'Tea')]);
		sent.note(created(only(twice(0), 0)));
		expect(unsentOf(sent, twice(0))).toEqual([1]);
		expect(unsentOf(sent, twice(1))).toEqual([0, 1]);
		// A post is another one if its channel has changed.
		expect(unsentOf(sent, row(0, [post(X, 'Tea')]))).toEqual([0]);
	});

	test('knows what became of each post last', () => {
		const sent = new SentPosts();
		const outcomes = [...failure(both(0), 'unknown', {}), ...created(both(1))];
		sent.note(outcomes);
		expect(sent.all()).toEqual(outcomes);
		expect(sent.ids()).toEqual(new Set(['1 sky-1', '1 x-1']));
		expect(sent.openKeys()).toHaveLength(2);
		sent.note(failure(both(0), 'refused'));
		expect(sent.openKeys()).toEqual([]);
		expect(unsentOf(sent, both(0))).toEqual([0, 1]);
		expect(unsentOf(sent, both(1))).toEqual([]);
	});
});

describe('another look', () => {
	/** Looks again at a service that has the posts with these IDs; returns which rows it looked for. */
	const look = async (sent: SentPosts, ...ids: string[]) => {
		const asked: Array<[sentAt: number, ids: string[]]> = [];
		jest.spyOn(sent, 'lookUp').mockImplementation(async (_client, posts, { sentAt }) => {
			const wanted = posts.map(idOf);
			asked.push([sentAt, wanted]);
			return await Promise.resolve(
				wanted.map((postId): Arrival =>
					ids.includes(postId) ? { kind: 'found', postId } : { kind: 'absent' },
				),
			);
		});
		await sent.lookAgain(NO_CLIENT);
		return asked;
	};

	test('is not needed if all is clear', async () => {
		const sent = new SentPosts();
		sent.note([
			...created(both(0)),
			...failure(both(1), 'refused'),
			...failure(both(2), 'unknown'),
		]);
		expect(await look(sent)).toEqual([]);
	});

	test('shows a mistake of the node', async () => {
		const sent = new SentPosts();
		sent.note(failure(both(0), 'unknown', {}));
		jest.spyOn(sent, 'lookUp').mockRejectedValue(new TypeError('no function'));
		await expect(sent.lookAgain(NO_CLIENT)).rejects.toThrow(TypeError);
	});

	test('finds posts that came after all, and leaves the others as unclear as they were', async () => {
		const sent = new SentPosts();
		sent.note(failure(both(0), 'unknown', {}));
		await look(sent, '0 x-1');
		expect(sent.ids()).toEqual(new Set(['0 x-1']));
		expect(unsentOf(sent, both(0))).toEqual([]);
		// The next try looks for what is left.
		expect(await look(sent, '0 sky-1')).toEqual([[1000, ['0 sky-1']]]);
		expect(sent.all().every(isCreated)).toBe(true);
		expect(await look(sent)).toEqual([]);
	});

	test('frees posts that are not there if nothing of the request can follow', async () => {
		const sent = new SentPosts();
		sent.note(failure(both(0), 'unknown', { hasEnded: true }));
		await look(sent, '0 sky-1');
		expect(unsentOf(sent, both(0))).toEqual([1]);
		expect(await look(sent)).toEqual([]);
	});

	test('is one for each request, type and date', async () => {
		const sent = new SentPosts();
		sent.note([
			...[0, 1].flatMap((index) => failure(only(both(index), 0), 'unknown', {})),
			...failure(only(both(2), 0), 'unknown', { sentAt: 2000 }),
			...failure(only(both(3, { date: LATER }), 0), 'unknown', {}),
			...failure(only(both(4, { type: 'draft' }), 0), 'unknown', {}),
		]);
		expect(await look(sent)).toEqual([
			[1000, ['0 sky-1', '1 sky-1']],
			[2000, ['2 sky-1']],
			[1000, ['3 sky-1']],
			[1000, ['4 sky-1']],
		]);
	});

	test('that fails changes nothing of what is known', async () => {
		const sent = new SentPosts();
		const unclear = failure(both(0), 'unknown', { hasEnded: true });
		const known = unclear.map((outcome) => ({ ...outcome, start: 'start' }));
		sent.note(known);
		jest.spyOn(sent, 'lookUp').mockRejectedValue(new Problem('Postiz failed', ''));
		await sent.lookAgain(NO_CLIENT);
		expect(unsentOf(sent, both(0))).toEqual([]);
		expect(sent.all()).toEqual(known);
		await look(sent, '0 sky-1', '0 x-1');
		expect(sent.ids().size).toBe(2);
	});
});
