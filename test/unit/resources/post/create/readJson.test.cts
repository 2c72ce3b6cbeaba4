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

/** The post after parsing. */
const read = {
	integrationId: 'channel',
	parts: [{ text: 'Fresh beans', files: [] }],
	settings: post.settings,
};

test('reads a whole request body, as an object or as text', () => {
	for (const input of [body, JSON.stringify(body), `\n${JSON.stringify(body, null, '\t')}\n`]) {
		expect(parseBody(input)).toEqual({ shared, posts: [read], corrections: [] });
	}
});

test('reads a list of posts, and a single one', () => {
	const expected = { shared: {}, posts: [read], corrections: [] };
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
		['the ID of a part', [{ ...post, value: [post.value[0], part] }], 'posts[0].value[1].id'],
		['a group with its IDs', { ...post, group: 'old', value: [part] }, 'posts[0].value[0].id'],
		['an update', { ...body, type: 'Update' }, 'type “update”'],
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
	expect(posts[0].parts).toEqual([
		{ text: '', files: [{ from: 'upload', asIs: true, reference }] },
	]);
});

describe('reads what people have', () => {
	const FILE = { id: '1', path: 'https://media.example/pour.mp4' };
	const partOf = (part: object) => parseBody({ ...post, value: [part] }).posts[0].parts[0];
	const withFile = { text: 'a', files: [{ from: 'upload', asIs: true, reference: FILE }] };

	test.each<[string, object, object]>([
		['one post', { posts: post }, { posts: [read] }],
		['one part', { ...post, value: post.value[0] }, { posts: [read] }],
		[
			'a channel as a number',
			{ ...post, integration: { id: 5 } },
			{ posts: [{ integrationId: '5' }] },
		],
		['settings as text', { ...post, settings: JSON.stringify(post.settings) }, { posts: [read] }],
		['no settings', { ...post, settings: null }, { posts: [{ settings: {} }] }],
		['a type in capitals', { ...body, type: 'DRAFT' }, { shared: { type: 'draft' } }],
		['a type with spaces', { ...body, type: ' Now ' }, { shared: { type: 'now' } }],
		['a key in capitals', { posts: [post], Type: 'draft' }, { shared: { type: 'draft' } }],
		['a key of two words', { posts: [post], short_link: true }, { shared: { shortLink: true } }],
		['no tags', { posts: [post], tags: [] }, { shared: { tags: [] } }],
	])('%s', (_what, input, expected) => {
		const {
			shared: { ...top },
			...rest
		} = parseBody(input);
		expect({ shared: top, ...rest }).toMatchObject(expected);
		expect(rest.corrections).toEqual([]);
	});

	test('empty fields are left to the form', () => {
		const empty = { order: '', date: null, type: ' ', inter: '', creationMethod: '' };
		expect(parseBody({ posts: [post], ...empty }).shared).toEqual({});
	});

	test.each<[string, object, object]>([
		['one file', { content: 'a', image: FILE }, withFile],
		['no files', { content: 'a', image: null }, { text: 'a', files: [] }],
		['a file with a url', { content: 'a', image: [{ ...FILE, url: 'u' }] }, withFile],
		['a url for a path', { content: 'a', image: [{ id: 1, url: FILE.path }] }, withFile],
		['a video', { content: 'a', image: [], video: FILE }, withFile],
		['a video beside files', { content: 'a', image: FILE, video: { id: '2' } }, withFile],
		['no text', { content: null, image: FILE }, { ...withFile, text: '' }],
		['a number as text', { content: 5 }, { text: '5', files: [] }],
		['a delay as text', { content: 'a', delay: '5' }, { text: 'a', files: [], delay: 5 }],
		[
			'half a minute, which is never lost',
			{ content: 'a', delay: 1.5 },
			{ text: 'a', files: [], delay: 2 },
		],
		['no delay', { content: 'a', delay: null }, { text: 'a', files: [] }],
	])('a part with %s', (_what, part, expected) => expect(partOf(part)).toEqual(expected));

	test.each<[object, string[]]>([
		[
			{ ...body, mood: 'good', who: 1, when: '' },
			['mood, who was left out, as Postiz does not look at it'],
		],
		[{ ...post, mood: 1 }, ['mood was left out, as Postiz does not look at it']],
		[
			[
				{ ...post, group: 5 },
				{ ...post, group: 'b' },
			],
			['the group was left out, as new posts get one of their own'],
		],
		[{ ...body, tags: [{ value: '', label: '' }] }, ['tags without a name were left out']],
		[
			{ ...post, value: [post.value[0], { content: 'b', delay: 0.5 }] },
			['the delay of 0.5 minutes became 1, as Postiz counts whole minutes'],
		],
		[
			{ ...post, value: { content: 'a', video: FILE } },
			['the files under video are sent as image'],
		],
		[
			{ ...post, value: { content: 'a', image: FILE, video: FILE } },
			['beside image, video was left out'],
		],
	])('and says what it changed: %j', (input, corrections) => {
		expect(parseBody(input).corrections).toEqual(corrections);
	});
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
		[{ posts: 'all' }, 'The JSON has no list of posts'],
		[{ mood: 'good' }, 'The JSON has no list of posts'],
		[{ posts: [] }, 'The JSON has no posts'],
		[{ ...body, type: 'later' }, 'In the JSON, type cannot be “later”'],
		[{ ...body, type: true }, 'In the JSON, type cannot be “true”'],
		[[], 'The JSON has no posts'],
		[Array(1), 'In the JSON, posts[0] must be an object with integration, value and settings'],
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
			'In the JSON, posts[0] has fields that belong elsewhere: delay',
		],
		[{ ...post, date: body.date }, 'In the JSON, posts[0] has fields that belong elsewhere: date'],
		[
			inPart({ content: 'a', images: ['cup.png'], media: [] }),
			'In the JSON, posts[0].value[0].images[0] must have the id and path of an uploaded file',
		],
		[inPost({ value: [] }), 'In the JSON, posts[0].value must be a list with at least one part'],
		[inPost({ settings: [1] }), 'In the JSON, posts[0].settings must be an object'],
		[inPart('text'), 'In the JSON, posts[0].value[0] must be an object with content and image'],
		[
			inPart({ content: ['a'] }),
			'In the JSON, posts[0].value[0].content must be text, not “["a"]”',
		],
		[
			inPart({ content: 'a', image: 'cup.png' }),
			'In the JSON, posts[0].value[0].image[0] must have the id and path of an uploaded file',
		],
		[
			inPart({ content: 'a', image: [{ id: '1' }] }),
			'In the JSON, posts[0].value[0].image[0] must have the id and path of an uploaded file',
		],
		[
			inPart({ content: 'a', delay: -0.5 }),
			'In the JSON, posts[0].value[0].delay must be a number of minutes',
		],
		[
			inPart({ content: 'a', delay: 2 ** 31 }),
			'In the JSON, posts[0].value[0].delay must be a number of minutes up to 2147483647',
		],
		[
			inPart({ content: 'a', delay: 'soon' }),
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

	test('has the channels of its posts', () => {
		const other = { ...post, integration: { id: 'other' }, settings: { a: 1 } };
		expect(readItem([post, other]).written).toEqual([
			{
				choice: { id: 'channel', position: 'Channel 1' },
				format: 'asIs',
				parts: read.parts,
				json: post.settings,
				settingFiles: {},
			},
			{
				choice: { id: 'other', position: 'Channel 2' },
				format: 'asIs',
				parts: read.parts,
				json: { a: 1 },
				settingFiles: {},
			},
		]);
	});

	const part = post.value[0];
	test.each<[string, unknown, RegExp]>([
		['status', { ...body, status: 'Draft' }, /^Write it beside “posts”, as "type": "draft"/],
		['isDraft', { ...body, isDraft: true }, /^Write it beside/],
		['draft', [post, { ...post, draft: 'yes' }], /^Write it beside/],
		['publish', { ...body, publish: false }, /^Write it beside/],
		['scheduledAt', { ...body, scheduledAt: 1 }, /^Write it beside/],
		['publish_date', { ...post, publish_date: 'soon' }, /^Write it beside/],
		['go', { ...post, value: [{ ...part, go: '2099-03-04 10:00' }] }, /^Write it beside/],
		['mode', { ...body, mode: 'now' }, /^Write it beside/],
		['timezone', { ...body, timezone: 'Europe/Berlin' }, /^Write it beside/],
		[
			'who_can_reply_post',
			{ ...post, who_can_reply_post: 'following' },
			/^Move it into the “settings”/,
		],
		['text', { ...post, value: [{ ...part, text: 'Tea' }] }, /^Write the text as “content”/],
	])('is not created if it says under %s what Postiz does not look at', (key, json, remedy) => {
		expect(problemOf(() => readItem(json))).toEqual([
			`The JSON has “${key}”, which Postiz does not look at`,
			expect.stringMatching(remedy),
		]);
	});

	test('for now has the date of now, and says so if it had quite another one', () => {
		const soon = { posts: [post], type: 'now', date: '2099-03-04T10:20:00.000Z' };
		expect(readItem(soon)).toMatchObject({
			shared: { date: '2099-03-04T10:00:00.000Z' },
			corrections: [],
		});
		for (const date of [shared.date, 'later']) {
			expect(readItem({ ...soon, date }).corrections).toEqual([
				'the date was left out, as the post goes out immediately',
			]);
		}
	});

	test('takes from the form what the JSON does not say', () => {
		expect(readItem([post]).shared).toEqual({
			type: 'now',
			date: '2099-03-04T10:00:00.000Z',
			shortLink: false,
			tags: [],
		});
		expect(readItem(body).shared).toEqual(shared);
	});
});
