import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { WrittenItem, WrittenPart } from '../../../publishing/types';
import type { ImageRef } from '../../../transport/types';
import { Problem } from '../../../values/problem';
import { parseJson } from '../../../values/json';
import { isEmpty, isObject } from '../../../values/read';
import { readFields } from './readFields';

/** What a JSON body holds: some or all of what `POST /posts` takes. */
export interface JsonInput {
	shared: IDataObject;
	posts: JsonPost[];
}

interface JsonPost {
	integrationId: string;
	parts: WrittenPart[];
	settings: IDataObject;
}

const SHARED_KEYS = ['type', 'date', 'shortLink', 'tags', 'inter', 'order', 'creationMethod'];
const POST_KEYS = ['integration', 'value', 'settings'];
const PART_KEYS = ['content', 'image', 'delay'];

/**
 * Reads an item from the JSON of Post: Create From JSON. Nothing is looked up or sent. Throws
 * {@link Problem} that names the place in the JSON.
 */
export function readJson(context: IExecuteFunctions, itemIndex: number, now: number): WrittenItem {
	const { shared, posts } = parseBody(context.getNodeParameter('json', itemIndex));
	return {
		...readFields(context, itemIndex, { now, given: shared }),
		written: posts.map(({ integrationId, parts, settings }, index) => {
			const identifier = String(settings.__type ?? '').trim();
			const position = posts.length > 1 ? `Channel ${index + 1}` : 'Channel';
			return {
				choice: { id: integrationId, position, ...(identifier !== '' && { identifier }) },
				parts,
				format: 'asIs',
				mergesThread: false,
				json: settings,
				settingFiles: {},
			};
		}),
	};
}

/**
 * Reads the whole body of `POST /posts`, an array of its posts, or a single one, as text or as an
 * object, and checks its shape. Throws {@link Problem} (docs/api.md, Creating posts).
 */
export function parseBody(input: unknown): JsonInput {
	const value = typeof input === 'string' && !isEmpty(input) ? parseJson(input, 'The JSON') : input;
	if (Array.isArray(value)) return { shared: {}, posts: readPosts(value) };
	if (!isObject(value)) {
		throw new Problem(
			'The JSON is empty or not a request',
			'Paste the whole request body with its posts, or the list of posts alone.',
		);
	}
	if (value.integration !== undefined && value.posts === undefined) {
		return { shared: {}, posts: readPosts([value]) };
	}
	const unknown = unknownKeys(value, ['posts', ...SHARED_KEYS]);
	if (unknown.length > 0) {
		throw new Problem(
			`The JSON has a field that Postiz doesn't know: ${unknown.join(', ')}`,
			`Beside posts it may have ${SHARED_KEYS.join(', ')}.`,
		);
	}
	if (value.type === 'update') refuseChange('type “update”');
	if (!Array.isArray(value.posts)) {
		throw new Problem(
			'The JSON has no list of posts',
			'The body looks like {"type": "schedule", "date": "…", "posts": [ … ]}.',
		);
	}
	const { posts, ...shared } = value;
	return { shared, posts: readPosts(posts as unknown[]) };
}

function readPosts(posts: unknown[]): JsonPost[] {
	if (posts.length === 0) {
		throw new Problem('The JSON has no posts', 'Add at least one post to the list.');
	}
	return posts.map((post, index) => {
		const at = `posts[${index}]`;
		if (!isObject(post))
			return refuse(at, 'must be an object with integration, value and settings');
		if (!isEmpty(post.group)) refuseChange(`${at}.group`);
		refuseUnknown(
			post,
			[...POST_KEYS, 'group'],
			at,
			`A post has integration, value and settings. Its texts, files and delays belong in value; ${SHARED_KEYS.slice(0, 5).join(', ')} belong beside posts and apply to all of them.`,
		);
		const { integration, value, settings } = post;
		if (!isObject(integration) || typeof integration.id !== 'string' || !integration.id.trim()) {
			return refuse(`${at}.integration.id`, 'must be the ID of a channel');
		}
		if (!Array.isArray(value) || value.length === 0) {
			return refuse(`${at}.value`, 'must be a list with at least one part');
		}
		if (settings !== undefined && !isObject(settings)) {
			return refuse(`${at}.settings`, 'must be an object');
		}
		return {
			integrationId: integration.id.trim(),
			parts: value.map((part, place) => readPart(part, `${at}.value[${place}]`)),
			settings: settings ?? {},
		};
	});
}

function readPart(part: unknown, at: string): WrittenPart {
	if (!isObject(part)) return refuse(at, 'must be an object with content and image');
	if (!isEmpty(part.id)) refuseChange(`${at}.id`);
	refuseUnknown(
		part,
		[...PART_KEYS, 'id'],
		at,
		'A part has content, image (a list of uploaded files, each with id and path) and delay.',
	);
	const { content = '', image = [], delay } = part;
	if (typeof content !== 'string') return refuse(`${at}.content`, 'must be text');
	if (!Array.isArray(image)) return refuse(`${at}.image`, 'must be a list');
	image.forEach((file, index) => {
		if (!isObject(file) || typeof file.id !== 'string' || typeof file.path !== 'string') {
			refuse(`${at}.image[${index}]`, 'must have the id and path of an uploaded file');
		}
	});
	if (delay !== undefined && (typeof delay !== 'number' || delay < 0)) {
		return refuse(`${at}.delay`, 'must be a number of minutes');
	}
	return {
		text: content,
		files: (image as ImageRef[]).map((reference) => ({ from: 'reference', reference })),
		...(delay === undefined ? {} : { delay }),
	};
}

function unknownKeys(value: IDataObject, known: string[]): string[] {
	return Object.keys(value).filter((key) => !known.includes(key));
}

function refuseUnknown(value: IDataObject, known: string[], at: string, advice: string): void {
	const unknown = unknownKeys(value, known);
	if (unknown.length === 0) return;
	throw new Problem(
		`In the JSON, ${at} has a field that Postiz doesn't know: ${unknown.join(', ')}`,
		advice,
	);
}

function refuse(path: string, reason: string): never {
	throw new Problem(`In the JSON, ${path} ${reason}`, 'Correct it and run the node again.');
}

// With the ID or the group of a post that exists, the service changes or deletes that post.
function refuseChange(path: string): never {
	throw new Problem(
		`The JSON has ${path}, which belongs to an existing post`,
		'This operation creates posts. Remove it to create a new post, or change the existing one with Post > Update.',
	);
}
