import { constructors, option } from '../form/fieldBuilders';
import { HOUR_MS } from '../common/date';
import { isObject } from '../common/parseValue';
import { findGroups, parseRow, rowOption, toTags, type RowKeys } from './optionRows';
import type { Condition, Limit, Mistake, Rule } from './limits';
import type { Network, SettingField, SettingRules } from './networkTypes';

export { option } from '../form/fieldBuilders';

/** Declares a network; `identifier` is the service's `__type`. */
export const network = (
	displayName: string,
	identifier: string,
	rest: Partial<Network>,
): Network => ({ fields: [], ...rest, displayName, identifier });

const ownField = constructors<SettingRules>();

type Rest = Parameters<typeof ownField.text>[2];

const EXAMPLE_LINK = 'e.g. https://example.com/menu';
const EXAMPLE_FILE = 'e.g. data or https://example.com/cover.png';

/** Constructors of settings: n8n's fields, and fields that several networks share. */
export const setting = {
	...ownField,
	/** A title, which defaults to the first line of the text. */
	title: (displayName: string, name: string, rest: Rest): SettingField =>
		ownField.text(displayName, name, {
			required: true,
			fromText: true,
			placeholder: 'e.g. How we roast our beans',
			...rest,
		}),

	/** A web address. */
	link: (displayName: string, name: string, rest: Rest): SettingField =>
		ownField.text(displayName, name, { url: true, placeholder: EXAMPLE_LINK, ...rest }),

	/** A file: the name of a binary field, a web address, or an earlier upload. */
	file: (displayName: string, name: string, rest: Rest): SettingField =>
		ownField.text(displayName, name, { file: true, placeholder: EXAMPLE_FILE, ...rest }),

	/** Comma-separated tags. */
	tags: (rest: Rest): SettingField =>
		ownField.text('Tags', 'tags', {
			payload: (value) => toTags(value),
			element: {
				is: { value: 'text', label: 'text' },
				needs: 'a value and a label, such as {"value": "coffee", "label": "coffee"}',
			},
			...rest,
		}),
};

/** Settings of which one has a value, in `words` such as `in a story`. */
export const showWhen = (words: string, key: string, value: unknown): Condition => ({
	words,
	holds: (settings) => settings[key] === value,
});

/** All settings but those of a condition. */
export const showUnless = ({ holds }: Condition, words: string): Condition => ({
	words,
	holds: (settings) => !holds(settings),
});

/** Files of a thread's later parts are not published. */
export const NO_FILES_IN_THREAD: Rule = {
	of: 'files',
	max: 0,
	in: 'thread',
	mayPass: true,
	remedy: 'They would not be published: add them to the post itself.',
};

/** Postiz redraws pictures without the orientation in their EXIF (docs/api.md, Files of a post). */
export const NOT_TURNED: Limit = {
	of: 'turned',
	max: 0,
	note: 'goes out sideways, so turn it first (Edit Image > Rotate, with the Format PNG)',
};

/** The videos of phones. */
export const NOT_HEVC: Rule = {
	of: 'codec',
	not: ['HEVC'],
	note: 'it may be refused, or not play everywhere',
};

/** A post without text fails. */
export const NEEDS_TEXT: Rule = { of: 'characters', min: 1 };

/** A mistake in a setting, or in another field: what is wrong with it, after its label. */
export const mistake = (
	field: string,
	is: string,
	breaks: Mistake['breaks'],
	more: Partial<Mistake> = {},
): Mistake => ({ field, is, breaks, ...more });

/** A {@link mistake} with which a post goes out. */
export const hint = (...of: Parameters<typeof mistake>): Rule => ({
	...mistake(...of),
	note: true,
});

/** Communities are posted to one after the other. */
export const postsOneByOne = (field: string, key: string): Rule =>
	hint(
		field,
		'get the post one after the other: if one fails, those before it have it already',
		({ [key]: groups }) => findGroups(groups).length > 1,
	);

const HOURS = [0, 1, 2, 3, 8, 12, 15, 24];

/** Settings for other channels that repost or comment (docs/api.md, Reposts and comments from other channels). */
export const otherChannelsField = (
	channelsOf: string[],
	key: string,
	word: string,
	does: string,
) => [
	setting.choices(`${word} Channels`, `${key}--integrations`, {
		channelsOf,
		element: { is: { id: 'text' }, needs: 'the ID of a channel, as {"id": "…"}' },
		description: `Other channels that ${does}, by name or ID`,
	}),
	setting.choice(`${word} Delay`, `${key}--delay`, {
		goesWith: `${key}--integrations`,
		default: '0',
		options: HOURS.map((hours) =>
			option(hours === 1 ? '1 Hour' : `${hours} Hours`, String(hours * HOUR_MS)),
		),
		payload: (value) => (typeof value === 'number' ? String(value) : value),
		description: 'How long after the post',
	}),
];

const SOUND_KEYS: RowKeys = ['id', 'title', 'artist', 'image'];

const volume = (displayName: string, name: string, description: string) =>
	setting.number(displayName, name, {
		typeOptions: { minValue: 0, maxValue: 100 },
		default: 100,
		description,
	});

/** The fields for music in a video (docs/api.md, Providers). */
export const soundFields = (displayName: string, rest: Rest): SettingField[] => [
	setting.locator(displayName, 'id', {
		...rest,
		required: true,
		toOption: rowOption(SOUND_KEYS, ['title', 'artist']),
		payload: (value) => parseRow(value, SOUND_KEYS),
	}),
	volume('Volume of the Sound', 'audio_volume', 'How loud the sound is, from 0 (silent) to 100'),
	volume(
		'Volume of the Video',
		'video_volume',
		"How loud the video's own sound is, from 0 (silent) to 100",
	),
];

/** Converts {@link soundFields} to the service's sound object. */
export function toSound(value: unknown): unknown {
	if (!isObject(value)) return value;
	const { id: sound, ...volumes } = value;
	return isObject(sound) && 'id' in sound ? { ...sound, ...volumes } : value;
}
