import type { IDataObject, INodeProperties } from 'n8n-workflow';

/** What the service hands a provider: plain text, Markdown or HTML (API: Content). */
export type TextKind = 'plain' | 'markdown' | 'html';

/** How a provider counts characters; `x` weighs links and wide characters as X does. */
export type CharacterCount = 'plain' | 'x';

/** What is wrong with one setting: the name a person sees, and what to change. */
export interface SettingProblem {
	field: string;
	message: string;
}

/**
 * A setting as the form shows it. Its `name` is the service's own key, so that what a person fills
 * in is sent under that name; only what differs from the form is told in `payload`.
 */
export type SettingField = INodeProperties & {
	/** Beside the channel instead of in Settings: for what is required or has a picker. */
	besideChannel?: boolean;
	minLength?: number;
	maxLength?: number;
	/** The value names a file (binary field, URL or earlier upload) and is sent as `{id, path}`. */
	media?: boolean;
	/** From the form's value to the service's; undefined leaves the setting out. */
	payload?: (value: unknown) => unknown;
};

/** One social network of the service, declared once: everything else is derived from it. */
export interface Provider {
	/** The service's `__type` and channel identifier. */
	identifier: string;
	/** Other identifiers that instances use for the same network. */
	aliases?: string[];
	displayName: string;
	text: TextKind;
	/** Most characters of one segment; undefined where there is no limit. */
	maxLength?: number;
	/** A longer limit in some cases, such as articles. */
	maxLengthFor?: (settings: IDataObject) => number | undefined;
	count?: CharacterCount;
	/** Media without which the service refuses a post. */
	needsMedia?: 'any' | 'image' | 'video';
	fields: SettingField[];
	/** Rules between settings; gets the settings as they are sent. */
	check?: (settings: IDataObject, images: IDataObject[]) => SettingProblem[];
}
