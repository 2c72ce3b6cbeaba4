/** The prefix of a setting for a repost or comment by another channel; undefined for other settings. */
export const findPlugPrefix = (name: string) => /^plug--.+--/.exec(name)?.[0];

/** The name of a setting in a fingerprint. The settings of a repost or comment share one, as they belong together. */
export const toSettingName = (name: string) => `settings.${findPlugPrefix(name) ?? name}`;

export const toTagName = (label: string) => `tags.${label}`;

/** The name of the alt text of a file in a fingerprint, by its index among all files: adapting a post keeps their order. */
export const toAltName = (fileIndex: number) => `alt.${fileIndex}`;
