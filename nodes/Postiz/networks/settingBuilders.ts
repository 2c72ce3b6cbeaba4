import { HOUR_MS } from '../common/date';
import { isObject } from '../common/value';
import { createFieldBuilders, option } from '../form/fieldBuilders';
import { createEntryOption, type EntryKeys, parseEntry } from './entries';
import type { SettingField, SettingTraits } from './networkTypes';
import { toTags } from './tags';

const settingField = createFieldBuilders<SettingTraits>();

type FieldOptions = Parameters<typeof settingField.text>[2];

const EXAMPLE_LINK = 'e.g. https://example.com/menu';

const EXAMPLE_FILE = 'e.g. data or https://example.com/cover.png';

/** Builders of settings: n8n's fields, and fields that several networks share. */
export const setting = {
	...settingField,
	/** A title, which defaults to the first line of the text. */
	title: (displayName: string, name: string, options: FieldOptions): SettingField =>
		settingField.text(displayName, name, {
			required: true,
			defaultsToFirstLine: true,
			placeholder: 'e.g. How we roast our beans',
			...options,
		}),

	link: (displayName: string, name: string, rest: FieldOptions): SettingField =>
		settingField.text(displayName, name, { isUrl: true, placeholder: EXAMPLE_LINK, ...rest }),

	/** A file: the name of a binary field, a web address, or an earlier upload. */
	file: (displayName: string, name: string, rest: FieldOptions): SettingField =>
		settingField.text(displayName, name, { isFile: true, placeholder: EXAMPLE_FILE, ...rest }),

	tags: (rest: FieldOptions): SettingField =>
		settingField.text('Tags', 'tags', {
			toApiValue: (value) => toTags(value),
			element: {
				type: { value: 'text', label: 'text' },
				expected: 'a value and a label, such as {"value": "coffee", "label": "coffee"}',
			},
			...rest,
		}),
};

const HOURS = [0, 1, 2, 3, 8, 12, 15, 24];

/** Settings for other channels that repost or comment (docs/api.md, Reposts and comments from other channels). */
export const createOtherChannelsFields = (
	channelNetworks: string[],
	key: string,
	action: string,
	purpose: string,
) => [
	setting.multiChoice(`${action} Channels`, `${key}--integrations`, {
		channelNetworks,
		element: { type: { id: 'text' }, expected: 'the ID of a channel, as {"id": "…"}' },
		description: `Other channels that ${purpose}, by name or ID`,
	}),
	setting.choice(`${action} Delay`, `${key}--delay`, {
		dependsOn: `${key}--integrations`,
		default: '0',
		options: HOURS.map((hours) =>
			option(hours === 1 ? '1 Hour' : `${hours} Hours`, String(hours * HOUR_MS)),
		),
		toApiValue: (value) => (typeof value === 'number' ? String(value) : value),
		description: 'How long after the post',
	}),
];

const SOUND_KEYS: EntryKeys = ['id', 'title', 'artist', 'image'];

const createVolumeField = (displayName: string, name: string, description: string) =>
	setting.number(displayName, name, {
		typeOptions: { minValue: 0, maxValue: 100 },
		default: 100,
		description,
	});

/** The fields for music in a video (docs/api.md, Providers). */
export const createSoundFields = (displayName: string, rest: FieldOptions): SettingField[] => [
	setting.locator(displayName, 'id', {
		...rest,
		required: true,
		toOption: createEntryOption(SOUND_KEYS, ['title', 'artist']),
		toApiValue: (value) => parseEntry(value, SOUND_KEYS),
	}),
	createVolumeField(
		'Volume of the Sound',
		'audio_volume',
		'How loud the sound is, from 0 (silent) to 100',
	),
	createVolumeField(
		'Volume of the Video',
		'video_volume',
		"How loud the video's own sound is, from 0 (silent) to 100",
	),
];

/** Converts {@link createSoundFields} to the service's sound object. */
export function toSound(value: unknown): unknown {
	if (!isObject(value)) return value;
	const { id: sound, ...volumes } = value;
	return isObject(sound) && 'id' in sound ? { ...sound, ...volumes } : value;
}
