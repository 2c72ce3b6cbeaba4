import type { IDataObject } from 'n8n-workflow';

import type { Provider, SettingField } from '../../providers/types';
import { parseMarkdown } from '../../text/parseMarkdown';
import { visibleText } from '../../text/visibleText';
import { isEmpty } from '../../values/read';
import type { PlannedPart } from '../types';

/** The settings with the titles that a network needs and nobody entered: the first line of the text, where it fits. */
export function withTitle(
	settings: IDataObject,
	provider: Provider | undefined,
	[first]: PlannedPart[],
): IDataObject {
	const missing = (provider?.fields ?? []).filter(
		({ fromText, name }) => fromText && isEmpty(settings[name]),
	);
	const line = firstLine(first?.content ?? '', provider?.text === 'markdown');
	const titles = missing.flatMap((field) => {
		const title = fit(line, field);
		return title === '' ? [] : [[field.name, title] as const];
	});
	return { ...settings, ...Object.fromEntries(titles) };
}

function firstLine(content: string, isMarkdown: boolean): string {
	for (const line of visibleText(content).split('\n')) {
		const words = (isMarkdown ? withoutMarks(line) : line).trim();
		if (words !== '') return words;
	}
	return '';
}

/** A line of Markdown as people read it: titles show their stars and hashes. */
function withoutMarks(line: string): string {
	return parseMarkdown(line)
		.flatMap(({ spans }) => spans.map(({ text }) => text))
		.join('');
}

/** As many whole words of a line as a field takes; nothing if they are too few for it. */
function fit(line: string, { minLength = 1, maxLength = Infinity }: SettingField): string {
	const isCut = line.length > maxLength;
	const start = isCut ? line.slice(0, maxLength + 1) : line;
	const words = isCut ? start.replace(/\s+\S*$/, '') : start;
	// Half of a letter that takes two units is none.
	const title = words.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '');
	return title.length < minLength ? '' : title;
}
