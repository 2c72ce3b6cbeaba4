import { networks } from '../../networks/table.cjs';
import { label } from '../networks/types.cjs';
import type { Provider } from '../providers.cjs';
import { group, isArray, isIn, string, when, type Field, type Fields } from '../schema.cjs';
import type { Release } from './release.cjs';

/** Earlier versions of fields that changed only their schema or requirement. */
const EARLIER: Array<{
	network: string;
	name: string;
	was: () => Field;
	until: (release: Release) => boolean;
}> = [
	{
		network: 'x',
		name: 'who_can_reply_post',
		// There were no articles, which may leave it out.
		was: () => string(isIn(...networks.x.settings!.who_can_reply_post.choices!)),
		until: (release) => release.lacks('settings', 'post_type', 'x'),
	},
	{
		network: 'youtube',
		name: 'tags',
		was: () =>
			when(({ tags }) => tags !== undefined && !Array.isArray(tags), group(label, isArray)),
		until: (release) => !release.has('tagChecks'),
	},
];

/** The settings of a network in a release. */
function pickSettingsIn(release: Release, identifier: string, fields: Fields): Fields {
	const known = Object.entries(fields).filter(
		([name]) => !release.lacks('settings', name, identifier),
	);
	return Object.fromEntries(
		known.map(([name, field]) => {
			const earlier = EARLIER.find((entry) => entry.network === identifier && entry.name === name);
			return [name, earlier?.until(release) ? earlier.was() : field];
		}),
	);
}

/** A network in a release. */
export function getProviderIn(release: Release, identifier: string, provider: Provider): Provider {
	const settings = pickSettingsIn(release, identifier, provider.settings);
	// Its rules are about stories.
	const isWithoutRules = identifier === 'facebook' && !Object.hasOwn(settings, 'post_type');
	const plugs = provider.plugs?.filter((name) => !release.lacks('settings', name, identifier));
	const lacksAlt = identifier === 'mastodon' && !release.has('altOfMastodon');
	const details = provider.details?.filter((detail) => !(lacksAlt && detail === 'alt'));
	return {
		...provider,
		plugs,
		details,
		settings,
		...(isWithoutRules && { rulesInWords: undefined }),
	};
}
