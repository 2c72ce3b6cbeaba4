import { findNetwork } from '../../nodes/Postiz/networks';
import { findNetworkForm } from '../networks/forms.cjs';
import type { Files } from '../networks/network.cjs';
import { createPostRequest, createSegment } from '../service/client.cjs';
import {
	createFileOfKind,
	type LengthCase,
	type MediaCase,
	type SettingsCase,
	type TextCase,
} from '../service/recorded/posts.cjs';
import type { Values } from '../service/schema.cjs';
import {
	selectFirstChannel,
	PLAIN_NETWORKS,
	readRecordedCases,
	type Area,
	type Case,
} from './cases.cjs';
import type { Instance } from './instance.cjs';
import { MARKER, toRows } from './ledger.cjs';

/** A part, with its files by their kinds, such as `png`, or `400x300` for a picture of that size. */
interface Part {
	content: string;
	image?: Array<string | object>;
	delay?: number;
}

/** A post; without settings or files of its first part, it has those of the smallest form. */
interface Draft {
	network: string;
	settings?: Values;
	value: Part[];
}

/** Files that don't exist: only their endings matter, as nothing is published. */
export const FILES: Record<Files, string[]> = {
	image: ['png'],
	images: ['png', 'jpg'],
	// It is measured, so it must exist.
	shot: ['400x300'],
	video: ['mp4'],
};

export async function createFiles(
	instance: Instance,
	kinds: Array<string | object>,
): Promise<object[]> {
	const files: object[] = [];
	for (const kind of kinds) {
		if (typeof kind !== 'string') files.push(kind);
		else files.push(/^\d/.test(kind) ? await instance.uploadPicture(kind) : createFileOfKind(kind));
	}
	return files;
}

/** The post or field of an error; the words differ between releases. */
function findRejectedField(body: unknown): unknown {
	const { message, provider, name } = Object(body) as Values;
	return Array.isArray(message)
		? message.map((line) => String(line).split(' ')[0])
		: { provider, name };
}

/** A case for a draft on a channel of the network: its result is the stored post, or the error. */
function createPostCase(
	instance: Instance,
	area: Area,
	name: string,
	{ network, settings, value }: Draft,
	type: 'schedule' | 'draft' = 'schedule',
): Case[] {
	return selectFirstChannel(instance, [network], ({ id, identifier }) => {
		const smallest = findNetworkForm(network);
		const needed = smallest.files ? FILES[smallest.files] : [];
		const run = async (instance: Instance) => {
			const parts: object[] = [];
			for (const [index, { image = index === 0 ? needed : [], ...part }] of value.entries())
				parts.push({ ...part, image: await createFiles(instance, image) });
			const post = {
				integration: { id },
				value: parts,
				settings: { ...(settings ?? smallest.settings), __type: identifier },
			};
			const sent = createPostRequest([post], { type, date: instance.date });
			const { status, body } = await instance.call('POST', '/public/v1/posts', sent);
			if (status !== 201) return { rejected: { status, blamed: findRejectedField(body) } };
			return { kept: await instance.read(String(toRows(body)[0].postId)) };
		};
		return [{ area, name, run }];
	});
}

const createMarkedPart = (image?: Part['image']): Part => ({ content: MARKER, image });

/** All cases except those about `__type`, which concern no network. */
const listSettingsCases = (instance: Instance): Case[] =>
	readRecordedCases<SettingsCase>('settings.json')
		.filter(({ title }) => !title.includes('__type'))
		.flatMap(({ network, title, settings, image = [] }) =>
			createPostCase(instance, 'settings', `${network}, ${title}: ${JSON.stringify(settings)}`, {
				network,
				settings,
				value: [createMarkedPart(image)],
			}),
		);

const listTextCases = (instance: Instance): Case[] =>
	selectFirstChannel(instance, PLAIN_NETWORKS, ({ identifier: network }) =>
		readRecordedCases<TextCase>('texts.json').flatMap(({ sent }) =>
			// With a picture, as a text of only tags is empty.
			createPostCase(instance, 'texts', JSON.stringify(sent), {
				network,
				value: [createMarkedPart(), { content: sent, image: ['png'] }],
			}),
		),
	);

/** A rule of a network about files. */
type Rule = Pick<MediaCase, 'network' | 'title' | 'settings' | 'files'>;

/** The cases for networks that reject nothing. */
const BROADEST = ['36 pictures', 'picture and video', 'video in a later part'];

/** Recorded cases, without those that show the same: each one costs a request. */
function listRecordedRules(): Rule[] {
	// Kick rejects every post.
	const cases = readRecordedCases<MediaCase>('media.json').filter(
		({ network }) => network !== 'kick',
	);
	const strict = new Set(cases.flatMap(({ taken, network }) => (taken ? [] : [network])));
	const shown = new Set<string>();
	return cases.filter(({ network, title, files, taken, message }) => {
		if (taken) return strict.has(network) || BROADEST.includes(title);
		const key = [network, message, files.length].join();
		return !shown.has(key) && shown.add(key);
	});
}

const SHOT = '400x300';
const ONE_FILE = {
	subreddit: [
		{ value: { subreddit: '/r/tea', title: 'Tea', type: 'media', is_flair_required: false } },
	],
};
const createRule = (network: string, title: string, files: string[], settings?: Values): Rule => ({
	network,
	title,
	settings,
	files: [files],
});

/** Cases that the recordings lack: posts at a limit, and measured pictures. */
const MORE_RULES: Rule[] = [
	createRule('kick', 'text alone', []),
	createRule('bluesky', '4 pictures', Array<string>(4).fill('png')),
	createRule('instagram', '10 pictures', Array<string>(10).fill('png')),
	createRule('tumblr', '30 pictures and a video', [...Array<string>(30).fill('png'), 'mp4']),
	createRule('tiktok-business', '35 pictures', Array<string>(35).fill('png')),
	createRule('reddit', 'media, 1 picture', ['png'], ONE_FILE),
	createRule('reddit', 'media, 2 pictures', ['png', 'png'], ONE_FILE),
	createRule('dribbble', 'the small size', [SHOT]),
	createRule('dribbble', 'the large size', ['800x600']),
	createRule('dribbble', 'another size', ['300x400']),
	createRule('dribbble', 'none', []),
	createRule('dribbble', '2 pictures', [SHOT, '800x600']),
	createRule('dribbble', 'video', ['mp4']),
	createRule('pinterest', '5 pictures of one size', Array<string>(5).fill(SHOT)),
	createRule('pinterest', '6 pictures', Array<string>(6).fill(SHOT)),
	createRule('pinterest', 'two sizes', [SHOT, '800x600']),
	createRule('pinterest', 'a video and 2 pictures', ['mp4', 'png', 'jpg']),
];

const listMediaCases = (instance: Instance): Case[] =>
	[...listRecordedRules(), ...MORE_RULES].flatMap(({ network, title, settings, files }) =>
		createPostCase(instance, 'media', `${network}, ${title}`, {
			network,
			settings,
			value: files.map(createMarkedPart),
		}),
	);

const ARTICLE = {
	who_can_reply_post: 'everyone',
	post_type: 'article',
	article_title: 'Tea',
	article_status: 'published',
};
const MAX_ARTICLE = 100_000;
/** Networks with recordings of all ways to count except that of X. */
const COUNTED = ['bluesky', 'threads'];

/** The recorded texts of a network; of rejected ones, the first of each kind. */
function listRecordedTexts(network: string): string[] {
	const cases = readRecordedCases<LengthCase>('lengths.json').filter(
		(sample) => sample.network === network && !sample.channel,
	);
	const kinds = new Set<string>();
	return cases.flatMap(({ pieces, taken }) => {
		const content = pieces.map(([piece, times]) => piece.repeat(times)).join('');
		const letters = 'a'.repeat(MARKER.length);
		const kind = JSON.stringify(pieces.filter(([piece]) => piece !== 'a'));
		if (!content.includes(letters) || (!taken && kinds.has(kind))) return [];
		if (!taken) kinds.add(kind);
		return [content.replace(letters, MARKER)];
	});
}

function listLengthCases(instance: Instance): Case[] {
	const createTextCases = (network: string, contents: string[], settings?: Values) =>
		contents.flatMap((content) => {
			const shown = JSON.stringify(content).replace(/a{9,}/, '…');
			const name = `${network}${settings ? ' article' : ''}, ${shown} of ${content.length}`;
			return createPostCase(instance, 'lengths', name, { network, settings, value: [{ content }] });
		});
	const articles = [MAX_ARTICLE, MAX_ARTICLE + 1].map((length) => MARKER.padEnd(length, 'a'));
	return [
		...selectFirstChannel(instance, COUNTED, ({ identifier }) =>
			createTextCases(identifier, listRecordedTexts(identifier)),
		),
		...createTextCases('x', listRecordedTexts('x')),
		...createTextCases('x', articles, ARTICLE),
	];
}

const FILE = createFileOfKind('png');
const COVER = { thumbnail: FILE.path };
/** Details of files (docs/api.md, Files of a post). */
const DETAILS: Array<Draft & { name: string }> = [
	{
		name: 'bluesky keeps what pictures show, in each part',
		network: 'bluesky',
		value: [
			createMarkedPart([{ ...FILE, alt: 'A cup of tea' }]),
			{ content: 'second', image: [{ ...FILE, alt: 'Another cup' }] },
		],
	},
	{
		name: 'reddit keeps the cover of a video',
		network: 'reddit',
		value: [createMarkedPart([{ ...createFileOfKind('mp4'), ...COVER }])],
	},
	...['instagram', 'tiktok-business'].map((network) => ({
		name: `${network} keeps the moment of a video that is its cover`,
		network,
		value: [createMarkedPart([{ ...createFileOfKind('mp4'), ...COVER, thumbnailTimestamp: 1500 }])],
	})),
];

function listThreadCases(instance: Instance): Case[] {
	const networks = [...new Set(instance.channels.map(({ identifier }) => identifier))];
	const threads = networks
		.filter((network) => !findNetwork(network)!.onlyDrafts)
		.map((network) => ({
			name: `${network} keeps three parts, and when they follow`,
			network,
			value: [createMarkedPart(), { content: 'second', delay: 5 }, { content: 'third & last' }],
		}));
	return [...threads, ...DETAILS].flatMap(({ name, ...draft }) =>
		createPostCase(instance, 'threads', name, draft),
	);
}

/** Values that only drafts allow, and values that they reject, too (docs/api.md, Type and date). */
const DRAFTS: Array<Draft & { name: string }> = [
	{
		name: 'no video',
		network: 'youtube',
		settings: { title: 'Tea', type: 'public' },
		value: [createMarkedPart([])],
	},
	{
		name: '5 pictures',
		network: 'bluesky',
		value: [createMarkedPart(Array<string>(5).fill('png'))],
	},
	{ name: '501 characters', network: 'mastodon', value: [createSegment(MARKER.padEnd(501, 'a'))] },
	{
		name: 'an event without a title',
		network: 'gmb',
		settings: { topicType: 'EVENT' },
		value: [createMarkedPart()],
	},
	{ name: 'any post', network: 'kick', value: [createMarkedPart()] },
	{ name: 'a setting missing', network: 'x', settings: {}, value: [createMarkedPart()] },
];

const listDraftCases = (instance: Instance): Case[] =>
	DRAFTS.flatMap(({ name, ...draft }) =>
		createPostCase(instance, 'drafts', `${draft.network}, ${name}`, draft, 'draft'),
	);

/** All cases of posts: recorded ones, and those of docs/api.md. */
export const listPostCases = (instance: Instance): Case[] => [
	...listSettingsCases(instance),
	...listTextCases(instance),
	...listMediaCases(instance),
	...listLengthCases(instance),
	...listThreadCases(instance),
	...listDraftCases(instance),
];
