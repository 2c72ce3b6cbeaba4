import { providerName } from '../../nodes/Postiz/providers';
import { isExpression } from '../expressions';
import { firstOf, type Request } from '../request';
import type { Json, Told } from '../types';
import { resultsOutput } from './links';
import { networkCalled } from './networks';
import type { Surroundings } from './around';
import type { Publication, Reading, Service, Target } from './types';
import { fieldOf, FIELDS, OTHERS_OF_NODE } from './uploadPostFields';
import { lostOf, refusalOf, settingsOf } from './uploadPostSettings';
import { flagOf, isGiven, plainText } from './values';
import { isZone, whenIn } from './when';

/** What is uploaded decides which networks it goes to. */
type Kind = 'photos' | 'video' | 'text';

const PICTURES = [
	...['bluesky', 'facebook', 'instagram', 'linkedin', 'pinterest', 'threads', 'tiktok', 'x'],
];

const TAKES: Record<Kind, string[]> = {
	photos: PICTURES,
	video: [...PICTURES, 'youtube'],
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
	/** What it has besides that nobody knows. */
	others: string[];
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
	const own = Object.entries(parameters)
		.filter(([name, value]) => isGiven(value) && !OTHERS_OF_NODE.includes(name))
		.map(([name, value]) => ({ name, field: fieldOf(name), value }));
	const entered = kind === 'text' ? undefined : parameters[kind];
	const files =
		typeof entered === 'string' && !isExpression(entered)
			? entered.split(',').map((file) => file.trim())
			: [entered];
	return {
		kind,
		platforms: [parameters.platform].flat(),
		values: Object.fromEntries(
			own
				.filter(({ value }) => !String(value).startsWith('__manual'))
				.map(({ field, value }) => [field, value]),
		),
		// A text of the node may be an address or the name of a binary field.
		media: files
			.filter(isGiven)
			.map((value) => ({ from: /^\s*https?:/i.test(String(value)) ? 'url' : 'binary', value })),
		unknown: isGiven(parameters.caption) ? ['caption'] : [],
		others: own.flatMap(({ name, field }) => (FIELDS.includes(field) ? [] : [name])),
	};
}

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
		values: firstOf(values),
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
		others: Object.entries({ ...files, ...firstOf(values) }).flatMap(([name, value]) =>
			isGiven(value) && !FIELDS.includes(name) ? [name] : [],
		),
	};
}

function toReading(form: Form, around: Surroundings): Reading {
	const { kind, values, unknown } = form;
	const isNode = unknown.length === 1 && unknown[0] === 'caption' && isGiven(values.title);
	if (unknown.length > 0 && !isNode) {
		return {
			does: 'stays',
			because: `it sends ${unknown.join(', ')}, which Upload-Post does not read: it is not clear what it publishes`,
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
	const names = isOpen ? possibleFor(kind, values) : taken.map(String);
	const refusal = refusalOf(values, names);
	if (refusal !== undefined) return { does: 'stays', because: refusal };
	const dropped = isOpen ? [] : named.filter((name) => !taken.includes(name));
	const all = names.map((name) => targetFor(name, form));
	const text = isOpen ? values.title : sharedText(all, values);
	// Only what differs from the text of all is a text of its own.
	const each = all.map(({ text: own, ...target }) =>
		own === text ? target : { ...target, text: own },
	);
	const targets = isOpen ? [] : each;
	if (isGiven(values.timezone) && !isZone(values.timezone)) {
		return { does: 'stays', because: `its time zone “${String(values.timezone)}” is not clear` };
	}
	const isQueued = flagOf(values.add_to_queue) === true;
	const post: Publication = {
		targets,
		...(isOpen && isExpression(only) && { channels: only, possible: each }),
		text,
		media,
		...(isQueued ? { when: { type: 'nextSlot' } } : whenIn(values.scheduled_date, values.timezone)),
		options: names.some((name) => isSplit(name, values)) ? { ifUnsupported: 'adapt' } : {},
		checks: [
			...(isQueued ? [QUEUED] : []),
			...(dropped.length > 0 ? [droppedCheck(kind, dropped)] : []),
		],
		lost: [...lostOf(values, names), ...(hasTitle(names, values, kind) ? ['the title'] : [])],
		others: form.others.map((name) => `“${name}”`),
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

const QUEUED: Told = [
	'It added the post to the queue of Upload-Post. It now takes the next free slot of the channel in Postiz',
	'See whether the slots of the channel in Postiz are what you want.',
];

/** The networks that an expression may name; a pin needs to say its board. */
const possibleFor = (kind: Kind, values: Json): string[] =>
	TAKES[kind].filter(
		(name) => name !== 'reddit' && (name !== 'pinterest' || isGiven(values.pinterest_board_id)),
	);

/** Upload-Post makes a thread of a text that is too long, unless it is told not to. */
const isSplit = (name: string, values: Json) =>
	['threads', 'x'].includes(name) && flagOf(values[`${name}_long_text_as_post`]) !== true;

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
		settings: settingsOf(name, values, kind === 'photos'),
		text: textFor(name, values, kind),
	};
}

/** True if a description is the text of a network on which Postiz has no field for a title beside it. */
const hasTitle = (names: string[], values: Json, kind: Kind) =>
	names.some(
		(name) =>
			['facebook', 'linkedin'].includes(name) &&
			isGiven(values[`${name}_title`] ?? values.title) &&
			textFor(name, values, kind) !== (values[`${name}_title`] ?? values.title),
	);

/** The text of a network: with some, the title is another field. */
function textFor(name: string, values: Json, kind: Kind): unknown {
	const own = values[`${name}_title`] ?? values.title;
	const described =
		kind === 'text' ? undefined : (values[`${name}_description`] ?? values.description);
	// On TikTok, pictures alone have a description.
	const hasDescription =
		['linkedin', 'facebook', 'youtube', 'pinterest'].includes(name) ||
		(name === 'tiktok' && kind === 'photos');
	return hasDescription ? (described ?? own) : own;
}

function sharedText(targets: Target[], { title }: Json): unknown {
	const texts = targets.map(({ text }) => text);
	return texts.includes(title) ? title : texts[0];
}
