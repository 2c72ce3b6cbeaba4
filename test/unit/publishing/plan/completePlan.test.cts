import { plannedUrl, type PlannedFile } from '../../../../nodes/Postiz/media/plannedFile';
import type { Uploads } from '../../../../nodes/Postiz/media/uploads';
import { findProvider } from '../../../../nodes/Postiz/providers';
import { Abilities } from '../../../../nodes/Postiz/channels/abilities';
import {
	completeItem,
	completePost as complete,
} from '../../../../nodes/Postiz/publishing/plan/completePlan';
import type { PlannedPost } from '../../../../nodes/Postiz/publishing/types';
import type { ApiRequest, PostizClient } from '../../../../nodes/Postiz/transport/client';
import { Instance } from '../../../../nodes/Postiz/transport/instance';
import { Problem } from '../../../../nodes/Postiz/values/problem';
import { channel } from '../deliver/rows.cjs';
import { itemOptions, plannedItem, plannedPost, uploadedFile } from '../plans.cjs';

const A = uploadedFile('a.png');
const B = plannedUrl('https://media.example/b.png');

/** What is asked of the service and which files are measured; `answer` is that to every request. */
function createTools(answer: () => unknown = () => ({})) {
	const asked: string[] = [];
	const measured: PlannedFile[] = [];
	const client = {
		instance: new Instance(),
		requestIfThere: async ({ path }: ApiRequest) => {
			asked.push(path);
			return await Promise.resolve(answer());
		},
	} as unknown as PostizClient;
	const uploads = {
		measure: async (file: PlannedFile) => {
			measured.push(file);
			return await Promise.resolve({ ...file, pixels: { width: 4, height: 3 } });
		},
	} as unknown as Uploads;
	return { asked, measured, tools: { abilities: new Abilities(client), uploads } };
}

type Tools = ReturnType<typeof createTools>['tools'];

const completePost = async (post: PlannedPost, tools: Tools) =>
	await complete(post, { ...tools, isDraft: false });

const postOf = (identifier: string, ...parts: PlannedFile[][]) =>
	plannedPost({
		target: channel(identifier),
		parts: parts.map((files) => ({ content: 'Tea', files })),
	});

describe('files are measured where the network looks at how many pixels they have', () => {
	test.each<[string, PlannedFile[][], PlannedFile[]]>([
		['dribbble', [[A]], [A]],
		['dribbble', [[A], [B]], [A, B]],
		['pinterest', [[A]], []],
		['pinterest', [[A, B]], [A, B]],
		['bluesky', [[A, B]], []],
		['vibes', [[A, B]], []],
	])('%s, %#', async (identifier, parts, expected) => {
		const { tools, measured } = createTools();
		const post = postOf(identifier, ...parts);
		const completed = await completePost(post, tools);
		expect(measured).toEqual(expected);
		expect(completed.parts.flatMap(({ files }) => files)).toEqual(
			parts
				.flat()
				.map((file) =>
					expected.includes(file) ? { ...file, pixels: { width: 4, height: 3 } } : file,
				),
		);
		expect(completed.parts.map(({ content }) => content)).toEqual(parts.map(() => 'Tea'));
	});

	test('the plan stays as it is', async () => {
		const post = postOf('dribbble', [A]);
		await completePost(post, createTools().tools);
		expect(post.parts[0].files).toEqual([A]);
		expect(A.pixels).toBeUndefined();
	});
});

describe('a channel is asked for its own limit if a text is only right for some accounts', () => {
	const { minMaxLength: MIN = NaN } = findProvider('x')!;
	const long = (characters: number, id = 'x-1', settings = {}) =>
		plannedPost({
			target: channel('x', id),
			parts: [
				{ content: 'Tea', files: [] },
				{ content: 'a'.repeat(characters), files: [] },
			],
			settings,
		});
	const answer = (output: unknown) => () => ({ output });

	test.each([
		[MIN, false],
		[MIN + 1, true],
		[4000, true],
		[4001, false],
	])('%s characters on X: %s', async (characters, isAsked) => {
		const { tools, asked } = createTools(answer({ maxLength: 1000 }));
		const { target } = await completePost(long(characters), tools);
		expect(asked).toEqual(isAsked ? ['/integration-settings/x-1'] : []);
		expect(target.maxLength).toBe(isAsked ? 1000 : undefined);
	});

	test('200, as some releases say, is what every account may write', async () => {
		const { tools } = createTools(answer({ maxLength: 200 }));
		const { target } = await completePost(long(MIN + 1), tools);
		expect(target.maxLength).toBe(MIN);
	});

	test.each<[string, () => unknown]>([
		['names none', answer({ maxLength: 'many' })],
		['is empty', () => undefined],
		['is a text', answer('none')],
		[
			'fails',
			() => {
				throw new Problem('Postiz failed (status 502)', '');
			},
		],
	])('without a limit if the answer %s', async (_what, wrong) => {
		const { target } = await completePost(long(MIN + 1), createTools(wrong).tools);
		expect(target.maxLength).toBeUndefined();
	});

	test('but a mistake of the node shows', async () => {
		const broken = createTools(() => {
			throw new TypeError('x is not a function');
		});
		await expect(completePost(long(MIN + 1), broken.tools)).rejects.toThrow(TypeError);
	});

	test('once, however many posts it gets', async () => {
		const { tools, asked } = createTools(answer({ maxLength: 4000 }));
		const posts = [long(MIN + 1), long(MIN + 2), long(MIN + 1, 'x/2')];
		const completed = await completeItem(plannedItem(posts), tools);
		expect(asked).toEqual(['/integration-settings/x-1', '/integration-settings/x%2F2']);
		expect(completed.posts.map(({ target }) => target.maxLength)).toEqual([4000, 4000, 4000]);
	});
});

test.each([
	['a draft', itemOptions('draft')],
	['what is not checked', { ...itemOptions(), skipsValidation: true }],
])('%s needs nothing', async (_name, options) => {
	const { tools, asked, measured } = createTools();
	const item = plannedItem([postOf('dribbble', [A])], options);
	expect(await completeItem(item, tools)).toEqual(item);
	expect([asked, measured]).toEqual([[], []]);
});

test('all posts of an item are completed', async () => {
	const { tools, measured } = createTools();
	await completeItem(plannedItem([postOf('dribbble', [A]), postOf('dribbble', [B])]), tools);
	expect(measured).toEqual([A, B]);
});
