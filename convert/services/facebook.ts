import { expressionCode, isExpression } from '../expressions';
import type { Output } from '../outputs';
import type { Json } from '../types';
import { GRAPH_HOSTS, graphCallOf, type GraphCall } from './graphCall';
import { ID, postOutput } from './links';
import type { Media, Surroundings } from './around';
import type { Publication, Reading, Service } from './types';
import { storyIf } from './networks';
import { flagOf, given, isGiven, lostIn, mayDiffer, plainText, trimmed, type Lost } from './values';
import { whenAt } from './when';

const POSTED = postOutput({ id: ID, post_id: ID });

const LOOKED_UP: Output = {
	fields: {
		permalink: { path: 'postUrl' },
		permalink_url: { path: 'postUrl' },
		id: { path: 'releaseId' },
	},
	others: 'gone',
};

/** What of a call is lost, of videos and containers also their title. */
const LOST: Lost[] = [
	...['alt_text', 'alt_text_custom'].map((name): Lost => [name, 'the alt text']),
	['audio_name', 'the name of the sound'],
	...['cover_url', 'thumb'].map((name): Lost => [name, 'the cover picture']),
	['link_attachment', 'the card of a link'],
	...['location_id', 'place'].map((name): Lost => [name, 'the place']),
	['reply_control', 'who may reply'],
	['targeting', 'who may see it'],
	['thumb_offset', 'the moment of the cover'],
	...['user_tags', 'tags'].map((name): Lost => [name, 'the people on it']),
	['backdated_time', 'an earlier date'],
	['call_to_action', 'a button'],
	['no_story', 'whether it shows in the feed'],
	['share_to_feed', 'that the reel is not shown in the feed', 'true'],
];
const LOST_WITH_TITLE: Lost[] = [...LOST, ['title', 'the title of the video']];

/** What a call needs, or what has no effect on the post. */
const IDLE = [
	...['access_token', 'appsecret_proof', 'debug', 'fields', 'format', 'method', 'pretty'],
	...['suppress_http_code', 'redirect', 'transport'],
];
const IDLE_FOR_PAGES = [
	...['unpublished_content_type', 'url', 'file_url', 'source', 'title', ...IDLE],
];

type Read = (call: GraphCall, around: Surroundings) => Publication | string;

/** What is published by which call; a text says why it is not converted. */
const EDGES: Record<string, Read> = {
	feed: (call, around) => facebookPost(call, around, []),
	photos: (call, around) => facebookPost(call, around, ['url']),
	videos: (call, around) => facebookPost(call, around, ['file_url']),
	photo_stories: () => 'a story takes several calls there',
	video_reels: () => 'a reel takes several calls there',
	video_stories: () => 'a story takes several calls there',
	media: containerPost,
	threads: containerPost,
	media_publish: () => APART,
	threads_publish: () => APART,
};

const APART =
	'what it publishes is not prepared right before it: the two are only converted together, with nothing but a pause between them';

/** Facebook pages, Instagram and Threads through the Graph API, by its node and by requests. */
export const facebook: Service = {
	name: 'the Graph API',
	types: ['n8n-nodes-base.facebookGraphApi'],
	hosts: GRAPH_HOSTS,
	readAny: (node, around) => {
		const call = graphCallOf(node);
		return call && readGraph(call, around);
	},
};

function readGraph(call: GraphCall, around: Surroundings): Reading | undefined {
	if (call.method === 'GET') {
		const asks = /permalink/.test(String(call.values.fields ?? ''));
		return asks && call.edge === '' && around.postsIn(call.owner).length > 0
			? { does: 'status', id: call.owner.replace(/\.releaseId\b/g, '.postId'), output: LOOKED_UP }
			: undefined;
	}
	if (call.method !== 'POST' || !Object.hasOwn(EDGES, call.edge)) return undefined;
	const read = EDGES[call.edge]?.(call, around) ?? '';
	return typeof read === 'string'
		? { does: 'stays', because: read, repliesTo: call.values.reply_to_id }
		: { does: 'post', post: read, output: POSTED };
}

/** Calls that prepare a post, which another one publishes. */
export const CONTAINERS = ['media', 'threads'];

/** The calls that publish what was prepared. */
export const PUBLISHERS = ['media_publish', 'threads_publish'];

function facebookPost(
	call: GraphCall,
	around: Surroundings,
	addresses: string[],
): Publication | string {
	const { values, file, owner, edge, host } = call;
	const { message, caption, description, link, scheduled_publish_time: date } = values;
	if (Object.keys(values).some((name) => name.startsWith('attached_media'))) {
		return 'it posts pictures that other nodes upload: put these under Media of one post';
	}
	if (isGiven(values.upload_phase)) return 'it uploads a file in parts';
	if (mayDiffer(values.published, true) && !isGiven(date)) {
		return isExpression(plainText(values.published))
			? 'an expression says whether it publishes anything'
			: 'it publishes nothing by itself (published is false)';
	}
	// What an ID belongs to, only its name tells.
	const [called = ''] = /[\w-]+(?=\W*$)/.exec(owner) ?? [];
	if (/group/i.test(called)) return 'it posts to a group, which Postiz does not';
	if (host === 'graph.instagram.com' || /^(?:insta|ig_?(?:user|id|account))/i.test(called)) {
		return 'Instagram has no such call, so that it publishes nothing there';
	}
	const media: Media[] = [
		...(file === undefined ? [] : [{ from: 'binary' as const, value: plainText(file) }]),
		...addresses.flatMap((name) => around.mediaOf(values[name])),
	];
	if (edge !== 'feed' && media.length === 0) return 'its file could not be found';
	return {
		targets: [
			{
				network: 'facebook',
				account: { id: owner, label: labelOf(owner, around) },
				settings: edge === 'feed' ? given({ url: link }) : {},
			},
		],
		text:
			plainText(
				edge === 'videos' ? (description ?? message) : (message ?? caption ?? description),
			) ?? '',
		media,
		...(isGiven(date) && whenAt(dateOf(date))),
		lost: [
			...lostIn(values, edge === 'videos' ? LOST_WITH_TITLE : LOST),
			// With a picture, a link has no effect.
			...(edge !== 'feed' && isGiven(link) ? ['the link'] : []),
		],
		others: call.unread(IDLE_FOR_PAGES),
	};
}

/** Seconds since 1970, or a text with a time zone. */
function dateOf(date: unknown): string {
	const entered = String(trimmed(date));
	if (/^\d+$/.test(entered)) return new Date(Number(entered) * 1000).toISOString();
	if (!isExpression(entered)) return entered;
	return `={{ ((date) => /^\\d{10}$/.test(date) ? new Date(date * 1000).toISOString() : date)(String(${expressionCode(entered)}).trim()) }}`;
}

function containerPost(call: GraphCall, around: Surroundings): Publication | string {
	const { values, unread, owner, host, edge } = call;
	const { caption, text, collaborators } = values;
	const refusal = containerRefusal(call);
	if (refusal !== undefined) return refusal;
	if (!around.isPublished) {
		return 'what it prepares is not published right behind it: the two are only converted together, with nothing but a pause between them';
	}
	const addresses = addressesOf(values);
	if (addresses === undefined) {
		return 'it names a picture and a video, and not which of the two it publishes';
	}
	const isThreads = edge === 'threads' || host === 'graph.threads.net';
	const media = addresses.flatMap((name) => around.mediaOf(values[name]));
	const isUnused = (name: string) => isGiven(values[name]) && !addresses.includes(name);
	return {
		targets: [
			{
				network: isThreads ? 'threads' : 'instagram',
				account: { id: owner, label: labelOf(owner, around) },
				settings: {
					...(isThreads ? {} : storyIf(isStory(values.media_type))),
					...given({ collaborators }),
				},
			},
		],
		text: plainText(isThreads ? text : caption) ?? '',
		media,
		lost: [
			...lostIn(values, LOST_WITH_TITLE),
			...(isUnused('image_url') ? ['the cover picture'] : []),
			...(isUnused('video_url') ? ['the video'] : []),
		],
		others: unread(IDLE),
	};
}

/**
 * The fields with the file: a video may have a picture beside it, which is not a second file. Undefined if
 * there are both, and nothing says which is meant.
 */
function addressesOf(values: Json): string[] | undefined {
	const { media_type: type, image_url: image, video_url: video } = values;
	const isFixed = isGiven(image) && isGiven(video) && !isExpression(plainText(type));
	if (!isFixed) return ['image_url', 'video_url'];
	const word = String(plainText(type)).toUpperCase();
	if (word === 'IMAGE') return ['image_url'];
	return ['REELS', 'STORIES', 'VIDEO'].includes(word) ? ['video_url'] : undefined;
}

function isStory(type: unknown): boolean | `=${string}` {
	const entered = plainText(type);
	return isExpression(entered)
		? `={{ String(${expressionCode(entered)}).toUpperCase() === 'STORIES' }}`
		: String(entered).toUpperCase() === 'STORIES';
}

/** Why a container cannot become a post; undefined if it can. */
export function containerRefusal({ values = {} }: Partial<GraphCall> = {}): string | undefined {
	if (isGiven(values.children) || String(values.media_type).toUpperCase() === 'CAROUSEL') {
		return 'it makes a carousel of what other nodes prepare: put these pictures under Media of one post';
	}
	if (flagOf(values.is_carousel_item) === true) return 'it prepares a picture of a carousel';
	if (isGiven(values.upload_type)) return 'it uploads a file in parts';
	if (isGiven(values.reply_to_id)) return 'it replies to a post';
	if (isGiven(values.quote_post_id)) return 'it quotes a post, which Postiz cannot';
	return undefined;
}

// Without its ID, only the credential says which page is meant.
const labelOf = (owner: string, { credential }: Surroundings) =>
	owner === 'me' ? credential : undefined;
