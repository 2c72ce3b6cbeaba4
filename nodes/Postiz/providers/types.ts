import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Release } from '../transport/releases';

/** The form of a text that arrives whole on a network (docs/api.md, Content). */
export type TextForm = 'plain' | 'markdown' | 'html' | 'telegram' | 'x';

/** How a provider counts characters; `x` weighs links and wide characters as X does. */
export type CharacterCount = 'plain' | 'x';

/** What is wrong with one setting: the name a person sees, and what to change. */
export interface SettingProblem {
	field: string;
	message: string;
	/** What to change, in a sentence. */
	remedy?: string;
	/** What a model is told in its place. */
	forModel?: string;
	/** Nothing was entered. */
	isMissing?: boolean;
	/** Another version of Postiz may take it. */
	mayPass?: boolean;
}

/** What a part of a setting is. */
export type PartKind = 'text' | 'number' | 'object';

/** What is sent if it is more than plain text, and how a sentence says what that needs. */
export interface Shape {
	/** One kind, or an object in which at least these keys are filled in. */
	is: PartKind | Record<string, PartKind>;
	needs: string;
}

/** A setting as the form shows it; its `name` is the service's own key, under which it is sent. */
export type SettingField = INodeProperties & SettingRules;

/** A setting whose list is filled from the channel: a locator, or choices. */
export type Picker = SettingField & { tool: string };

/** What this node knows of a setting besides its field. */
export interface SettingRules extends PickerRules {
	/** Required if another setting has one of these values; a main field is only shown then. */
	requiredWhen?: Record<string, unknown[]>;
	/** Not required if another setting has one of these values. */
	optionalWhen?: Record<string, unknown[]>;
	/** The first line of the text if nothing is entered. */
	fromText?: boolean;
	/** Only the form requires it, because the network does: the service accepts a post without it. */
	formRequires?: boolean;
	minLength?: number;
	maxLength?: number;
	/** The most elements of a list. */
	maxItems?: number;
	/** The value is a web address. */
	url?: boolean;
	/** As `url`, and `(post:ID)` stands for where an earlier post was published. */
	postLink?: boolean;
	/** What the value must look like, and how a sentence says it. */
	pattern?: { matches: Pick<RegExp, 'test'>; like: string };
	/** The value names a file (binary field, URL or earlier upload) and is sent as `{id, path}`. */
	file?: boolean;
	/** Only helps to fill in another field; never sent. */
	formOnly?: boolean;
	/** The setting without which this one does nothing, and is not sent. */
	goesWith?: string;
	/** The release that first knew it, if that is younger than its network and the oldest release. */
	since?: Release;
	/** What happens to a post if the instance ignores it, as the end of a sentence; missing if nothing does. */
	ifIgnored?: string;
	/** The value names other channels, which have to be of these networks. */
	channelsOf?: string[];
	/** The fields of a group and what one is called; several are sent as a list of `{value: …}`. */
	nested?: { name: string; fields: SettingField[] };
	/** The value as sent, undefined for none; unreadable ones stay. `timezone` is an IANA name. */
	payload?: (value: unknown, timezone: string) => unknown;
	/** What is sent, if that is no plain text. */
	shape?: Shape;
	/** The shape of each element, if a list is sent. */
	element?: Shape;
}

/** How a list is filled from the channel itself (docs/api.md, Provider tools). */
interface PickerRules {
	/** The channel's tool that returns the rows. */
	tool?: string;
	/** What the rows are, in sentences; by default the name of the tool, such as `boards`. */
	rows?: string;
	/** What a person can do if there are no rows; search for another word, by default. */
	whenEmpty?: string;
	/** The tool's word for what was typed; without one the rows are searched by the node. */
	searchKey?: string;
	/** The tool returns nothing before something is typed. */
	searchFirst?: boolean;
	/** What else the tool wants to know, by its keys: the field beside the picker that says it. */
	toolData?: Record<
		string,
		{ field: string; label: string; optional?: boolean; read?: (value: unknown) => unknown }
	>;
	/** Finds the rows in the tool's answer, if it is not the list itself. */
	rowsIn?: (answer: unknown) => unknown;
	/** A row as the form shows and keeps it, if it can be chosen; its `name` and `id` by default. */
	toOption?: (row: IDataObject) => INodePropertyOptions | undefined;
	/** What is entered by hand; an ID by default. */
	byHand?: string;
}

/** Of a picture. */
export interface PixelSize {
	width: number;
	height: number;
}

/** Which files a part of a post may have (docs/api.md, Media rules). */
export interface MediaRule {
	/** Without such a file the service refuses the part. */
	required?: 'any' | 'image' | 'video';
	/** How many files a part may have, and must have if it has any. */
	max?: number;
	min?: number;
	maxImages?: number;
	maxVideos?: number;
	/** No file beside a video. */
	videoAlone?: boolean;
	/** One picture beside a video, as its cover; no more files. */
	videoWithCover?: boolean;
	/** A video needs a cover of its own. */
	videoNeedsCover?: boolean;
	/** The only sizes that pictures may have. */
	sizes?: PixelSize[];
	/** Several pictures must have the same size. */
	equalSizes?: boolean;
	/** The endings that the first file may have, without the dot. */
	firstEndings?: string[];
}

/** How many characters and files the first part of a post has, and how many parts follow. */
export interface PostSize {
	characters: number;
	media: number;
	laterParts: number;
}

/** What can depend on the settings of a post. */
export type Variant = Pick<Provider, 'text' | 'maxLength' | 'media' | 'laterMedia'>;

/** One social network of the service, declared once: everything else is derived from it. */
export interface Provider {
	/** The service's `__type` and channel identifier. */
	identifier: string;
	/** Other identifiers that instances use for the same network. */
	aliases?: string[];
	displayName: string;
	/** The release that first had it, if that is younger than the oldest release. */
	since?: Release;
	/** Other names that people search for. */
	searchWords?: string[];
	/** What people call it in a sheet, which lists do not show. */
	nicknames?: string[];
	/** Plain by default. */
	text?: TextForm;
	/** Max characters of one part; undefined if there is no limit. */
	maxLength?: number;
	/** A longer part is only right for some accounts: the channel is asked for its own limit. */
	minMaxLength?: number;
	/** What else there is to know about the limit, for the reference. */
	maxLengthNote?: string;
	count?: CharacterCount;
	/** The files of the post itself; any, by default. */
	media?: MediaRule;
	/** What the network itself does with files that Postiz takes; a sentence without its subject. */
	mediaNote?: string;
	/** How to set the cover of a video, for the reference. */
	coverNote?: string;
	/** The files of later parts; any, by default. */
	laterMedia?: MediaRule;
	/** The rules that some settings change, such as for articles. */
	variant?: (settings: IDataObject) => Variant;
	/** It fetches the files itself, and so needs public addresses (docs/api.md, Files of a post). */
	fetchesFiles?: boolean;
	/** Files of later parts never appear. */
	ignoresLaterMedia?: boolean;
	/** Later parts never appear (docs/api.md, Threads). */
	ignoresThreads?: boolean;
	/** The service only takes drafts, which can be scheduled afterwards (docs/api.md, Media rules). */
	onlyDrafts?: boolean;
	fields: SettingField[];
	/** Rules that no field can check alone; gets the settings as they are sent, and the post unless it is a draft. */
	check?: (settings: IDataObject, post?: PostSize) => SettingProblem[];
}
