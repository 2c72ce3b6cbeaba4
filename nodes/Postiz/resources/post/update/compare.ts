import type { IDataObject } from 'n8n-workflow';

import type { PreviewPart } from '../../../posts/preview';
import { visibleText } from '../../../text/visibleText';
import type { PostItem } from '../../../transport/types';
import { isObject } from '../../../values/read';
import { utcDate } from '../../../values/time';
import type { MergedPost } from './merge';

/**
 * Compares what was written with what the service shows of the post now. Returns what differs, as
 * people call it.
 */
export function findDifferences(
	{ value, settings }: PostItem,
	{ date, tags, inter }: MergedPost,
	shown: PreviewPart[],
): string[] {
	const [first] = shown;
	if (!first) return [];
	const differences = [
		shown.length !== value.length && 'thread',
		...value.map(({ content, image, delay = 0 }, index) => {
			const part = shown[index];
			const name = index === 0 ? '' : ` of part ${index + 1}`;
			if (!part) return false;
			if (visibleText(part.content) !== visibleText(content)) return `text${name}`;
			if (!isSame(image, part.image)) return `files${name}`;
			return part.delay !== delay && `delay${name}`;
		}),
		!hasAll(first.settings, settings) && 'settings',
		utcDate(first.publishDate) !== date && 'date',
		(first.intervalInDays ?? 0) !== (inter ?? 0) && 'repetition',
		!tags.every(({ label }) => first.tags.includes(label)) && 'tags',
	];
	return differences.filter((difference) => difference !== false);
}

function hasAll(shown: IDataObject, sent: IDataObject): boolean {
	return Object.entries(sent).every(([key, value]) => isSame(value, shown[key]));
}

// Keys that are missing, null or undefined are the same to the service.
function isSame(a: unknown, b: unknown): boolean {
	if (Array.isArray(a) && Array.isArray(b)) {
		return a.length === b.length && a.every((element, index) => isSame(element, b[index]));
	}
	if (isObject(a) && isObject(b)) {
		return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) =>
			isSame(a[key] ?? null, b[key] ?? null),
		);
	}
	return (a ?? null) === (b ?? null);
}
