import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { providers } from '../../../providers';
import type { WrittenPart } from '../../../publishing/shapes';
import { isAboutTime, SAY_WHEN } from '../../../publishing/check/whenKeys';
import type { ImageRef } from '../../../transport/types';
import { isTool } from '../../../transport/nodeError';
import { DAY_MS, toServiceDate } from '../../../values/date';
import { Problem, quote } from '../../../values/problem';
import {
	findOption,
	idIn,
	isEmpty,
	isObject,
	MAX_STORED,
	parseJson,
	parseObject,
	parseOption,
	parseText,
	toNumber,
	withoutBlanks,
} from '../../../values/read';
import { WHEN_TO_PUBLISH } from './fields';
import { OPTIONS } from './options';
import { isDated, readBase, type ReadItem } from './readForm';

type Note = (correction: string) => void;

const SHARED_KEYS = ['type', 'date', 'shortLink', 'tags', 'inter', 'order', 'creationMethod'];
const POST_KEYS = ['integration', 'value', 'settings'];
/** The keys for files, in order of precedence; the service only knows the first. */
const FILE_KEYS = ['image', 'images', 'media', 'video', 'videos'];

/** Reads an item from the JSON of Create From JSON, without any lookups. Throws {@link Problem} that names the path. */
export const readJson: ReadItem = (context, itemIndex, now) => {
	const { shared, posts, corrections } = parseBody(context.getNodeParameter('json', itemIndex));
	if (isTool(context)) refuseMore(context, itemIndex, shared);
	const item = readBase(context, itemIndex, { now, given: shared });
	const { type } = item.shared;
	// Postiz requires a date even for "now": only mention one that isn't near.
	const isNear = Math.abs(Date.parse(String(shared.date)) - now) < DAY_MS;
	if (!isDated(type) && shared.date !== undefined && !isNear) {
		const when = type === 'now' ? 'immediately' : 'at its next free slot';
		corrections.push(`the date was left out, as the post goes out ${when}`);
	}
	return {
		...item,
		corrections,
		written: posts.map(({ integrationId, parts, settings }, index) => ({
			choice: {
				id: integrationId,
				position: posts.length > 1 ? `Channel ${index + 1}` : 'Channel',
			},
			parts,
			format: 'asIs',
			json: settings,
			settingFiles: {},
		})),
	};
};

/** Throws {@link Problem} if the JSON of a model does more than the form of its tool: it may only make drafts of posts. */
function refuseMore(context: IExecuteFunctions, itemIndex: number, given: IDataObject): void {
	const entered = (name: string) => context.getNodeParameter(name, itemIndex, '');
	const order = OPTIONS.dateOrder.read(entered('options') as IDataObject);
	const utcOf = (one: unknown) => toServiceDate(one, context.getTimezone(), { order });
	const type = parseOption(entered('type'), WHEN_TO_PUBLISH, 'When to Publish');
	const date = isDated(type) ? entered('date') : '';
	const isOther = {
		type: given.type !== undefined && given.type !== type && given.type !== 'draft',
		date: given.date !== undefined && !isEmpty(date) && utcOf(given.date) !== utcOf(date),
		inter: !isEmpty(given.inter) && toNumber(given.inter) !== 0,
	};
	for (const key of ['type', 'date', 'inter'] as const) {
		if (!isOther[key]) continue;
		throw new Problem(
			`This tool sets ${SET_BY_FORM[key]} itself, so the JSON cannot have "${key}": ${quote(given[key])}`,
			`Leave "${key}" out of the JSON.`,
		);
	}
}

const SET_BY_FORM = { type: 'when to publish', date: 'the date', inter: 'the repetition' };

/** Parses a body of `POST /posts`, its posts, or one of them. Throws {@link Problem} (docs/api.md, Creating posts). */
export function parseBody(input: unknown) {
	const value = typeof input === 'string' && !isEmpty(input) ? parseJson(input, 'The JSON') : input;
	const corrections: string[] = [];
	const note: Note = (correction) => corrections.push(correction);
	if (!isObject(value) && !Array.isArray(value)) {
		throw new Problem(
			'The JSON is empty or not a request',
			'Paste the whole request body with its posts, or the list of posts alone.',
		);
	}
	const isBody = isObject(value) && (value.posts !== undefined || value.integration === undefined);
	const { posts: given, ...written } = isBody ? value : { posts: value };
	const top = withKnownKeys(written);
	const posts = isObject(given) ? [given] : given;
	if (!Array.isArray(posts)) {
		throw new Problem(
			'The JSON has no list of posts',
			'The body looks like {"type": "schedule", "date": "…", "posts": [ … ]}.',
		);
	}
	if (posts.length === 0) {
		throw new Problem('The JSON has no posts', 'Add at least one post to the list.');
	}
	judgeUnknown(top, SHARED_KEYS, note);
	return {
		shared: readShared(top, note),
		// Unlike `map`, includes the holes of sparse lists, which expressions can return.
		posts: Array.from(posts, (post, index) => readPost(post, `posts[${index}]`, note)),
		/** What was interpreted differently from how it was written. */
		corrections: [...new Set(corrections)],
	};
}

/** Corrects the case of known keys, such as `Type`. */
function withKnownKeys(top: IDataObject): IDataObject {
	const entries = Object.entries(top).map(([key, value]) => {
		const known = findOption(key, SHARED_KEYS) ?? key;
		return [known in top ? key : known, value];
	});
	return Object.fromEntries(entries) as IDataObject;
}

/** The shared fields of the body, without empty ones, which come from the form. */
function readShared(top: IDataObject, note: Note): IDataObject {
	const shared = Object.fromEntries(
		SHARED_KEYS.flatMap((key) => {
			const value = top[key];
			// An empty list of tags means no tags.
			return isEmpty(value) && !Array.isArray(value) ? [] : [[key, withoutBlanks(value)]];
		}),
	) as IDataObject;
	const { type, tags } = shared;
	if (findOption(type, ['update'])) refuseChange('type “update”');
	if (type !== undefined) shared.type = parseOption(type, WHEN_TO_PUBLISH, 'In the JSON, type');
	if (Array.isArray(tags) && tags.length < (top.tags as unknown[]).length) {
		note('tags without a name were left out');
	}
	return shared;
}

function readPost(post: unknown, at: string, note: Note) {
	if (!isObject(post)) return refuse(at, 'must be an object with integration, value and settings');
	const { integration, value, settings, group } = post;
	if (!isEmpty(group)) note('the group was left out, as new posts get one of their own');
	const elsewhere = [...SHARED_KEYS, ...FILE_KEYS, 'content', 'delay'];
	const misplaced = filledIn(post).filter((key) => elsewhere.includes(key));
	if (misplaced.length > 0) {
		throw new Problem(
			`In the JSON, ${at} has fields that belong elsewhere: ${misplaced.join(', ')}`,
			`A post has integration, value and settings. Its texts, files and delays belong in value; ${SHARED_KEYS.slice(0, 5).join(', ')} belong beside posts and apply to all of them.`,
		);
	}
	judgeUnknown(post, [...POST_KEYS, 'group'], note);
	const integrationId = idIn(isObject(integration) ? integration.id : undefined);
	if (integrationId === '') return refuse(`${at}.integration.id`, 'must be the ID of a channel');
	const parts = isObject(value) ? [value] : value;
	if (!Array.isArray(parts) || parts.length === 0) {
		return refuse(`${at}.value`, 'must be a list with at least one part');
	}
	return {
		integrationId,
		parts: parts.map((part, partIndex) => readPart(part, `${at}.value[${partIndex}]`, note)),
		settings: parseObject(settings, `In the JSON, ${at}.settings`),
	};
}

function readPart(part: unknown, at: string, note: Note): WrittenPart {
	if (!isObject(part)) return refuse(at, 'must be an object with content and image');
	const { content, delay, id } = part;
	if (!isEmpty(id)) refuseChange(`${at}.id`);
	judgeUnknown(part, [...FILE_KEYS, 'content', 'delay', 'id'], note);
	const [key = 'image', ...others] = FILE_KEYS.filter((name) => !isEmpty(part[name]));
	if (key !== 'image') note(`the files under ${key} are sent as image`);
	if (others.length > 0) note(`beside ${key}, ${others.join(', ')} was left out`);
	const files = isEmpty(part[key]) ? [] : [part[key]].flat();
	const entered = isEmpty(delay) ? undefined : toNumber(delay);
	// The service truncates fractions.
	const minutes = entered && entered > 0 ? Math.ceil(entered) : entered;
	if (minutes !== entered && Number.isFinite(entered)) {
		note(`the delay of ${entered} minutes became ${minutes}, as Postiz counts whole minutes`);
	}
	if (minutes !== undefined && !(minutes >= 0 && minutes <= MAX_STORED)) {
		const most = minutes > MAX_STORED ? ` up to ${MAX_STORED}` : '';
		return refuse(`${at}.delay`, `must be a number of minutes${most}`);
	}
	return {
		text: parseText(content, `In the JSON, ${at}.content`),
		files: files.map((file, index) => ({
			from: 'upload',
			asIs: true,
			reference: readFile(file, `${at}.${key}[${index}]`),
		})),
		...(minutes === undefined ? {} : { delay: minutes }),
	};
}

function readFile(file: unknown, at: string): ImageRef {
	const { url, ...given } = isObject(file) ? file : {};
	const { id: named, path = url, ...more } = given;
	const id = idIn(named);
	return id === '' || typeof path !== 'string'
		? refuse(at, 'must have the id and path of an uploaded file')
		: { ...more, id, path };
}

const filledIn = (value: IDataObject) => Object.keys(value).filter((key) => !isEmpty(value[key]));

/** Notes keys that mean nothing. Throws {@link Problem} for those that would change the post if they were understood. */
function judgeUnknown(value: IDataObject, known: string[], note: Note): void {
	const unknown = filledIn(value).filter((key) => !known.includes(key));
	for (const key of unknown) {
		const remedy = remedyFor(key, value[key]);
		if (remedy)
			throw new Problem(`The JSON has ${quote(key)}, which Postiz does not look at`, remedy);
	}
	if (unknown.length > 0) note(`${unknown.join(', ')} was left out, as Postiz does not look at it`);
}

function remedyFor(key: string, value: unknown): string | undefined {
	if (isAboutTime(key, value)) return SAY_WHEN;
	if (/^(text|message|caption|body)$/i.test(key)) return 'Write the text as “content” in “value”.';
	const isSetting = providers.some(({ fields }) => fields.some(({ name }) => name === key));
	return isSetting ? 'Move it into the “settings” of its post.' : undefined;
}

function refuse(path: string, reason: string): never {
	throw new Problem(`In the JSON, ${path} ${reason}`, 'Correct it.');
}

// If a body has the ID of an existing post, the service changes that post.
function refuseChange(path: string): never {
	throw new Problem(
		`The JSON has ${path}, which belongs to an existing post`,
		'This operation creates posts. Remove it to create a new post, or change the existing one with Post > Update.',
	);
}
