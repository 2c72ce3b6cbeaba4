import type { IDataObject } from 'n8n-workflow';

import * as declared from './list';
import type { MediaRule, Picker, Provider, SettingField, TextForm, Variant } from './types';

/** Every network that the node knows, by name. */
export const providers: Provider[] = Object.values<Provider | Provider[]>(declared)
	.flat()
	.sort((a, b) => a.displayName.localeCompare(b.displayName, 'en'));

/** The declaration for a channel's identifier or an alias of it; undefined for unknown networks. */
export const findProvider = (wanted: string): Provider | undefined =>
	providers.find(({ identifier, aliases }) => identifier === wanted || aliases?.includes(wanted));

/** A network's name for people; the identifier of an unknown one, and nothing for none. */
export const providerName = (identifier: string | null | undefined): string =>
	findProvider(identifier ?? '')?.displayName ?? String(identifier ?? '');

/** A network's name with its other names: the lists of n8n find only what stands in them. */
export const listedName = ({ displayName, searchWords = [] }: Provider) =>
	searchWords.length > 0 ? `${displayName} (${searchWords.join(', ')})` : displayName;

const under = (settings: IDataObject, provider?: Provider): Variant => ({
	...provider,
	...provider?.variant?.(settings),
});

/** The form of text for a post with these settings (docs/api.md, Content). */
export const textForm = (provider: Provider | undefined, settings: IDataObject): TextForm =>
	under(settings, provider).text ?? 'plain';

/** Max characters of one part of a post with these settings; undefined if there is no limit. */
export const maxLength = (provider: Provider | undefined, settings: IDataObject) =>
	under(settings, provider).maxLength;

/** Which files the post itself, or a later part of its thread, may have with these settings. */
export function mediaRule(
	provider: Provider,
	settings: IDataObject,
	isLaterPart: boolean,
): MediaRule {
	const { media = {}, laterMedia = {} } = under(settings, provider);
	return isLaterPart ? laterMedia : media;
}

/** The name under which n8n calls the method that fills a picker, such as `skoolGroups`. */
export const pickerMethod = (identifier: string, { tool }: Pick<Picker, 'tool'>) =>
	`${identifier}-${tool}`.replace(/-(\w)/g, (_match, letter: string) => letter.toUpperCase());

/** The name of the method that lists channels of these networks, such as `linkedinChannels`. */
export const channelsMethod = ([network]: string[]) => `${network}Channels`;

/** The picker fields of a provider, those inside groups included. */
export const pickersIn = (fields: SettingField[]): Picker[] =>
	fields.flatMap((field) => [
		...(isPicker(field) ? [field] : []),
		...pickersIn(field.nested?.fields ?? []),
	]);

/** True for a setting that is filled by a tool of the channel. */
export const isPicker = (field: SettingField): field is Picker => field.tool !== undefined;
