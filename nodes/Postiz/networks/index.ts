import type { IDataObject } from 'n8n-workflow';

import { memoizeByObject } from '../common/memoize';
import { toComparableName } from '../common/text';
import * as declared from './declaredNetworks';
import type { Picker, Network, SettingField } from './networkTypes';

/** All known networks, by name. */
export const allNetworks: Network[] = Object.values<Network | Network[]>(declared)
	.flat()
	.sort((a, b) => a.displayName.localeCompare(b.displayName, 'en'));

/** Finds a network by the identifier of a channel or an alias; undefined if it is unknown. */
export const findNetwork = (idOrAlias: string): Network | undefined =>
	allNetworks.find(
		({ identifier, aliases }) => identifier === idOrAlias || aliases?.includes(idOrAlias),
	);

/** True if both identifiers stand for the same network, as some have several (docs/api.md, Providers). */
export function isSameNetwork(first: string, second: string): boolean {
	const known = findNetwork(second);
	return first === second || (known !== undefined && findNetwork(first) === known);
}

/** The name of a network; the identifier of an unknown one. */
export const getNetworkName = (identifier: string | null | undefined): string =>
	findNetwork(identifier ?? '')?.displayName ?? String(identifier ?? '');

/** The name of a network with its other names, as n8n's lists only search in what they show. */
export const getListedName = ({ displayName, searchWords = [] }: Network) =>
	searchWords.length > 0 ? `${displayName} (${searchWords.join(', ')})` : displayName;

/** All names of a network, normalized: cached, as long lists are searched for each name. */
const getAllNames = memoizeByObject((network: Network): string[] => {
	const { identifier, aliases = [], displayName, searchWords = [], nicknames = [] } = network;
	const withoutNote = displayName.replace(/ \(.*\)$/, '');
	const names = [displayName, withoutNote, getListedName(network), ...searchWords, ...nicknames];
	return [identifier, ...aliases, ...names].map(toComparableName);
});

const removeSpaces = (word: string) => word.replaceAll(' ', '');
const getNamesWithoutSpaces = memoizeByObject(
	(network: Network) => new Set(getAllNames(network).map(removeSpaces)),
);

/** The networks that a word stands for: all with this name, or else all that start with it. */
export function findNetworksByName(text: string): Network[] {
	const word = toComparableName(text);
	if (word === '') return [];
	const withoutSpaces = removeSpaces(word);
	const exact = allNetworks.filter((network) => getNamesWithoutSpaces(network).has(withoutSpaces));
	if (exact.length > 0) return exact;
	return allNetworks.filter(({ displayName }) =>
		toComparableName(displayName).startsWith(`${word} `),
	);
}

const listNamesOfNetwork = memoizeByObject((network: Network) => {
	const [start = ''] = toComparableName(network.displayName).split(' ');
	const isUnambiguous = findNetworksByName(start).includes(network);
	return isUnambiguous ? [...getAllNames(network), start] : getAllNames(network);
});

/** All names of a network, including ambiguous ones; for an unknown network, its identifier. */
export function listNetworkNames(identifier: string): string[] {
	const network = findNetwork(identifier);
	return network ? listNamesOfNetwork(network) : [identifier];
}

/** The network that a text names; undefined if there is none, or it is ambiguous. */
export function findNetworkByName(text: string): Network | undefined {
	const [network, ...others] = findNetworksByName(text);
	return findNetwork(toComparableName(text)) ?? (others.length === 0 ? network : undefined);
}

/** What a network requires of the texts of a post with these settings (docs/api.md, Content, Lengths). */
export function getTextRequirements(network: Network | undefined, settings: IDataObject) {
	const variant: Pick<Network, 'markup' | 'maxLength'> = {
		...network,
		...network?.getVariant?.(settings),
	};
	const { markup = 'plain', maxLength } = variant;
	// Accounts only differ in the usual limit, not in that for articles.
	const guaranteedMaxLength =
		maxLength === network?.maxLength ? network?.guaranteedMaxLength : undefined;
	return { markup, maxLength, guaranteedMaxLength };
}

/** The name of the method that fills a picker, such as `skoolGroups`. */
export const getPickerMethodName = (identifier: string, { tool }: Pick<Picker, 'tool'>) =>
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
