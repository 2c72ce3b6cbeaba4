import { entriesOf, mask, partsOf, watch, type Call } from '../call';
import { parseText } from '../json';
import { stays, type Media, type Publication, type Reading } from '../reading';
import { asObject, rowsOf, type Json } from '../types';
import { flagOf, given, isGiven, isWord, mayDiffer, plainText } from '../values';
import { NETWORK_ID, postOutput, storyIf } from './networks';
import type { Surroundings } from './surroundings';
import type { Service } from './service';

/** A call of the Graph API, by its own node or by HTTP Request. */
export interface GraphCall extends Pick<Call, 'method' | 'host' | 'values' | 'unread'> {
	/** The page or account, or what else the call is about; may be an expression. */
	owner: string;
	/** What the call is for, such as `media_publish`; empty for the owner itself. */
	edge: string;
	/** The binary field that is sent. */
	file?: unknown;
}

/** The calls that prepare a post, and those that publish what was prepared. */
export const CONTAINERS = ['media', 'threads'];
export const PUBLISHERS = ['media_publish', 'threads_publish'];

const POSTED = postOutput({ id: NETWORK_ID, post_id: NETWORK_ID });

/** Facebook pages, Instagram and Threads through the Graph API, by its node and by requests. */
export const graphApi: Service = {
	name: 'the Graph API',
	types: ['n8n-nodes-base.facebookGraphApi'],
	addresses: /^(?:graph(?:-video)?\.(?:facebook|instagram)\.com|graph\.threads\.net)\//,
	read: (call, around) => readGraph(graphCall(call), around),
};

/** What a call of {@link graphApi} is about. */
export function graphCall(call: Call): GraphCall {
	if (call.method === '') return fromNode(call);
	const [file] = Object.values(call.files).flat();
	return { ...call, ...placeOf(call.path), ...(file !== undefined && { file }) };
}

function fromNode({ values: parameters }: Call): GraphCall {
	const {
		node = '',
		edge = '',
		httpRequestMethod = 'GET',
		hostUrl = 'graph.facebook.com',
	} = parameters;
	const options = asObject(parameters.options);
	const joined = [node, edge].map((text) => String(text).replace(/^=/, '').trim()).join('/');
	const masked = mask(joined);
	const [, file] = /^(?:[^:]*:)?(.*)$/s.exec(String(parameters.binaryPropertyName ?? '')) ?? [];
	const fields = rowsOf(asObject(options.fields).field).map(({ name }) => name);
	return {
		method: String(plainText(httpRequestMethod)).trim(),
		host: String(hostUrl),
		...placeOf(partsOf(masked.text).map(masked.restore)),
		...watch({
			...Object.fromEntries(entriesOf(rowsOf(asObject(options.queryParameters).parameter))),
			...asObject(parseText(options.queryParametersJson)),
			...(fields.length > 0 && { fields: fields.join(',') }),
		}),
		...(parameters.sendBinaryData === true && { file }),
	};
}

function placeOf(path: string[]): Pick<GraphCall, 'owner' | 'edge'> {
	const [owner = '', ...edge] = path.filter((part) => !/^v\d+(?:\.\d+)?$/.test(part));
	// Whoever writes the edge behind the node, too, names it twice.
	return { owner, edge: edge.filter((part, at) => part !== edge[at - 1]).join('/') };
}

function readGraph(call: GraphCall, around: Surroundings): Reading | undefined {
	const { method, owner, edge, values } = call;
	// WhatsApp has files for messages.
	if (method !== 'POST' || isGiven(values.messaging_product)) return undefined;
	if (edge.startsWith('=') || (edge === '' && owner.startsWith('='))) {
		return stays('an expression says what it does');
	}
	if (edge === '' && owner === '') return stays('it does not say what it posts to');
	const read = EDGES[edge];
	const post = Object.hasOwn(EDGES, edge) ? read?.(call, around) : undefined;
	if (post === undefined) return undefined;
	return typeof post === 'string' ? stays(post) : { does: 'post', post, output: POSTED };
}

const APART = 'what it publishes is not prepared right before it';

/** What is published by which call; a text says why it is not converted. */
const EDGES: Record<string, (call: GraphCall, around: Surroundings) => Publication | string> = {
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

/** What a call needs, or what has no effect on a post. */
const IDLE = [
	...['access_token', 'appsecret_proof', 'debug', 'fields', 'format', 'method', 'pretty'],
	...['suppress_http_code', 'redirect', 'transport', 'unpublished_content_type', 'source'],
];

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
	if (isGiven(date)) return 'it has a date of the Graph API';
	if (mayDiffer(values.published, true)) return 'it publishes nothing by itself (published)';
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
	const text = edge === 'videos' ? (description ?? message) : (message ?? caption ?? description);
	return {
		targets: [
			{
				network: 'facebook',
				account: accountOf(owner, around),
				settings: edge === 'feed' ? given({ url: link }) : {},
			},
		],
		text: plainText(text) ?? '',
		media,
		// With a picture, a link has no effect.
		left: [...call.unread(IDLE), ...(edge !== 'feed' && isGiven(link) ? ['link'] : [])],
	};
}

function containerPost(call: GraphCall, around: Surroundings): Publication | string {
	const { values, unread, owner, host, edge } = call;
	const refusal = containerRefusal(values);
	if (refusal !== undefined) return refusal;
	if (!around.isPublished) {
		return 'what it prepares is not published right behind it: a pause and a question for its state may be between them, nothing else';
	}
	const isThreads = edge === 'threads' || host === 'graph.threads.net';
	const file = fileOf(values);
	if (file === undefined) {
		return 'it names a picture and a video, and not which of the two it publishes';
	}
	return {
		targets: [
			{
				network: isThreads ? 'threads' : 'instagram',
				account: accountOf(owner, around),
				settings: {
					...(isThreads ? {} : storyIf(isWord(values.media_type, 'STORIES'))),
					...given({ collaborators: values.collaborators }),
				},
			},
		],
		text: plainText(isThreads ? values.text : values.caption) ?? '',
		media: around.mediaOf(file),
		left: [
			...unread(IDLE),
			...['image_url', 'video_url'].filter(
				(name) => isGiven(values[name]) && values[name] !== file,
			),
		],
	};
}

/** The file of a container: with a video, a picture is its cover. Undefined if it is not clear which one is meant. */
function fileOf({ media_type: type, image_url: image, video_url: video }: Json): unknown {
	if (!isGiven(image) || !isGiven(video)) return isGiven(video) ? video : (image ?? '');
	const word = String(plainText(type)).toUpperCase();
	if (word === 'IMAGE') return image;
	return ['REELS', 'STORIES', 'VIDEO'].includes(word) ? video : undefined;
}

/** Why a container cannot become a post; undefined if it can. */
export function containerRefusal(values: Json): string | undefined {
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
const accountOf = (owner: string, { credential }: Surroundings) =>
	owner === 'me' ? { id: owner, label: credential } : { id: owner };
