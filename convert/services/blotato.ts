import { isEmpty } from '../../nodes/Postiz/values/read';
import { isExpression } from '../expressions';
import type { Output } from '../outputs';
import { plain } from '../request';
import { asList, asObject, type Json } from '../types';
import { networkCalled, tiktokSettings } from './networks';
import type { Part, Publication, Reading, Service, Surroundings, Target } from './types';
import { flagOf, given, isGiven, plainText, whenInUtc } from './values';

/** A post as Blotato’s API takes it; its node sends the same. */
interface Post {
	target: Json;
	text: unknown;
	media: unknown;
	thread?: Part[] | `=${string}`;
	accountId: unknown;
	accountLabel?: unknown;
	scheduledTime?: unknown;
	useNextFreeSlot?: unknown;
}

const WORDS = { 'in-progress': 'scheduled' };

const POSTED: Output = {
	fields: { postSubmissionId: { path: 'postId' }, id: { path: 'postId' } },
	others: 'gone',
};

const LOOKED_UP: Output = {
	fields: {
		postSubmissionId: { path: 'postId' },
		id: { path: 'postId' },
		status: { path: 'state' },
		publicUrl: { path: 'postUrl' },
		errorMessage: { path: 'failureReason' },
	},
	others: 'gone',
	words: { status: WORDS },
};

const UPLOADED: Output = {
	fields: { url: { path: 'path' }, id: { path: 'id' } },
	others: 'gone',
};

/** The settings of a network, by what Blotato calls them. */
const SETTINGS: Record<string, (target: Json) => Json> = {
	facebook: ({ link }) => given({ url: link }),
	instagram: ({ mediaType, collaborators }) => ({
		...(mediaType === 'story' && { post_type: 'story' }),
		...given({ collaborators }),
	}),
	pinterest: ({ boardId, title, link }) => given({ board: boardId, title, link }),
	tiktok: tiktokSettings,
	youtube: ({ title, privacyStatus = 'public', isMadeForKids }) => ({
		...given({ title, type: privacyStatus }),
		...(flagOf(isMadeForKids) === true && { selfDeclaredMadeForKids: 'yes' }),
	}),
};

/** What Postiz has no field for, where it is set to something else than what happens anyway. */
const LOST: Array<[key: string, label: string, isUsual: (value: unknown) => boolean]> = [
	['altText', 'the alt text', isEmpty],
	['audioName', 'the name of the sound', isEmpty],
	['coverImageUrl', 'the cover picture', isEmpty],
	['imageCoverIndex', 'the cover among the pictures', (value) => Number(value ?? 0) === 0],
	['videoCoverTimestamp', 'the moment of the cover', (value) => Number(value ?? 0) === 0],
	['replyControl', 'who may reply', (value) => isEmpty(value) || value === 'everyone'],
	['containsSyntheticMedia', 'the label for synthetic media', (value) => !flagOf(value)],
	[
		'shouldNotifySubscribers',
		'that subscribers get no notice',
		(value) => flagOf(value) === undefined || flagOf(value) === true,
	],
];

/** Blotato: its node, and requests to its API. */
export const blotato: Service = {
	name: 'Blotato',
	types: ['@blotato/n8n-nodes-blotato.blotato'],
	readNode: ({ parameters }, around) => {
		const { resource = 'post', operation } = parameters;
		if (resource === 'media') {
			const { useBinaryData, mediaUrl, binaryPropertyName = 'data' } = parameters;
			return upload(
				useBinaryData === true ? 'binary' : 'url',
				useBinaryData === true ? binaryPropertyName : mediaUrl,
			);
		}
		if (resource !== 'post') return undefined;
		if (operation === 'get') return status(parameters.postSubmissionId);
		return (operation ?? 'create') === 'create'
			? toReading(fromNode(parameters, around), around)
			: undefined;
	},
	hosts: /^(?:backend|api)\.blotato\.com$/,
	readRequest: ({ method, path, body }, around) => {
		const [, what, id] = path;
		if (what === 'posts' && method === 'GET') return id === undefined ? undefined : status(id);
		if (method !== 'POST') return undefined;
		if (what === 'media') return upload('url', plain(asObject(body).url));
		return what === 'posts' ? fromBody(body, around) : undefined;
	},
};

const upload = (from: 'url' | 'binary', value: unknown): Reading => ({
	does: 'upload',
	media: { from, value: plainText(value) ?? '' },
	output: UPLOADED,
});

const status = (id: unknown): Reading => ({ does: 'status', id, output: LOOKED_UP });

/** The value of a field with a list to pick from, and the name of what was picked. */
function located(field: unknown): { value: unknown; label?: unknown } {
	const { value, cachedResultName } = asObject(field);
	return typeof field === 'object' ? { value, label: cachedResultName } : { value: field };
}

function fromNode(parameters: Json, around: Surroundings): Post {
	const platform = String(parameters.platform ?? 'instagram');
	const options = asObject(parameters.options);
	const page = located(
		platform === 'facebook' ? parameters.facebookPageId : options.linkedinPageId,
	);
	const account = located(parameters.accountId);
	return {
		target: targetOf(platform, parameters, options),
		text: parameters.postContentText,
		media: parameters.postContentMediaUrls,
		thread: threadOf(platform, parameters, around),
		accountId: isGiven(page.value) ? page.value : account.value,
		accountLabel: isGiven(page.value) ? page.label : account.label,
		scheduledTime: options.scheduledTime,
		useNextFreeSlot: parameters.useNextFreeSlot,
	};
}

/** The target as the node makes it of its parameters, such as postCreateTiktokOptionTitle. */
function targetOf(platform: string, parameters: Json, options: Json): Json {
	const prefix = `postCreate${platform.charAt(0).toUpperCase()}${platform.slice(1)}Option`;
	const own = [
		...Object.entries(parameters).filter(([key]) => key.startsWith(prefix)),
		...Object.entries(options),
	].map(([key, value]) => {
		const name = key.replace(prefix, '').replace(new RegExp(`^${platform}`), '');
		return [name.charAt(0).toLowerCase() + name.slice(1), value] as const;
	});
	const target = Object.fromEntries(own);
	return {
		...target,
		targetType: platform,
		...(platform === 'pinterest' && { boardId: located(parameters.pinterestBoardId).value ?? '' }),
		...(platform === 'linkedin' && { pageId: located(options.linkedinPageId).value }),
		...('madeForKids' in target && { isMadeForKids: target.madeForKids }),
		...(isExpression(target.collaborators) && { collaborators: target.collaborators }),
	};
}

function threadOf(platform: string, parameters: Json, around: Surroundings): Post['thread'] {
	if (!['twitter', 'threads', 'bluesky'].includes(platform)) return [];
	if (parameters.threadInputMethod === 'array') {
		const { threadPostsArray = '[]' } = parameters;
		return isExpression(threadPostsArray)
			? partsCode(threadPostsArray)
			: partsOf(parse(threadPostsArray), around);
	}
	return partsOf(asObject(parameters.postContentAdditionalPosts).posts, around);
}

const partsOf = (posts: unknown, around: Surroundings): Part[] =>
	asList(posts)
		.map(asObject)
		.map(({ text = '', mediaUrls }) => ({ text, media: around.mediaOf(mediaUrls) }));

/** The parts that an expression yields, as Postiz takes them. */
function partsCode(list: `=${string}`): `=${string}` {
	const code = list.replace(/^=\s*\{\{(.*)\}\}\s*$/s, '$1').trim();
	return `={{ ((list) => typeof list === 'string' ? JSON.parse(list) : list)(${code}).map(({ text, mediaUrls }) => ({ content: text ?? '', image: [mediaUrls ?? []].flat().flatMap((urls) => urls.split(',')).map((url) => url.trim()).filter(Boolean).map((path) => ({ id: path, path })) } )) }}`;
}

function parse(text: unknown): unknown {
	try {
		return typeof text === 'string' ? (JSON.parse(text) as unknown) : text;
	} catch {
		return [];
	}
}

function fromBody(body: unknown, around: Surroundings): Reading {
	const { post, scheduledTime, useNextFreeSlot } = asObject(plain(body));
	const { target, content, accountId } = asObject(post);
	if (asObject(target) !== target || asObject(content) !== content) {
		return { does: 'stays', because: 'its body could not be read as JSON with a post in it' };
	}
	const { text, mediaUrls, additionalPosts, platform } = asObject(content);
	const { targetType = platform, pageId } = asObject(target);
	return toReading(
		{
			target: { ...asObject(target), targetType },
			text,
			media: mediaUrls,
			thread: isExpression(additionalPosts)
				? partsCode(additionalPosts)
				: partsOf(additionalPosts, around),
			accountId: isGiven(pageId) ? pageId : accountId,
			scheduledTime,
			useNextFreeSlot,
		},
		around,
	);
}

function toReading(post: Post, around: Surroundings): Reading {
	const type = String(post.target.targetType ?? '');
	const called = networkCalled(type);
	if (called === undefined) {
		return {
			does: 'stays',
			because: isExpression(post.target.targetType)
				? 'its platform comes from an expression'
				: `its platform “${type}” is none that Postiz has`,
		};
	}
	const isPage = type === 'linkedin' && isGiven(post.target.pageId);
	const network = isPage ? 'linkedin-page' : called;
	const media = around.mediaOf(post.media);
	const target: Target = {
		network,
		account: { id: plainText(post.accountId), label: post.accountLabel },
		settings: SETTINGS[type]?.(post.target) ?? {},
	};
	const isSlot = flagOf(post.useNextFreeSlot) === true;
	const { when, checks } = isSlot
		? { when: { type: 'nextSlot' }, checks: undefined }
		: whenInUtc(post.scheduledTime);
	const publication: Publication = {
		targets: [target],
		text: plainText(post.text) ?? '',
		media,
		thread: post.thread,
		when,
		checks,
		lost: LOST.filter(([key, , isUsual]) => !isUsual(post.target[key])).map(([, label]) => label),
	};
	return { does: 'post', post: publication, output: outputFor(publication) };
}

const outputFor = ({ when }: Publication): Output =>
	when ? { ...POSTED, isLater: 'the post goes out later' } : POSTED;
