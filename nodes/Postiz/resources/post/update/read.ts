import type {
	IBinaryKeyData,
	IDataObject,
	IExecuteFunctions,
	INodePropertyOptions,
} from 'n8n-workflow';

import { buildSettings, parseSettingsJson, readSettingFiles } from '../../../channels/settings';
import { filesOf, findSettingFiles, readMediaList } from '../../../media/fileSource';
import { findProvider } from '../../../providers';
import type { Provider, SettingField } from '../../../providers/types';
import type { ContentFormat } from '../../../text/content';
import { refusePast, toServiceDate } from '../../../values/date';
import { idIn } from '../../../values/id';
import { parseJson } from '../../../values/json';
import { Problem } from '../../../values/problem';
import { quote } from '../../../values/quote';
import { isEmpty, readList, unwrap, useOneOf } from '../../../values/read';
import type { PostChange } from '../shared/change/merge';
import { readDays, readSegment, readTags, readText } from '../shared/readParts';
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

/** What an item wants to change, and with it what its settings are on a network. Both throw {@link Problem}. */
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
	const timezone = context.getTimezone();
	const settings = readSettings(given, binary, timezone);
	const date = isEmpty(given.date) ? undefined : toServiceDate(given.date, timezone);
	if (date) refusePast(date, Date.now(), { timezone, canAllow: false });
	const entered: Changes = {
		...(date && { date }),
		...(!isEmpty(text) && { text }),
		...(media.length > 0 && { media }),
		...(thread.length > 0 && { thread }),
		...(tags.length > 0 && { tags }),
		...(!isEmpty(given.inter) && { inter: readDays(given.inter) }),
	};
	const all = { ...entered, ...readRemoved(given.remove, entered) };
	if (Object.keys(all).length === 0 && !settings) {
		throw new Problem(
			'Nothing to change',
			'Add what to change under Update Fields. What is left empty stays as it is. With an expression, check that every item has a value.',
		);
	}
	const format = (given.contentFormat ?? 'automatic') as ContentFormat;
	return (network) => ({ ...all, format, settings: settings?.(network) });
}

/** What is to be removed. Throws {@link Problem} for what is also entered. */
function readRemoved(names: unknown, entered: Changes): Changes {
	const removed = readList(names).map((name) => {
		if (!Object.hasOwn(REMOVABLE, name)) {
			throw new Problem(`Remove cannot have ${quote(name)}`, useOneOf(Object.keys(REMOVABLE)));
		}
		const change = REMOVED[name as Removable];
		if (Object.keys(change).some((key) => key in entered)) {
			throw new Problem(
				`${REMOVABLE[name as Removable]} is both entered and removed`,
				'Remove it from Remove to change it, or leave it empty to remove it.',
			);
		}
		return change;
	});
	return Object.assign({}, ...removed) as Changes;
}

/** What settings are to be on a network; undefined if all stay. Both throw {@link Problem}. */
function readSettings(given: IDataObject, binary: IBinaryKeyData, timezone: string) {
	const { setting = [] } = Object(given.settings) as { setting?: IDataObject[] };
	const entries = setting.flatMap(({ key: entered, value: chosen }) => {
		const key = idIn(entered);
		const value = unwrap(chosen);
		if (isEmpty(value)) return [];
		if (key !== '') return [[key, value] as const];
		throw new Problem(
			'Network Settings: no setting is selected',
			'Enter the key of the setting: Post > Get returns those of a post under “settings”.',
		);
	});
	const json = parseSettingsJson(given.settingsJson, 'Network Settings (JSON)');
	if (entries.length + Object.keys(json).length === 0) return undefined;
	return (identifier: string): PostChange['settings'] => {
		const provider = findProvider(identifier);
		if (!provider) {
			const known = Object.fromEntries(entries.map(([key, value]) => [key, readJsonText(value)]));
			return { settings: { ...known, ...json } as IDataObject, settingFiles: {} };
		}
		const values = Object.fromEntries(
			entries.map(([key, value]) => {
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
	};
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
