import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { parseDate } from '../../common/parseDate';
import { parseJson } from '../../common/parseJson';
import { MAX_STORED_INTEGER, toNumber } from '../../common/parseNumber';
import { parseObject } from '../../common/parseObject';
import { parseOption } from '../../common/parseOption';
import { extractId, parseText } from '../../common/parseText';
import { Problem } from '../../common/problem';
import { quote } from '../../common/text';
import { isEmpty, isObject } from '../../common/value';
import { isAgentTool } from '../../execution/nodeContext';
import { getEntryLabel } from '../../form/fieldSpec';
import { fieldsOfCreateFromJson } from '../../posts/form/publishFields';
import { OPTIONS } from '../../posts/form/publishOptions';
import { WHEN_TO_PUBLISH } from '../../posts/form/whenToPublish';
import type { PartInput } from '../../posts/item';
import type { FileReference } from '../../transport/apiTypes';
import { BODY_KEYS, BodyProblems } from './bodyProblems';
import { findExpressionNotesOrThrow } from './expressions/findExpressionNotesOrThrow';
import { listRawFields } from './expressions/rawFields';
import type { ItemReader } from './readForm';
import { usesDate } from './readPostDate';
import { readSharedInput } from './readSharedInput';

/**
 * Reads an item from the JSON of Post > Create From JSON. Sends no requests. Throws {@link Problem} that lists all
 * problems.
 */
export const readJson: ItemReader = (context, itemIndex, now) => {
	const notes = findExpressionNotesOrThrow(
		context,
		itemIndex,
		listRawFields(context, fieldsOfCreateFromJson),
	);
	const { bodyFields, posts } = parseBody(context.getNodeParameter('json', itemIndex));
	if (isAgentTool(context)) assertFormNotOverridden(context, itemIndex, bodyFields);
	return {
		...readSharedInput(context, itemIndex, { now, bodyFields }),
		notes,
		input: {
			kind: 'json',
			posts: posts.map(({ integrationId, parts, settings }, index) => ({
				channel: {
					idOrName: integrationId,
					label: getEntryLabel('Channel', index, posts.length),
				},
				parts,
				format: 'asIs',
				jsonSettings: settings,
				settingFiles: {},
			})),
		},
	};
};

/** Throws {@link Problem} if a model's JSON overrides the form of its tool. A model may only turn posts into drafts. */
function assertFormNotOverridden(
	context: IExecuteFunctions,
	itemIndex: number,
	bodyFields: IDataObject,
): void {
	const getEntered = (name: string) => context.getNodeParameter(name, itemIndex, '');
	const dateOrder = OPTIONS.dateOrder.read(getEntered('options') as IDataObject);
	const toUtc = (entered: unknown) => parseDate(entered, context.getTimezone(), { dateOrder });
	const type = parseOption(getEntered('type'), WHEN_TO_PUBLISH, 'When to Publish');
	const date = usesDate(type) ? getEntered('date') : '';
	const differs = {
		type: bodyFields.type !== undefined && bodyFields.type !== type && bodyFields.type !== 'draft',
		date: bodyFields.date !== undefined && !isEmpty(date) && toUtc(bodyFields.date) !== toUtc(date),
		inter: !isEmpty(bodyFields.inter) && toNumber(bodyFields.inter) !== 0,
	};
	for (const key of ['type', 'date', 'inter'] as const) {
		if (!differs[key]) continue;
		throw new Problem(
			`This tool sets ${SET_BY_FORM[key]} itself, so the JSON cannot have "${key}": ${quote(bodyFields[key])}`,
			`Remove "${key}" from the JSON.`,
		);
	}
}

const SET_BY_FORM = { type: 'when to publish', date: 'the date', inter: 'the repetition' };

/**
 * Parses a body of `POST /posts`, its list of posts, or a single post. Throws {@link Problem} (docs/api.md, Creating
 * posts).
 */
export function parseBody(input: unknown) {
	const body = typeof input === 'string' && !isEmpty(input) ? parseJson(input, 'The JSON') : input;
	const [only] = Array.isArray(body) && body.length === 1 ? (body as unknown[]) : [];
	if (isObject(only) && (only.posts !== undefined || only.content !== undefined)) {
		throw new Problem(
			'The JSON has a list around the body',
			`Remove the outer list${only.posts === undefined ? ', and rename “content” to “posts”' : ''}.`,
		);
	}
	if (!isObject(body) && !Array.isArray(body)) {
		throw new Problem(
			'The JSON is empty, or not a request',
			'Use the request body with its posts, or only the list of posts.',
		);
	}
	const isBody = isObject(body) && body.integration === undefined;
	const { posts, ...enteredFields } = isBody
		? body
		: ({ posts: Array.isArray(body) ? body : [body] } as IDataObject);
	if (!Array.isArray(posts) || posts.length === 0) {
		throw new Problem(
			'The JSON has no list of posts',
			'The body looks like {"type": "schedule", "date": "…", "posts": [ … ]}.',
		);
	}
	const problems = new BodyProblems();
	problems.addUnknownKeys(enteredFields, 'body', '');
	const bodyFields = parseBodyFields(enteredFields, problems);
	// `Array.from` includes the holes of sparse arrays, which expressions may return.
	const parsed = Array.from(posts, (post, index) => parsePost(post, `posts[${index}]`, problems));
	problems.throwIfAny();
	return { bodyFields, posts: parsed };
}

const ONLY_CREATES =
	'This operation only creates posts. Remove the ID, or change the existing post with Post > Update.';

/** Parses the fields of a body besides its posts. Leaves out empty fields, which come from the form. */
function parseBodyFields(entered: IDataObject, problems: BodyProblems): IDataObject {
	const keys = BODY_KEYS.body.filter(
		(key) => !isEmpty(entered[key]) || Array.isArray(entered[key]),
	);
	const fields = Object.fromEntries(keys.map((key) => [key, entered[key]])) as IDataObject;
	if (fields.type === undefined) return fields;
	if (fields.type === 'update') {
		problems.add('type', 'cannot be “update”', ONLY_CREATES);
		return fields;
	}
	const parseType = () => parseOption(fields.type, WHEN_TO_PUBLISH, 'type');
	return { ...fields, type: problems.collect(parseType, undefined) };
}

function parsePost(post: unknown, path: string, problems: BodyProblems) {
	const emptyPost = { integrationId: '', parts: [], settings: {} };
	if (!isObject(post)) {
		problems.add(path, 'must be an object with integration, value and settings');
		return emptyPost;
	}
	problems.addUnknownKeys(post, 'post', path);
	const { integration, value, settings } = post;
	const integrationId = extractId(isObject(integration) ? integration.id : undefined);
	if (integrationId === '') problems.add(`${path}.integration.id`, 'must be the ID of a channel');
	if (!Array.isArray(value) || value.length === 0) {
		problems.add(`${path}.value`, 'must be a list with at least one part');
		return emptyPost;
	}
	return {
		integrationId,
		parts: Array.from(value, (part, index) =>
			parseBodyPart(part, `${path}.value[${index}]`, problems),
		),
		settings: problems.collect(() => parseObject(settings, `${path}.settings`), {}),
	};
}

function parseBodyPart(part: unknown, path: string, problems: BodyProblems): PartInput {
	if (!isObject(part)) {
		problems.add(path, 'must be an object with content and image');
		return { text: '', files: [] };
	}
	problems.addUnknownKeys(part, 'part', path);
	const { content, delay, id, image } = part;
	// With an ID, the service would change the existing post.
	if (!isEmpty(id)) problems.add(`${path}.id`, 'belongs to an existing post', ONLY_CREATES);
	const files = isEmpty(image) ? [] : [image].flat();
	const minutes = isEmpty(delay) ? undefined : toNumber(delay);
	if (
		minutes !== undefined &&
		!(Number.isInteger(minutes) && minutes >= 0 && minutes <= MAX_STORED_INTEGER)
	) {
		problems.add(`${path}.delay`, `must be a whole number of minutes up to ${MAX_STORED_INTEGER}`);
	}
	return {
		text: problems.collect(() => parseText(content, `${path}.content`), ''),
		files: files.map((file, index) => ({
			from: 'upload',
			isUnchecked: true,
			reference: parseFile(file, `${path}.image[${index}]`, problems),
		})),
		...(minutes === undefined ? {} : { delay: minutes }),
	};
}

function parseFile(file: unknown, path: string, problems: BodyProblems): FileReference {
	const reference = isObject(file) ? file : {};
	const id = extractId(reference.id);
	if (id === '' || typeof reference.path !== 'string') {
		problems.add(path, 'must have the id and path of an uploaded file');
	}
	return { ...reference, id, path: String(reference.path) };
}
