import type { OutgoingPost } from '../../../../../nodes/Postiz/publishing/send/outgoingPost';
import { parseRejection } from '../../../../../nodes/Postiz/publishing/send/delivery/parseRejection';
import { createTarget } from '../../createItem.cjs';
import { createOutgoingPost, createOutgoingPosts } from '../createOutgoingPost.cjs';

const X = createTarget('x', 'x-1', 'Acme Coffee');
const BLUESKY = createTarget('bluesky', 'sky-1', 'acme.bsky.social');
const OTHER_SKY = createTarget('bluesky', 'sky-2', 'roasters.bsky.social');
const EVERYONE = { who_can_reply_post: 'everyone' };

/** The message about each item, and the items of which one is invalid. */
function read(body: unknown, rows: OutgoingPost[][]) {
	const { reasonsByItem, ...others } = parseRejection(body, rows.flat());
	return { messages: Object.fromEntries(reasonsByItem), ...others };
}

const createBadRequest = (message: string | string[]) => ({
	message,
	error: 'Bad Request',
	statusCode: 400,
});
const explainWrongNetwork = (network: string) =>
	`this is not a ${network} channel. Remove __type, or set it to that of the channel`;
const createRuleResponse = (message: string, provider = 'bluesky', name = 'acme.bsky.social') => ({
	statusCode: 400,
	provider,
	name,
	message,
});

describe('a response with the place of a post', () => {
	const rows = [
		createOutgoingPosts(0, [
			createOutgoingPost(X, 'a', EVERYONE),
			createOutgoingPost(BLUESKY, 'a'),
		]),
		createOutgoingPosts(1, [
			createOutgoingPost(X, 'b', EVERYONE),
			createOutgoingPost(BLUESKY, ['b', 'c']),
		]),
		createOutgoingPosts(2, [createOutgoingPost(createTarget('vibes'), 'c')]),
	];

	test('names the row of that post, with the labels of the form', () => {
		expect(
			read(
				createBadRequest([
					'posts.2.settings.who_can_reply_post must be one of: everyone, following',
				]),
				rows,
			),
		).toMatchObject({
			messages: { 1: 'X: Acme Coffee – Who Can Reply must be one of: everyone, following' },
			suspectIndexes: [],
		});
	});

	const ON_X = 'X: Acme Coffee';
	const ON_SKY = 'Bluesky: acme.bsky.social';
	const MASTODON = 'must be one of the following values: mastodon';
	test.each<[string, number, string, string]>([
		['posts.0.value.0.content must be a string', 0, ON_X, 'the text must be a string'],
		['posts.3.value.1.content must be short', 1, ON_SKY, 'the text of part 2 must be short'],
		['posts.3.value.10.content is odd', 1, ON_SKY, 'the text of part 11 is odd'],
		['posts.1.value.0.image.0.File must end', 0, ON_SKY, 'the media.0.File must end'],
		['posts.1.settings.unknown_key is odd', 0, ON_SKY, 'settings.unknown_key is odd'],
		[`posts.1.settings.__type ${MASTODON}`, 0, ON_SKY, explainWrongNetwork('Bluesky')],
		['posts.4.settings.__type must be x', 2, 'vibes: vibes-1', explainWrongNetwork('vibes')],
		['posts.4.settings.mood is odd', 2, 'vibes: vibes-1', 'settings.mood is odd'],
		// Only a place at the start is that of the post.
		...['own.settings.who_can_reply_post is odd', 'own.value.0.content is odd'].map(
			(rest): [string, number, string, string] => [`posts.0.${rest}`, 0, ON_X, rest],
		),
	])('%s', (message, item, label, words) => {
		for (const shape of [message, [message]]) {
			expect(read(createBadRequest(shape), rows).messages).toEqual({
				[item]: `${label} – ${words}`,
			});
		}
	});

	test('names several rows at once, with all mistakes of each', () => {
		const { messages, suspectIndexes } = read(
			createBadRequest([
				'posts.0.settings.a is bad',
				'posts.1.settings.b is bad',
				'posts.2.value is bad',
			]),
			rows,
		);
		expect(messages).toEqual({
			0: 'X: Acme Coffee – settings.a is bad; Bluesky: acme.bsky.social – settings.b is bad',
			1: 'X: Acme Coffee – value is bad',
		});
		expect(suspectIndexes).toEqual([]);
	});

	test('names no row if it is out of range', () => {
		expect(read(createBadRequest(['posts.9.settings.a is bad']), rows)).toEqual({
			messages: {},
			suspectIndexes: [0, 1, 2],
			message: 'posts.9.settings.a is bad',
		});
		for (const message of ['own.posts.0.settings.a is bad', 'No Integration with id x-1 not found'])
			expect(read(createBadRequest([message]), rows).messages).toEqual({});
	});
});

test('reports an error in a field of the request for all its rows', () => {
	const rows = [0, 1, 2].map((index) =>
		createOutgoingPosts(index, [createOutgoingPost(BLUESKY, 'a')]),
	);
	const message = 'tags.0.label must be a string';
	expect(read(createBadRequest([message]), rows)).toMatchObject({
		messages: { 0: message, 1: message, 2: message },
		suspectIndexes: [],
	});
});

test('reports an unknown channel for every row that posts to it', () => {
	const rows = [
		createOutgoingPosts(0, [createOutgoingPost(BLUESKY, 'a')]),
		createOutgoingPosts(1, [createOutgoingPost(X, 'b'), createOutgoingPost(OTHER_SKY, 'b')]),
		createOutgoingPosts(2, [createOutgoingPost(OTHER_SKY, 'c')]),
	];
	const sentence = 'Bluesky: roasters.bsky.social – no channel with the ID “sky-2” is connected';
	expect(read(createBadRequest('Integration with id sky-2 not found'), rows)).toMatchObject({
		messages: { 1: sentence, 2: sentence },
		suspectIndexes: [],
	});
});

const createRows = (...posts: OutgoingPost[]) =>
	posts.map((own, index) => createOutgoingPosts(index, [own]));

test('names the only row that posts to the channel in the response', () => {
	const rows = [
		createOutgoingPosts(0, [createOutgoingPost(X, 'a')]),
		createOutgoingPosts(1, [createOutgoingPost(X, 'b'), createOutgoingPost(BLUESKY, 'b')]),
		createOutgoingPosts(2, [createOutgoingPost(OTHER_SKY, 'c')]),
	];
	expect(read(createRuleResponse('an image is required'), rows)).toMatchObject({
		messages: { 1: 'Bluesky: acme.bsky.social – an image is required' },
		suspectIndexes: [],
	});
});

test.each<{ title: string; rows: OutgoingPost[][]; body: object }>([
	{
		title: 'several rows post there',
		rows: createRows(
			createOutgoingPost(BLUESKY, 'a'),
			createOutgoingPost(X, 'b'),
			createOutgoingPost(BLUESKY, 'c'),
		),
		body: createRuleResponse('no'),
	},
	{
		title: 'none of the channels has that name',
		rows: createRows(
			createOutgoingPost(createTarget('bluesky', 'sky-3', ''), 'a'),
			createOutgoingPost(X, 'b'),
			createOutgoingPost(OTHER_SKY, 'c'),
		),
		body: createRuleResponse('no'),
	},
])('leaves open which row it is if $title', ({ rows, body }) => {
	expect(read(body, rows)).toMatchObject({ messages: {}, suspectIndexes: [0, 2] });
});

test('names all possible channels of a single row', () => {
	const rows = [
		createOutgoingPosts(3, [
			createOutgoingPost(X, 'a'),
			createOutgoingPost(BLUESKY, 'b'),
			createOutgoingPost(X, 'c'),
		]),
	];
	expect(read({ message: 'No' }, rows).messages).toEqual({
		3: 'X: Acme Coffee, Bluesky: acme.bsky.social – No',
	});
});

test.each([[undefined], [null], [''], ['<html>'], [[]], [{ message: 7 }], [{ provider: 'none' }]])(
	'a response of %j rejects a single row, but no particular one of several',
	(body) => {
		const rows = [
			createOutgoingPosts(0, [createOutgoingPost(X, 'a')]),
			createOutgoingPosts(1, [createOutgoingPost(BLUESKY, 'b')]),
		];
		expect(read(body, rows)).toMatchObject({ messages: {}, suspectIndexes: [0, 1] });
		expect(read(body, [rows[1]]).messages).toEqual({
			1: expect.stringMatching(/^Bluesky: acme.bsky.social – \S/),
		});
	},
);
