import type { IDataObject } from 'n8n-workflow';

import { takeStart } from '../common/text';
import { isEmpty, isObject } from '../common/value';
import type { MediaFile } from '../media/mediaFile';
import { getEntrySettings } from '../networks/entries';
import type { Network, SettingField } from '../networks/networkTypes';
import { parseMarkdown } from '../text/parseMarkdown';
import { getVisibleText } from '../text/storedText';

interface PartContent {
	content: string;
	files: MediaFile[];
}

/**
 * Fills in settings that depend on the files of the post, such as its kind on Reddit. With `adapts`, also replaces
 * chosen values.
 */
export const fitSettingsToFiles = (
	settings: IDataObject,
	network: Network | undefined,
	[first]: PartContent[],
	{ adapts = false } = {},
): IDataObject => network?.alignWithFiles?.(settings, first?.files ?? [], { adapts }) ?? settings;

/** Fills in missing titles that a network requires: the first line of the text, if it fits. */
export function addDefaultTitles(
	settings: IDataObject,
	network: Network | undefined,
	parts: PartContent[],
): IDataObject {
	const line = getFirstLine(network, parts);
	return mapTitles(network?.fields ?? [], settings, {}, (title, field) =>
		isEmpty(title) ? cutTitle(line, field) || title : title,
	);
}

/** Replaces titles that are the first line of the text with `entered` titles, or removes them. */
export function removeDefaultTitles(
	settings: IDataObject,
	network: Network | undefined,
	parts: PartContent[],
	entered: IDataObject = {},
): IDataObject {
	const line = getFirstLine(network, parts);
	return mapTitles(network?.fields ?? [], settings, entered, (title, field, enteredTitle) =>
		title === cutTitle(line, field) ? enteredTitle : title,
	);
}

type Title = IDataObject[string];

/** Changes all titles, including those in groups. */
function mapTitles(
	fields: SettingField[],
	settings: IDataObject,
	entered: IDataObject,
	change: (title: Title, field: SettingField, entered: Title) => Title,
): IDataObject {
	const changed = fields.flatMap((field): Array<[string, Title]> => {
		const { name, defaultsToFirstLine, nested } = field;
		const value = settings[name];
		if (defaultsToFirstLine) return [[name, change(value, field, entered[name])]];
		if (!nested || !Array.isArray(value)) return [];
		const enteredGroups = getEntrySettings(entered[name]) as IDataObject[];
		const groups = (value as IDataObject[]).map((group, index) =>
			isObject(group) && isObject(group.value)
				? {
						...group,
						value: mapTitles(nested.fields, group.value, enteredGroups[index] ?? {}, change),
					}
				: group,
		);
		return [[name, groups]];
	});
	const all = { ...settings, ...Object.fromEntries(changed) };
	return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

function getFirstLine(network: Network | undefined, [first]: PartContent[]): string {
	for (const line of getVisibleText(first?.content ?? '').split('\n')) {
		const words = (network?.markup === 'markdown' ? removeMarkup(line) : line).trim();
		if (words !== '') return words;
	}
	return '';
}

/** A line without Markdown, which titles would show as it is. */
function removeMarkup(line: string): string {
	return parseMarkdown(line)
		.flatMap(({ spans }) => spans.map(({ text }) => text))
		.join('');
}

/** The limit of Reddit, for networks without a limit. */
const MAX_TITLE = 300;

/** Cuts a title after the last word that fits. Empty if the field requires more. */
function cutTitle(line: string, { minLength = 1, maxLength = MAX_TITLE }: SettingField): string {
	const isCut = line.length > maxLength;
	const start = isCut ? line.slice(0, maxLength + 1) : line;
	const words = isCut ? start.replace(/\s+\S*$/, '') : start;
	const title = takeStart(words, maxLength);
	return title.length < minLength ? '' : title;
}
