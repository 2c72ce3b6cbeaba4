import { parseBody, readJson } from '../../../../nodes/Postiz/publishing/read/readJson';
import { catchProblem } from '../../support/catchProblem.cjs';
import { createFormContext } from './createFormContext.cjs';

const post = {
	integration: { id: 'channel' },
	value: [{ content: 'Fresh beans', image: [] }],
	settings: { __type: 'x', who_can_reply_post: 'everyone' },
};

const bodyFields = {
	type: 'schedule',
	date: '2099-03-05T10:00:00.000Z',
	shortLink: true,
	tags: [{ value: 'Launch', label: 'Launch' }],
	inter: 7,
	order: 'order-1',
	creationMethod: 'API',
};
const body = { ...bodyFields, posts: [post] };

/** The post after parsing. */
const read = {
	integrationId: 'channel',
	parts: [{ text: 'Fresh beans', files: [] }],
	settings: post.settings,
};

test('reads a whole request body, as an object or as text', () => {
	for (const input of [body, JSON.stringify(body), `\n${JSON.stringify(body, null, '\t')}\n`]) {
		expect(parseBody(input)).toEqual({ bodyFields, posts: [read] });
	}
});

describe('rejects changes of existing posts', () => {
	const part = { ...post.value[0], id: 'old' };

	test.each([
		{
			title: 'the ID of a part',
			input: [{ ...post, value: [post.value[0], part] }],
			problem: 'posts[0].value[1].id belongs to an existing post',
		},
		{
			title: 'a group with its IDs',
			input: { ...post, group: 'old', value: [part] },
			problem: 'posts[0].value[0].id belongs to an existing post',
		},
		{
			title: 'an update',
			input: { ...body, type: 'update' },
			problem: 'type cannot be “update”',
		},
	])('$title', ({ input, problem }) => {
		expect(catchProblem(() => parseBody(input))).toEqual([
			`In the JSON, ${problem}`,
			expect.stringContaining('Remove the ID, or change the existing post'),
		]);
	});

	test('together with all other mistakes', () => {
		const mistaken = { ...body, type: 'update', tag: 'a', posts: [{ ...post, value: [part, 5] }] };
		expect(catchProblem(() => parseBody(mistaken))).toEqual([
			'In the JSON, tag is unknown; type cannot be “update”; posts[0].value[0].id belongs to an existing post; posts[0].value[1] must be an object with content and image',
			[
				'Did you mean “tags”?',
				'This operation only creates posts. Remove the ID, or change the existing post with Post > Update.',
			].join('\n'),
		]);
	});

	test('but not empty IDs', () => {
		const empty = { ...post, group: '', value: [{ ...post.value[0], id: null }] };
		expect(parseBody([empty]).posts).toEqual([read]);
	});
});

test('keeps all keys of references to files', () => {
	const reference = {
		id: '1',
		path: 'https://media.example/cup.png',
		alt: 'A cup',
		thumbnail: 'x',
		own: 1,
	};
	const { posts } = parseBody([{ ...post, value: [{ content: '', image: [reference] }] }]);
	expect(posts[0].parts).toEqual([
		{ text: '', files: [{ from: 'upload', isUnchecked: true, reference }] },
	]);
});

describe('omitted values, and values as text', () => {
	const parsePart = (part: object) => parseBody({ ...post, value: [part] }).posts[0].parts[0];

	test.each<{ title: string; input: object; expected: object }>([
		{
			title: 'a channel with blanks',
			input: { ...post, integration: { id: ' channel ' } },
			expected: read,
		},
		{
			title: 'a channel as a number',
			input: { ...post, integration: { id: 5 } },
			expected: { integrationId: '5' },
		},
		{
			title: 'settings as text',
			input: { ...post, settings: JSON.stringify(post.settings) },
			expected: read,
		},
		{ title: 'no settings', input: { ...post, settings: null }, expected: { settings: {} } },
		{ title: 'a group of old', input: { ...post, group: 'b' }, expected: read },
	])('$title', ({ input, expected }) => expect(parseBody(input).posts[0]).toMatchObject(expected));

	test('leaves empty fields to the form, but keeps an empty list of tags', () => {
		const empty = { order: '', date: null, type: ' ', inter: '', creationMethod: '' };
		expect(parseBody({ posts: [post], ...empty, tags: [] }).bodyFields).toEqual({ tags: [] });
	});

	test.each<{ title: string; part: object; expected: object }>([
		{ title: 'no files', part: { content: 'a', image: null }, expected: { text: 'a', files: [] } },
		{ title: 'a number as text', part: { content: 5 }, expected: { text: '5', files: [] } },
		{
			title: 'a delay as text',
			part: { content: 'a', delay: '5' },
			expected: { text: 'a', files: [], delay: 5 },
		},
		{ title: 'no delay', part: { content: 'a', delay: null }, expected: { text: 'a', files: [] } },
	])('reads a part with $title', ({ part, expected }) => expect(parsePart(part)).toEqual(expected));
});

describe('reports mistakes', () => {
	const changePost = (change: object) => [{ ...post, ...change }];
	const createWithPart = (part: unknown) => changePost({ value: [part] });
	const [TEXT, LIST, OBJECT] = ['not a request', 'no list of posts', 'must be an object'];

	test.each<[unknown, string]>([
		...['', ' \n', 'null', '5', undefined].map((input): [unknown, string] => [input, TEXT]),
		['{"posts": [}', 'The JSON is not valid JSON'],
		...[{}, { posts: 'all' }, { posts: [] }, []].map((input): [unknown, string] => [input, LIST]),
		[{ ...body, type: 'later' }, 'In the JSON, type cannot be “later”'],
		...[Array(1), ['text'], [null]].map((input): [unknown, string] => [
			input,
			`posts[0] ${OBJECT}`,
		]),
		...[undefined, 'channel', { id: ' ' }].map((integration): [unknown, string] => [
			changePost({ integration }),
			'In the JSON, posts[0].integration.id must be the ID of a channel',
		]),
		[changePost({ value: undefined }), 'posts[0].value must be a list with at least one part'],
		[
			changePost({ value: { content: 'a' } }),
			'posts[0].value must be a list with at least one part',
		],
		[changePost({ settings: [1] }), 'In the JSON, posts[0].settings must be an object'],
		[changePost({ value: Array(1) }), 'posts[0].value[0] must be an object with content and image'],
		[createWithPart('text'), 'posts[0].value[0] must be an object with content and image'],
		[createWithPart({ content: ['a'] }), 'posts[0].value[0].content must be text'],
		[createWithPart({ content: 'a', image: 'cup.png' }), 'image[0] must have the id and path'],
		[createWithPart({ content: 'a', image: [{ id: '1' }] }), 'image[0] must have the id and path'],
		...[-0.5, 1.5, 2 ** 31, 'soon'].map((delay): [unknown, string] => [
			createWithPart({ content: 'a', delay }),
			'posts[0].value[0].delay must be a whole number of minutes up to 2147483647',
		]),
	])('%j: %s', (input, message) => {
		expect(catchProblem(() => parseBody(input))[0]).toContain(message);
	});

	test.each<[object, string, string]>([
		[{ ...body, tag: 'a' }, 'tag is unknown', 'Did you mean “tags”?'],
		[{ ...body, scheduledAt: 1 }, 'scheduledAt is unknown', 'It has type, date'],
		[{ ...post, date: body.date }, 'posts[0].date is unknown', 'belongs in the body'],
		[{ ...post, content: 'a' }, 'posts[0].content is unknown', 'belongs in a part, in “value”'],
		[
			{ ...post, who_can_reply_post: 'following' },
			'posts[0].who_can_reply_post is unknown',
			'belongs in the “settings” of its post',
		],
		[
			{ ...post, value: [{ content: 'a', images: [1] }] },
			'posts[0].value[0].images is unknown',
			'Did you mean “image”?',
		],
	])('in a misplaced or unknown key: %j', (input, message, remedy) => {
		const [actualMessage, actualRemedy] = catchProblem(() => parseBody(input));
		expect(actualMessage).toContain(message);
		expect(actualRemedy).toContain(remedy);
	});

	test('all at once, and in what surrounds the body', () => {
		const broken = [{ integration: { id: '' }, value: [{ content: 'a', image: [1] }] }];
		expect(catchProblem(() => parseBody(broken))[0]).toBe(
			'In the JSON, posts[0].integration.id must be the ID of a channel; posts[0].value[0].image[0] must have the id and path of an uploaded file',
		);
		const mistaken = {
			...body,
			type: 'later',
			posts: [{ ...post, value: [{ content: ['a'] }, { content: ['b'] }], settings: [1] }],
		};
		expect(catchProblem(() => parseBody(mistaken))).toEqual([
			'In the JSON, type cannot be “later”; posts[0].value[0].content must be text, not “["a"]”; posts[0].value[1].content must be text, not “["b"]”; posts[0].settings must be an object',
			[
				'Use one of schedule, draft, nextSlot, now.',
				'Check where it comes from. Correct the cell or the expression it comes from.',
				'Write it between curly brackets, such as {"title": "Winter menu"}.',
			].join('\n'),
		]);
		expect(catchProblem(() => parseBody([{ ...body, posts: undefined, content: [post] }]))).toEqual(
			[
				'The JSON has a list around the body',
				'Remove the outer list, and rename “content” to “posts”.',
			],
		);
	});
});

describe('readJson', () => {
	const NOW = Date.parse('2099-03-04T10:00:00.000Z');
	const readItem = (json: unknown) =>
		readJson(createFormContext({ type: 'now', json: json as string }), 0, NOW);

	test('reads the channel and settings of each post', () => {
		const other = { ...post, integration: { id: 'other' }, settings: { a: 1 } };
		expect(readItem([post, other]).input).toEqual({
			kind: 'json',
			posts: [
				{
					channel: { idOrName: 'channel', label: 'Channel 1' },
					format: 'asIs',
					parts: read.parts,
					jsonSettings: post.settings,
					settingFiles: {},
				},
				{
					channel: { idOrName: 'other', label: 'Channel 2' },
					format: 'asIs',
					parts: read.parts,
					jsonSettings: { a: 1 },
					settingFiles: {},
				},
			],
		});
	});
});
