import type { IDataObject } from 'n8n-workflow';

import { checkPost, summarize, type PostProblem } from '../../../nodes/Postiz/channels/checkPost';
import type { Target } from '../../../nodes/Postiz/channels/targets';
import { PREVIEW_ID } from '../../../nodes/Postiz/media/uploads';
import { findProvider } from '../../../nodes/Postiz/providers';
import type { Provider } from '../../../nodes/Postiz/providers/types';
import type { PostItem, PostType } from '../../../nodes/Postiz/transport/types';

const IMAGE = { id: '1', path: 'https://media.example/cup.png' };
const VIDEO = { id: '2', path: 'https://media.example/pour.mp4?size=small' };

const network: Provider = {
	identifier: 'network',
	displayName: 'Network',
	text: 'plain',
	maxLength: 10,
	fields: [
		{
			displayName: 'Audience',
			name: 'audience',
			type: 'options',
			required: true,
			default: 'all',
			options: [
				{ name: 'Everyone', value: 'all' },
				{ name: 'friends', value: 'friends' },
			],
		},
		{ displayName: 'Title', name: 'title', type: 'string', default: '' },
		{ displayName: 'Sponsored', name: 'sponsored', type: 'boolean', default: false },
	],
	check: ({ title }) => (title === 'bad' ? [{ field: 'Title', message: 'is bad' }] : []),
};

function check(...post: Parameters<typeof problemsOf>): string[] {
	return problemsOf(...post).map(({ message }) => message);
}

/** As {@link check}, with what another version of Postiz may take. */
function problemsOf(
	{
		settings = {},
		value = [{ content: 'Hi', image: [] }],
	}: { settings?: IDataObject; value?: PostItem['value'] } = {},
	{ provider = network, type = 'schedule' }: { provider?: Provider | null; type?: PostType } = {},
): PostProblem[] {
	const target: Target = {
		id: 'channel',
		label: 'Channel (Network)',
		name: 'Acme Coffee',
		identifier: 'network',
		provider: provider ?? undefined,
		isDetected: false,
	};
	const item: PostItem = {
		integration: { id: 'channel' },
		value,
		settings: { audience: 'all', ...settings, __type: 'network' },
	};
	return checkPost(item, target, type).map(({ message, mayPass }) => {
		expect(message).toMatch(/^Channel \(Network\): /);
		return { message: message.replace('Channel (Network): ', ''), mayPass };
	});
}

const text = (content: string) => ({ content, image: [] });

test('a good post has no problem', () => {
	expect(check()).toEqual([]);
	expect(check({ settings: { title: 'Menu', sponsored: true } })).toEqual([]);
	expect(check({ value: [{ content: '', image: [IMAGE] }] })).toEqual([]);
});

describe('settings', () => {
	test('are checked in drafts too', () => {
		const settings = { audience: 'foes', title: 'bad' };
		for (const type of ['now', 'schedule', 'draft'] as const) {
			expect(check({ settings }, { type })).toEqual([
				'Audience cannot be “foes”. Allowed: Everyone (all), friends',
				'Title is bad',
			]);
		}
	});

	test('of a network without a declaration are the business of the service', () => {
		expect(check({ settings: { audience: 'foes', any: 1 } }, { provider: null })).toEqual([]);
	});
});

describe('text', () => {
	test('is needed in every part that has no media, in drafts too', () => {
		const value = [text(' \n'), text('b'), { content: '', image: [IMAGE] }, text('')];
		for (const type of ['now', 'schedule', 'draft'] as const) {
			expect(check({ value }, { type })).toEqual([
				'the text is empty. A post needs text or media',
				'part 4 of the thread is empty. A post needs text or media',
			]);
		}
	});

	test('has a length, part by part, except in drafts', () => {
		const value = [text('just right'), text('one too many')];
		expect(check({ value })).toEqual([
			'part 2 of the thread has 12 characters; Network takes 10. Shorten it, or move the rest into Thread',
		]);
		expect(check({ value }, { type: 'draft' })).toEqual([]);
	});

	test('is as long as a reader sees it, save that the service counts & as five', () => {
		expect(check({ value: [text('<p>1234567890</p>')] })).toEqual([]);
		expect(check({ value: [text('123456&')] })).toHaveLength(1);
	});

	test('has no limit where the network has none', () => {
		const unlimited = { ...network, maxLength: undefined };
		expect(check({ value: [text('x'.repeat(200_000))] }, { provider: unlimited })).toEqual([]);
	});

	test('may be longer where the settings say so', () => {
		const articles: Provider = {
			...network,
			maxLengthFor: ({ title }) => (title === 'long' ? 20 : undefined),
		};
		const value = [text('fifteen letters')];
		expect(check({ value }, { provider: articles })).toHaveLength(1);
		expect(check({ value, settings: { title: 'long' } }, { provider: articles })).toEqual([]);
	});
});

describe('media', () => {
	const takingPictures = {
		provider: { ...network, media: { required: 'image', max: 2 } as const },
	};
	const post = (...image: PostItem['value'][0]['image']) => ({ value: [{ content: 'Hi', image }] });

	test('is what the network takes, except in drafts', () => {
		expect(check(post(IMAGE, IMAGE), takingPictures)).toEqual([]);
		expect(check(post(VIDEO), takingPictures)).toEqual([
			'the post has no picture. Network takes 1 to 2 pictures or videos',
		]);
		expect(check(post(VIDEO), { ...takingPictures, type: 'draft' })).toEqual([]);
		expect(check(post(VIDEO), { provider: null })).toEqual([]);
	});

	test('has an ID, and an ending that a post can carry', () => {
		const value = [
			{ content: 'Hi', image: [IMAGE, { id: '3', path: 'https://media.example/cup.avif' }] },
			{ content: 'Ho', image: [{ id: '', path: IMAGE.path }] },
		];
		for (const type of ['now', 'draft'] as const) {
			expect(check({ value }, { type })).toEqual([
				'file 2 of the post cannot be “https://media.example/cup.avif”. A post takes PNG, JPEG, GIF and WebP pictures and MP4 videos',
				`file 1 of part 2 of the thread must have the id and path of an uploaded file, not “{"id":"","path":"${IMAGE.path}"}”`,
			]);
		}
	});

	test('that is still to be fetched need not say its type', () => {
		const file = { id: PREVIEW_ID, path: 'preview' };
		expect(check(post(file))).toEqual([]);
		expect(check(post(file), takingPictures)).toEqual([]);
	});

	test('is recognized by its path', () => {
		const nameless = { id: '1', path: undefined as unknown as string };
		expect(check(post(nameless), takingPictures)).toEqual([
			expect.stringContaining('must have the id and path of an uploaded file'),
		]);
	});
});

describe('a thread', () => {
	const value = [text('Hi'), text('Ho'), text('Hum')];

	test('is refused where only its first part is published, except in drafts', () => {
		const provider = { ...network, ignoresThreads: true };
		expect(check({ value }, { provider })).toEqual([
			'Network publishes no threads: its 2 further parts would be lost. Take the thread out, or join it to the text with the option Networks Without Threads',
		]);
		expect(check({ value: value.slice(1) }, { provider })).toEqual([
			'Network publishes no threads: its further part would be lost. Take the thread out, or join it to the text with the option Networks Without Threads',
		]);
		expect(check({ value: value.slice(2) }, { provider })).toEqual([]);
		expect(check({ value }, { provider, type: 'draft' })).toEqual([]);
		expect(check({ value })).toEqual([]);
	});

	test('has no files in its parts where those are left out', () => {
		const provider = { ...network, ignoresLaterMedia: true };
		const withFile = [value[0], { content: 'Ho', image: [IMAGE] }];
		expect(check({ value: withFile }, { provider })).toEqual([
			'part 2 of the thread has files, which Network leaves out. Add them to the post itself, or take them out',
		]);
		expect(check({ value: [{ content: 'Hi', image: [IMAGE] }, value[1]] }, { provider })).toEqual(
			[],
		);
	});
});

describe('X', () => {
	const x = findProvider('x')!;
	const checkX = (settings: IDataObject, content = 'Hi') =>
		check(
			{
				settings: { who_can_reply_post: 'everyone', ...settings },
				value: [text(content)],
			},
			{ provider: x },
		);

	test('weighs its texts', () => {
		expect(checkX({}, '咖'.repeat(2000))).toEqual([]);
		expect(checkX({}, '咖'.repeat(2001))).toEqual([
			'the text has 4002 characters; X takes 4000. Shorten it, or move the rest into Thread',
		]);
		// An address counts its length, but at least 23.
		expect(checkX({}, `https://a.example/${'x'.repeat(3982)}`)).toEqual([]);
		expect(checkX({}, `https://a.example/${'x'.repeat(3983)}`)).toHaveLength(1);
	});

	test('needs a title and a status for an article', () => {
		expect(checkX({ post_type: 'article' })).toHaveLength(2);
		expect(
			checkX({ post_type: 'article', article_title: 'Menu', article_status: 'draft' }),
		).toEqual([]);
	});
});

test('Facebook takes a background for 130 characters as a reader sees them', () => {
	const facebook = { provider: findProvider('facebook')! };
	const checked = (content: string) =>
		check({ settings: { text_format_preset_id: '1' }, value: [text(content)] }, facebook);
	expect(checked(`&${'a'.repeat(129)}`)).toEqual([]);
	expect(checked(`<p>&lt;${'a'.repeat(129)}</p>`)).toEqual([]);
	expect(checked(`&${'a'.repeat(130)}`)).toHaveLength(1);
});

describe('another version of Postiz may take', () => {
	const mayPass = (...post: Parameters<typeof problemsOf>) => {
		const problems = problemsOf(...post);
		expect(problems).not.toEqual([]);
		return problems.every((problem) => problem.mayPass);
	};
	const youtube = { provider: findProvider('youtube')! };
	const video = { title: 'Pour over', type: 'public', selfDeclaredMadeForKids: 'no' };

	test('what goes beyond a limit, or is in no list that is known', () => {
		expect(mayPass({ value: [text('a'.repeat(11))] })).toBe(true);
		expect(mayPass({ settings: { audience: 'strangers' } })).toBe(true);
		const two = { content: 'Hi', image: [VIDEO, VIDEO] };
		expect(mayPass({ settings: video, value: [two] }, youtube)).toBe(true);
		const one = { content: 'Hi', image: [VIDEO] };
		expect(mayPass({ settings: { ...video, title: 'a'.repeat(101) }, value: [one] }, youtube)).toBe(
			true,
		);
		const background = { text_format_preset_id: '1' };
		const facebook = { provider: findProvider('facebook')! };
		expect(mayPass({ settings: background, value: [text('a'.repeat(131))] }, facebook)).toBe(true);
	});

	test('nothing that is missing, of the wrong kind, or would get lost', () => {
		expect(mayPass({ value: [text('')] })).toBe(false);
		expect(mayPass({ settings: video, value: [text('Hi')] }, youtube)).toBe(false);
		expect(mayPass({ settings: { audience: '' } })).toBe(false);
		expect(mayPass({ settings: { sponsored: 'maybe' } })).toBe(false);
		expect(mayPass({ settings: { title: 'bad' } })).toBe(false);
		expect(mayPass({ value: [{ content: 'Hi', image: [{ id: '', path: '' }] }] })).toBe(false);
		expect(
			mayPass(
				{ value: [text('Hi'), text('there')] },
				{ provider: { ...network, ignoresThreads: true } },
			),
		).toBe(false);
	});
});

describe('summarize', () => {
	const rest = 'Nothing was sent for this item.';
	const problems = (...messages: string[]) =>
		messages.map((message) => ({ message, mayPass: false }));

	test('one problem is the message', () => {
		expect(summarize(problems('The text is empty'), rest)).toEqual({
			message: 'The text is empty',
			description: rest,
		});
	});

	test('several are counted, and those that the message does not name are listed', () => {
		expect(summarize(problems('A is wrong', 'B is wrong', 'C is wrong'), rest)).toEqual({
			message: 'A is wrong (and 2 more)',
			description: `Also: B is wrong. C is wrong. ${rest}`,
		});
	});
});
