import { isObject, isEmpty } from '../common/value';
import { findText, toList } from './listValues';

/** The name of a tag, also in the formats of `GET /posts` and of n8n's own lists. */
export function getTagLabel(element: unknown): string | undefined {
	return (
		findText(element, ['label', 'name', 'value']) ??
		(isObject(element) ? findText(element.tag, ['label', 'name']) : undefined)
	);
}

/** The names of tags as they are sent. */
export const toTagLabels = (tags: unknown): string[] =>
	Array.isArray(tags) ? tags.flatMap((tag) => getTagLabel(tag) ?? []) : [];

/**
 * Converts tags to the format of the service. Drops duplicates and empty tags. `handleUnnamed` converts tags without a
 * name.
 */
export function toTags(
	value: unknown,
	handleUnnamed: (element: unknown) => unknown = (element) => element,
): unknown[] {
	const isBlank = (element: unknown) =>
		isObject(element) && 'label' in element && Object.values(element).every(isEmpty);
	const tags = toList(value).filter((element) => !isBlank(element));
	const labels = tags.map((element) => getTagLabel(element) ?? { element });
	return [...new Set(labels)].map((label) =>
		typeof label === 'string' ? { value: label, label } : handleUnnamed(label.element),
	);
}
