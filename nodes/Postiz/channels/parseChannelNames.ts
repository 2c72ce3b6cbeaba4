import type { IDataObject } from 'n8n-workflow';

import { tryParseJson } from '../common/parseJson';
import { extractId } from '../common/parseText';
import { Problem } from '../common/problem';
import { quote } from '../common/text';
import { isEmpty, isObject, unwrapLocator } from '../common/value';
import { GROUP_PREFIX } from './channelGroups';

// The keys of the service, of n8n's own lists, and of multi-selects in Airtable and Notion.
const NAME_KEYS = ['id', 'value', 'channel', 'name', 'label', 'profile', 'title'];
const NETWORK_KEYS = ['network', 'provider', 'identifier'];

/** Some models put a code fence around a list. */
const CODE_FENCE = /^```\w*\s+([^`]*?)\s*```$/;

/**
 * Parses a text, list or object, or JSON of these. Returns the possible names of each channel. Throws {@link Problem}
 * if an element has no name.
 */
export function parseChannelNames(entered: unknown): string[][] {
	const value = unwrapLocator(entered);
	if (isEmpty(value)) return [];
	if (Array.isArray(value)) return value.flatMap(parseChannelNames);
	if (isObject(value)) {
		const names = readNames(value);
		if (names.length > 0) return [names];
		throw new Problem(
			`Channels cannot be ${quote(value)}`,
			'Enter each channel as its name, handle or ID, or as an object with one of these under “channel” or “channelId”.',
		);
	}
	// “undefined” and false aren't names either, but resolving them throws an error that lists the channels.
	const text = String(value).trim().replace(CODE_FENCE, '$1');
	const parsed = /^["[{]/.test(text) ? tryParseJson(text) : undefined;
	return parsed === undefined ? [[text]] : parseChannelNames(parsed);
}

/** Returns the names of a channel in an object. In outputs of Postiz, only the ID counts, as names may be ambiguous. */
function readNames(entered: IDataObject): string[] {
	const getTexts = (keys: string[]) => keys.map((key) => extractId(entered[key])).filter(Boolean);
	// In outputs of other services, “id” isn't a channel.
	const [id] = getTexts(['channelId', ...(entered.identifier ? ['id'] : [])]);
	if (id !== undefined) return [id];
	const [network] = getTexts(NETWORK_KEYS);
	const names = getTexts(NAME_KEYS);
	if (names.length > 0 && network !== undefined) {
		return names.map((name) => (name.includes(': ') ? name : `${network}: ${name}`));
	}
	if (names.length > 0) return names;
	const [group] = getTexts(['groupId']);
	return group === undefined
		? getTexts(['group', ...NETWORK_KEYS]).slice(0, 1)
		: [`${GROUP_PREFIX}${group}`];
}
