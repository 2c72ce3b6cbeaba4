/** The name of a detail, which has its own digest in a fingerprint (`digestByName` in digest.ts). */
export type DetailName =
	| `settings.${string}`
	| `tags.${string}`
	| `alt.${number}`
	| 'delays'
	| 'format'
	| 'inter'
	| 'shortLink';

/** The prefix of a setting for a repost or comment by another channel; undefined for other settings. */
export const findPlugPrefix = (name: string) => /^plug--.+--/.exec(name)?.[0];

/** The name of a setting in a fingerprint. The settings of a repost or comment share one, as they belong together. */
export const toSettingName = (name: string): DetailName =>
	`settings.${findPlugPrefix(name) ?? name}`;

export const toTagName = (label: string): DetailName => `tags.${label}`;

/** The name of the alt text of a file in a fingerprint, by its index among all files: adapting a post keeps their order. */
export const toAltName = (fileIndex: number): DetailName => `alt.${fileIndex}`;
