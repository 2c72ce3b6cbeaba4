import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Rule } from './rules';

/** The markup in which a text arrives unchanged on a network, however it was written (docs/api.md, Content). */
export type Markup = 'plain' | 'markdown' | 'html' | 'telegram' | 'x';

/** How a network counts characters; `x` weighs links and wide characters like X, `mastodon` only links. */
export type CharacterCount = 'plain' | 'x' | 'mastodon';

/** The type of a value in a setting. */
export type ValueType = 'text' | 'number' | 'object';

/** The type of a value that isn't plain text, and how messages describe it. */
export interface Shape {
	/** A type, or an object that requires at least these keys. */
	type: ValueType | Record<string, ValueType>;
	expected: string;
}

/** A setting as the form shows it; its `name` is the key in the API. */
export type SettingField = INodeProperties & SettingTraits;

/** A setting with a list that is filled from the channel: a locator, or options. */
export type Picker = SettingField & { channelTool: string };

/** What the node knows about a setting, in addition to its field. */
export interface SettingTraits {
	/** Required if another setting has one of these values. Fields outside of More Settings are only shown then. */
	requiredWhen?: Record<string, unknown[]>;
	/** Optional if another setting has one of these values. */
	optionalWhen?: Record<string, unknown[]>;
	/** Defaults to the first line of the text. */
	defaultsToFirstLine?: boolean;
	minLength?: number;
	maxLength?: number;
	/** Only the network rejects a longer value, when the post is due. */
	isNetworkMaxLength?: boolean;
	/** The max length of a list. */
	maxItems?: number;
	/** The value is a web address. */
	isUrl?: boolean;
	/** Like `isUrl`, but also accepts `(post:ID)` for the link of an earlier post. */
	acceptsPostLink?: boolean;
	/** The required format, and how messages describe it. */
	pattern?: { matches: Pick<RegExp, 'test'>; expected: string };
	/** The value names a file (binary field, URL or earlier upload) and is sent as `{id, path}`. */
	isFile?: boolean;
	/** Only helps to fill in another field; not sent. */
	isFormOnly?: boolean;
	/** The setting on which it depends. If that is empty, it has no effect and isn't sent. */
	dependsOn?: string;
	/** The value names other channels, which must be on these networks. */
	channelNetworks?: string[];
	/** The fields of a group, and the name of a group. Several groups are sent as a list of `{value: …}`. */
	nested?: { name: string; fields: SettingField[] };
	/** Converts the value for the API; undefined omits it, invalid values are kept. `timezone` is an IANA name. */
	toApiValue?: (value: unknown, timezone: string) => unknown;
	/** The type of the sent value, unless it is plain text. */
	shape?: Shape;
	/** The type of each element of a list. */
	element?: Shape;
	/** For a list filled from the channel: its tool that returns the entries (docs/api.md, Provider tools). */
	channelTool?: string;
	/** How messages name the options; defaults to the name of the tool, such as `boards`. */
	optionsLabel?: string;
	/** The tool's key for the search text; without it, the node searches the entries itself. */
	searchKey?: string;
	/** The tool only returns entries for a search text. */
	requiresSearchText?: boolean;
	/** Further inputs of the tool by key, from the fields next to the picker. */
	channelToolData?: Record<
		string,
		{ field: string; label: string; optional?: boolean; read?: (value: unknown) => unknown }
	>;
	/** Finds the entries in the tool's response, if it isn't the list itself. */
	getEntries?: (response: unknown) => unknown;
	/** Converts an entry to an option, if it can be chosen. By default, uses its `name` and `id`. */
	toOption?: (entry: IDataObject) => INodePropertyOptions | undefined;
	/** The format of IDs, if it distinguishes them from names. */
	idPattern?: RegExp;
	/** What to enter manually; defaults to an ID. */
	manualModeLabel?: string;
}

/** A network of the service, declared once: everything else is derived from it. */
export interface Network {
	/** The service's `__type` and channel identifier. */
	identifier: string;
	/** Other identifiers of the same network. */
	aliases?: string[];
	displayName: string;
	/** Other names that people search for. */
	searchWords?: string[];
	/** Names that people use in sheets; not shown in lists. */
	nicknames?: string[];
	/** The color of its badge in previews: dark enough for white letters. */
	color?: string;
	/** Plain by default. */
	markup?: Markup;
	/** Max characters per part; undefined without a limit. */
	maxLength?: number;
	/** Only some accounts may use longer parts, so the node looks up the limit of the channel. */
	guaranteedMaxLength?: number;
	/** Further notes on the limit, for the docs. */
	maxLengthNote?: string;
	characterCount?: CharacterCount;
	/** A code of the chat app, such as a mention, which other networks publish as text. */
	chatCode?: RegExp;
	/** Besides the length and required settings. */
	rules?: Rule[];
	/** How to set the cover of a video, for the docs. */
	coverNote?: string;
	/** The details of files that it publishes (docs/api.md, Files of a post). */
	fileDetails?: Array<'alt' | 'cover' | 'coverAt'>;
	/** Overrides for some settings, such as for articles. */
	getVariant?: (settings: IDataObject) => Pick<Network, 'markup' | 'maxLength'>;
	/** The network fetches files itself, which requires public addresses (docs/api.md, Files of a post). */
	fetchesFiles?: boolean;
	/** Further parts are never published (docs/api.md, Threads). */
	ignoresThreads?: boolean;
	/** The service only accepts drafts (docs/api.md, Media rules). */
	onlyDrafts?: boolean;
	fields: SettingField[];
	/** Fills in settings that depend on the files of a post; with `adapts`, it also corrects chosen ones. */
	alignWithFiles?: (
		settings: IDataObject,
		files: ReadonlyArray<{ kind?: 'image' | 'video' }>,
		options: { adapts: boolean },
	) => IDataObject;
}
