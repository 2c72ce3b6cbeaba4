import type { IDataObject } from 'n8n-workflow';

import { Problem } from './problem';
import { isEmpty, parseJson } from './settings';
import type { ImageRef, PostValue } from './types';
import { isObject } from './values';

/** What a person's JSON holds: some or all of a request body. */
export interface JsonInput {
	shared: IDataObject;
	posts: Array<{ integration: { id: string }; value: PostValue[]; settings: IDataObject }>;
}

const SHARED_KEYS = ['type', 'date', 'shortLink', 'tags', 'inter', 'order', 'creationMethod'];

// `group` and `id` belong to existing posts, which the service deletes over a `group`: left out.
const POST_KEYS = ['integration', 'value', 'settings', 'group'];
const PART_KEYS = ['content', 'image', 'delay', 'id'];

/**
 * Reads the whole body of `POST /posts`, an array of its posts, or a single one, as text or as an
 * object, and checks its shape. What is left out of it is only the `group` of a post and the `id`
 * of a part. Throws {@link Problem} (API: POST /posts).
 */
export function readJsonInput(input: unknown): JsonInput {
	const value = typeof input === 'string' && !isEmpty(input) ? parseJson(input, 'The JSON') : input;
	if (Array.isArray(value)) return { shared: {}, posts: readPosts(value) };
	if (!isObject(value)) {
		throw new Problem(
			'The JSON is empty or no request',
			'Paste the whole request body with its posts, or the list of posts alone.',
		);
	}
	if (value.integration !== undefined && value.posts === undefined) {
		return { shared: {}, posts: readPosts([value]) };
	}
	const unknown = unknownKeys(value, ['posts', ...SHARED_KEYS]);
	if (unknown.length > 0) {
		throw new Problem(
			`The JSON has a field that Postiz does not know: ${unknown.join(', ')}`,
			`Beside posts it may have ${SHARED_KEYS.join(', ')}.`,
		);
	}
	if (!Array.isArray(value.posts)) {
		throw new Problem(
			'The JSON has no list of posts',
			'The body looks like {"type": "schedule", "date": "…", "posts": [ … ]}.',
		);
	}
	const { posts, ...shared } = value;
	return { shared, posts: readPosts(posts as unknown[]) };
}

function readPosts(posts: unknown[]): JsonInput['posts'] {
	if (posts.length === 0) {
		throw new Problem('The JSON has no posts', 'Add at least one post to the list.');
	}
	return posts.map((post, index) => {
		const at = `posts[${index}]`;
		if (!isObject(post)) refuse(at, 'must be an object with integration, value and settings');
		refuseUnknown(
			post,
			POST_KEYS,
			at,
			`A post has integration, value and settings. Its texts, files and delays stand in value; ${SHARED_KEYS.slice(0, 5).join(', ')} stand beside posts and are shared by all of them.`,
		);
		const { integration, value, settings } = post;
		if (!isObject(integration) || typeof integration.id !== 'string' || !integration.id.trim()) {
			refuse(`${at}.integration.id`, 'must be the ID of a channel');
		}
		if (!Array.isArray(value) || value.length === 0) {
			refuse(`${at}.value`, 'must be a list with at least one part');
		}
		if (settings !== undefined && !isObject(settings))
			refuse(`${at}.settings`, 'must be an object');
		return {
			integration: { id: integration.id.trim() },
			value: value.map((segment, part) => readSegment(segment, `${at}.value[${part}]`)),
			settings: settings ?? {},
		};
	});
}

function readSegment(segment: unknown, at: string): PostValue {
	if (!isObject(segment)) refuse(at, 'must be an object with content and image');
	refuseUnknown(
		segment,
		PART_KEYS,
		at,
		'A part has content, image (a list of uploaded files, each with id and path) and delay.',
	);
	const { content = '', image = [], delay } = segment;
	if (typeof content !== 'string') refuse(`${at}.content`, 'must be text');
	if (!Array.isArray(image)) refuse(`${at}.image`, 'must be a list');
	image.forEach((file, index) => {
		if (!isObject(file) || typeof file.id !== 'string' || typeof file.path !== 'string') {
			refuse(`${at}.image[${index}]`, 'must have the id and path of an uploaded file');
		}
	});
	if (delay !== undefined && (typeof delay !== 'number' || delay < 0)) {
		refuse(`${at}.delay`, 'must be a number of minutes');
	}
	return { content, image: image as ImageRef[], ...(delay === undefined ? {} : { delay }) };
}

function unknownKeys(value: IDataObject, known: string[]): string[] {
	return Object.keys(value).filter((key) => !known.includes(key));
}

function refuseUnknown(value: IDataObject, known: string[], at: string, advice: string): void {
	const unknown = unknownKeys(value, known);
	if (unknown.length === 0) return;
	throw new Problem(
		`In the JSON, ${at} has a field that Postiz does not know: ${unknown.join(', ')}`,
		advice,
	);
}

function refuse(path: string, reason: string): never {
	throw new Problem(`In the JSON, ${path} ${reason}`, 'Correct it and run the node again.');
}
