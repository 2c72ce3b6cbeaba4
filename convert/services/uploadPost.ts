import { providerName } from '../../nodes/Postiz/providers';
import { isEmpty } from '../../nodes/Postiz/values/read';
import { watch, type Call } from '../call';
import { isExpression } from '../expressions';
import { OUTPUT } from '../node';
import type { Field, Output } from '../output';
import { stays, type Publication, type Reading, type Target } from '../reading';
import type { Json } from '../types';
import { given, isGiven, isWord, mayDiffer, plainText, whenAt } from '../values';
import { madeForKids, networkCalled, postOutput, storyIf, tiktokSettings } from './networks';
import type { Surroundings } from './surroundings';
import type { Service } from './service';

/** What is uploaded decides which networks it goes to. */
type Kind = 'photos' | 'video' | 'text';

const TAKES: Record<Kind, string[]> = {
	photos: 'bluesky facebook instagram linkedin pinterest threads tiktok x'.split(' '),
	video: 'bluesky facebook instagram linkedin pinterest threads tiktok x youtube'.split(' '),
	text: 'bluesky facebook linkedin reddit threads x'.split(' '),
};

const KINDS: Record<string, Kind> = {
	...{ uploadPhotos: 'photos', uploadText: 'text', uploadVideo: 'video' },
	...{ upload: 'video', upload_photos: 'photos', upload_text: 'text', upload_videos: 'video' },
};

/** A call by what the service's API calls its fields. */
interface Form extends Pick<Call, 'values' | 'unread'> {
	kind: Kind;
	platforms: unknown[];
	media: Array<{ from: 'url' | 'binary'; value: unknown }>;
}

/** Upload-Post: its node, and requests to its API. */
export const uploadPost: Service = {
	name: 'Upload-Post',
	types: ['n8n-nodes-upload-post.uploadPost', '@upload-post/n8n-nodes-upload-post.uploadPost'],
	addresses: /(?:^|\.)upload-post\.com\/api\//,
	read: (call, around) => {
		const { method, path, values } = call;
		const { resource = 'uploads', operation = 'uploadPhotos' } = values;
		if (method === '') {
			if (resource !== 'uploads' || !Object.hasOwn(KINDS, String(operation))) return undefined;
			return toReading(fromNode(KINDS[String(operation)] ?? 'photos', call), around);
		}
		const kind = method === 'POST' ? KINDS[path[1] ?? ''] : undefined;
		return kind && toReading(fromRequest(kind, call), around);
	},
};

/** Fields of the API that are called otherwise than the parameters of the node. */
const RENAMED: Record<string, string> = {
	facebookLink: 'facebook_link_url',
	facebookVideoState: 'video_state',
	tiktokPhotoDescription: 'tiktok_description',
	xNullcastVideo: 'nullcast',
	xPollOptions: 'poll_options',
	youtubeTags: 'tags',
};

/** The field of the API that a parameter of the node becomes: in snake case, of some networks without their name. */
function fieldOf(parameter: string): string {
	// What is entered in place of a choice from a list has a parameter of its own.
	const name = parameter.replace(/Manual$/, '');
	const [, ofYouTube] = /^youtube(?!Title|Description)(\w+)$/.exec(name) ?? [];
	const field = ofYouTube
		? ofYouTube.charAt(0).toLowerCase() + ofYouTube.slice(1)
		: name
				.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
				.replace(/^(?:instagram|linkedin|reddit|tiktok|x)_(?!title$|description$)/, '');
	return RENAMED[name] ?? field;
}

function fromNode(kind: Kind, { values: parameters }: Call): Form {
	const own = Object.entries(parameters).filter(
		([name, value]) => !IDLE_IN_NODE.includes(name) && !String(value).startsWith('__manual'),
	);
	const entered = kind === 'text' ? undefined : parameters[kind];
	const files =
		typeof entered === 'string' && !isExpression(entered)
			? entered.split(',').map((file) => file.trim())
			: [entered];
	return {
		kind,
		platforms: [parameters.platform].flat(),
		...watch(Object.fromEntries(own.map(([name, value]) => [fieldOf(name), value]))),
		// A text of the node may be an address or the name of a binary field.
		media: files
			.filter(isGiven)
			.map((value) => ({ from: /^\s*https?:/i.test(String(value)) ? 'url' : 'binary', value })),
	};
}

/** Parameters of other operations, and of what waits for an upload. */
const IDLE_IN_NODE = [
	...['resource', 'operation', 'pollInterval', 'pollTimeout', 'uploadAsync', 'waitForCompletion'],
	...['photos', 'video', 'platform', 'requestId', 'scheduleJobId', 'newUser', 'authentication'],
	...['descriptionType', 'toolDescription', 'requestOptions'],
];

function fromRequest(kind: Kind, { values, files, all, unread }: Call): Form {
	const names = { photos: ['photos[]', 'photos'], video: ['video'], text: [] }[kind];
	const sent = names.flatMap((name) => files[name] ?? []).map(plainText);
	return {
		kind,
		platforms: all('platform[]', 'platform'),
		values,
		media: [
			...sent.map((value) => ({ from: 'binary' as const, value })),
			...all(...names)
				.filter(isGiven)
				.map((value) => ({ from: 'url' as const, value })),
		],
		unread: (idle = []) => unread(['async_upload', 'wait', ...names, ...idle]),
	};
}

function toReading(form: Form, around: Surroundings): Reading {
	const { kind, values } = form;
	if (kind !== 'text' && form.media.length === 0) return stays('its file could not be found');
	const named = form.platforms.map(plainText).filter(isGiven);
	const names = named.map(String).filter((name) => TAKES[kind].includes(name));
	if (named.some(isExpression) || names.length === 0)
		return stays('its networks could not be read');
	const refusal = refusalOf(values, names);
	if (refusal !== undefined) return stays(refusal);
	const targets = names.map((name) => targetFor(name, form));
	const texts = targets.map((target) => target.text);
	const text = texts.includes(values.title) ? values.title : texts[0];
	const post: Publication = {
		// Only what differs from the text of all is a text of its own.
		targets: targets.map(({ text: own, ...target }) =>
			own === text ? target : { ...target, text: own },
		),
		text,
		media: form.media.flatMap(({ from, value }) => around.mediaOf(value, from)),
		when: whenAt(values.scheduled_date),
		left: [
			...form.unread(['user', 'scheduled_date', 'timezone', 'subreddit']),
			...(isGiven(values.title) && !names.some((name) => usesTitle(name, form)) ? ['title'] : []),
		],
	};
	const dropped = named
		.filter((name) => !names.includes(String(name)))
		.map((name) => providerName(networkCalled(name) ?? String(name)));
	const message = `Upload-Post takes no ${kind} for ${dropped.join(', ')}. As before, nothing is posted there`;
	return {
		does: 'post',
		post,
		output: outputOf(targets.length),
		said: dropped.length > 0 ? [['check', message, 'Nothing has to be done.']] : [],
	};
}

const QUOTES = ['quote_tweet_id', 'poll_options', 'poll_options[]'];

/** Why a call stays; undefined if it can be converted. */
function refusalOf(values: Json, names: string[]): string | undefined {
	const has = (name: string) => names.includes(name);
	const { visibility = 'PUBLIC', video_state: state = 'PUBLISHED', timezone } = values;
	const refusals: Array<[boolean, string]> = [
		[has('linkedin') && visibility !== 'PUBLIC', 'only some people may see it on LinkedIn'],
		[has('facebook') && state !== 'PUBLISHED', 'it saves a draft on Facebook'],
		[
			has('x') && QUOTES.some((key) => isGiven(values[key])),
			'it quotes a post or asks a question on X',
		],
		[has('x') && mayDiffer(values.nullcast, false), 'it is for advertisements only'],
		[has('reddit'), 'it posts to Reddit, whose subreddit has to be entered by hand'],
		[isGiven(timezone) && timezone !== 'UTC', 'its date is in a time zone of its own'],
		[mayDiffer(values.add_to_queue, false), 'it adds the post to the queue of Upload-Post'],
	];
	return refusals.find(([isSo]) => isSo)?.[1];
}

/** True for a network on which the title goes out, as the text or beside it. */
const usesTitle = (name: string, { values, kind }: Form) =>
	['pinterest', 'tiktok', 'youtube'].includes(name) || textFor(name, values, kind) === values.title;

function targetFor(name: string, { values, kind }: Form): Target {
	const page = name === 'facebook' ? values.facebook_page_id : values.target_linkedin_page_id;
	const isPage = ['facebook', 'linkedin'].includes(name) && isGiven(page) && page !== 'me';
	return {
		network: name === 'linkedin' && isPage ? 'linkedin-page' : (networkCalled(name) ?? name),
		account: { id: isPage ? page : values.user },
		settings: SETTINGS[name]?.(values, kind) ?? {},
		text: textFor(name, values, kind),
	};
}

/** The text of a network: on some, the title is another field. */
function textFor(name: string, values: Json, kind: Kind): unknown {
	const own = values[`${name}_title`] ?? values.title;
	const hasDescription =
		kind !== 'text' &&
		(['linkedin', 'facebook', 'youtube', 'pinterest'].includes(name) ||
			(name === 'tiktok' && kind === 'photos'));
	return hasDescription ? (values[`${name}_description`] ?? values.description ?? own) : own;
}

const SETTINGS: Record<string, (values: Json, kind: Kind) => Json> = {
	facebook: (values) => ({
		...storyIf(isWord(values.facebook_media_type, 'STORIES')),
		...given({ url: values.facebook_link_url }),
	}),
	instagram: ({ media_type: type, collaborators }) => ({
		...storyIf(isWord(type, 'STORIES')),
		...given({ collaborators }),
	}),
	pinterest: (values) =>
		given({
			board: values.pinterest_board_id,
			link: values.pinterest_link,
			title: values.pinterest_title ?? values.title,
		}),
	tiktok: (values, kind) =>
		tiktokSettings({
			privacyLevel: values.privacy_level,
			disabledComments: values.disable_comment,
			disabledDuet: values.disable_duet,
			disabledStitch: values.disable_stitch,
			isBrandedContent: values.brand_content_toggle,
			isYourBrand: values.brand_organic_toggle,
			isAiGenerated: values.is_aigc,
			autoAddMusic: values.auto_add_music,
			isDraft: isWord(values.post_mode, 'MEDIA_UPLOAD'),
			...(textFor('tiktok', values, kind) !== (values.tiktok_title ?? values.title) && {
				title: values.tiktok_title ?? values.title,
			}),
		}),
	x: (values) =>
		given({ who_can_reply_post: values.reply_settings, community: values.community_id }),
	youtube: (values) => ({
		...given({
			title: values.youtube_title ?? values.title,
			type: isEmpty(values.privacyStatus) ? 'public' : values.privacyStatus,
			tags: [values['tags[]'] ?? [], values.tags ?? []].flat().join(', '),
			thumbnail: values.thumbnail,
		}),
		...madeForKids(values.selfDeclaredMadeForKids, values.madeForKids),
	}),
};

/** The answer has the link and the ID for each network; of several ones they are not read. */
function outputOf(amount: number): Output {
	const late = (path: string, names: string[]) =>
		names.map((name): [string, Field] => [`results.*.${name}`, { path, isLate: true }]);
	const results = [
		...late(OUTPUT.link, ['url', 'post_url', 'link']),
		...late(OUTPUT.networkId, ['video_id', 'post_id', 'id', 'publish_id', 'media_id']),
	];
	return postOutput({
		success: { code: (item) => `(${item}.${OUTPUT.postId} !== undefined)` },
		request_id: { path: OUTPUT.postId },
		job_id: { path: OUTPUT.postId },
		...(amount === 1 && Object.fromEntries(results)),
	});
}
