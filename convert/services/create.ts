import { isPrimary } from '../../nodes/Postiz/channels/settings';
import { findProvider } from '../../nodes/Postiz/providers';
import type { SettingField } from '../../nodes/Postiz/providers/types';
import { isEmpty } from '../../nodes/Postiz/values/read';
import { quoted } from '../expressions';
import { byId } from '../settings';
import type { Json } from '../types';
import type { Media, Publication } from './types';

/** The channels of a post, as far as they are known: fixed names and IDs, or an expression. */
export type Channels = string[] | `=${string}`;

/** The parameters of Post: Create. */
export function createParameters(post: Publication, channels: Channels): Json {
	const { when = { type: 'now' }, options = {}, thread = [] } = post;
	const network = networkSettings(post);
	return {
		resource: 'post',
		operation: 'create',
		type: when.type,
		...(when.type === 'now' || isEmpty(when.date) ? {} : { date: when.date }),
		...channelFields(channels),
		...(isEmpty(post.text) ? {} : { content: post.text }),
		...mediaFields(post.media),
		...(network.length === 0 ? {} : { networkSettings: { network } }),
		...(thread.length === 0
			? {}
			: {
					thread: {
						segment: thread.map(({ text, media }) => ({ content: text, ...mediaFields(media) })),
					},
				}),
		...(Object.keys(options).length > 0 && { options }),
	};
}

function channelFields(channels: Channels): Json {
	if (channels.length === 0) return { channels: [] };
	if (typeof channels === 'string') return { channelsBy: 'name', channelNames: channels };
	const isPlain = channels.every((name) => !/[,;\n]/.test(name) && !name.startsWith('='));
	return {
		channelsBy: 'name',
		channelNames: isPlain ? channels.join(', ') : `={{ ${quoted(channels)} }}`,
	};
}

const FIELDS = { url: 'url', binary: 'binaryField', upload: 'file' };

function mediaFields(media: Media[]): Json {
	if (media.length === 0) return {};
	const file = media.map(({ from, value }) => ({
		source: from,
		[FIELDS[from]]: value,
	}));
	return { media: { file } };
}

/** Networks that a service has one name for, and Postiz two: which one a channel is, its owner knows. */
const TWINS: Record<string, string[]> = { instagram: ['instagram', 'instagram-standalone'] };

/** The identifiers that a channel for this network may have in Postiz. */
export const identifiersOf = (network: string): string[] => TWINS[network] ?? [network];

function networkSettings({ targets, possible = [] }: Publication): Json[] {
	const entries = [...targets, ...possible].flatMap(({ network, settings = {}, text }) => {
		const isNeeded = Object.keys(settings).length > 0 || !isEmpty(text);
		return isNeeded
			? identifiersOf(network).map((identifier) => entryFor(identifier, settings, text))
			: [];
	});
	return [...new Map(entries.map((entry) => [JSON.stringify(entry), entry])).values()];
}

function entryFor(identifier: string, settings: Json, text: unknown): Json {
	const fields = findProvider(identifier)?.fields ?? [];
	const entry: Json = { provider: identifier };
	const optional: Json = {};
	for (const field of fields) {
		const value = settings[field.name] ?? presetOf(field);
		if (value === undefined) continue;
		const entered = field.type === 'resourceLocator' ? byId(value) : value;
		(isPrimary(field) ? entry : optional)[field.name] = entered;
	}
	return {
		...entry,
		...(Object.keys(optional).length > 0 && { settings: optional }),
		...(isEmpty(text) ? {} : { content: text }),
	};
}

/** What the form asks for, and has a preset of: it is written out, as the form does. */
const presetOf = ({ required, requiredWhen, type, default: preset }: SettingField) =>
	required && !requiredWhen && type !== 'resourceLocator' && !isEmpty(preset) ? preset : undefined;

/** The parameters of Media: Upload File, or Upload From URL. */
export function uploadParameters({ from, value }: Media): Json {
	return from === 'binary'
		? { resource: 'upload', operation: 'file', binaryField: value }
		: { resource: 'upload', operation: 'fromUrl', url: value };
}
