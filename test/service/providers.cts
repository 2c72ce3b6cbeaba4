import { networks } from '../networks/table.cjs';
import { communities } from './networks/communities.cjs';
import { publishing } from './networks/publishing.cjs';
import { social } from './networks/social.cjs';
import type { Handing } from '../shared/handed.cjs';
import type { OwnProvider, Provider } from './networks/types.cjs';
import { pictures, videos } from './networks/visual.cjs';
import { networkIn } from './releases/networks.cjs';
import { ofRelease } from './releases/release.cjs';
import { readFields, schemaOf, type Values } from './schema.cjs';

export type { ImageRef, Provider, Segment } from './networks/types.cjs';
export { isVideo } from './networks/types.cjs';

const NO_SETTINGS = 'No additional settings required';

/** A network as the table of networks has it, and what the service makes of it. */
function describe(identifier: string, own: OwnProvider): Provider {
	const written =
		networks[identifier] ?? Object.values(networks).find(({ alias }) => alias === identifier);
	const { name, max, text, drops, details, fetches, onlyDrafts } = written;
	return { name, max, text, drops, details, fetches, onlyDrafts, ...own };
}

/** Every network, by its identifier. */
export const providers: Record<string, Provider> = Object.fromEntries(
	Object.entries({ ...social, ...videos, ...communities, ...pictures, ...publishing }).map(
		([identifier, own]) => [identifier, describe(identifier, own)],
	),
);

export type Providers = typeof providers;

/** The networks of a release, with the settings that it knows. */
export const providersOf = ofRelease((release): Providers => {
	// The table itself, as tests add networks to it.
	if (release.version === 'newest') return providers;
	const known = Object.entries(providers).filter(([name]) => !release.lacks('networks', name));
	return Object.fromEntries(
		known.map(([identifier, provider]) => [identifier, networkIn(release, identifier, provider)]),
	);
});

/** A post's settings as they are kept: of the right types, with defaults; unknown ones as they came. */
export const readSettings = ({ settings: fields }: Provider, settings: Values) =>
	readFields(fields, settings);

/** The JSON schema of a provider's settings, or a sentence if it shows none. */
export function settingsSchema({ settings, hidesSettings }: Provider): object | string {
	return hidesSettings || Object.keys(settings).length === 0 ? NO_SETTINGS : schemaOf(settings);
}

/** The names of the settings that the network makes something of. */
export const usedSettings = ({ settings, unused = [], plugs = [] }: Provider): string[] =>
	[...Object.keys(settings), ...plugs].filter((name) => !unused.includes(name));

/** Of a post's settings, those that the network gets; the service ignores all others in silence. */
export function knownSettings(provider: Provider, settings: Values): Values {
	const used = ['__type', ...usedSettings(provider)];
	return Object.fromEntries(Object.entries(settings).filter(([name]) => used.includes(name)));
}

/** The names of the settings that were taken, and of which the service makes nothing. */
export function ignoredSettings(provider: Provider, settings: Values): string[] {
	const known = knownSettings(provider, settings);
	return Object.keys(settings).filter((name) => !Object.hasOwn(known, name));
}

/** The most characters of a segment. */
export const maxLength = ({ max }: Provider, settings: Values, verified: boolean): number =>
	typeof max === 'number' ? max : max(settings, verified);

/** How a post's text is turned into what its network is handed. */
export const handingOf = ({ text = 'plain' }: Provider, settings: Values): Handing =>
	typeof text === 'string' ? text : text(settings);
