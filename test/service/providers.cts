import { listSchemaFields, listEffectiveSettings } from '../networks/settingBuilders.cjs';
import type { Network } from '../networks/network.cjs';
import { networks } from '../networks/table.cjs';
import type { NetworkFormat } from '../shared/networkText.cjs';
import { getProviderIn } from './releases/networks.cjs';
import { memoizeByRelease } from './releases/release.cjs';
import { readFields, createSchema, type Fields, type Values } from './schema.cjs';

export type { FileReference, Segment } from './networks/types.cjs';
export { isVideo } from './networks/types.cjs';

/** A network of the table, as the service uses it. */
export type Provider = Omit<Network, 'settings'> & {
	/** The settings that are checked. */
	settings: Fields;
	/**
	 * Settings about other channels, which run when the post is out; they are kept as sent, and
	 * GET /integration-settings does not show them.
	 */
	plugs?: string[];
	/** Settings that are checked, but have no effect. */
	unused?: string[];
};

const NO_SETTINGS = 'No additional settings required';

function createProvider(network: Network): Provider {
	const settings = listSchemaFields(network);
	const effective = listEffectiveSettings(network);
	return {
		...network,
		settings,
		plugs: Object.keys(effective).filter((name) => !Object.hasOwn(settings, name)),
		unused: Object.keys(settings).filter((name) => !Object.hasOwn(effective, name)),
	};
}

/** Every network, by each of its identifiers. */
export const providers: Record<string, Provider> = Object.fromEntries(
	Object.entries(networks).flatMap(([identifier, network]) =>
		[identifier, network.alias ?? identifier].map((known) => [known, createProvider(network)]),
	),
);

export type Providers = typeof providers;

/** The networks of a release, with the settings that it knows. */
export const getProviders = memoizeByRelease((release): Providers => {
	// No copy, as tests add networks to the table.
	if (release.version === 'newest') return providers;
	const known = Object.entries(providers).filter(([name]) => !release.lacks('networks', name));
	return Object.fromEntries(
		known.map(([identifier, provider]) => [
			identifier,
			getProviderIn(release, identifier, provider),
		]),
	);
});

/** The stored settings of a post: converted, with defaults, and unknown ones unchanged. */
export const readSettings = ({ settings: fields }: Provider, settings: Values) =>
	readFields(fields, settings);

/** The JSON schema of the settings, or a sentence if the network shows none. */
export function createSettingsSchema({ settings, hidesSettings }: Provider): object | string {
	return hidesSettings || Object.keys(settings).length === 0 ? NO_SETTINGS : createSchema(settings);
}

/** The names of the settings that have an effect. */
const listUsedSettings = ({ settings, unused = [], plugs = [] }: Provider): string[] =>
	[...Object.keys(settings), ...plugs].filter((name) => !unused.includes(name));

/** The settings that the network gets; the service silently ignores all others. */
export function pickKnownSettings(provider: Provider, settings: Values): Values {
	const used = ['__type', ...listUsedSettings(provider)];
	return Object.fromEntries(Object.entries(settings).filter(([name]) => used.includes(name)));
}

/** The names of the accepted settings that have no effect. */
export function listIgnoredSettings(provider: Provider, settings: Values): string[] {
	const known = pickKnownSettings(provider, settings);
	return Object.keys(settings).filter((name) => !Object.hasOwn(known, name));
}

const isArticle = ({ post_type: type }: Values) => type === 'article';

/** The maximum length of a part. */
export const getMaxLength = (
	{ max, usual = max, articles }: Provider,
	settings: Values,
	verified: boolean,
): number => (articles && isArticle(settings) ? articles.max : verified ? max : usual);

/** Converts the stored text of a post for its network. */
export const getNetworkFormat = (
	{ text = 'plain', articles }: Provider,
	settings: Values,
): NetworkFormat => (articles && isArticle(settings) ? articles.text : text);
