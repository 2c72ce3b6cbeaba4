import { findProvider, providers } from '../nodes/Postiz/providers';
import { isEmpty } from '../nodes/Postiz/values/read';
import { createParameters } from './create';
import { toDate } from './dates';
import { isExpression } from './expressions';
import {
	noteGroups,
	tagsOption,
	textFormat,
	writePosts,
	type OldFile,
	type OldPart,
	type OldPost,
} from './posts';
import { plain } from './request';
import type { Setting } from './settings';
import { Bare, unescapeCode } from './template';
import { asList, asObject, type Json, type Note } from './types';

/** The body of a request, as far as it was read. */
export interface Body {
	/** What the node sends, with expressions in it; undefined if it is no JSON that can be read. */
	value: unknown;
	/** The same as Create From JSON takes it. */
	text: string;
	/** Its texts were made fit for JSON by an earlier node. */
	isEscaped: boolean;
}

const TOP_KEYS = ['type', 'date', 'shortLink', 'tags', 'inter', 'order', 'creationMethod', 'posts'];

/** `POST /posts`, as the operation that sends the same request (docs/api.md, Creating posts). */
export function postPosts(body: Body, note: Note): Json {
	const request = asObject(Array.isArray(body.value) ? { posts: body.value } : body.value);
	const list = isObject(request.posts) ? [request.posts] : request.posts;
	const isRead =
		Array.isArray(list) &&
		list.length > 0 &&
		list.every(isReadable) &&
		isEmpty(request.order) &&
		isEmpty(request.creationMethod);
	return isRead
		? writeRequest({ ...request, posts: list }, note, body.isEscaped)
		: asJson(body, note);
}

const isObject = (value: unknown): value is Json =>
	asObject(value) === value && !(value instanceof Bare);

/** True if the form can hold a post, save for what {@link writePosts} finds. */
function isReadable(post: unknown): boolean {
	if (!isObject(post)) return false;
	const { value = [], settings = {}, integration } = post;
	return (
		isObject(integration) &&
		isObject(settings) &&
		[value].flat().every((part) => isObject(part) && filesOf(part) !== undefined)
	);
}

function asJson({ text }: Body, note: Note): Json {
	note(
		'check',
		'Its body could not be read as the fields of a form. The node now uses Create From JSON, which takes the same body',
		/"[^"]*\{\{/.test(text)
			? 'Nothing has to be done. In JSON a text from an expression must not break off at a quotation mark or a line break: write {{ $json.text.toJsonString() }} there, without quotation marks around it.'
			: 'Nothing has to be done.',
	);
	const options = { allowPastDates: true };
	return createParameters('createFromJson', { type: 'draft' }, { json: text }, options);
}

/**
 * The parameters of the operation that sends a request for posts. Their settings may be read already;
 * `isEscaped` if their texts were made fit for JSON.
 */
export function writeRequest(request: Json, note: Note, isEscaped = false): Json {
	const list = asList(request.posts).map(asObject);
	noteIgnored(request, list, note);
	const posts = list.map((post, index) =>
		readPost(post, list.length > 1 ? `Post ${index + 1}` : 'The post', isEscaped),
	);
	const { isForm, fields } = writePosts(posts, note);
	const given = plain(request.type);
	const isType = isExpression(given) || ['draft', 'now', 'schedule'].includes(String(given));
	const type = isType ? given : 'draft';
	if (!isType) {
		note(
			'todo',
			isEmpty(given)
				? 'It does not say when to publish (type). It now saves drafts'
				: `Its type is “${String(given)}”, which is none that new posts can have. It now saves drafts`,
			'Choose it under When to Publish.',
		);
	}
	const date = plain(request.date);
	if (type === 'schedule' && isEmpty(date)) {
		note('todo', 'It has no date', 'Enter when to publish, under Date.');
	}
	const mayBeLate = type === 'schedule' || isExpression(type);
	const options: Json = {
		...(mayBeLate && { allowPastDates: true }),
		...optional('shortLink', flag(request.shortLink)),
		...(isEmpty(request.inter) || Number(request.inter) === 0
			? {}
			: { inter: loose(request.inter) }),
		...textFormat(posts, isForm),
		...tagsOf(request.tags),
	};
	return createParameters(
		isForm ? 'create' : 'createFromJson',
		{ type, date: type === 'now' || isEmpty(date) ? undefined : toDate(date, note) },
		fields,
		options,
	);
}

const optional = (key: string, value: unknown): Json =>
	isEmpty(value) || value === false ? {} : { [key]: value };

/** As {@link plain}, for what the form reads from a text as well. */
export const loose = (value: unknown) =>
	value instanceof Bare ? `={{ ${value.text} }}` : plain(value);

function flag(value: unknown): unknown {
	const given = loose(value);
	return given === 'true' ? true : given === 'false' ? false : given;
}

function readPost(post: Json, label: string, isEscaped: boolean): OldPost {
	const parts = [post.value ?? []].flat().map((part) => readPart(asObject(part), isEscaped));
	return {
		channel: plain(asObject(post.integration).id) ?? '',
		label,
		settings: Array.isArray(post.settings)
			? (post.settings as Setting[])
			: readSettings(asObject(post.settings)),
		parts,
	};
}

function readPart(part: Json, isEscaped: boolean): OldPart {
	const content = plain(part.content) ?? '';
	const delay = Number(part.delay) === 0 ? undefined : loose(part.delay);
	return {
		content: isEscaped && isExpression(content) ? unescaped(content) : content,
		files: filesOf(part) ?? [],
		...(!isEmpty(delay) && { delay }),
	};
}

/** An expression whose code yields texts that were made fit for JSON. */
const unescaped = (expression: string) =>
	expression.replace(
		/\{\{(.*?)\}\}/gs,
		(_all, code: string) => `{{ ${unescapeCode(code.trim())} }}`,
	);

const FILE_KEYS = ['id', 'path', 'alt', 'thumbnail', 'thumbnailTimestamp'];

/** The files of a part; undefined if they are nothing that the form can hold. */
function filesOf({ image, video }: Json): OldPart['files'] | undefined {
	const own = [image].flat();
	// Some have the same file under both.
	const more = [video].flat().filter((file) => !own.some((one) => isSame(one, file)));
	const files = [...own, ...more]
		.filter((file) => !isEmpty(file))
		.map((file) => {
			if (file instanceof Bare) return file.expression;
			if (isExpression(file)) return file;
			return isObject(file) ? readFile(file) : undefined;
		});
	return files.includes(undefined) ? undefined : (files as OldPart['files']);
}

const isSame = (one: unknown, other: unknown) =>
	JSON.stringify([asObject(one).id, asObject(one).path]) ===
	JSON.stringify([asObject(other).id, asObject(other).path]);

function readFile({ url, ...file }: Json): OldFile {
	const { id, path = url, ...rest } = file;
	const kept = Object.entries(rest).filter(
		([key, value]) => FILE_KEYS.includes(key) && !isEmpty(value),
	);
	return { id: plain(id), path: plain(path), ...(plain(Object.fromEntries(kept)) as Json) };
}

function readSettings(settings: Json): Setting[] {
	const provider = findProvider(String(settings.__type ?? ''));
	return Object.entries(settings).map(([key, value]) => {
		const field = (provider ? [provider] : providers)
			.flatMap(({ fields }) => fields)
			.find(({ name }) => name === key);
		const isPlain = field?.type === 'boolean' || field?.type === 'number';
		const read = isPlain ? loose(value) : plain(value);
		return { key, value: key === 'tags' ? labelled(read) : read, isJson: false };
	});
}

// Some write tags as texts, where the network wants them with a label.
function labelled(tags: unknown): unknown {
	if (!Array.isArray(tags)) return tags;
	return tags
		.map((tag: unknown) => (typeof tag === 'string' ? { value: tag, label: tag } : tag))
		.filter((tag) => !isEmpty(asObject(tag).label));
}

function tagsOf(tags: unknown): Json {
	if (!Array.isArray(tags)) return optional('tags', plain(tags));
	const labels = tags.map((tag) => (isObject(tag) ? (tag.label ?? tag.name ?? tag.value) : tag));
	return tagsOption(labels.map(plain));
}

function noteIgnored(request: Json, posts: Json[], note: Note): void {
	noteGroups(
		posts.map(({ group }) => group),
		note,
	);
	const parts = posts.flatMap(({ value }) => [value].flat().map(asObject));
	if (parts.some(({ id }) => !isEmpty(id))) {
		note(
			'todo',
			'It sets the ID of a part, which the new node cannot: it always makes new posts',
			'To change a post that exists, use Post > Update.',
		);
	}
	if (parts.some(({ video }) => !isEmpty(video))) {
		note(
			'check',
			'It has files under “video”, where Postiz does not look for them. They are now among its media',
			'Look at them under Media.',
		);
	}
	const unknown = [
		...unknownIn([request], TOP_KEYS),
		...unknownIn(posts, ['integration', 'value', 'settings', 'group']),
		...unknownIn(parts, ['content', 'image', 'video', 'delay', 'id']),
	];
	if (unknown.length === 0) return;
	note(
		'check',
		`Postiz does not look at ${[...new Set(unknown)].join(', ')}. This is left out`,
		'Nothing has to be done.',
	);
}

const unknownIn = (objects: Json[], known: string[]): string[] =>
	objects.flatMap((object) => Object.keys(object)).filter((key) => !known.includes(key));
