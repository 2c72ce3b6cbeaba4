import { countedLength, isEmpty } from './content.cjs';
import { HttpError, refusal, type Context } from './http.cjs';
import { mediaFieldsWith } from './networks/types.cjs';
import {
	checkSettings,
	convertSettings,
	knownSettings,
	maxLength,
	type Segment,
} from './providers.cjs';
import { postableEndings } from './releases/networks.cjs';
import type { Release } from './releases/release.cjs';
import { sanitize } from './sanitize.cjs';
import {
	anything,
	boolean,
	checkFields,
	convertFields,
	group,
	isArray,
	isBoolean,
	isDate,
	isDefined,
	isIn,
	isNumber,
	isObject,
	isString,
	list,
	minElements,
	number,
	optional,
	string,
	type Field,
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
	/** schedule, now, draft or update; any other word is taken for schedule. */
	type?: string;
	date: string;
	shortLink: boolean;
	tags: Array<{ value: string; label: string }>;
	posts: PostItem[];
	inter?: number;
	creationMethod?: string;
	/** Lets a published post be scheduled again. */
	republish?: boolean;
}
const NO_CHANNEL = 'All posts must have an integration id';
const NO_CONTENT = ' If images do not exist, content must be a non-empty string.';

const content: Field = {
	...string(isDefined, isString),
	convert: (value) => (typeof value === 'string' ? sanitize(value) : string().convert(value)),
	check(value, name, { image }) {
		const hasImages = Array.isArray(image) && image.length > 0;
		const isMissing = !hasImages && (typeof value !== 'string' || isEmpty(value));
		return [
			...(isDefined.holds(value) ? [] : [isDefined.words(name)]),
			...(isMissing ? [NO_CONTENT] : []),
			...(isString.holds(value) ? [] : [isString.words(name)]),
		];
	},
};
const itemFieldsOf = (release: Release): Fields => ({
	integration: group({ id: string(isDefined, isString) }, isDefined),
	value: list(
		{
			content,
			id: optional(string(isString)),
			delay: optional(number(isNumber)),
			image: list(
				{
					...mediaFieldsWith(postableEndings(release)),
					thumbnailTimestamp: optional(number(isNumber)),
				},
				isArray,
			),
		},
		minElements(1),
	),
	group: optional(string(isString)),
});
const requestFieldsOf = (release: Release): Fields => ({
	// Since there are updates, any other word is taken for schedule.
	...(!release.has('updates') && { type: string(isIn('draft', 'schedule', 'now')) }),
	date: string(isDefined, isDate),
	shortLink: boolean(isDefined, isBoolean),
	inter: optional(number(isNumber)),
	tags: list({ value: string(isString), label: string(isString) }, isDefined, isArray),
	creationMethod: optional(string(isString)),
	republish: optional({ ...boolean(), schema: {} }),
	posts: { ...anything, check: minimumOfOne },
});

function minimumOfOne(value: unknown, name: string): string[] {
	const rule = minElements(1);
	return rule.holds(value) ? [] : [rule.words(name)];
}

const isItem = (item: unknown): item is PostItem =>
	isObject(item) && isObject(item.integration) && Boolean(item.integration.id);

/** The channels of a request's posts, before anything else of it is looked at. */
function findChannels({ channels }: Workspace, items: unknown): Channel[] {
	if (!Array.isArray(items) || !items.every(isItem)) throw refusal(400, NO_CHANNEL);
	return items.map(({ integration }) => {
		const channel = channels.find(({ id }) => id === integration.id);
		if (!channel) throw refusal(400, `Integration with id ${integration.id} not found`);
		return channel;
	});
}

/** A post of the request with everything in its type, under its channel's name. */
function convertItem(
	item: Values,
	{ identifier }: Channel,
	{ providers, release }: Context,
): Values {
	const sent = item.settings ?? {};
	const settings = isObject(sent) ? convertSettings(providers[identifier], sent) : sent;
	return {
		...convertFields(itemFieldsOf(release), item),
		settings: isObject(settings) ? { ...settings, __type: identifier } : settings,
	};
}

function checkItem(
	item: Values,
	{ identifier }: Channel,
	{ providers, release }: Context,
): string[] {
	const { settings } = item;
	const ownMessages = checkFields(itemFieldsOf(release), item);
	if (!isObject(settings))
		return [...ownMessages, 'nested property settings must be either object or array'];
	const messages = checkSettings(providers[identifier], settings);
	return [...ownMessages, ...messages.map((message) => `settings.${message}`)];
}

/** The rule of length or media that a well-formed post breaks, in the service's words. */
async function brokenRule(
	channel: Channel,
	{ value: segments, settings }: PostItem,
	{ providers, measure }: Context,
): Promise<string | undefined> {
	const provider = providers[channel.identifier];
	const { countAs, rules = [] } = provider;
	const known = knownSettings(provider, settings);
	const longest = maxLength(provider, known, channel.verified);
	const isTooLong = segments.some(({ content }) => countedLength(content, countAs) > longest);
	if (isTooLong) return 'post is too long, please fix it';
	for (const rule of rules)
		if (await rule.breaks({ segments, settings: known, measure })) return rule.message;
	return undefined;
}

export interface CheckedRequest {
	request: PostRequest;
	/** Of each post of the request, in order. */
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
		convertItem(item, channels[index], context),
	);
	const request = { ...convertFields(requestFieldsOf(release), values), posts: items };
	const messages = [
		...checkFields(requestFieldsOf(release), request),
		...items.flatMap((item, index) =>
			checkItem(item, channels[index], context).map((message) => `posts.${index}.${message}`),
		),
	];
	if (messages.length) throw refusal(400, messages);

	const checked = structuredClone(request) as unknown as PostRequest;
	if (checked.type === 'draft' || !release.has('contentChecks'))
		return { request: checked, channels };
	for (const [index, item] of checked.posts.entries()) {
		const { identifier, name } = channels[index];
		const message = await brokenRule(channels[index], item, context);
		if (message) throw new HttpError(400, { statusCode: 400, provider: identifier, name, message });
	}
	return { request: checked, channels };
}
