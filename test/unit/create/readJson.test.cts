import { readJsonInput } from '../../../nodes/Postiz/resources/post/create/json';

const post = {
	integration: { id: 'channel' },
	value: [{ content: 'Fresh beans', image: [] }],
	settings: { __type: 'x', who_can_reply_post: 'everyone' },
};

const body = {
	type: 'schedule',
	date: '2030-03-04T10:00:00.000Z',
	shortLink: true,
	tags: [{ value: 'Launch', label: 'Launch' }],
	inter: 7,
	order: 'order-1',
	creationMethod: 'API',
	posts: [post],
};

test('reads a whole request body, as an object or as text', () => {
	const { posts, ...shared } = body;
	for (const input of [body, JSON.stringify(body), `\n${JSON.stringify(body, null, '\t')}\n`]) {
		expect(readJsonInput(input)).toEqual({ shared, posts });
	}
});

test('reads a list of posts, and a single one', () => {
	const expected = { shared: {}, posts: [post] };
	expect(readJsonInput([post])).toEqual(expected);
	expect(readJsonInput(JSON.stringify([post]))).toEqual(expected);
	expect(readJsonInput(post)).toEqual(expected);
	expect(readJsonInput({ posts: [post] })).toEqual(expected);
});

test('adds what the service wants but a person may leave out', () => {
	const { posts } = readJsonInput({
		integration: { id: ' channel ' },
		value: [{ content: 'a' }, { content: 'b', delay: 5 }],
	});
	expect(posts).toEqual([
		{
			integration: { id: 'channel' },
			value: [
				{ content: 'a', image: [] },
				{ content: 'b', image: [], delay: 5 },
			],
			settings: {},
		},
	]);
});

test('leaves out `group`, over which the service deletes posts', () => {
	expect(readJsonInput([{ ...post, group: 'old' }]).posts).toEqual([post]);
});

test('leaves out the `id` of a part, which is that of an existing post', () => {
	const value = post.value.map((part) => ({ ...part, id: 'old' }));
	expect(readJsonInput([{ ...post, value }]).posts).toEqual([post]);
});

test('keeps references to files whole', () => {
	const image = [{ id: '1', path: 'https://media.example/cup.png', alt: 'A cup', thumbnail: 'x' }];
	const { posts } = readJsonInput([{ ...post, value: [{ content: '', image }] }]);
	expect(posts[0].value).toEqual([{ content: '', image }]);
});

describe('says what is wrong with it', () => {
	const inPost = (change: object) => [{ ...post, ...change }];
	const inPart = (part: unknown) => inPost({ value: [part] });

	test.each([
		['', 'The JSON is empty or no request'],
		[' \n', 'The JSON is empty or no request'],
		['{', 'The JSON is not valid JSON'],
		['{"posts": [}', 'The JSON is not valid JSON'],
		['null', 'The JSON is empty or no request'],
		['5', 'The JSON is empty or no request'],
		[undefined, 'The JSON is empty or no request'],
		[{}, 'The JSON has no list of posts'],
		[{ posts: post }, 'The JSON has no list of posts'],
		[{ posts: [] }, 'The JSON has no posts'],
		[[], 'The JSON has no posts'],
		[
			{ ...body, publishAt: 'now', who: 1 },
			'The JSON has a field that Postiz does not know: publishAt, who',
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
			'In the JSON, posts[0] has a field that Postiz does not know: delay, tags',
		],
		[
			{ ...post, date: body.date },
			'In the JSON, posts[0] has a field that Postiz does not know: date',
		],
		[
			inPart({ content: 'a', images: ['cup.png'], media: [] }),
			'In the JSON, posts[0].value[0] has a field that Postiz does not know: images, media',
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
		expect(() => readJsonInput(input)).toThrow(
			expect.objectContaining({ name: 'Problem', message }),
		);
	});

	test('and what is broken in broken JSON', () => {
		expect(() => readJsonInput('{"posts": [}')).toThrow(
			expect.objectContaining({
				description: expect.stringMatching(
					/Unexpected token.*Look for a missing quote, comma or bracket/,
				),
			}),
		);
	});
});
