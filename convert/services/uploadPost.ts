import { providerName } from '../../nodes/Postiz/providers';
import { isExpression } from '../expressions';
import type { Request } from '../request';
import type { Json } from '../types';
import { resultsOutput } from './links';
import { networkCalled } from './networks';
import type { Publication, Reading, Service, Surroundings, Target, Told } from './types';
import { FIELDS_OF_NODE } from './uploadPostFields';
import { lostOf, refusalOf, settingsOf } from './uploadPostSettings';
import { isGiven, plainText, whenInUtc } from './values';

/** What is uploaded decides which networks it goes to. */
type Kind = 'photos' | 'video' | 'text';

const TAKES: Record<Kind, string[]> = {
	photos: ['bluesky', 'facebook', 'instagram', 'linkedin', 'pinterest', 'threads', 'tiktok', 'x'],
	video: [
		'bluesky',
		'facebook',
		'instagram',
		'linkedin',
		'pinterest',
		'threads',
		'tiktok',
		'x',
		'youtube',
	],
	text: ['bluesky', 'facebook', 'linkedin', 'reddit', 'threads', 'x'],
};

/** A call by what the service’s API calls its fields. */
interface Form {
	kind: Kind;
	platforms: unknown[];
	values: Json;
	media: { from: 'url' | 'binary'; value: unknown }[];
	/** Fields that the API does not know. */
	unknown: string[];
}

const OPERATIONS: Record<string, Kind> = {
	uploadPhotos: 'photos',
	uploadText: 'text',
	uploadVideo: 'video',
};

const PATHS: Record<string, Kind> = {
	upload: 'video',
	upload_photos: 'photos',
	upload_text: 'text',
	upload_videos: 'video',
};

/** Upload-Post: its node, and requests to its API. */
export const uploadPost: Service = {
	name: 'Upload-Post',
	types: ['n8n-nodes-upload-post.uploadPost', '@upload-post/n8n-nodes-upload-post.uploadPost'],
	readNode: ({ parameters }, around) => {
		const { resource = 'uploads', operation = 'uploadPhotos' } = parameters;
		const kind = OPERATIONS[String(operation)];
		if (resource !== 'uploads' || kind === undefined) return undefined;
		return toReading(fromNode(kind, parameters), around);
	},
	hosts: /(?:^|\.)upload-post\.com$/,
	readRequest: (request, around) => {
		if (request.method !== 'POST') return undefined;
		const [first, what = ''] = request.path;
		const kind = first === 'api' && Object.hasOwn(PATHS, what) ? PATHS[what] : undefined;
		return kind && toReading(fromRequest(kind, request), around);
	},
};

function fromNode(kind: Kind, parameters: Json): Form {
	const values: Json = {};
	for (const [parameter, field] of FIELDS_OF_NODE) {
		const value = parameters[parameter];
		if (isGiven(value) && !String(value).startsWith('__manual')) values[field] = value;
	}
	const entered = kind === 'text' ? undefined : parameters[kind];
	const files =
		typeof entered === 'string' && !isExpression(entered) ? entered.split(',') : [entered];
	return {
		kind,
		platforms: [parameters.platform].flat(),
		values,
		// A text of the node may be an address or the name of a binary field.
		media: files
			.filter(isGiven)
			.map((value) => ({ from: /^\s*https?:/i.test(String(value)) ? 'url' : 'binary', value })),
		unknown: isGiven(parameters.caption) ? ['caption'] : [],
	};
}

const KNOWN = new Set<string>(FIELDS_OF_NODE.map(([, field]) => field));
const MEDIA_FIELDS: Record<Kind, string[]> = {
	photos: ['photos[]', 'photos'],
	video: ['video'],
	text: [],
};
/** What other calls have for a file, a text or a board, and this one has not. */
const FOREIGN = /^(?:image|images|mediaUrl|media_url|media|file|url|boardId|caption)$/;

function fromRequest(kind: Kind, { values, files }: Request): Form {
	const names = MEDIA_FIELDS[kind];
	const platforms = [...(values['platform[]'] ?? []), ...(values.platform ?? [])];
	return {
		kind,
		platforms: platforms.flat(),
		values: Object.fromEntries(
			Object.entries(values)
				.filter(([name]) => KNOWN.has(name))
				.map(([name, [value]]) => [name, value]),
		),
		media: [
			...names
				.flatMap((name) => files[name] ?? [])
				.map((value) => ({ from: 'binary' as const, value: plainText(value) })),
			...names
				.flatMap((name) => values[name] ?? [])
				.flat()
				.filter(isGiven)
				.map((value) => ({ from: 'url' as const, value })),
		],
		unknown: [...Object.keys(values), ...Object.keys(files)].filter((name) => FOREIGN.test(name)),
	};
}

function toReading(form: Form, around: Surroundings): Reading {
	const { kind, values, unknown } = form;
	const isNode = unknown.length === 1 && unknown[0] === 'caption' && isGiven(values.title);
	if (unknown.length > 0 && !isNode) {
		return {
			does: 'stays',
			because: `Upload-Post does not know ${unknown.join(', ')}, so that it is not clear what it publishes`,
		};
	}
	const media = form.media.flatMap(({ from, value }) => around.mediaOf(value, from));
	const named = form.platforms.map(plainText).filter(isGiven);
	const [only] = named;
	const isOpen = named.length === 1 && isExpression(only);
	const taken = named.filter((name) => TAKES[kind].includes(String(name)));
	if (!isOpen && (named.some(isExpression) || taken.length === 0)) {
		return { does: 'stays', because: 'its networks could not be read' };
	}
	const refusal = refusalOf(values, taken);
	if (refusal !== undefined) return { does: 'stays', because: refusal };
	const dropped = isOpen ? [] : named.filter((name) => !taken.includes(name));
	const all = isOpen ? [] : taken.map((name) => targetFor(String(name), form));
	const text = isOpen ? values.title : sharedText(all, values);
	// Only what differs from the text of all is a text of its own.
	const targets = all.map(({ text: own, ...target }) =>
		own === text ? target : { ...target, text: own },
	);
	const { when, checks = [] } = whenInUtc(values.scheduled_date);
	const post: Publication = {
		targets,
		...(isOpen && isExpression(only) && { channels: only }),
		text,
		media,
		when,
		options: targets.some(({ network }) => network === 'x') ? { tooLong: 'split' } : {},
		checks: [...checks, ...(dropped.length > 0 ? [droppedCheck(kind, dropped)] : [])],
		lost: lostOf(values, taken.map(String)),
		todos: unknown.includes('caption') ? [CAPTION] : [],
	};
	return {
		does: 'post',
		post,
		output: resultsOutput(
			targets.map(({ network }) => network),
			RESULT,
		),
	};
}

const CAPTION: Told = [
	'It has a caption, which the node of Upload-Post no longer reads: the title is published as the text',
	'If the caption is what you mean, enter it under Text.',
];

const droppedCheck = (kind: Kind, dropped: unknown[]): Told => [
	`Upload-Post takes no ${kind} for ${dropped.map((name) => providerName(networkCalled(name) ?? String(name))).join(', ')}. As before, nothing is posted there`,
	'Nothing has to be done.',
];

/** What the answer has for each network. */
const RESULT = {
	link: ['url', 'post_url', 'link'],
	id: ['video_id', 'post_id', 'id', 'publish_id', 'media_id'],
};

function targetFor(name: string, { values, kind }: Form): Target {
	const page = name === 'facebook' ? values.facebook_page_id : values.target_linkedin_page_id;
	const isPage = ['facebook', 'linkedin'].includes(name) && isGiven(page) && page !== 'me';
	const network = networkCalled(name) ?? name;
	return {
		network: name === 'linkedin' && isPage ? 'linkedin-page' : network,
		account: { id: isPage ? page : values.user },
		settings: settingsOf(name, values),
		text: textFor(name, values, kind),
	};
}

/** The text of a network: with some, the title is another field. */
function textFor(name: string, values: Json, kind: Kind): unknown {
	const own = values[`${name}_title`] ?? values.title;
	const described =
		kind === 'text' ? undefined : (values[`${name}_description`] ?? values.description);
	return ['linkedin', 'facebook', 'youtube', 'pinterest'].includes(name) ? (described ?? own) : own;
}

function sharedText(targets: Target[], { title }: Json): unknown {
	const texts = targets.map(({ text }) => text);
	return texts.includes(title) ? title : texts[0];
}
