import { plannedUrl, type MediaFile } from '../../../../nodes/Postiz/media/mediaFile';
import type { Uploads } from '../../../../nodes/Postiz/media/uploads';
import { findProvider } from '../../../../nodes/Postiz/providers';
import type { Target } from '../../../../nodes/Postiz/channels/targets';
import { channelFacts } from '../../../../nodes/Postiz/channels/facts';
import {
	completeItem,
	completePost as complete,
} from '../../../../nodes/Postiz/publishing/plan/completePlan';
import type { PlannedPart, PlannedPost } from '../../../../nodes/Postiz/publishing/types';
import type { ApiRequest, PostizClient } from '../../../../nodes/Postiz/transport/client';
import { Problem } from '../../../../nodes/Postiz/values/problem';
import { channel } from '../deliver/rows.cjs';
import { itemOptions, plannedItem, plannedPost, uploadedFile } from '../plans.cjs';

const A = uploadedFile('a.png');
const B = plannedUrl('https://media.example/b.png');

/** Records the calls to the service and the measured files; `answer` answers every request. */
function createTools(answer: () => unknown = () => ({})) {
	const asked: string[] = [];
	const measured: MediaFile[] = [];
	const client = {
		request: async ({ path }: ApiRequest) => {
			asked.push(path);
			return await Promise.resolve(answer());
		},
	} as unknown as PostizClient;
	const uploads = {
		measure: async (file: MediaFile) => {
			measured.push(file);
			return await Promise.resolve({ ...file, pixels: { width: 4, height: 3 } });
		},
	} as unknown as Uploads;
	return { asked, measured, tools: { factsOf: channelFacts(client), uploads } };
}

type Tools = ReturnType<typeof createTools>['tools'];

const completePost = async (post: PlannedPost, tools: Tools) =>
	(await completeItem(plannedItem([post]), tools)).posts[0]!;

const postOf = (identifier: string, ...parts: MediaFile[][]) =>
	plannedPost({
		target: channel(identifier),
		parts: parts.map((files) => ({ content: 'Tea', files })),
	});

describe('files are measured where the network looks at how many pixels they have', () => {
	test.each<[string, MediaFile[][], MediaFile[]]>([
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
});

describe('a channel is asked for its own limit if a text is only right for some accounts', () => {
	const { minMaxLength: MIN = NaN, maxLength: MAX = NaN } = findProvider('x')!;
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

	test.each<[number, boolean | undefined, boolean]>([
		[MIN, undefined, false],
		[MIN + 1, undefined, true],
		[MAX, false, true],
		[MAX + 1, false, false],
		[MAX + 1, true, true],
	])('%s characters on X, adapted: %s: %s', async (characters, adapts, isAsked) => {
		// Some releases return 200, but every account may use the lower limit.
		for (const maxLength of [1000, 200]) {
			const { tools, asked } = createTools(answer({ maxLength }));
			const { target } = await completePost({ ...long(characters), adapts }, tools);
			expect(asked).toEqual(isAsked ? ['/integration-settings/x-1'] : []);
			expect(target.maxLength).toBe(isAsked ? Math.max(MIN, maxLength) : undefined);
		}
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
		const noted = [expect.stringContaining(`${MIN + 1} characters`)];
		for (const adapts of [false, true]) {
			const post = { ...long(MIN + 1), adapts };
			const { target, notes } = await completePost(post, createTools(wrong).tools);
			expect(target.maxLength).toBeUndefined();
			expect(notes).toEqual(adapts ? undefined : noted);
		}
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

describe('a text that is too long', () => {
	const part = (text: string, more: Partial<PlannedPart> = {}): PlannedPart => ({
		content: text,
		written: { texts: [text], format: 'plain' },
		files: [],
		...more,
	});
	const fit = async (adapts: boolean, parts: PlannedPart[], target: Partial<Target>) => {
		const post = plannedPost({ target: { ...channel('mastodon'), ...target }, parts, adapts });
		const item = plannedItem([post], { adapts, skipsValidation: true });
		const [{ parts: fitted }] = (await completeItem(item, createTools().tools)).posts;
		return fitted;
	};
	const ONE = 'one two three';
	const PINTEREST = { provider: findProvider('pinterest') };

	test.each<[boolean, number | undefined, string[], string[], Partial<Target>?]>([
		[false, 8, [ONE], [ONE]],
		[true, 7, [ONE, 'ok'], ['one two', 'three', 'ok']],
		[true, 13, [ONE], [ONE]],
		[true, 8, [ONE, 'ok'], ['one two…', 'ok'], PINTEREST],
		[true, undefined, ['a '.repeat(300)], ['a '.repeat(250).trim(), 'a '.repeat(50).trim()]],
		[true, undefined, [ONE], [ONE], { provider: undefined }],
		[true, 7, [ONE], ['one two', 'three'], { provider: undefined }],
	])(
		'(to be adapted: %s) of %s characters: %j',
		async (adapts, maxLength, texts, expected, target = {}) => {
			const parts = texts.map((text) => part(text));
			const fitted = await fit(adapts, parts, { ...(maxLength && { maxLength }), ...target });
			expect(fitted.map(({ content }) => content)).toEqual(expected);
		},
	);

	test('is cut in a draft, too, so that it can go out', async () => {
		const post = plannedPost({
			target: { ...channel('mastodon'), maxLength: 8 },
			parts: [part(ONE)],
			adapts: true,
		});
		const item = plannedItem([post], { ...itemOptions('draft'), adapts: true });
		const [{ parts }] = (await completeItem(item, createTools().tools)).posts;
		expect(parts.map(({ content }) => content)).toEqual(['one two', 'three']);
	});

	test('keeps its files and its delay at its start', async () => {
		const parts = [part('ok'), part(ONE, { files: [A], delay: 5 })];
		expect(await fit(true, parts, { maxLength: 7 })).toEqual([
			parts[0],
			{ ...parts[1], content: 'one two' },
			{ content: 'three', files: [] },
		]);
	});

	test('stays as it is if nobody knows how it was written', async () => {
		const parts = [part(ONE, { written: undefined })];
		expect(await fit(true, parts, { maxLength: 7 })).toEqual(parts);
	});
});

describe('settings that the instance does not list', () => {
	const asTrial = plannedPost({
		target: channel('instagram'),
		settings: { is_trial_reel: true, post_type: 'post', mood: 'up' },
		unlisted: ['mood'],
	});
	const listing = (...keys: string[]) => ({
		settings: { properties: Object.fromEntries(keys.map((key) => [key, {}])) },
	});

	test.each<[string, object, string[] | undefined, string[]]>([
		['all', listing('post_type'), undefined, ['is_trial_reel', 'mood']],
		['those that change', listing(), ['is_trial_reel'], ['is_trial_reel', 'mood']],
		['none that are listed', listing('post_type', 'is_trial_reel', 'mood'), undefined, []],
		['those that nobody knows, if it lists none', { settings: 'None' }, undefined, ['mood']],
	])('%s', async (_what, output, changed, expected) => {
		const { tools, asked } = createTools(() => ({ output }));
		const completed = await complete(asTrial, { ...tools, isDraft: true, changed });
		expect(completed).toEqual({ ...asTrial, unlisted: expected });
		expect(asked).toHaveLength(1);
	});

	test('are not sent if nobody can say which they are', async () => {
		const { tools } = createTools(() => {
			throw new Problem('It failed', '');
		});
		await expect(complete(asTrial, { ...tools, isDraft: true })).rejects.toThrow('It failed');
	});
});
