import type {
	IBinaryKeyData,
	IDataObject,
	IExecuteFunctions,
	INodePropertyOptions,
} from 'n8n-workflow';

import { buildSettings, parseSettingsJson, readSettingFiles } from '../../../channels/settings';
import { filesOf, findSettingFiles } from '../../../media/fileSource';
import { findProvider } from '../../../providers';
import type { Provider, SettingField } from '../../../providers/types';
import type { ContentFormat } from '../../../text/content';
import { refusePast, toServiceDate } from '../../../values/date';
import { parseJson } from '../../../values/json';
import { Problem } from '../../../values/problem';
import { quote } from '../../../values/quote';
import { idIn, isEmpty, readList, unwrap, useOneOf } from '../../../values/read';
import type { PostChange } from '../shared/change/merge';
import { readDays, readMediaList, readSegment, readTags, readText } from '../shared/readParts';
import { REMOVABLE } from './fields';

type Changes = Omit<PostChange, 'format' | 'settings'>;
type Removable = keyof typeof REMOVABLE;

/** What removing something means for the post. */
const REMOVED: Record<Removable, Changes> = {
	media: { media: [] },
	inter: { inter: null },
	tags: { tags: [] },
	content: { text: '' },
	thread: { thread: [] },
};

/**
 * Reads what an item wants to change; what is left empty stays as it is. Nothing is looked up: what its
 * settings are depends on the network of the post, of which the result makes the change. Both throw
 * {@link Problem}.
 */
export function readChange(
	context: IExecuteFunctions,
	itemIndex: number,
): (network: string) => PostChange {
	const given = context.getNodeParameter('updateFields', itemIndex, {}) as IDataObject;
	const binary = filesOf(context.getInputData()[itemIndex]);
	const { segment: segments = [] } = Object(given.thread) as { segment?: IDataObject[] };
	const text = readText(given.content, 'Text');
	const media = readMediaList(given.media, binary);
	const tags = readTags(given.tags);
	const thread = segments.map((segment, index) => readSegment(segment, index, binary));
	const settings = readGivenSettings(given);
	const timezone = context.getTimezone();
	const changes: Changes = {
		...(!isEmpty(given.date) && { date: readDate(given.date, timezone) }),
		...(!isEmpty(text) && { text }),
		...(media.length > 0 && { media }),
		...(thread.length > 0 && { thread }),
		...(tags.length > 0 && { tags }),
		...(!isEmpty(given.inter) && { inter: readDays(given.inter) }),
	};
	const all = readRemoved(given.remove).reduce(remove, changes);
	if (Object.keys(all).length === 0 && !settings) {
		throw new Problem(
			'Nothing to change',
			'Add what to change under Update Fields. What is left empty stays as it is. With an expression, check that every item has a value.',
		);
	}
	const format = (given.contentFormat ?? 'automatic') as ContentFormat;
	return (network) => ({
		...all,
		format,
		...(settings && { settings: toSettings(settings, network, { binary, timezone }) }),
	});
}

function readDate(entered: unknown, timezone: string): string {
	const date = toServiceDate(entered, timezone);
	refusePast(date, Date.now(), { timezone, canAllow: false });
	return date;
}

function readRemoved(entered: unknown): Removable[] {
	return readList(entered).map((name) => {
		if (Object.hasOwn(REMOVABLE, name)) return name as Removable;
		throw new Problem(`Remove cannot have ${quote(name)}`, useOneOf(Object.keys(REMOVABLE)));
	});
}

function remove(changes: Changes, name: Removable): Changes {
	const removed = REMOVED[name];
	if (Object.keys(removed).some((key) => key in changes)) {
		throw new Problem(
			`${REMOVABLE[name]} is both entered and removed`,
			'Remove it from Remove to change it, or leave it empty to remove it.',
		);
	}
	return { ...changes, ...removed };
}

/** Settings as the form holds them, before the network of the post is known. */
interface GivenSettings {
	entries: Array<{ key: string; value: unknown }>;
	json: IDataObject;
}

/** Undefined if all settings stay. */
function readGivenSettings({ settings, settingsJson }: IDataObject): GivenSettings | undefined {
	const { setting = [] } = Object(settings) as { setting?: IDataObject[] };
	const entries = setting.flatMap(({ key: entered, value: given }) => {
		const key = idIn(entered);
		const value = unwrap(given);
		if (isEmpty(value)) return [];
		if (key !== '') return [{ key, value }];
		throw new Problem(
			'Network Settings: no setting is selected',
			'Enter the key of the setting: Post > Get returns those of a post under “settings”.',
		);
	});
	const json = parseSettingsJson(settingsJson, 'Network Settings (JSON)');
	return entries.length + Object.keys(json).length > 0 ? { entries, json } : undefined;
}

/**
 * The settings as a post of this network has them; `binary` has the files of the item. Throws
 * {@link Problem} for a setting that the network does not have.
 */
function toSettings(
	{ entries, json }: GivenSettings,
	identifier: string,
	{ binary, timezone }: { binary: IBinaryKeyData; timezone: string },
): PostChange['settings'] {
	const provider = findProvider(identifier);
	if (!provider) {
		const known = Object.fromEntries(entries.map(({ key, value }) => [key, readJsonText(value)]));
		return { settings: { ...known, ...json } as IDataObject, settingFiles: {} };
	}
	const values = Object.fromEntries(
		entries.map(({ key, value }) => {
			const field = findField(provider, key);
			return [field.name, readSetting(field, value)];
		}),
	) as IDataObject;
	// Said to be the form of this network, so that no default is added to what was entered.
	const form = { ...values, settings: values, provider: identifier };
	const settings = buildSettings(identifier, provider, form, { json, timezone });
	const place = provider.displayName;
	const named = readSettingFiles(provider, form, { json, place }).map(({ field, files }) => ({
		...field,
		files,
	}));
	return { settings, settingFiles: findSettingFiles(named, { binary, place }) };
}

/** The setting of a network by its key, or by its name in the form. */
function findField({ displayName: network, fields }: Provider, key: string): SettingField {
	const word = key.toLowerCase();
	const field =
		fields.find(({ name }) => name === key) ??
		fields.find(({ displayName }) => displayName.toLowerCase() === word);
	if (field) return field;
	const names = fields.map(({ displayName, name }) => `${displayName} (${name})`);
	throw new Problem(
		`${network} has no setting ${quote(key)}`,
		names.length > 0
			? `It has ${names.join(', ')}. Use Network Settings (JSON) for any other.`
			: 'Use Network Settings (JSON) for a setting that the node does not know.',
	);
}

/** A value that was entered as text, as the form of the network would hold it. */
function readSetting(field: SettingField, value: unknown): unknown {
	if (typeof value !== 'string') return value;
	if (field.nested) return readJsonText(value);
	if (field.type !== 'options') return value;
	const word = value.trim();
	const options = (field.options ?? []) as INodePropertyOptions[];
	const named = options.find(({ name }) => name.toLowerCase() === word.toLowerCase());
	return options.some((option) => option.value === word) ? word : (named?.value ?? value);
}

function readJsonText(value: unknown): unknown {
	const isJson = typeof value === 'string' && /^\s*[{[]/.test(value);
	return isJson ? parseJson(value, 'Network Settings') : value;
}
