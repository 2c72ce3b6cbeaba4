import { communities } from './networks/communities.cjs';
import { publishing } from './networks/publishing.cjs';
import { social } from './networks/social.cjs';
import type { Handing, Provider } from './networks/types.cjs';
import { pictures, videos } from './networks/visual.cjs';
import { checkFields, convertFields, schemaOf, without, type Values } from './schema.cjs';

export type { Handing, ImageRef, Provider, Segment } from './networks/types.cjs';
export { isVideo } from './networks/rules.cjs';

const NO_SETTINGS = 'No additional settings required';

/** Every network, by its identifier. */
export const providers: Record<string, Provider> = {
	...social,
	...videos,
	...communities,
	...pictures,
	...publishing,
};

/** A post's settings as they are kept: of the right types, with defaults, under the channel's name. */
export const convertSettings = (identifier: string, settings: Values): Values =>
	convertFields(providers[identifier].settings, settings);

/** Messages about a post's converted settings, relative to them. */
export const checkSettings = (identifier: string, settings: Values): string[] =>
	checkFields(providers[identifier].settings, without(settings, '__type'));

/** The JSON schema of a provider's settings, or a sentence if it shows none. */
export function settingsSchema(identifier: string): object | string {
	const { settings, hidesSettings } = providers[identifier];
	return hidesSettings || Object.keys(settings).length === 0 ? NO_SETTINGS : schemaOf(settings);
}

/** The names of the settings that the network makes something of. */
export const usedSettings = ({ settings, unused = [], plugs = [] }: Provider): string[] =>
	[...Object.keys(settings), ...plugs].filter((name) => !unused.includes(name));

/** The most characters of a segment. */
export function maxLength(identifier: string, settings: Values, verified: boolean): number {
	const { max } = providers[identifier];
	return typeof max === 'number' ? max : max(settings, verified);
}

/** How a post's text is turned into what its network is handed. */
export function handingOf(identifier: string, settings: Values): Handing {
	const { text = 'plain' } = providers[identifier];
	return typeof text === 'string' ? text : text(settings);
}
