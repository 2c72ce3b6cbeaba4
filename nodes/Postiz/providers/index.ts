import type { IDataObject } from 'n8n-workflow';

import { oncePer } from '../values/lists';
import { comparable } from '../values/words';
import * as declared from './list';
import type { Picker, Provider, SettingField } from './types';

/** All known networks, by name. */
export const providers: Provider[] = Object.values<Provider | Provider[]>(declared)
	.flat()
	.sort((a, b) => a.displayName.localeCompare(b.displayName, 'en'));

/** Finds a network by the identifier of a channel or an alias; undefined if it is unknown. */
export const findProvider = (wanted: string): Provider | undefined =>
	providers.find(({ identifier, aliases }) => identifier === wanted || aliases?.includes(wanted));

/** The name of a network; the identifier of an unknown one. */
export const providerName = (identifier: string | null | undefined): string =>
	findProvider(identifier ?? '')?.displayName ?? String(identifier ?? '');

/** The name of a network with its other names, as n8n's lists only search in what they show. */
export const listedName = ({ displayName, searchWords = [] }: Provider) =>
	searchWords.length > 0 ? `${displayName} (${searchWords.join(', ')})` : displayName;

/** All that a network may be called, normalized: made once, as long lists are searched for each name. */
const namesOf = oncePer((provider: Provider): string[] => {
	const { identifier, aliases = [], displayName, searchWords = [], nicknames = [] } = provider;
	const withoutNote = displayName.replace(/ \(.*\)$/, '');
	const names = [displayName, withoutNote, listedName(provider), ...searchWords, ...nicknames];
	return [identifier, ...aliases, ...names].map(comparable);
});

const withoutSpaces = (word: string) => word.replaceAll(' ', '');
const solidNamesOf = oncePer((provider: Provider) => new Set(namesOf(provider).map(withoutSpaces)));

/** The networks that a word stands for: all with this name, or else all that start with it. */
export function networksCalled(text: string): Provider[] {
	const word = comparable(text);
	if (word === '') return [];
	const solid = withoutSpaces(word);
	const exact = providers.filter((provider) => solidNamesOf(provider).has(solid));
	if (exact.length > 0) return exact;
	return providers.filter(({ displayName }) => comparable(displayName).startsWith(`${word} `));
}

const wordsOf = oncePer((provider: Provider) => {
	const [start = ''] = comparable(provider.displayName).split(' ');
	const isOwn = networksCalled(start).includes(provider);
	return isOwn ? [...namesOf(provider), start] : namesOf(provider);
});

/** All names of a network, including ambiguous ones; for an unknown network, its identifier. */
export function wordsOfNetwork(identifier: string): string[] {
	const provider = findProvider(identifier);
	return provider ? wordsOf(provider) : [identifier];
}

/** The network that a text names; undefined if there is none, or it is ambiguous. */
export function networkCalled(text: string): Provider | undefined {
	const [network, ...others] = networksCalled(text);
	return findProvider(comparable(text)) ?? (others.length === 0 ? network : undefined);
}

/** The rules for a post with these settings (docs/api.md, Content, Lengths). */
export function rulesFor(provider: Provider | undefined, settings: IDataObject) {
	const rules: Pick<Provider, 'text' | 'maxLength'> = {
		...provider,
		...provider?.variant?.(settings),
	};
	const { text = 'plain', maxLength } = rules;
	// Accounts only differ in the usual limit, not in that for articles.
	const minMaxLength = maxLength === provider?.maxLength ? provider?.minMaxLength : undefined;
	return { text, maxLength, minMaxLength };
}

/** The name of the method that fills a picker, such as `skoolGroups`. */
export const pickerMethod = (identifier: string, { tool }: Pick<Picker, 'tool'>) =>
	`${identifier}-${tool}`.replace(/-(\w)/g, (_match, letter: string) => letter.toUpperCase());

/** The pickers of a network, including those in groups. */
export const pickersIn = (fields: SettingField[]): Picker[] =>
	fields.flatMap((field) => [
		...(isPicker(field) ? [field] : []),
		...pickersIn(field.nested?.fields ?? []),
	]);

/** True if the form shows a setting outside of More Settings: if it is required, has a picker, or is a group. */
export const isPrimary = ({ required, tool, nested }: SettingField): boolean =>
	Boolean(required || tool || nested);

/** True for a setting that is filled by a tool of the channel. */
export const isPicker = (field: SettingField): field is Picker => field.tool !== undefined;
