import { Transform } from 'class-transformer';
import { measureTextLength, isEmpty } from '../shared/content.cjs';
import { HttpError, createRejection, type Context } from './http.cjs';
import { findArrivalRejection } from './networks/due.cjs';
import { createMediaFields, POSTABLE_ENDINGS } from './networks/types.cjs';
import { pickKnownSettings, getMaxLength, readSettings, type Segment } from './providers.cjs';
import { memoizeByRelease } from './releases/release.cjs';
import { sanitize } from '../shared/sanitize.cjs';
import {
	boolean,
	custom,
	group,
	isArray,
	isBoolean,
	isDate,
	isDefined,
	isNumber,
	isObject,
	isString,
	list,
	minElements,
	number,
	optional,
	readFields,
	string,
	type Fields,
	type Values,
} from './schema.cjs';
import type { Channel, Workspace } from './state.cjs';

export interface PostItem extends Values {
	integration: { id: string };
	value: Segment[];
	settings: Values;
	group?: string;
}
export interface PostRequest extends Values {
	/** schedule, now, draft or update; any other word means schedule. */
	type?: string;
	date: string;
	shortLink: boolean;
	tags: Array<{ value: string; label: string }>;
	posts: PostItem[];
	inter?: number;
	creationMethod?: string;
	/** Allows scheduling a published post again. */
	republish?: boolean;
}
const NO_CHANNEL = 'All posts must have an integration id';
const NO_CONTENT = ' If images do not exist, content must be a non-empty string.';

const hasImages = ({ image }: Values) => Array.isArray(image) && image.length > 0;
const sanitized = Transform(({ value }) => (typeof value === 'string' ? sanitize(value) : value), {
	toClassOnly: true,
});
const content = string(
	isDefined,
	custom(
		(value, siblings) => hasImages(siblings) || (typeof value === 'string' && !isEmpty(value)),
		NO_CONTENT,
	),
	isString,
);
const getItemFields = memoizeByRelease((release): Fields => ({
	integration: group({ id: string(isDefined, isString) }, isDefined),
	value: list(
		{
			content: release.has('cleanedTexts') ? [sanitized, ...content] : content,
			id: optional(string(isString)),
			delay: optional(number(isNumber)),
			image: list(
				{
					...createMediaFields(POSTABLE_ENDINGS),
					thumbnailTimestamp: optional(number(isNumber)),
				},
				isArray,
			),
		},
		minElements(1),
	),
	group: optional(string(isString)),
}));
const requestFields: Fields = {
	// Any word is accepted as a type; unknown ones mean schedule.
	date: string(isDefined, isDate),
	shortLink: boolean(isDefined, isBoolean),
	inter: optional(number(isNumber)),
	tags: list({ value: string(isString), label: string(isString) }, isDefined, isArray),
	creationMethod: optional(string(isString)),
	republish: optional(boolean()),
	posts: [minElements(1)],
};

const isItem = (item: unknown): item is PostItem =>
	isObject(item) && isObject(item.integration) && Boolean(item.integration.id);

/** Finds the channels of a request, before anything else is checked. */
function findChannels({ channels }: Workspace, items: unknown): Channel[] {
	if (!Array.isArray(items) || !items.every(isItem)) throw createRejection(400, NO_CHANNEL);
	return items.map(({ integration }) => {
		const channel = channels.find(({ id }) => id === integration.id);
		if (!channel) throw createRejection(400, `Integration with id ${integration.id} not found`);
		return channel;
	});
}

/** Converts a post of the request, and lists its errors. */
function readItem(item: Values, { identifier }: Channel, { providers, release }: Context) {
	const { values, messages } = readFields(getItemFields(release), item);
	const sent = item.settings ?? {};
	if (!isObject(sent))
		return {
			values,
			messages: [...messages, 'nested property settings must be either object or array'],
		};
	const settings = readSettings(providers[identifier], sent);
	return {
		values: { ...values, settings: { ...settings.values, __type: identifier } },
		messages: [...messages, ...settings.messages.map((message) => `settings.${message}`)],
	};
}

/** The rule of length or media that a valid post breaks, in the service's words. */
async function findBrokenRule(
	channel: Channel,
	{ value: segments, settings }: PostItem,
	{ providers, measure }: Context,
): Promise<string | undefined> {
	const provider = providers[channel.identifier];
	const { counts, onlyDrafts, rejects } = provider;
	const known = pickKnownSettings(provider, settings);
	const longest = getMaxLength(provider, known, channel.verified);
	const countAs = counts === 'x' ? counts : undefined;
	const isTooLong = segments.some(({ content }) => measureTextLength(content, countAs) > longest);
	if (isTooLong) return 'post is too long, please fix it';
	if (onlyDrafts) return 'an unknown value was passed to the validate function';
	return (
		(await findArrivalRejection(channel.identifier, segments, known, measure)) ?? rejects?.(known)
	);
}

export interface CheckedRequest {
	request: PostRequest;
	/** One for each post of the request, in order. */
	channels: Channel[];
}

/**
 * Checks a whole POST /posts request before anything of it is created, and turns it into what is
 * kept. Throws an HttpError with one of the kinds of 400.
 */
export async function checkPostRequest(
	body: unknown,
	workspace: Workspace,
	context: Context,
): Promise<CheckedRequest> {
	const { release } = context;
	const values = isObject(body) ? body : {};
	const channels = findChannels(workspace, values.posts);
	const items = (values.posts as Values[]).map((item, index) =>
		readItem(item, channels[index], context),
	);
	const request = readFields(requestFields, values);
	const messages = [
		...request.messages,
		...items.flatMap((item, index) => item.messages.map((message) => `posts.${index}.${message}`)),
	];
	if (messages.length) throw createRejection(400, messages);

	const checked = { ...request.values, posts: items.map(({ values }) => values) } as PostRequest;
	if (checked.type === 'draft' || !release.has('contentChecks'))
		return { request: checked, channels };
	for (const [index, item] of checked.posts.entries()) {
		const { identifier, name } = channels[index];
		const message = await findBrokenRule(channels[index], item, context);
		if (message) throw new HttpError(400, { statusCode: 400, provider: identifier, name, message });
	}
	return { request: checked, channels };
}
