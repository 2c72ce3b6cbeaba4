/** The key of a detail, which has its own digest in a fingerprint (`digestByKey` in digest.ts). */
export type DetailKey =
	| `settings.${string}`
	| `tags.${string}`
	| `alt.${number}`
	| 'delays'
	| 'format'
	| 'inter'
	| 'shortLink';

/** The prefix of a setting for a repost or comment by another channel; undefined for other settings. */
export const findPlugPrefix = (name: string) => /^plug--.+--/.exec(name)?.[0];

/** The key of a setting in a fingerprint. The settings of a repost or comment share one, as they belong together. */
export const toSettingDetailKey = (name: string): DetailKey =>
	`settings.${findPlugPrefix(name) ?? name}`;

export const toTagDetailKey = (label: string): DetailKey => `tags.${label}`;

/** The key of the alt text of a file in a fingerprint, by its index among all files: adapting a post keeps their order. */
export const toAltDetailKey = (fileIndex: number): DetailKey => `alt.${fileIndex}`;
