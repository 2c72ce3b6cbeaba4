import type { IDataObject } from 'n8n-workflow';

import * as declared from './list';
import type { Picker, Provider, SettingField, Variant } from './types';

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

/** What holds for a post with these settings (docs/api.md, Content, Lengths, Media rules). */
export function rulesFor(provider: Provider | undefined, settings: IDataObject) {
	const rules: Variant = { ...provider, ...provider?.variant?.(settings) };
	const { text = 'plain', maxLength, media = {}, laterMedia = {} } = rules;
	// Accounts differ in the usual limit only, not in that of articles.
	const minMaxLength = maxLength === provider?.maxLength ? provider?.minMaxLength : undefined;
	return { text, maxLength, minMaxLength, media, laterMedia };
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
