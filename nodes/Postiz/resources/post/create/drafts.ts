import { checkPost, summarize } from '../../../channels/checkPost';
import { buildSettings } from '../../../channels/settings';
import { findTarget } from '../../../channels/targets';
import { maxLength, textForm } from '../../../providers';
import { type TextTarget, toServiceContent } from '../../../text/content';
import { countCharacters } from '../../../text/length';
import type { Channel, ImageRef, PostItem } from '../../../transport/types';
import { Problem } from '../../../values/problem';
import type { ReadyPost } from './batches';
import type { Draft, DraftedItem, WrittenPost } from './types';

/**
 * The post that an entry asks for: with the channel found, the settings built and the text in the form
 * that the network needs. Throws {@link Problem} for a channel that cannot be posted to.
 */
export function toDraft(
	{ choice, parts, format, entry, json, settingFiles }: WrittenPost,
	channels: Channel[],
): Draft {
	const target = findTarget(choice, channels);
	const { identifier, provider } = target;
	const settings = entry
		? buildSettings(identifier, provider, entry, json)
		: { ...json, __type: identifier };
	const max = maxLength(provider, settings) ?? Infinity;
	const text: TextTarget = {
		form: textForm(provider, settings),
		fits: (content) => countCharacters(content, provider?.count) <= max,
	};
	return {
		target,
		settings,
		settingFiles,
		parts: parts.map(({ text: written, ...part }) => ({
			...part,
			content: toServiceContent(written, format, text),
		})),
	};
}

/** The post as the service wants it; `references` are those of the item's files, in their order. */
export function toPostItem(
	{ target, parts, settings, settingFiles }: Draft,
	references: ImageRef[],
): PostItem {
	const files = Object.entries(settingFiles).map(([name, place]) => {
		// A setting has no place for what else is known of a file, such as its alt text.
		const { id, path } = references[place];
		return [name, { id, path }] as const;
	});
	return {
		integration: { id: target.id },
		value: parts.map(({ content, delay, files: images }) => ({
			content,
			image: images.map((file) => (typeof file === 'number' ? references[file] : file)),
			...(delay === undefined ? {} : { delay }),
		})),
		settings: { ...settings, ...Object.fromEntries(files) },
	};
}

/**
 * The posts of an item, checked with these references to its files. Throws {@link Problem} for what
 * the service would refuse.
 */
export function toPosts(
	{ drafts, fields, skipsChecks }: DraftedItem,
	references: ImageRef[],
): ReadyPost[] {
	const posts = drafts.map((draft) => ({
		target: draft.target,
		item: toPostItem(draft, references),
	}));
	if (skipsChecks) return posts;
	const type = fields.type === 'draft' ? 'draft' : 'schedule';
	const sentences = posts.flatMap(({ item, target }) => checkPost(item, target, type));
	if (sentences.length > 0) throw Problem.from(summarize(sentences));
	return posts;
}
