import { bareText, countedLength } from './content.cjs';
import { HttpError, refusal } from './http.cjs';
import {
	checkSettings,
	isVideo,
	maxLength,
	media,
	providers,
	type Provider,
	type Segment,
} from './providers.cjs';
import {
	anything,
	checkFields,
	filled,
	flag,
	group,
	isObject,
	list,
	number,
	oneOf,
	required,
	text,
	utcDate,
	type Fields,
	type Values,
} from './schema.cjs';
import type { Channel, ServiceState } from './state.cjs';

export type PostType = 'schedule' | 'now' | 'draft';
export interface PostItem extends Values {
	integration: { id: string };
	value: Segment[];
	settings: Values;
	group?: string;
}
export interface PostRequest extends Values {
	type: PostType;
	date: string;
	shortLink: boolean;
	tags: Array<{ value: string; label: string }>;
	posts: PostItem[];
	inter?: number;
	creationMethod?: string;
}
/** strict: a wrong or missing `__type` is refused; lenient: it is set from the channel. */
export type ProviderIdentifierMode = 'strict' | 'lenient';

const segment = group({
	content: required(text()),
	image: required(list(media)),
	delay: number({ min: 0 }),
});
const postFields: Fields = {
	integration: required(group({ id: filled })),
	value: required(list(segment, { min: 1 })),
	settings: required({
		...anything,
		check: (value, name) => (isObject(value) ? [] : [`${name} must be an object`]),
	}),
	group: text(),
};
const requestFields: Fields = {
	type: required(oneOf('schedule', 'now', 'draft')),
	date: required(utcDate),
	shortLink: required(flag),
	tags: required(list(group({ value: required(text()), label: required(text()) }))),
	posts: required(list(group(postFields), { min: 1 })),
	inter: number({ min: 1 }),
	order: anything,
	creationMethod: text(),
};

/** Messages about the settings of a post for the given channel, relative to them. */
function checkChannelSettings(
	channel: Channel,
	settings: Values,
	mode: ProviderIdentifierMode,
): string[] {
	const isOwn = mode === 'lenient' || settings.__type === channel.identifier;
	if (!isOwn) return [`__type must be one of the following values: ${channel.identifier}`];
	return checkSettings(channel.identifier, settings);
}

function missingMedia({ needs }: Provider, { image }: Segment): string | undefined {
	if (needs === 'media' && image.length === 0) return 'at least one image or video is needed';
	if (needs === 'video' && !image.some(({ path }) => isVideo(path))) return 'a video is needed';
	if (needs === 'image' && !image.some(({ path }) => !isVideo(path))) return 'an image is needed';
	return undefined;
}

/** The rule of length, media or content that a well-formed post breaks. */
function brokenRule(channel: Channel, item: PostItem, type: PostType): string | undefined {
	const provider = providers[channel.identifier];
	if (item.value.some(({ content, image }) => !bareText(content).trim() && image.length === 0))
		return 'a post needs text or at least one image';
	if (type === 'draft') return undefined;
	const longest = maxLength(channel.identifier, item.settings, channel.verified);
	if (item.value.some(({ content }) => countedLength(content, provider.countAs) > longest))
		return 'post is too long, please fix it';
	return missingMedia(provider, item.value[0]) ?? provider.rule?.(item.settings, item.value);
}

/**
 * Checks a whole POST /posts request before anything of it is created. API: POST /posts.
 * Throws an HttpError with one of the two kinds of 400.
 */
export function checkPostRequest(
	body: unknown,
	state: ServiceState,
	mode: ProviderIdentifierMode,
): PostRequest {
	const values = isObject(body) ? body : {};
	const items = Array.isArray(values.posts) ? (values.posts as unknown[]) : [];
	const channels = items.map((item) => {
		const id = isObject(item) && isObject(item.integration) && item.integration.id;
		return state.channels.find((channel) => channel.id === id);
	});
	const messages = [
		...checkFields(requestFields, values),
		...channels.flatMap((channel, index) => {
			const settings = (items[index] as Partial<PostItem> | null)?.settings;
			if (!channel || !isObject(settings)) return [];
			return checkChannelSettings(channel, settings, mode).map(
				(message) => `posts.${index}.settings.${message}`,
			);
		}),
	];
	if (messages.length) throw refusal(400, messages);

	const request = structuredClone(values) as PostRequest;
	request.posts.forEach((item, index) => {
		const channel = channels[index];
		if (!channel) throw refusal(400, `Integration with id ${item.integration.id} not found`);
	});
	request.posts.forEach((item, index) => {
		const channel = channels[index]!;
		const message = brokenRule(channel, item, request.type);
		if (message)
			throw new HttpError(400, {
				statusCode: 400,
				provider: channel.identifier,
				name: channel.name,
				message,
			});
	});
	return request;
}
