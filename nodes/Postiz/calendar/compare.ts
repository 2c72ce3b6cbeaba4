import type { IDataObject } from 'n8n-workflow';

import { KEY_SETTING } from '../values/postKey';
import type { PreviewPart } from './preview';
import { parseSettings, tagsOf, type WholePost } from './row';
import { findProvider } from '../providers';
import type { PlannedPost } from '../publishing/types';
import { comparableText, isShortenedFrom, visibleText } from '../text/visibleText';
import type { PostItem, PostType, SharedFields } from '../transport/types';
import { MINUTE_MS, serviceTime } from '../values/date';
import type { Problem } from '../values/problem';
import { isObject } from '../values/read';

/** What was sent of a post besides its parts and settings. */
export interface WrittenFields extends Pick<SharedFields, 'tags' | 'inter'> {
	/** Undefined if it doesn't matter. */
	date?: string;
	isDraft: boolean;
	/** Links may have been replaced with short ones. */
	shortLink?: boolean;
}

/** A change of a post, as sent. */
export interface SentChange extends Pick<WrittenFields, 'tags' | 'inter' | 'shortLink'> {
	before: WholePost;
	post: PlannedPost;
	item: PostItem;
	/** `update` keeps the state and the date. */
	type: PostType | 'update';
	/** In UTC, with milliseconds and Z. */
	date: string;
	/** What differs, or may differ. */
	changed: string[];
	/** Where characters were removed that can't be stored. */
	mended?: Iterable<string>;
	/** What to report if the post wasn't changed as sent. */
	problem?: Problem;
}

/** What the service stored differently from what was sent, except for tags: see {@link findMissingLabels}. */
export function findDifferences(
	item: PostItem,
	{ isDraft, date, tags, inter = 0, shortLink = false }: WrittenFields,
	shown: WholePost,
): string[] {
	const { listed, parts } = shown;
	const [first] = parts;
	const state = first?.state ?? listed.state;
	const labels = tags.map(({ label }) => label);
	const shift = serviceTime(first?.publishDate ?? listed.publishDate) - Date.parse(date ?? '');
	const differences = [
		...(first
			? comparedParts(item, parts, shortLink)
			: [!isSameText(item.value[0]?.content ?? '', listed.content ?? '', shortLink) && 'text']),
		...differentSettings(item, first?.settings ?? parseSettings(listed.settings)),
		// Dates may be stored without seconds.
		date !== undefined && !(Math.abs(shift) < MINUTE_MS) && 'date',
		((first ? first.intervalInDays : listed.intervalInDays) ?? 0) !== inter && 'repetition',
		tagsOf(shown).some((name) => !labels.includes(name)) && 'tags',
		(state === 'DRAFT') !== isDraft &&
			`state (it is ${state === 'DRAFT' ? 'a' : 'not a'} draft now)`,
	];
	return differences.filter((difference) => difference !== false);
}

/** Tags that were sent but not stored, because the service doesn't know them. */
export function findMissingLabels({ tags }: Pick<WrittenFields, 'tags'>, shown: WholePost) {
	const names = tagsOf(shown);
	return tags.map(({ label }) => label).filter((label) => !names.includes(label));
}

function comparedParts(
	{ value }: PostItem,
	parts: PreviewPart[],
	isShortened: boolean,
): Array<string | false> {
	return [
		parts.length !== value.length && 'thread',
		...value.flatMap(({ content, image, delay = 0 }, index) => {
			const part = parts[index];
			if (!part) return [];
			const name = index === 0 ? '' : ` of part ${index + 1}`;
			return [
				!isSameText(content, part.content, isShortened) && `text${name}`,
				!isSame(part.image, image) && `files${name}`,
				part.delay !== delay && `delay${name}`,
			];
		}),
	];
}

const isSameText = (written: string, stored: string, isShortened: boolean) =>
	visibleText(written).trim() === visibleText(stored).trim() ||
	(isShortened && isShortenedFrom(comparableText(written), comparableText(stored)));

function differentSettings({ settings }: PostItem, shown: IDataObject | null): string[] {
	if (!shown) return [];
	const { fields = [] } = findProvider(settings.__type) ?? {};
	return (
		Object.entries(settings)
			// Whether the instance keeps keys doesn't matter to people.
			.filter(([key, value]) => key !== KEY_SETTING && !isSame(value, shown[key]))
			.map(([key]) => fields.find(({ name }) => name === key)?.displayName ?? key)
	);
}

/** True if the service treats both values alike: missing keys are the same as null. */
export function isSame(a: unknown, b: unknown): boolean {
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
