import type { IDataObject } from 'n8n-workflow';

import { comparable } from '../values/comparable';
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

/** The networks that a word means: all that have it as a name, or else as the start of one. */
export function networksCalled(text: string): Provider[] {
	const word = comparable(text);
	if (word === '') return [];
	const solid = withoutSpaces(word);
	const exact = providers.filter((_provider, index) => solidNames[index]?.has(solid));
	if (exact.length > 0) return exact;
	return providers.filter(({ displayName }) => comparable(displayName).startsWith(`${word} `));
}

const withoutSpaces = (word: string) => word.replaceAll(' ', '');

// Made once: long lists are looked through for each of their names.
const namesOfNetworks = providers.map((provider) => {
	const { identifier, aliases = [], displayName, searchWords = [], nicknames = [] } = provider;
	const withoutNote = displayName.replace(/ \(.*\)$/, '');
	const names = [displayName, withoutNote, listedName(provider), ...searchWords, ...nicknames];
	return [identifier, ...aliases, ...names].map(comparable);
});
const solidNames = namesOfNetworks.map((names) => new Set(names.map(withoutSpaces)));

const wordsOfNetworks = new Map(
	providers.map((provider, index) => {
		const [start = ''] = comparable(provider.displayName).split(' ');
		const names = namesOfNetworks[index] ?? [];
		return [provider, networksCalled(start).includes(provider) ? [...names, start] : names];
	}),
);

/** All words that mean a network, also with others; its identifier if the node does not know it. */
export function wordsOfNetwork(identifier: string): string[] {
	const provider = findProvider(identifier);
	return (provider && wordsOfNetworks.get(provider)) ?? [identifier];
}

/** The network that a text names; undefined if it is none, or may be several. */
export function networkCalled(text: string): Provider | undefined {
	const [network, ...others] = networksCalled(text);
	return findProvider(comparable(text)) ?? (others.length === 0 ? network : undefined);
}

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
