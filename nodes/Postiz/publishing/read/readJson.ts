import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { findNearestWord } from '../../channels/findByName';
import { allNetworks } from '../../networks';
import type { PartInput } from '../model';
import { isTool } from '../../transport/nodeError';
import type { ImageRef } from '../../transport/apiTypes';
import { toServiceDate } from '../../common/parseDate';
import { listNames } from '../../common/lists';
import { Problem, quote } from '../../common/problem';
import {
	extractId,
	isEmpty,
	isObject,
	MAX_STORED_INTEGER,
	parseJson,
	parseObject,
	parseOption,
	parseText,
	toNumber,
} from '../../common/parseValue';
import { checkExpressions } from './checkExpressions';
import { listEnteredFields } from './expressions';
import { jsonFields, OPTIONS, WHEN_TO_PUBLISH } from '../../actions/post/createFields';
import { isDated, readSharedInput, type ReadItem } from './readForm';

/** Reads an item from the JSON of Create From JSON, without any lookups. Throws {@link Problem} that names all mistakes. */
export const readJson: ReadItem = (context, itemIndex, now) => {
	const notes = checkExpressions(context, itemIndex, listEnteredFields(context, jsonFields));
	const { shared, posts } = parseBody(context.getNodeParameter('json', itemIndex));
	if (isTool(context)) assertSingleObject(context, itemIndex, shared);
	return {
		...readSharedInput(context, itemIndex, { now, given: shared }),
		notes,
		input: posts.map(({ integrationId, parts, settings }, index) => ({
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
function assertSingleObject(
	context: IExecuteFunctions,
	itemIndex: number,
	given: IDataObject,
): void {
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
			`Remove "${key}" from the JSON.`,
		);
	}
}

const SET_BY_FORM = { type: 'when to publish', date: 'the date', inter: 'the repetition' };

/** The keys of each object of a body (docs/api.md, Creating posts). */
const KEYS = {
	body: ['type', 'date', 'shortLink', 'tags', 'inter', 'order', 'creationMethod', 'posts'],
	post: ['integration', 'value', 'settings', 'group'],
	part: ['content', 'image', 'delay', 'id'],
};
type Place = keyof typeof KEYS;

/** What is wrong with a body, and what to do: all of it at once. */
class Mistakes {
	private readonly found: Array<[message: string, remedy: string]> = [];

	add(path: string, message: string, remedy = ''): void {
		this.found.push([`${path} ${message}`, remedy]);
	}

	/** Keys that mean nothing there. */
	checkKeys(value: IDataObject, place: Place, at: string): void {
		const filled = Object.keys(value).filter((key) => !isEmpty(value[key]));
		for (const key of filled.filter((each) => !KEYS[place].includes(each))) {
			const other = (Object.keys(KEYS) as Place[]).find((each) => KEYS[each].includes(key));
			const isSetting = allNetworks.some(({ fields }) => fields.some(({ name }) => name === key));
			const elsewhere = other ? PLACES[other] : isSetting && 'the “settings” of its post';
			const near = findNearestWord(key, KEYS[place]);
			const moved = elsewhere ? `“${key}” belongs in ${elsewhere}.` : undefined;
			const meant = near ? `Did you mean “${near}”?` : `It has ${listNames(KEYS[place])}.`;
			this.add(at === '' ? key : `${at}.${key}`, 'is unknown', moved ?? meant);
		}
	}

	/** Throws {@link Problem} if there are any. */
	throwIfAny(): void {
		if (this.found.length === 0) return;
		const messages = this.found.map(([message]) => message);
		const remedies = [...new Set(this.found.map(([, remedy]) => remedy))].filter(Boolean);
		throw new Problem(
			`In the JSON, ${messages.join('; ')}`,
			remedies.length > 0 ? remedies.join('\n') : 'Correct it.',
		);
	}
}

const PLACES = { body: 'the body, beside “posts”', post: 'a post', part: 'a part, in “value”' };

/** Parses a body of `POST /posts`, its posts, or one of them. Throws {@link Problem} (docs/api.md, Creating posts). */
export function parseBody(input: unknown) {
	const given = typeof input === 'string' && !isEmpty(input) ? parseJson(input, 'The JSON') : input;
	const [only] = Array.isArray(given) && given.length === 1 ? (given as unknown[]) : [];
	if (isObject(only) && (only.posts !== undefined || only.content !== undefined)) {
		throw new Problem(
			'The JSON has a list around the body',
			`Remove the outer list${only.posts === undefined ? ', and rename “content” to “posts”' : ''}.`,
		);
	}
	if (!isObject(given) && !Array.isArray(given)) {
		throw new Problem(
			'The JSON is empty, or not a request',
			'Use the request body with its posts, or only the list of posts.',
		);
	}
	const isBody = isObject(given) && given.integration === undefined;
	const { posts, ...top } = isBody
		? given
		: ({ posts: Array.isArray(given) ? given : [given] } as IDataObject);
	if (!Array.isArray(posts) || posts.length === 0) {
		throw new Problem(
			'The JSON has no list of posts',
			'The body looks like {"type": "schedule", "date": "…", "posts": [ … ]}.',
		);
	}
	const mistakes = new Mistakes();
	mistakes.checkKeys(top, 'body', '');
	const shared = readShared(top);
	// Unlike `map`, includes the holes of sparse lists, which expressions can return.
	const read = Array.from(posts, (post, index) => readPost(post, `posts[${index}]`, mistakes));
	mistakes.throwIfAny();
	return { shared, posts: read };
}

/** The shared fields of the body, without empty ones, which come from the form. */
function readShared(top: IDataObject): IDataObject {
	const given = KEYS.body.filter((key) => !isEmpty(top[key]) || Array.isArray(top[key]));
	const shared = Object.fromEntries(given.map((key) => [key, top[key]])) as IDataObject;
	if (shared.type === 'update') assertCreates('type “update”');
	if (shared.type === undefined) return shared;
	return { ...shared, type: parseOption(shared.type, WHEN_TO_PUBLISH, 'In the JSON, type') };
}

function readPost(post: unknown, at: string, mistakes: Mistakes) {
	const nothing = { integrationId: '', parts: [], settings: {} };
	if (!isObject(post)) {
		mistakes.add(at, 'must be an object with integration, value and settings');
		return nothing;
	}
	mistakes.checkKeys(post, 'post', at);
	const { integration, value, settings } = post;
	const integrationId = extractId(isObject(integration) ? integration.id : undefined);
	if (integrationId === '') mistakes.add(`${at}.integration.id`, 'must be the ID of a channel');
	if (!Array.isArray(value) || value.length === 0) {
		mistakes.add(`${at}.value`, 'must be a list with at least one part');
		return nothing;
	}
	return {
		integrationId,
		parts: value.map((part, index) => readPart(part, `${at}.value[${index}]`, mistakes)),
		settings: parseObject(settings, `In the JSON, ${at}.settings`),
	};
}

function readPart(part: unknown, at: string, mistakes: Mistakes): PartInput {
	if (!isObject(part)) {
		mistakes.add(at, 'must be an object with content and image');
		return { text: '', files: [] };
	}
	mistakes.checkKeys(part, 'part', at);
	const { content, delay, id, image } = part;
	if (!isEmpty(id)) assertCreates(`${at}.id`);
	const files = isEmpty(image) ? [] : [image].flat();
	const minutes = isEmpty(delay) ? undefined : toNumber(delay);
	if (
		minutes !== undefined &&
		!(Number.isInteger(minutes) && minutes >= 0 && minutes <= MAX_STORED_INTEGER)
	) {
		mistakes.add(`${at}.delay`, `must be a whole number of minutes up to ${MAX_STORED_INTEGER}`);
	}
	return {
		text: parseText(content, `In the JSON, ${at}.content`),
		files: files.map((file, index) => ({
			from: 'upload',
			asIs: true,
			reference: readFile(file, `${at}.image[${index}]`, mistakes),
		})),
		...(minutes === undefined ? {} : { delay: minutes }),
	};
}

function readFile(file: unknown, at: string, mistakes: Mistakes): ImageRef {
	const { id: named, path, ...more } = isObject(file) ? file : {};
	const id = extractId(named);
	if (id === '' || typeof path !== 'string') {
		mistakes.add(at, 'must have the id and path of an uploaded file');
	}
	return { ...more, id, path: String(path) };
}

// If a body has the ID of an existing post, the service changes that post.
function assertCreates(path: string): never {
	throw new Problem(
		`The JSON has ${path} of an existing post`,
		'This operation creates posts. Remove it to create a new post, or change the existing one with Post > Update.',
	);
}
