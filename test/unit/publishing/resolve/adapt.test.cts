/** How a post is fitted to its network: the length of its own channel, and what Adapt cuts. */
import type { MediaFile } from '../../../../nodes/Postiz/media/mediaFile';
import { findNetwork } from '../../../../nodes/Postiz/networks';
import type { Network } from '../../../../nodes/Postiz/networks/networkTypes';
import { adaptToNetwork } from '../../../../nodes/Postiz/publishing/resolve/adapt';
import { findUnsupportedSettings } from '../../../../nodes/Postiz/publishing/validate/unsupportedSettings';
import type { Content, Part } from '../../../../nodes/Postiz/publishing/model';
import { Problem } from '../../../../nodes/Postiz/common/problem';
import { createContent } from '../plans.cjs';
import { createTarget } from '../rows.cjs';

const vine = (more: Partial<Network> = {}): Network => ({
	...findNetwork('mastodon')!,
	maxLength: 100,
	guaranteedMaxLength: 10,
	rules: [],
	fields: [],
	...more,
});
const picture: MediaFile = { kind: 'image', extension: 'jpg' };
const partOf = (text: string, files: MediaFile[] = []): Part => ({
	content: text,
	source: { texts: [text], format: 'plain' },
	files,
});
const postWith = (provider: Network | undefined, more: Partial<Content> = {}) =>
	createContent({ target: { ...createTarget('mastodon'), network: provider }, ...more });
const words = (length: number) => 'tea '.repeat(length / 4 + 1).slice(0, length);

/** A post as it is fitted, on a channel of which the instance tells this max length. */
async function fit(post: Content, told?: number | Error) {
	const getChannelFacts = jest.fn(async () => {
		if (told instanceof Error) throw told;
		return await Promise.resolve({ maxLength: told });
	});
	const fitted = await adaptToNetwork(post, { getChannelFacts: getChannelFacts as never });
	return { ...fitted, hasAsked: getChannelFacts.mock.calls.length > 0 };
}

test.each<[string, Partial<Network>, length: number, told: number | undefined, expected: object]>([
	['that any account may have', {}, 10, 50, { hasAsked: false }],
	['that some may have', {}, 11, 50, { hasAsked: true, target: { maxLength: 50 } }],
	[
		'with a limit that a release understates',
		{},
		11,
		5,
		{ hasAsked: true, target: { maxLength: 10 } },
	],
	['with a limit that a release leaves out', {}, 11, undefined, { hasAsked: true }],
	['that some may just have', {}, 100, 100, { hasAsked: true, target: { maxLength: 100 } }],
	['that none may have', {}, 101, 50, { hasAsked: false }],
	['where all may have the same', { guaranteedMaxLength: undefined }, 50, 20, { hasAsked: false }],
])(
	'looks up the maximum length only if needed: for a text %s',
	async (_what, more, length, told, expected) => {
		const post = postWith(vine(more), { parts: [partOf('Tea'), partOf(words(length))] });
		const fitted = await fit(post, told);
		expect(fitted).toMatchObject(expected);
		if (!('target' in expected)) expect(fitted.target.maxLength).toBeUndefined();
		expect(fitted.parts).toEqual(post.parts);
	},
);

test('leaves the maximum length open if the instance does not return it', async () => {
	const post = postWith(vine(), { parts: [partOf(words(50))] });
	expect((await fit(post, new Problem('no', ''))).target).toEqual(post.target);
});

test('looks up and cuts nothing on an unknown network', async () => {
	const post = postWith(undefined, { parts: [partOf(words(5000))], adapts: true });
	expect(await fit(post, 5)).toEqual({ ...post, hasAsked: false });
});

const shown = ({ parts }: Content) => parts.map(({ content, files }) => [content, files.length]);

const TEXT = partOf('Tea and cake for all');

test.each<[string, Partial<Network>, Part[], told: number | undefined, expected: unknown[]]>([
	['what fits stays', {}, [partOf('Tea', [picture])], undefined, [['Tea', 1]]],
	[
		'a text goes on in further parts, its files stay with the first',
		{},
		[{ ...TEXT, files: [picture] }, partOf('Milk')],
		undefined,
		[
			['Tea and', 1],
			['cake for', 0],
			['all', 0],
			['Milk', 0],
		],
	],
	['an account with more room gets the whole text', {}, [TEXT], 20, [[TEXT.content, 0]]],
	[
		'without threads, a text is shortened',
		{ ignoresThreads: true },
		[TEXT],
		undefined,
		[['Tea and…', 0]],
	],
	[
		'a text is cut in the unit of a rule, too',
		{ rules: [{ measure: 'bytes', max: 8 }] },
		[partOf('Tée and Tée')],
		undefined,
		[
			['Tée and', 0],
			['Tée', 0],
		],
	],
	[
		'what is cut off a text beside files has the limit of texts without',
		{ rules: [{ measure: 'bytes', max: 5, onlyWith: 'files' }] },
		[{ ...TEXT, files: [picture] }],
		undefined,
		[
			['Tea', 1],
			['and cake', 0],
			['for all', 0],
		],
	],
	[
		'a later part has the limits of later parts throughout',
		{
			rules: [
				{ measure: 'bytes', max: 5, in: 'post' },
				{ measure: 'files', max: 2, in: 'post' },
				{ measure: 'files', max: 1, in: 'thread' },
			],
		},
		[partOf('Tea'), { ...TEXT, files: [picture, picture, picture] }],
		undefined,
		[
			['Tea', 0],
			['Tea and', 1],
			['', 1],
			['', 1],
			['cake for', 0],
			['all', 0],
		],
	],
	[
		'files that are too many go on in further parts',
		{ rules: [{ measure: 'files', max: 2 }] },
		[partOf('Tea', Array<MediaFile>(5).fill(picture))],
		undefined,
		[
			['Tea', 2],
			['', 2],
			['', 1],
		],
	],
	[
		'a text that is sent as it is stays whole',
		{},
		[{ ...TEXT, source: undefined }],
		undefined,
		[[TEXT.content, 0]],
	],
])('with Adapt, %s', async (_what, more, parts, told, expected) => {
	expect(shown(await fit(postWith(vine(more), { parts, adapts: true }), told))).toEqual(expected);
	expect(shown(await fit(postWith(vine(more), { parts, adapts: false }), told))).toEqual(
		shown(postWith(undefined, { parts })),
	);
});

const field = (name: string) => ({ ...findNetwork('medium')!.fields[0], name });

const TITLED = { settings: { title: 'Tea' } };
const MOODY = { unknownSettings: ['mood'] };

test.each<[string, Partial<Content>, string[] | undefined, string[] | undefined, string[]]>([
	['a setting that the instance does not list', TITLED, ['link'], undefined, ['title']],
	['one that it lists', TITLED, ['title'], undefined, []],
	['any, if it lists none', TITLED, undefined, undefined, []],
	['one that is not changed', TITLED, ['link'], ['link'], []],
	['one that the node does not know, either', MOODY, ['link'], undefined, ['mood']],
	['one that only the instance knows', MOODY, ['mood'], undefined, []],
	['both', { ...TITLED, ...MOODY }, ['link'], undefined, ['title', 'mood']],
	['one that nobody is asked about', MOODY, undefined, undefined, ['mood']],
	['a file', { settingFiles: { link: picture } }, ['title'], undefined, ['link']],
])('%s is unlisted: %#', async (_what, more, keys, changed, expected) => {
	const provider = vine({ fields: [field('title'), field('link')] });
	const getChannelFacts = async () => await Promise.resolve({ keys });
	expect(await findUnsupportedSettings(postWith(provider, more), getChannelFacts, changed)).toEqual(
		expected,
	);
});

test('looks up nothing for a post without settings', async () => {
	const getChannelFacts = jest.fn();
	expect(await findUnsupportedSettings(postWith(vine()), getChannelFacts)).toEqual([]);
	expect(getChannelFacts).not.toHaveBeenCalled();
});
