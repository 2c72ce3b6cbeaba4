import { mediaFields } from '../service/networks/types.cjs';
import {
	boolean,
	described,
	filled,
	group as object,
	isBoolean,
	isDefined,
	isIn,
	isNumber,
	isString,
	isUrl,
	list as listOf,
	max,
	min,
	minElements,
	minLength,
	number,
	optional,
	listRequired,
	string,
	when,
	type Field,
	type Fields,
	type Values,
} from '../service/schema.cjs';
import { HOUR } from '../shared/time.cjs';

/** A setting of a network: what people enter, what is sent, and what Postiz checks. */
export interface Setting {
	/** Its label in the form. */
	label: string;
	/** Entered and sent values, in the smallest and in the fullest form. */
	entered: Array<[entered: unknown, sent: unknown]>;
	/** What is sent with it. */
	beside?: Values;
	/** All values of a choice. */
	choices?: string[];
	/** The channel's tool that fills its picker. */
	channelTool?: string;
	/** The settings inside it, or inside each element of a list. */
	inside?: SettingGroup & { isList: boolean };
	/** What Postiz checks. Settings for other channels are stored as sent, and never shown. */
	schema?: Field;
	/** Checked without an effect, and in no form. */
	isUnused?: true;
}

export interface SettingGroup {
	/** By their keys, in the order in which Postiz checks them. */
	settings?: Record<string, Setting>;
	/** Settings, and the labels of all that is needed beside them and missing. */
	needed?: Array<[settings: Values, labels: string[]]>;
	/** Of the choices, those with which all of these can be filled in; the last of each if nothing is said. */
	fullest?: Record<string, string>;
}

/** What Postiz checks of some settings. */
export const listSchemaFields = ({ settings = {} }: SettingGroup): Fields =>
	Object.fromEntries(
		Object.entries(settings).flatMap(([key, { schema }]) => (schema ? [[key, schema]] : [])),
	);
/** The settings that have an effect on a network. */
export const listEffectiveSettings = ({ settings = {} }: SettingGroup): Record<string, Setting> =>
	Object.fromEntries(Object.entries(settings).filter(([, { isUnused }]) => !isUnused));
/** The keys of the required settings. */
export const listRequiredKeys = (settings: SettingGroup): string[] =>
	listRequired(listSchemaFields(settings));

/** A row that was chosen from a picker's list. */
export const createListLocator = (value: unknown) => ({
	__rl: true,
	mode: 'list',
	value: typeof value === 'string' ? value : JSON.stringify(value),
});
/** A value that was entered by hand instead. */
export const createIdLocator = (value: string) => ({ __rl: true, mode: 'id', value });
/** Every setting has different values, so that a mix-up shows. */
const toSlug = (label: string) => label.toLowerCase().replace(/\W+/g, '-');
const pairWithItself = (value: unknown): [unknown, unknown] => [value, value];

interface Options {
	/** What Postiz checks, if it is not only the type. */
	schema?: Field;
	/** The description of Postiz. */
	description?: string;
	channelTool?: string;
}
const createCheck = (usual: Field, { schema = usual, description }: Options) => ({
	schema: description ? described(description, schema) : schema,
});

export const optionalText = optional(string(isString));
/** A text like this one, or the ID of a row. */
export function text(
	label: string,
	{ like, channelTool, ...own }: Options & { like?: string } = {},
): Setting {
	const example = like ?? (channelTool ? `${toSlug(label)}-7` : `The ${label.toLowerCase()}`);
	const entered = channelTool ? [createListLocator(example), createIdLocator(example)] : [example];
	return {
		label,
		channelTool,
		entered: entered.map((value) => [value, example]),
		...createCheck(optionalText, own),
	};
}

/** A choice; it is required if it has rules. */
export function choice(
	label: string,
	choices: string[],
	{ rules, on, ...own }: Options & { rules?: Field; on?: (settings: Values) => boolean } = {},
): Setting {
	const field = string(...(rules ?? []), isIn(...choices));
	const usual = on ? when(on, field) : rules ? field : optional(field);
	return { label, choices, entered: choices.map(pairWithItself), ...createCheck(usual, own) };
}

export const checkbox = (label: string, own: Options = {}): Setting => ({
	label,
	entered: [pairWithItself(false), pairWithItself(true)],
	...createCheck(optional(boolean(isBoolean)), own),
});

const percent = (label: string): Setting => ({
	label,
	entered: [pairWithItself(0), pairWithItself(100)],
	schema: optional(number(max(100), isNumber, min(0))),
});

export function url(label: string, { channelTool, ...own }: Options = {}): Setting {
	const web = `https://example.com/${toSlug(label)}?b=c`;
	const usual = optional(string(isUrl));
	return {
		label,
		channelTool,
		entered: [[channelTool ? createListLocator(web) : web, web]],
		...createCheck(usual, own),
	};
}

/** An uploaded file. */
export function file(label: string, own: Options = {}): Setting {
	const uploaded = { id: toSlug(label), path: `https://media.example/${toSlug(label)}.png` };
	const usual = optional(object(mediaFields));
	return { label, entered: [[JSON.stringify(uploaded), uploaded]], ...createCheck(usual, own) };
}

/** Several of what one example shows, which is entered by this word. */
export const list = (
	label: string,
	example: unknown,
	{ word, channelTool, schema }: { word?: string; channelTool?: string; schema?: Field } = {},
): Setting => ({
	label,
	channelTool,
	schema,
	entered: [[channelTool ? [word ?? example] : word, [example]]],
});

const SHOP = { id: '7', name: 'Shop' };
/** A row of which more than the ID is sent. */
export const row = (label: string, channelTool: string, schema: Field): Setting => ({
	label,
	channelTool,
	schema,
	entered: [
		[createListLocator(SHOP), SHOP],
		[createIdLocator('7 | Shop'), SHOP],
	],
});

/** An optional group of settings under one key. */
export const group = (label: string, inside: SettingGroup, description?: string): Setting => ({
	label,
	inside: { ...inside, isList: false },
	entered: [],
	...createCheck(optional(object(listSchemaFields(inside))), { description }),
});

/** A list of settings under one key, each as the `value` of an element; the rules of each, and of all. */
export const groupList = (
	label: string,
	inside: SettingGroup,
	[elementRules, listRules]: [Field, Field],
): Setting => ({
	label,
	inside: { ...inside, isList: true },
	entered: [],
	schema: listOf({ value: object(listSchemaFields(inside), ...elementRules) }, ...listRules),
});

export const unused = (schema: Field): Setting => ({
	label: '',
	entered: [],
	schema,
	isUnused: true,
});

/** A text that may be empty. */
export const requiredText = string(isDefined, isString);
export const textOfLength = (least: number): Field => string(isDefined, minLength(least), isString);
export const title = (least = 2) => text('Title', { schema: textOfLength(least) });
/** A required value, which a tool of the channel lists. */
export const picker = (
	label: string,
	channelTool: string,
	own: { like?: string; description?: string } = {},
) => text(label, { channelTool, schema: filled, ...own });

/** The checks of a required list of places: of each, and of all. */
export const EACH_PLACE: [Field, Field] = [[isDefined], [minElements(1)]];

/** What other channels do once a post is published: which channels, after how many hours, and what else it needs. */
export const createPlugByOthers = (key: string, word: string): Record<string, Setting> => {
	const channels = `plug--${key}--integrations`;
	const delays = [0, 1, 2, 3, 8, 12, 15, 24].map((hours) => String(hours * HOUR));
	const beside = { [channels]: [{ id: 'cm1' }], [`plug--${key}--comment`]: 'Nice' };
	return {
		[channels]: { ...list(`${word} Channels`, { id: 'cm1' }), beside },
		[`plug--${key}--delay`]: { ...choice(`${word} Delay`, delays), schema: undefined, beside },
	};
};

/** A piece of music, as Instagram and TikTok accept it. */
export const createSoundSettings = (id: Setting): SettingGroup => ({
	settings: {
		id,
		title: unused(optionalText),
		artist: unused(optionalText),
		image: unused(optionalText),
		audio_volume: percent('Volume of the Sound'),
		video_volume: percent('Volume of the Video'),
	},
});
