import type { IDataObject } from 'n8n-workflow';

import type { MediaFile } from '../media/mediaFile';
import type { Network, SettingField } from '../networks/networkTypes';
import { parseMarkdown } from '../text/parseMarkdown';
import { getVisibleText } from '../text/storedText';
import { isEmpty, isObject, getProperties } from '../common/parseValue';
import { takeStart } from '../common/wording';

/** A part of a post. */
interface Part {
	content: string;
	files: MediaFile[];
}

/** Completes settings that follow the files of the post, such as its kind on Reddit; all of them if the post `adapts`. */
export const alignWithFiles = (
	settings: IDataObject,
	network: Network | undefined,
	[first]: Part[],
	adapts = false,
): IDataObject => network?.alignWithFiles?.(settings, first?.files ?? [], adapts) ?? settings;

/** Fills in missing titles that a network requires: the first line of the text, if it fits. */
export const withTitle = (
	settings: IDataObject,
	network: Network | undefined,
	parts: Part[],
): IDataObject =>
	mapTitles(settings, network, parts, {
		change: (title, line) => (line === '' || !isEmpty(title) ? title : line),
	});

/** The settings without titles that are the first line of the text; where one is `entered`, that counts. */
export const withoutTitle = (
	settings: IDataObject,
	network: Network | undefined,
	parts: Part[],
	entered?: IDataObject,
): IDataObject =>
	mapTitles(settings, network, parts, {
		entered,
		change: (title, line, enteredValue) => (title === line ? enteredValue : title),
	});

type Title = IDataObject[string];

/** Changes each title, also those in lists; `line` is the first of the text, as far as it fits. */
function mapTitles(
	settings: IDataObject,
	network: Network | undefined,
	[first]: Part[],
	{
		change,
		entered = {},
	}: { change: (title: Title, line: string, entered: Title) => Title; entered?: IDataObject },
): IDataObject {
	const line = getFirstLine(first?.content ?? '', network?.textForm === 'markdown');
	const mapGroup = (
		fields: SettingField[],
		group: IDataObject,
		enteredGroup: IDataObject,
	): IDataObject => {
		const changed = fields.flatMap((field): Array<[string, Title]> => {
			const { name, defaultsToFirstLine, nested } = field;
			const title = group[name];
			if (defaultsToFirstLine)
				return [[name, change(title, cutTitle(line, field), enteredGroup[name])]];
			if (!nested || !Array.isArray(title)) return [];
			const entries = (title as IDataObject[]).map((entry, index) =>
				isObject(entry) && isObject(entry.value)
					? {
							...entry,
							value: mapGroup(
								nested.fields,
								entry.value as IDataObject,
								getEntryValue(enteredGroup[name], index),
							),
						}
					: entry,
			);
			return [[name, entries]];
		});
		const all = { ...group, ...Object.fromEntries(changed) };
		return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
	};
	return mapGroup(network?.fields ?? [], settings, entered);
}

const getEntryValue = (list: unknown, index: number) =>
	getProperties(getProperties(Array.isArray(list) ? list[index] : undefined).value) as IDataObject;

function getFirstLine(content: string, isMarkdown: boolean): string {
	for (const line of getVisibleText(content).split('\n')) {
		const words = (isMarkdown ? removeMarkup(line) : line).trim();
		if (words !== '') return words;
	}
	return '';
}

/** A line without Markdown, as titles would show its marks. */
function removeMarkup(line: string): string {
	return parseMarkdown(line)
		.flatMap(({ spans }) => spans.map(({ text }) => text))
		.join('');
}

/** Reddit publishes no longer ones, and nobody reads them. */
const MAX_TITLE = 300;

/** As many whole words as fit into a field; empty if the field requires more. */
function cutTitle(line: string, { minLength = 1, maxLength = MAX_TITLE }: SettingField): string {
	const isCut = line.length > maxLength;
	const start = isCut ? line.slice(0, maxLength + 1) : line;
	const words = isCut ? start.replace(/\s+\S*$/, '') : start;
	const title = takeStart(words, maxLength);
	return title.length < minLength ? '' : title;
}
