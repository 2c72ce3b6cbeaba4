import { findProvider } from '../../nodes/Postiz/providers';
import type { SettingField } from '../../nodes/Postiz/providers/types';
import { isEmpty } from '../../nodes/Postiz/values/read';
import { createParameters, formFields, placed } from '../create';
import { quoted } from '../expressions';
import { byId } from '../settings';
import type { Json } from '../types';
import type { Media } from './around';
import type { Publication } from './types';

/** The channels of a post, as far as they are known: fixed names and IDs, or an expression. */
export type Channels = string[] | `=${string}`;

/** The parameters of Post > Create. */
export function postParameters(post: Publication, channels: Channels): Json {
	const { when = { type: 'now' }, options = {}, thread = [] } = post;
	const fields = formFields({
		text: post.text,
		files: post.media.map(fileRow),
		channels: channelFields(channels),
		network: networkSettings(post),
		thread: thread.map(({ text, media }) => ({ text, files: media.map(fileRow) })),
	});
	return createParameters('create', when, fields, options);
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

const fileRow = ({ from, value }: Media): Json => ({ source: from, [FIELDS[from]]: value });

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
	const entered = fields.flatMap((field) => {
		const value = settings[field.name] ?? presetOf(field);
		if (value === undefined) return [];
		return [[field.name, field.type === 'resourceLocator' ? byId(value) : value] as const];
	});
	return {
		provider: identifier,
		...placed(fields, Object.fromEntries(entered)),
		...(!isEmpty(text) && { content: text }),
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
