import { Problem } from '../../../../nodes/Postiz/common/problem';
import type { MediaFile } from '../../../../nodes/Postiz/media/mediaFile';
import { findNetwork } from '../../../../nodes/Postiz/networks';
import type { Network } from '../../../../nodes/Postiz/networks/networkTypes';
import type { PostContent, Part } from '../../../../nodes/Postiz/posts/desiredPost';
import { adaptToNetwork } from '../../../../nodes/Postiz/publishing/resolve/adaptToNetwork';
import { fetchAndAddMaxLength } from '../../../../nodes/Postiz/posts/limits/fetchAndAddMaxLength';
import { fetchUnsupportedSettings } from '../../../../nodes/Postiz/publishing/validate/fetchUnsupportedSettings';
import { createContent } from '../createContent.cjs';
import { createTarget } from '../createItem.cjs';

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
	textInput: { texts: [text], format: 'plain' },
	files,
});
const createPost = (network: Network | undefined, more: Partial<PostContent> = {}) =>
	createContent({ target: { ...createTarget('mastodon'), network }, ...more });
const createWords = (length: number) => 'tea '.repeat(length / 4 + 1).slice(0, length);

/** Adapts a post for a channel whose account has this maximum length. */
async function adapt(post: PostContent, accountLimit?: number | Error) {
	const fetchChannelCapabilities = jest.fn(async () => {
		if (accountLimit instanceof Error) throw accountLimit;
		return await Promise.resolve({ maxLength: accountLimit });
	});
	const adapted = adaptToNetwork(
		await fetchAndAddMaxLength(post, fetchChannelCapabilities as never),
	);
	return { ...adapted, isLimitRequested: fetchChannelCapabilities.mock.calls.length > 0 };
}

test.each<{
	title: string;
	more: Partial<Network>;
	length: number;
	accountLimit?: number;
	expected: object;
}>([
	{
		title: 'that any account may have',
		more: {},
		length: 10,
		accountLimit: 50,
		expected: { isLimitRequested: false },
	},
	{
		title: 'that some may have',
		more: {},
		length: 11,
		accountLimit: 50,
		expected: { isLimitRequested: true, target: { maxLength: 50 } },
	},
	{
		title: 'with a limit that a release understates',
		more: {},
		length: 11,
		accountLimit: 5,
		expected: { isLimitRequested: true, target: { maxLength: 10 } },
	},
	{
		title: 'with a limit that a release leaves out',
		more: {},
		length: 11,
		expected: { isLimitRequested: true },
	},
	{
		title: 'that some may just have',
		more: {},
		length: 100,
		accountLimit: 100,
		expected: { isLimitRequested: true, target: { maxLength: 100 } },
	},
	{
		title: 'that none may have',
		more: {},
		length: 101,
		accountLimit: 50,
		expected: { isLimitRequested: false },
	},
	{
		title: 'where all may have the same',
		more: { guaranteedMaxLength: undefined },
		length: 50,
		accountLimit: 20,
		expected: { isLimitRequested: false },
	},
])(
	'looks up the maximum length only if needed: for a text $title',
	async ({ more, length, accountLimit, expected }) => {
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
	const post = createPost(undefined, {
		parts: [createPart(createWords(5000))],
		adaptsIfUnsupported: true,
	});
	expect(await adapt(post, 5)).toEqual({ ...post, isLimitRequested: false });
});

const summarize = ({ parts }: PostContent) =>
	parts.map(({ content, files }) => [content, files.length]);

const TEXT = createPart('Tea and cake for all');

test.each<{
	title: string;
	more: Partial<Network>;
	parts: Part[];
	accountLimit?: number;
	expected: unknown[];
}>([
	{
		title: 'what fits stays',
		more: {},
		parts: [createPart('Tea', [picture])],
		expected: [['Tea', 1]],
	},
	{
		title: 'a text goes on in further parts, its files stay with the first',
		more: {},
		parts: [{ ...TEXT, files: [picture] }, createPart('Milk')],
		expected: [
			['Tea and', 1],
			['cake for', 0],
			['all', 0],
			['Milk', 0],
		],
	},
	{
		title: 'an account with more room gets the whole text',
		more: {},
		parts: [TEXT],
		accountLimit: 20,
		expected: [[TEXT.content, 0]],
	},
	{
		title: 'without threads, a text is shortened',
		more: { ignoresThreads: true },
		parts: [TEXT],
		expected: [['Tea and…', 0]],
	},
	{
		title: 'a text is cut in the unit of a rule, too',
		more: { rules: [{ measure: 'bytes', max: 8 }] },
		parts: [createPart('Tée and Tée')],
		expected: [
			['Tée and', 0],
			['Tée', 0],
		],
	},
	{
		title: 'what is cut off a text beside files has the limit of texts without',
		more: { rules: [{ measure: 'bytes', max: 5, onlyWith: 'files' }] },
		parts: [{ ...TEXT, files: [picture] }],
		expected: [
			['Tea', 1],
			['and cake', 0],
			['for all', 0],
		],
	},
	{
		title: 'a later part has the limits of later parts throughout',
		more: {
			rules: [
				{ measure: 'bytes', max: 5, in: 'firstPart' },
				{ measure: 'files', max: 2, in: 'firstPart' },
				{ measure: 'files', max: 1, in: 'laterParts' },
			],
		},
		parts: [createPart('Tea'), { ...TEXT, files: [picture, picture, picture] }],
		expected: [
			['Tea', 0],
			['Tea and', 1],
			['', 1],
			['', 1],
			['cake for', 0],
			['all', 0],
		],
	},
	{
		title: 'files that are too many go on in further parts',
		more: { rules: [{ measure: 'files', max: 2 }] },
		parts: [createPart('Tea', Array<MediaFile>(5).fill(picture))],
		expected: [
			['Tea', 2],
			['', 2],
			['', 1],
		],
	},
	{
		title: 'a text that is sent as it is stays whole',
		more: {},
		parts: [{ ...TEXT, textInput: undefined }],
		expected: [[TEXT.content, 0]],
	},
])('with Adapt, $title', async ({ more, parts, accountLimit, expected }) => {
	expect(
		summarize(
			await adapt(
				createPost(createNetwork(more), { parts, adaptsIfUnsupported: true }),
				accountLimit,
			),
		),
	).toEqual(expected);
	expect(
		summarize(
			await adapt(
				createPost(createNetwork(more), { parts, adaptsIfUnsupported: false }),
				accountLimit,
			),
		),
	).toEqual(summarize(createPost(undefined, { parts })));
});

const createField = (name: string) => ({ ...findNetwork('medium')!.fields[0], name });

const TITLED = { settings: { title: 'Tea' } };
const MOODY = { unknownSettings: ['mood'] };

test.each<{
	title: string;
	more: Partial<PostContent>;
	keys?: string[];
	changed?: string[];
	expected: string[];
}>([
	{
		title: 'finds a setting that the instance does not list',
		more: TITLED,
		keys: ['link'],
		expected: ['title'],
	},
	{
		title: 'finds no setting that the instance lists',
		more: TITLED,
		keys: ['title'],
		expected: [],
	},
	{ title: 'finds nothing if the instance lists no settings', more: TITLED, expected: [] },
	{
		title: 'skips a setting that is not changed',
		more: TITLED,
		keys: ['link'],
		changed: ['link'],
		expected: [],
	},
	{
		title: 'finds a setting unknown to the node and the instance',
		more: MOODY,
		keys: ['link'],
		expected: ['mood'],
	},
	{
		title: 'skips a setting that only the instance knows',
		more: MOODY,
		keys: ['mood'],
		expected: [],
	},
	{
		title: 'finds several settings',
		more: { ...TITLED, ...MOODY },
		keys: ['link'],
		expected: ['title', 'mood'],
	},
	{ title: 'finds a setting unknown to the node without a list', more: MOODY, expected: ['mood'] },
	{
		title: 'finds a file',
		more: { settingFiles: { link: picture } },
		keys: ['title'],
		expected: ['link'],
	},
])('fetchUnsupportedSettings $title', async ({ more, keys, changed, expected }) => {
	const network = createNetwork({ fields: [createField('title'), createField('link')] });
	const fetchChannelCapabilities = async () => await Promise.resolve({ settingKeys: keys });
	expect(
		await fetchUnsupportedSettings(createPost(network, more), fetchChannelCapabilities, changed),
	).toEqual(expected);
});

test('looks up nothing for a post without settings', async () => {
	const fetchChannelCapabilities = jest.fn();
	expect(
		await fetchUnsupportedSettings(createPost(createNetwork()), fetchChannelCapabilities),
	).toEqual([]);
	expect(fetchChannelCapabilities).not.toHaveBeenCalled();
});
