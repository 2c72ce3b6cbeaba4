import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import type { Provider, SettingField, SettingProblem } from '../providers/types';
import { visibleText } from './html';
import { countCharacters } from './length';
import { hasPostableEnding } from './media';
import { isEmpty } from './settings';
import type { PostItem, PostType, Target } from './types';
import { quote } from './values';

/**
 * Everything that the service would refuse in one post, in sentences that name the field and what
 * is allowed. Drafts need valid settings and content, but no length and no media
 * (API: Providers; POST /posts).
 */
export function checkPost(item: PostItem, target: Target, type: PostType): string[] {
	const sentences = [
		...checkSegments(item),
		...checkSettings(item, target).map(({ field, message }) => `${field} ${message}`),
	];
	if (type !== 'draft') {
		sentences.push(
			...checkLengths(item, target),
			...checkMedia(item, target),
			...checkContent(item, target),
		);
	}
	return sentences.map((sentence) => `${target.label}: ${sentence}`);
}

function segmentName(index: number): string {
	return index === 0 ? 'the text' : `part ${index + 1} of the thread`;
}

function checkSegments({ value }: PostItem): string[] {
	return value.flatMap(({ content, image }, index) =>
		visibleText(content).trim() === '' && image.length === 0
			? [`${segmentName(index)} is empty. A post needs text or media`]
			: [],
	);
}

function checkSettings({ settings }: PostItem, { provider }: Target): SettingProblem[] {
	if (!provider) return [];
	return [...checkFields(provider.fields, settings), ...(provider.check?.(settings) ?? [])];
}

/** As {@link checkPost}, for single settings that change a post: what is not given stays as it is. */
export function checkGivenSettings({ fields }: Provider, settings: IDataObject): string[] {
	return fields.flatMap((field) => {
		const value = settings[field.name];
		if (isEmpty(value)) return [];
		return [...checkValue(field, value), ...checkEntries(field, value)].map(
			({ field: name, message }) => `${name} ${message}`,
		);
	});
}

function checkFields(fields: SettingField[], settings: IDataObject): SettingProblem[] {
	return fields
		.filter(({ formOnly }) => !formOnly)
		.flatMap((field) => {
			const value = settings[field.name];
			if (!isEmpty(value)) return [...checkValue(field, value), ...checkEntries(field, value)];
			const why = whyNeeded(field, fields, settings);
			return why === undefined
				? []
				: [{ field: field.displayName, message: `is needed${why}${allowed(field)}` }];
		});
}

/** Undefined where a field may be left out; otherwise what makes it needed, if anything special. */
function whyNeeded(
	{ required, neededFor = {} }: SettingField,
	fields: SettingField[],
	settings: IDataObject,
): string | undefined {
	if (required) return '';
	const cause = Object.keys(neededFor).find((name) => neededFor[name].includes(settings[name]));
	const causing = fields.find(({ name }) => name === cause);
	if (!cause || !causing) return undefined;
	const value = settings[cause];
	return typeof value === 'boolean'
		? ` when ${causing.displayName} is on`
		: ` when ${causing.displayName} is ${optionName(causing, value)}`;
}

// The groups of a setting as they are sent: one, or a list of `{value: …}`.
function checkEntries({ entry, typeOptions, displayName }: SettingField, value: unknown) {
	if (!entry) return [];
	if (!typeOptions?.multipleValues) return prefixed(displayName, entry.fields, value);
	return (Array.isArray(value) ? value : []).flatMap((element, index, { length }) =>
		prefixed(
			length > 1 ? `${entry.name} ${index + 1}` : entry.name,
			entry.fields,
			(element as { value?: unknown } | null)?.value,
		),
	);
}

function prefixed(name: string, fields: SettingField[], value: unknown): SettingProblem[] {
	return checkFields(fields, (value ?? {}) as IDataObject).map(({ field, message }) => ({
		field: field === name ? field : `${name}: ${field}`,
		message,
	}));
}

function checkValue(field: SettingField, value: unknown): SettingProblem[] {
	const message = [checkKind, checkText, checkNumber, checkCount]
		.map((check) => check(field, value))
		.find((problem) => problem !== undefined);
	return message === undefined ? [] : [{ field: field.displayName, message }];
}

function checkKind(field: SettingField, value: unknown): string | undefined {
	const shown = typeof value === 'object' ? JSON.stringify(value) : String(value);
	switch (field.type) {
		case 'options':
			return optionsOf(field).some((option) => option.value === value)
				? undefined
				: `cannot be “${shown}”${allowed(field)}`;
		case 'boolean':
			return typeof value === 'boolean' ? undefined : `must be true or false, not “${shown}”`;
		case 'number':
			return typeof value === 'number' ? undefined : `must be a number, not “${shown}”`;
		default:
			return field.media || isPlainText(field) ? checkShape(field, value, shown) : undefined;
	}
}

const TEXT_TYPES = ['color', 'resourceLocator', 'string'];

function isPlainText({ type, payload }: SettingField): boolean {
	return TEXT_TYPES.includes(type) && !payload;
}

function checkShape({ media }: SettingField, value: unknown, shown: string): string | undefined {
	if (!media) return typeof value === 'string' ? undefined : `must be text, not “${shown}”`;
	const { id, path } = Object(value) as IDataObject;
	return typeof id === 'string' && typeof path === 'string'
		? undefined
		: `must have the id and path of an uploaded file, not “${shown}”`;
}

function checkText(
	{ minLength, maxLength, pattern, url }: SettingField,
	value: unknown,
): string | undefined {
	const isText = typeof value === 'string';
	if (pattern && !(isText && pattern.matches.test(value))) {
		return `cannot be ${quote(value)}; it must be ${pattern.like}`;
	}
	if (url && !(isText && isWebAddress(value))) {
		return `cannot be ${quote(value)}; it must be a web address that starts with https://`;
	}
	if (!isText) return undefined;
	if (minLength !== undefined && value.trim().length < minLength) {
		return `needs at least ${minLength} characters`;
	}
	if (maxLength !== undefined && value.length > maxLength) {
		return `has ${value.length} characters; at most ${maxLength} are allowed`;
	}
	return undefined;
}

function isWebAddress(text: string): boolean {
	return /^https?:\/\//i.test(text) && URL.canParse(text);
}

function checkNumber({ type, typeOptions = {} }: SettingField, value: unknown): string | undefined {
	const { minValue = -Infinity, maxValue = Infinity } = typeOptions;
	return type !== 'number' || (Number(value) >= minValue && Number(value) <= maxValue)
		? undefined
		: `is ${String(value)}; it must be between ${minValue} and ${maxValue}`;
}

function checkCount({ minItems, maxItems }: SettingField, value: unknown): string | undefined {
	if (minItems === undefined && maxItems === undefined) return undefined;
	if (!Array.isArray(value)) return 'must be a list';
	if (maxItems !== undefined && value.length > maxItems) {
		return `are ${value.length}; at most ${maxItems} are allowed`;
	}
	return minItems !== undefined && value.length < minItems
		? `are ${value.length}; at least ${minItems} are needed`
		: undefined;
}

function optionsOf({ options = [] }: SettingField): INodePropertyOptions[] {
	return options as INodePropertyOptions[];
}

function optionName(field: SettingField, value: unknown): string {
	return optionsOf(field).find((option) => option.value === value)?.name ?? String(value);
}

function allowed(field: SettingField): string {
	if (field.type !== 'options') return '';
	return `. Allowed: ${optionsOf(field)
		.map(({ name, value }) => (name === value ? name : `${name} (${String(value)})`))
		.join(', ')}`;
}

/** What a provider refuses in the settings for the sake of the post itself. */
function checkContent({ settings, value }: PostItem, { provider }: Target): string[] {
	const [{ content, image }] = value;
	const characters = countCharacters(content, provider?.count);
	return (provider?.checkContent?.(settings, { characters, media: image.length }) ?? []).map(
		({ field, message }) => `${field} ${message}`,
	);
}

function checkLengths({ value, settings }: PostItem, { provider }: Target): string[] {
	const limit = provider && (provider.maxLengthFor?.(settings) ?? provider.maxLength);
	if (!provider || limit === undefined) return [];
	return value.flatMap(({ content }, index) => {
		const length = countCharacters(content, provider.count);
		return length > limit
			? [
					`${segmentName(index)} has ${length} characters; ${provider.displayName} takes ${limit}. Shorten it, or move the rest into Thread`,
				]
			: [];
	});
}

const VIDEO = /\.mp4$/i;

function checkMedia({ value }: PostItem, { provider }: Target): string[] {
	const paths = (value[0]?.image ?? []).map(({ path }) => mediaName(path));
	const needs = provider?.needsMedia;
	if (!provider || !needs) return [];
	// An address without a file ending does not tell what lies there.
	const mayBe = (path: string) =>
		needs === 'any' || !hasPostableEnding(path) || VIDEO.test(path) === (needs === 'video');
	const missing = { any: 'a picture or a video', image: 'a picture', video: 'a video (MP4)' }[
		needs
	];
	return paths.some(mayBe) ? [] : [`${provider.displayName} needs ${missing}. Add it under Media`];
}

/** A media path without its query, so that its ending shows the type. */
export function mediaName(path: unknown): string {
	return String(path ?? '').split(/[?#]/)[0];
}

/** One message from the sentences of an item: the first, with how many more there are. */
export function summarize(sentences: string[]): { message: string; description: string } {
	const more = sentences.length - 1;
	return {
		message: sentences[0] + (more > 0 ? ` (and ${more} more)` : ''),
		description: `${more > 0 ? `${sentences.join('. ')}. ` : ''}Nothing was sent for this item. If your instance of Postiz allows this, turn on the option Skip Checks.`,
	};
}
