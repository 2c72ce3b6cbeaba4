import type { MediaFile } from '../../../../nodes/Postiz/media/mediaFile';
import { findNetwork } from '../../../../nodes/Postiz/networks';
import type { Network } from '../../../../nodes/Postiz/networks/networkTypes';
import { adaptToNetwork } from '../../../../nodes/Postiz/publishing/resolve/adapt';
import { findUnsupportedSettings } from '../../../../nodes/Postiz/publishing/validate/unsupportedSettings';
import type { Content, Part } from '../../../../nodes/Postiz/posts/model';
import { Problem } from '../../../../nodes/Postiz/common/problem';
import { createContent } from '../plans.cjs';
import { createTarget } from '../rows.cjs';

const createNetwork = (more: Partial<Network> = {}): Network => ({
	...findNetwork('mastodon')!,
	maxLength: 100,
	guaranteedMaxLength: 10,
	rules: [],
	fields: [],
	...more,
});
const picture: MediaFile = { kind: 'image', extension: 'jpg' };
const createPart = (text: string, files: MediaFile[] = []): Part => ({
	content: text,
	source: { texts: [text], format: 'plain' },
	files,
});
const createPost = (network: Network | undefined, more: Partial<Content> = {}) =>
	createContent({ target: { ...createTarget('mastodon'), network }, ...more });
const createWords = (length: number) => 'tea '.repeat(length / 4 + 1).slice(0, length);

/** Adapts a post for a channel whose account has this maximum length. */
async function adapt(post: Content, accountLimit?: number | Error) {
	const getChannelFacts = jest.fn(async () => {
		if (accountLimit instanceof Error) throw accountLimit;
		return await Promise.resolve({ maxLength: accountLimit });
	});
	const adapted = await adaptToNetwork(post, { getChannelFacts: getChannelFacts as never });
	return { ...adapted, isLimitRequested: getChannelFacts.mock.calls.length > 0 };
}

test.each<
	[string, Partial<Network>, length: number, accountLimit: number | undefined, expected: object]
>([
	['that any account may have', {}, 10, 50, { isLimitRequested: false }],
	['that some may have', {}, 11, 50, { isLimitRequested: true, target: { maxLength: 50 } }],
	[
		'with a limit that a release understates',
		{},
		11,
		5,
		{ isLimitRequested: true, target: { maxLength: 10 } },
	],
	['with a limit that a release leaves out', {}, 11, undefined, { isLimitRequested: true }],
	['that some may just have', {}, 100, 100, { isLimitRequested: true, target: { maxLength: 100 } }],
	['that none may have', {}, 101, 50, { isLimitRequested: false }],
	[
		'where all may have the same',
		{ guaranteedMaxLength: undefined },
		50,
		20,
		{ isLimitRequested: false },
	],
])(
	'looks up the maximum length only if needed: for a text %s',
	async (_what, more, length, accountLimit, expected) => {
		const post = createPost(createNetwork(more), {
			parts: [createPart('Tea'), createPart(createWords(length))],
		});
		const adapted = await adapt(post, accountLimit);
		expect(adapted).toMatchObject(expected);
		if (!('target' in expected)) expect(adapted.target.maxLength).toBeUndefined();
		expect(adapted.parts).toEqual(post.parts);
	},
);

test('leaves the maximum length open if the instance does not return it', async () => {
	const post = createPost(createNetwork(), { parts: [createPart(createWords(50))] });
	expect((await adapt(post, new Problem('no', ''))).target).toEqual(post.target);
});

test('looks up and cuts nothing on an unknown network', async () => {
	const post = createPost(undefined, { parts: [createPart(createWords(5000))], adapts: true });
	expect(await adapt(post, 5)).toEqual({ ...post, isLimitRequested: false });
});

const summarize = ({ parts }: Content) =>
	parts.map(({ content, files }) => [content, files.length]);

const TEXT = createPart('Tea and cake for all');

test.each<
	[string, Partial<Network>, Part[], accountLimit: number | undefined, expected: unknown[]]
>([
	['what fits stays', {}, [createPart('Tea', [picture])], undefined, [['Tea', 1]]],
	[
		'a text goes on in further parts, its files stay with the first',
		{},
		[{ ...TEXT, files: [picture] }, createPart('Milk')],
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
		[createPart('Tée and Tée')],
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
		[createPart('Tea'), { ...TEXT, files: [picture, picture, picture] }],
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
		[createPart('Tea', Array<MediaFile>(5).fill(picture))],
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
])('with Adapt, %s', async (_what, more, parts, accountLimit, expected) => {
	expect(
		summarize(await adapt(createPost(createNetwork(more), { parts, adapts: true }), accountLimit)),
	).toEqual(expected);
	expect(
		summarize(await adapt(createPost(createNetwork(more), { parts, adapts: false }), accountLimit)),
	).toEqual(summarize(createPost(undefined, { parts })));
});

const createField = (name: string) => ({ ...findNetwork('medium')!.fields[0], name });

const TITLED = { settings: { title: 'Tea' } };
const MOODY = { unknownSettings: ['mood'] };

test.each<[string, Partial<Content>, string[] | undefined, string[] | undefined, string[]]>([
	['finds a setting that the instance does not list', TITLED, ['link'], undefined, ['title']],
	['finds no setting that the instance lists', TITLED, ['title'], undefined, []],
	['finds nothing if the instance lists no settings', TITLED, undefined, undefined, []],
	['skips a setting that is not changed', TITLED, ['link'], ['link'], []],
	['finds a setting unknown to the node and the instance', MOODY, ['link'], undefined, ['mood']],
	['skips a setting that only the instance knows', MOODY, ['mood'], undefined, []],
	['finds several settings', { ...TITLED, ...MOODY }, ['link'], undefined, ['title', 'mood']],
	['finds a setting unknown to the node without a list', MOODY, undefined, undefined, ['mood']],
	['finds a file', { settingFiles: { link: picture } }, ['title'], undefined, ['link']],
])('findUnsupportedSettings %s', async (_what, more, keys, changed, expected) => {
	const network = createNetwork({ fields: [createField('title'), createField('link')] });
	const getChannelFacts = async () => await Promise.resolve({ keys });
	expect(
		await findUnsupportedSettings(createPost(network, more), getChannelFacts, changed),
	).toEqual(expected);
});

test('looks up nothing for a post without settings', async () => {
	const getChannelFacts = jest.fn();
	expect(await findUnsupportedSettings(createPost(createNetwork()), getChannelFacts)).toEqual([]);
	expect(getChannelFacts).not.toHaveBeenCalled();
});
