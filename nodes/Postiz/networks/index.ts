import type { IDataObject } from 'n8n-workflow';

import { memoizeByObject } from '../common/memoize';
import { comparable } from '../common/wording';
import * as declared from './allNetworks';
import type { Picker, Network, SettingField } from './networkTypes';

/** All known networks, by name. */
export const allNetworks: Network[] = Object.values<Network | Network[]>(declared)
	.flat()
	.sort((a, b) => a.displayName.localeCompare(b.displayName, 'en'));

/** Finds a network by the identifier of a channel or an alias; undefined if it is unknown. */
export const findNetwork = (wanted: string): Network | undefined =>
	allNetworks.find(({ identifier, aliases }) => identifier === wanted || aliases?.includes(wanted));

/** The name of a network; the identifier of an unknown one. */
export const getNetworkName = (identifier: string | null | undefined): string =>
	findNetwork(identifier ?? '')?.displayName ?? String(identifier ?? '');

/** The name of a network with its other names, as n8n's lists only search in what they show. */
export const getListedName = ({ displayName, searchWords = [] }: Network) =>
	searchWords.length > 0 ? `${displayName} (${searchWords.join(', ')})` : displayName;

/** All that a network may be called, normalized: made once, as long lists are searched for each name. */
const getNames = memoizeByObject((provider: Network): string[] => {
	const { identifier, aliases = [], displayName, searchWords = [], nicknames = [] } = provider;
	const withoutNote = displayName.replace(/ \(.*\)$/, '');
	const names = [displayName, withoutNote, getListedName(provider), ...searchWords, ...nicknames];
	return [identifier, ...aliases, ...names].map(comparable);
});

const removeSpaces = (word: string) => word.replaceAll(' ', '');
const getSolidNames = memoizeByObject(
	(provider: Network) => new Set(getNames(provider).map(removeSpaces)),
);

/** The networks that a word stands for: all with this name, or else all that start with it. */
export function findNetworksByName(text: string): Network[] {
	const word = comparable(text);
	if (word === '') return [];
	const solid = removeSpaces(word);
	const exact = allNetworks.filter((provider) => getSolidNames(provider).has(solid));
	if (exact.length > 0) return exact;
	return allNetworks.filter(({ displayName }) => comparable(displayName).startsWith(`${word} `));
}

const aliasesOf = memoizeByObject((provider: Network) => {
	const [start = ''] = comparable(provider.displayName).split(' ');
	const isOwn = findNetworksByName(start).includes(provider);
	return isOwn ? [...getNames(provider), start] : getNames(provider);
});

/** All names of a network, including ambiguous ones; for an unknown network, its identifier. */
export function getAliases(identifier: string): string[] {
	const provider = findNetwork(identifier);
	return provider ? aliasesOf(provider) : [identifier];
}

/** The network that a text names; undefined if there is none, or it is ambiguous. */
export function findNetworkByName(text: string): Network | undefined {
	const [network, ...others] = findNetworksByName(text);
	return findNetwork(comparable(text)) ?? (others.length === 0 ? network : undefined);
}

/** The rules for a post with these settings (docs/api.md, Content, Lengths). */
export function getSettingRules(provider: Network | undefined, settings: IDataObject) {
	const rules: Pick<Network, 'text' | 'maxLength'> = {
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
export const findPickers = (fields: SettingField[]): Picker[] =>
	fields.flatMap((field) => [
		...(isPicker(field) ? [field] : []),
		...findPickers(field.nested?.fields ?? []),
	]);

/** True if the form shows a setting outside of More Settings: if it is required, has a picker, or is a group. */
export const isPrimary = ({ required, tool, nested }: SettingField): boolean =>
	Boolean(required || tool || nested);

/** True for a setting that is filled by a tool of the channel. */
export const isPicker = (field: SettingField): field is Picker => field.tool !== undefined;
