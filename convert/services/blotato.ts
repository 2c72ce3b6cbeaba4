import { watch, type Call } from '../call';
import { isExpression } from '../expressions';
import { plain } from '../json';
import { getPost, OUTPUT, uploadFile, WAITING } from '../node';
import type { Output } from '../output';
import { stays, type Publication, type Reading, type When } from '../reading';
import { asObject, type Json } from '../types';
import { flagOf, given, isGiven, isWord, plainText, whenAt } from '../values';
import { madeForKids, networkCalled, postOutput, storyIf, tiktokSettings } from './networks';
import type { Surroundings } from './surroundings';
import type { Service } from './service';

/** A post as Blotato's API takes it; its node sends the same. */
interface Post {
	target: Json;
	text: unknown;
	media: unknown;
	hasThread: boolean;
	account: { id: unknown; label?: unknown };
	scheduledTime?: unknown;
	useNextFreeSlot?: unknown;
	/** What it has besides that nobody reads. */
	left: string[];
}

const POSTED = postOutput({
	postSubmissionId: { path: OUTPUT.postId },
	id: { path: OUTPUT.postId },
});

const STATUS: Output = {
	fields: {
		postSubmissionId: { path: OUTPUT.postId },
		id: { path: OUTPUT.postId },
		status: {
			code: (item) => `${item}.${OUTPUT.state}.replace('${WAITING}', 'in-progress')`,
		},
		publicUrl: { path: OUTPUT.link },
		errorMessage: { path: OUTPUT.failure },
	},
};

const UPLOADED: Output = { fields: { url: { path: 'path' }, id: { path: 'id' } } };

/** Blotato: its node, and requests to its API. */
export const blotato: Service = {
	name: 'Blotato',
	types: ['@blotato/n8n-nodes-blotato.blotato'],
	addresses: /^(?:backend|api)\.blotato\.com\//,
	read: (call, around) => (call.method === '' ? readNode(call, around) : readRequest(call, around)),
};

function readNode({ values, unread }: Call, around: Surroundings): Reading | undefined {
	const { resource = 'post', operation } = values;
	if (isExpression(resource) || isExpression(operation)) {
		return stays('an expression says what it does');
	}
	if (resource === 'media') {
		const { useBinaryData, mediaUrl, binaryPropertyName = 'data' } = values;
		return useBinaryData === true ? upload('binary', binaryPropertyName) : upload('url', mediaUrl);
	}
	if (resource !== 'post') return undefined;
	if (operation === 'get') return statusOf(values.postSubmissionId);
	if ((operation ?? 'create') !== 'create') return undefined;
	const platform = String(values.platform ?? 'instagram');
	const options = asObject(values.options);
	const page = platform === 'facebook' ? values.facebookPageId : options.linkedinPageId;
	const hasPage = ['facebook', 'linkedin'].includes(platform) && isGiven(picked(page).id);
	return toReading(
		{
			target: targetOf(platform, values, options),
			text: values.postContentText,
			media: values.postContentMediaUrls,
			hasThread:
				['twitter', 'threads', 'bluesky'].includes(platform) &&
				[values.postContentAdditionalPosts, values.threadPostsArray].some(holdsPosts),
			account: picked(hasPage ? page : values.accountId),
			scheduledTime: options.scheduledTime,
			useNextFreeSlot: values.useNextFreeSlot,
			// Fields of other platforms are hidden, and not sent.
			left: unread([...IDLE, ...Object.keys(values).filter((key) => /^postCreate/.test(key))]),
		},
		around,
	);
}

/** Fields of the node for other platforms and operations, which n8n keeps. */
const IDLE = [
	...['accountId', 'facebookPageId', 'pinterestBoardId', 'postContentAdditionalPosts'],
	...['threadInputMethod', 'threadPostsArray', 'mediaUrl', 'useBinaryData'],
	...['binaryPropertyName', 'postSubmissionId'],
];

/** What was chosen in a field with a list to pick from, and its name there. */
function picked(field: unknown): { id: unknown; label?: unknown } {
	const { value, cachedResultName: label } = asObject(field);
	return typeof field === 'object' ? { id: value, label } : { id: field };
}

/** The target as the node makes it of its parameters, such as postCreateTiktokOptionTitle. */
function targetOf(platform: string, parameters: Json, options: Json): Json {
	const prefix = `postCreate${platform.charAt(0).toUpperCase()}${platform.slice(1)}Option`;
	const own = [
		...Object.keys(parameters).filter((key) => key.startsWith(prefix)),
		...Object.keys(options),
	].map((key) => {
		const option = key.replace(prefix, '');
		const name = option.startsWith(platform) ? option.slice(platform.length) : option;
		const value = key in parameters ? parameters[key] : options[key];
		return [name.charAt(0).toLowerCase() + name.slice(1), value] as const;
	});
	return {
		...Object.fromEntries(own),
		targetType: platform,
		...(platform === 'pinterest' && { boardId: picked(parameters.pinterestBoardId).id ?? '' }),
		...(platform === 'linkedin' && { pageId: picked(options.linkedinPageId).id }),
	};
}

function readRequest(call: Call, around: Surroundings): Reading | undefined {
	const [, what, id] = call.path;
	if (what === 'posts' && call.method === 'GET' && id) return statusOf(id);
	if (call.method !== 'POST') return undefined;
	if (what === 'media') return upload('url', call.values.url);
	return what === 'posts' ? fromBody(call.body, around) : undefined;
}

const statusOf = (id: unknown): Reading => ({
	...{ does: 'call', parameters: getPost(id), output: STATUS },
});

function upload(from: 'url' | 'binary', value: unknown): Reading {
	if (!isGiven(value)) return stays('it does not say which file it uploads');
	const parameters = uploadFile({ from, value: plainText(value) });
	return { does: 'call', parameters, output: UPLOADED, isUpload: true };
}

function fromBody(body: unknown, around: Surroundings): Reading {
	const sent = watch(asObject(plain(body)));
	const post = watch(asObject(sent.values.post));
	const content = watch(asObject(post.values.content));
	const target = asObject(post.values.target);
	const { text, mediaUrls, additionalPosts, platform } = content.values;
	const { targetType = platform } = target;
	if (!isGiven(targetType)) return stays('its body could not be read as JSON with a post in it');
	return toReading(
		{
			target: { ...target, targetType },
			text,
			media: mediaUrls,
			hasThread: isGiven(additionalPosts),
			account: { id: isGiven(target.pageId) ? target.pageId : post.values.accountId },
			scheduledTime: sent.values.scheduledTime,
			useNextFreeSlot: sent.values.useNextFreeSlot,
			left: [sent, post, content].flatMap(({ unread }) => unread(['accountId'])),
		},
		around,
	);
}

/** The settings of a network, by what Blotato calls them. */
const SETTINGS: Record<string, (target: Json) => Json> = {
	facebook: ({ link }) => given({ url: link }),
	instagram: ({ mediaType, collaborators }) => ({
		...storyIf(isWord(mediaType, 'story')),
		...given({ collaborators }),
	}),
	pinterest: ({ boardId, title, link }) => given({ board: boardId, title, link }),
	tiktok: tiktokSettings,
	youtube: ({ title, privacyStatus = 'public', isMadeForKids, madeForKids: isForKids }) => ({
		...given({ title, type: privacyStatus }),
		...madeForKids(isMadeForKids, isForKids),
	}),
};

function toReading(post: Post, around: Surroundings): Reading {
	const { values, unread } = watch(post.target);
	const type = String(values.targetType);
	const network = networkCalled(type);
	if (isExpression(values.targetType)) return stays('its platform comes from an expression');
	if (network === undefined) return stays(`its platform “${type}” is none that Postiz has`);
	if (post.hasThread) return stays('it posts a thread, whose parts belong under Thread');
	const when = whenOf(post);
	if (when === undefined) return stays('an expression says whether it takes the next free slot');
	const isPage = type === 'linkedin' && isGiven(values.pageId);
	const { id, label } = post.account;
	const publication: Publication = {
		targets: [
			{
				network: isPage ? 'linkedin-page' : network,
				account: { id: plainText(id), label },
				settings: SETTINGS[type]?.(values) ?? {},
			},
		],
		text: plainText(post.text) ?? '',
		media: around.mediaOf(post.media),
		when,
		left: [...unread(['pageId', 'scheduledTime']), ...post.left],
	};
	return { does: 'post', post: publication, output: POSTED };
}

/** Blotato takes the date if there are a date and a slot; undefined if only the run knows which there is. */
function whenOf({ scheduledTime, useNextFreeSlot }: Post): When | undefined {
	const when = whenAt(scheduledTime);
	const isSlot = flagOf(useNextFreeSlot) ?? false;
	if (isSlot === false || when.type === 'schedule') return when;
	return isSlot === true && when.type === 'now' ? { type: 'nextSlot' } : undefined;
}

/** True for parts of a thread, of a list in the form or as JSON. */
const holdsPosts = (value: unknown) => isGiven(asObject(value).posts ?? value) && value !== '[]';
