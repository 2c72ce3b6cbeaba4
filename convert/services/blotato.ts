import { tryJson } from '../../nodes/Postiz/values/read';
import { expressionCode, isExpression } from '../expressions';
import type { Output } from '../outputs';
import { plain } from '../request';
import { asList, asObject, type Json, type Told } from '../types';
import { IDLE, LOST, SETTINGS } from './blotatoSettings';
import { networkCalled } from './networks';
import type { Surroundings } from './around';
import type { Part, Publication, Reading, Service, Target } from './types';
import { flagOf, given, isGiven, lostIn, plainText, watch, type Watched } from './values';
import { whenIn } from './when';

/** A post as Blotato’s API takes it; its node sends the same. */
interface Post {
	target: Json;
	text: unknown;
	media: unknown;
	/** The later parts; undefined if an expression yields them. */
	thread: Part[] | undefined;
	accountId: unknown;
	accountLabel?: unknown;
	scheduledTime?: unknown;
	useNextFreeSlot?: unknown;
	/** What it has besides that nobody knows. */
	others: string[];
	checks?: Told[];
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

/** Blotato: its node, and requests to its API. */
export const blotato: Service = {
	name: 'Blotato',
	types: ['@blotato/n8n-nodes-blotato.blotato'],
	readNode: ({ parameters, unread }, around) => {
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
			? toReading(fromNode(parameters, unread, around), around)
			: undefined;
	},
	hosts: /^(?:backend|api)\.blotato\.com$/,
	readRequest: ({ method, path, body, values }, around) => {
		const [, what, id] = path;
		if (what === 'posts' && method === 'GET') return id === undefined ? undefined : status(id);
		if (method !== 'POST') return undefined;
		if (what === 'media') {
			const [url = plain(asObject(body).url)] = values.url ?? [];
			return upload('url', url);
		}
		return what === 'posts' ? fromBody(body, around) : undefined;
	},
};

const upload = (from: 'url' | 'binary', value: unknown): Reading =>
	isGiven(value)
		? { does: 'upload', media: { from, value: plainText(value) }, output: UPLOADED }
		: { does: 'stays', because: 'it does not say which file it uploads' };

const status = (id: unknown): Reading => ({ does: 'status', id, output: LOOKED_UP });

/** The value of a field with a list to pick from, and the name of what was picked. */
function located(field: unknown): { value: unknown; label?: unknown } {
	const { value, cachedResultName } = asObject(field);
	return typeof field === 'object' ? { value, label: cachedResultName } : { value: field };
}

function fromNode(parameters: Json, unread: Watched['unread'], around: Surroundings): Post {
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
		// Those of another platform are hidden, and not sent.
		others: unread([...IDLE, ...Object.keys(parameters).filter((key) => /^postCreate/.test(key))]),
	};
}

const PLATFORMS = [
	...['bluesky', 'facebook', 'instagram', 'linkedin', 'pinterest', 'threads', 'tiktok'],
	...['twitter', 'youtube'],
];

/** The target as the node makes it of its parameters, such as postCreateTiktokOptionTitle. */
function targetOf(platform: string, parameters: Json, options: Json): Json {
	const prefix = `postCreate${platform.charAt(0).toUpperCase()}${platform.slice(1)}Option`;
	const own = [
		...Object.keys(parameters)
			.filter((key) => key.startsWith(prefix))
			.map((key) => [key.replace(prefix, ''), parameters[key]] as const),
		...Object.entries(options)
			.filter(([key]) => !PLATFORMS.some((other) => other !== platform && key.startsWith(other)))
			.map(([key, value]) => [key.replace(new RegExp(`^${platform}`), ''), value] as const),
	].map(([name, value]) => [name.charAt(0).toLowerCase() + name.slice(1), value] as const);
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
		const list =
			typeof threadPostsArray === 'string' ? tryJson(threadPostsArray) : threadPostsArray;
		return isExpression(threadPostsArray) ? undefined : partsOf(list, around);
	}
	return partsOf(asObject(parameters.postContentAdditionalPosts).posts, around);
}

const partsOf = (posts: unknown, around: Surroundings): Part[] =>
	asList(posts)
		.map(asObject)
		.map(({ text = '', mediaUrls }) => ({ text, media: around.mediaOf(mediaUrls) }));

function fromBody(body: unknown, around: Surroundings): Reading {
	const sent = watch(asObject(plain(body)));
	const { post: given, scheduledTime, useNextFreeSlot } = sent.values;
	const post = watch(asObject(given));
	const { target, content: held, accountId, scheduledTime: ignored } = post.values;
	if (asObject(target) !== target || asObject(held) !== held) {
		return { does: 'stays', because: 'its body could not be read as JSON with a post in it' };
	}
	const content = watch(asObject(held));
	const { text, mediaUrls, additionalPosts, platform } = content.values;
	const { targetType = platform, pageId } = asObject(target);
	return toReading(
		{
			target: { ...asObject(target), targetType },
			text,
			media: mediaUrls,
			thread: isExpression(additionalPosts) ? undefined : partsOf(additionalPosts, around),
			accountId: isGiven(pageId) ? pageId : accountId,
			scheduledTime,
			useNextFreeSlot,
			others: [sent, post, content].flatMap(({ unread }) => unread()),
			checks: isGiven(ignored) ? [UNREAD_TIME] : [],
		},
		around,
	);
}

function toReading(post: Post, around: Surroundings): Reading {
	const { values, unread } = watch(post.target);
	const { targetType, pageId } = values;
	const type = String(targetType ?? '');
	const called = networkCalled(type);
	if (called === undefined) {
		return {
			does: 'stays',
			because: isExpression(targetType)
				? 'its platform comes from an expression'
				: `its platform “${type}” is none that Postiz has`,
		};
	}
	if (post.thread === undefined) {
		return { does: 'stays', because: 'the parts of its thread come from an expression' };
	}
	const isPage = type === 'linkedin' && isGiven(pageId);
	const network = isPage ? 'linkedin-page' : called;
	const media = around.mediaOf(post.media);
	const target: Target = {
		network,
		account: { id: plainText(post.accountId), label: post.accountLabel },
		settings: SETTINGS[type]?.(values) ?? {},
	};
	const publication: Publication = {
		targets: [target],
		text: plainText(post.text) ?? '',
		media,
		thread: post.thread,
		...whenFor(post),
		checks: post.checks,
		lost: [
			...lostIn(values, LOST),
			...(type === 'facebook' && isGiven(values.mediaType) ? ['the kind of the video'] : []),
		],
		others: [
			...unread(['scheduledTime', ...(type === 'youtube' ? ['madeForKids'] : [])]),
			...post.others,
		],
	};
	return { does: 'post', post: publication, output: POSTED };
}

const UNREAD_TIME: Told = [
	'It has a date inside “post”, where Blotato does not look: it was published at once, and still is',
	'If you mean that date, choose At a Specific Time under When to Publish, and enter it.',
];

// Blotato takes the date if there are both.
function whenFor({ scheduledTime, useNextFreeSlot }: Post): Pick<Publication, 'when'> {
	const isSlot = flagOf(useNextFreeSlot);
	const { when = { type: 'now', date: undefined } } = whenIn(scheduledTime);
	if (isSlot === undefined || isSlot === false || when.type === 'schedule') return { when };
	const whenFree = isExpression(isSlot)
		? `/^true$/i.test(String(${expressionCode(isSlot)})) ? 'nextSlot' : 'now'`
		: "'nextSlot'";
	const isDated = isExpression(when.type)
		? `(${expressionCode(when.type)}) === 'schedule'`
		: 'false';
	const type =
		isExpression(isSlot) || isExpression(when.type)
			? `={{ ${isDated} ? 'schedule' : ${whenFree} }}`
			: 'nextSlot';
	return { when: { type, ...given({ date: when.date }) } };
}
