import { parseBody, readJson } from '../../../../../nodes/Postiz/resources/post/create/readJson';
import { problemOf } from '../../../support/problem.cjs';
import { formOf } from './form.cjs';

const post = {
	integration: { id: 'channel' },
	value: [{ content: 'Fresh beans', image: [] }],
	settings: { __type: 'x', who_can_reply_post: 'everyone' },
};

const shared = {
	type: 'schedule',
	date: '2099-03-05T10:00:00.000Z',
	shortLink: true,
	tags: [{ value: 'Launch', label: 'Launch' }],
	inter: 7,
	order: 'order-1',
	creationMethod: 'API',
};
const body = { ...shared, posts: [post] };

/** The post as it is read. */
const read = {
	integrationId: 'channel',
	parts: [{ text: 'Fresh beans', files: [] }],
	settings: post.settings,
};

test('reads a whole request body, as an object or as text', () => {
	for (const input of [body, JSON.stringify(body), `\n${JSON.stringify(body, null, '\t')}\n`]) {
		expect(parseBody(input)).toEqual({ shared, posts: [read] });
	}
});

test('reads a list of posts, and a single one', () => {
	const expected = { shared: {}, posts: [read] };
	expect(parseBody([post])).toEqual(expected);
	expect(parseBody(JSON.stringify([post]))).toEqual(expected);
	expect(parseBody(post)).toEqual(expected);
	expect(parseBody({ posts: [post] })).toEqual(expected);
});

test('adds what the service wants but a person may leave out', () => {
	const { posts } = parseBody({
		integration: { id: ' channel ' },
		value: [{ content: 'a' }, { content: 'b', delay: 5 }],
	});
	expect(posts).toEqual([
		{
			integrationId: 'channel',
			parts: [
				{ text: 'a', files: [] },
				{ text: 'b', files: [], delay: 5 },
			],
			settings: {},
		},
	]);
});

describe('refuses what would change a post that exists', () => {
	const part = { ...post.value[0], id: 'old' };

	test.each([
		['a group', [post, { ...post, group: 'old' }], 'posts[1].group'],
		['a single post with a group', { ...post, group: 'old' }, 'posts[0].group'],
		['the ID of a part', [{ ...post, value: [post.value[0], part] }], 'posts[0].value[1].id'],
		['an update', { ...body, type: 'update' }, 'type “update”'],
	])('%s', (_kind, input, place) => {
		expect(problemOf(() => parseBody(input))).toEqual([
			`The JSON has ${place}, which belongs to an existing post`,
			expect.stringContaining('Remove it to create a new post'),
		]);
	});

	test('but not their empty places', () => {
		const empty = { ...post, group: '', value: [{ ...post.value[0], id: null }] };
		expect(parseBody([empty]).posts).toEqual([read]);
	});
});

test('keeps references to files whole', () => {
	const reference = {
		id: '1',
		path: 'https://media.example/cup.png',
		alt: 'A cup',
		thumbnail: 'x',
		own: 1,
	};
	const { posts } = parseBody([{ ...post, value: [{ content: '', image: [reference] }] }]);
	expect(posts[0].parts).toEqual([{ text: '', files: [{ from: 'reference', reference }] }]);
});

describe('says what is wrong with it', () => {
	const inPost = (change: object) => [{ ...post, ...change }];
	const inPart = (part: unknown) => inPost({ value: [part] });

	test.each([
		['', 'The JSON is empty or not a request'],
		[' \n', 'The JSON is empty or not a request'],
		['{', 'The JSON is not valid JSON'],
		['{"posts": [}', 'The JSON is not valid JSON'],
		['null', 'The JSON is empty or not a request'],
		['5', 'The JSON is empty or not a request'],
		[undefined, 'The JSON is empty or not a request'],
		[{}, 'The JSON has no list of posts'],
		[{ posts: post }, 'The JSON has no list of posts'],
		[{ posts: [] }, 'The JSON has no posts'],
		[[], 'The JSON has no posts'],
		[
			{ ...body, publishAt: 'now', who: 1 },
			"The JSON has a field that Postiz doesn't know: publishAt, who",
		],
		[['text'], 'In the JSON, posts[0] must be an object with integration, value and settings'],
		[[post, null], 'In the JSON, posts[1] must be an object with integration, value and settings'],
		[
			inPost({ integration: undefined }),
			'In the JSON, posts[0].integration.id must be the ID of a channel',
		],
		[
			inPost({ integration: 'channel' }),
			'In the JSON, posts[0].integration.id must be the ID of a channel',
		],
		[
			inPost({ integration: { id: ' ' } }),
			'In the JSON, posts[0].integration.id must be the ID of a channel',
		],
		[
			inPost({ value: undefined }),
			'In the JSON, posts[0].value must be a list with at least one part',
		],
		[
			inPost({ delay: 5, tags: [] }),
			"In the JSON, posts[0] has a field that Postiz doesn't know: delay, tags",
		],
		[
			{ ...post, date: body.date },
			"In the JSON, posts[0] has a field that Postiz doesn't know: date",
		],
		[
			inPart({ content: 'a', images: ['cup.png'], media: [] }),
			"In the JSON, posts[0].value[0] has a field that Postiz doesn't know: images, media",
		],
		[inPost({ value: [] }), 'In the JSON, posts[0].value must be a list with at least one part'],
		[inPost({ settings: 'x' }), 'In the JSON, posts[0].settings must be an object'],
		[inPart('text'), 'In the JSON, posts[0].value[0] must be an object with content and image'],
		[inPart({ content: 5 }), 'In the JSON, posts[0].value[0].content must be text'],
		[
			inPart({ content: 'a', image: 'cup.png' }),
			'In the JSON, posts[0].value[0].image must be a list',
		],
		[
			inPart({ content: 'a', image: [{ id: '1' }] }),
			'In the JSON, posts[0].value[0].image[0] must have the id and path of an uploaded file',
		],
		[
			inPart({ content: 'a', delay: -1 }),
			'In the JSON, posts[0].value[0].delay must be a number of minutes',
		],
		[
			inPart({ content: 'a', delay: '5' }),
			'In the JSON, posts[0].value[0].delay must be a number of minutes',
		],
	])('%j: %s', (input, message) => {
		expect(() => parseBody(input)).toThrow(expect.objectContaining({ name: 'Problem', message }));
	});

	test('and what is broken in broken JSON', () => {
		expect(() => parseBody('{"posts": [}')).toThrow(
			expect.objectContaining({
				description: expect.stringMatching(
					/Unexpected token.*Look for a missing quote, comma or bracket/,
				),
			}),
		);
	});
});

describe('an item', () => {
	const NOW = Date.parse('2099-03-04T10:00:00.000Z');
	const readItem = (json: unknown) =>
		readJson(formOf({ type: 'now', json: json as string }), 0, NOW);

	test('has the channels of its posts, with the network if the settings name it', () => {
		const other = { ...post, integration: { id: 'other' }, settings: { a: 1 } };
		expect(readItem([post, other]).written).toEqual([
			{
				choice: { id: 'channel', position: 'Channel 1', identifier: 'x' },
				format: 'asIs',
				mergesThread: false,
				parts: read.parts,
				json: post.settings,
				settingFiles: {},
			},
			{
				choice: { id: 'other', position: 'Channel 2' },
				format: 'asIs',
				mergesThread: false,
				parts: read.parts,
				json: { a: 1 },
				settingFiles: {},
			},
		]);
	});

	test('takes from the form what the JSON does not say', () => {
		expect(readItem([post]).fields).toEqual({
			type: 'now',
			date: '2099-03-04T10:00:00.000Z',
			shortLink: false,
			tags: [],
		});
		expect(readItem(body).fields).toEqual(shared);
	});
});
