import type { INodePropertyOptions } from 'n8n-workflow';

import type { SettingField, SettingProblem } from '../providers/types';
import { countCharacters } from './length';
import { isEmpty } from './settings';
import type { PostItem, PostType, Target } from './types';

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
	if (type !== 'draft') sentences.push(...checkLengths(item, target), ...checkMedia(item, target));
	return sentences.map((sentence) => `${target.label}: ${sentence}`);
}

function segmentName(index: number): string {
	return index === 0 ? 'the text' : `part ${index + 1} of the thread`;
}

function checkSegments({ value }: PostItem): string[] {
	return value.flatMap(({ content, image }, index) =>
		content.trim() === '' && image.length === 0
			? [`${segmentName(index)} is empty. A post needs text or media`]
			: [],
	);
}

function checkSettings({ settings, value }: PostItem, { provider }: Target): SettingProblem[] {
	if (!provider) return [];
	return [
		...provider.fields.flatMap((field) => checkField(field, settings[field.name])),
		...(provider.check?.(settings, value[0]?.image ?? []) ?? []),
	];
}

function checkField(field: SettingField, value: unknown): SettingProblem[] {
	const { displayName, required, minLength, maxLength } = field;
	const problem = (message: string) => [{ field: displayName, message }];
	if (isEmpty(value)) return required ? problem(`is needed${allowed(field)}`) : [];
	if (field.type === 'options' && !field.typeOptions?.loadOptionsMethod && !field.payload) {
		const values = optionValues(field);
		if (!values.includes(value as string)) {
			return problem(`cannot be “${String(value)}”${allowed(field)}`);
		}
	}
	if (field.type === 'boolean' && !field.payload && typeof value !== 'boolean') {
		return problem(`must be true or false, not “${String(value)}”`);
	}
	if (typeof value === 'string') {
		if (minLength !== undefined && value.trim().length < minLength) {
			return problem(`needs at least ${minLength} characters`);
		}
		if (maxLength !== undefined && value.length > maxLength) {
			return problem(`has ${value.length} characters; at most ${maxLength} are allowed`);
		}
	}
	return [];
}

function optionValues({ options = [] }: SettingField): unknown[] {
	return (options as INodePropertyOptions[]).map(({ value }) => value);
}

function allowed(field: SettingField): string {
	const options = (field.options ?? []) as INodePropertyOptions[];
	if (field.type !== 'options' || options.length === 0) return '';
	return `. Allowed: ${options.map(({ name, value }) => (name === value ? name : `${name} (${String(value)})`)).join(', ')}`;
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
	const satisfied =
		needs === 'any'
			? paths.length > 0
			: paths.some((path) => VIDEO.test(path) === (needs === 'video'));
	const missing = { any: 'a picture or a video', image: 'a picture', video: 'a video (MP4)' }[
		needs
	];
	return satisfied ? [] : [`${provider.displayName} needs ${missing}. Add it under Media`];
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
