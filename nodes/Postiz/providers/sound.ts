import { isObject } from '../values/read';
import { setting } from './declare';
import { readRow, rowOption, type RowKeys } from './shapes';
import type { SettingField } from './types';

const SOUND_KEYS: RowKeys = ['id', 'title', 'artist', 'image'];

const volume = (displayName: string, name: string, description: string) =>
	setting.number(displayName, name, {
		typeOptions: { minValue: 0, maxValue: 100 },
		default: 100,
		description,
	});

/** The fields of a piece of music that is laid under a video (docs/api.md, Providers). */
export const soundFields = (
	shown: Omit<SettingField, 'name' | 'type' | 'default'>,
): SettingField[] => [
	{
		...shown,
		name: 'id',
		type: 'resourceLocator',
		required: true,
		default: { mode: 'list', value: '' },
		toOption: rowOption(SOUND_KEYS, ['title', 'artist']),
		payload: (value) => readRow(value, SOUND_KEYS),
	},
	volume('Volume of the Sound', 'audio_volume', 'How loud the sound is, from 0 (silent) to 100'),
	volume(
		'Volume of the Video',
		'video_volume',
		"How loud the video's own sound is, from 0 (silent) to 100",
	),
];

/** The service's sound object from the fields of {@link soundFields}. */
export function toSound(value: unknown): unknown {
	if (!isObject(value)) return value;
	const { id: sound, ...volumes } = value;
	return isObject(sound) && 'id' in sound ? { ...sound, ...volumes } : value;
}
