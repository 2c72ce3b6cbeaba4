import { buildSettings } from '../../channels/settings';
import { findTarget } from '../../channels/targets';
import type { FileSource } from '../../media/fileSource';
import type { PlannedFile } from '../../media/plannedFile';
import type { Uploads } from '../../media/uploads';
import { joinTexts, toServiceContent, toTextTarget, type TextTarget } from '../../text/content';
import type { Channel } from '../../transport/types';
import { Problem } from '../../values/problem';
import type {
	PlannedItem,
	PlannedPart,
	PlannedPost,
	WrittenItem,
	WrittenPart,
	WrittenPost,
} from '../types';

/** What the files that somebody named are, once they were opened. */
export type OpenedFiles = Map<FileSource, PlannedFile>;

/** Opens files, each once and without a request. Throws {@link Problem} for one that no post can carry. */
export async function openFiles(
	posts: Array<Pick<WrittenPost, 'parts' | 'settingFiles'>>,
	uploads: Uploads,
): Promise<OpenedFiles> {
	const opened: OpenedFiles = new Map();
	const named = posts.flatMap(({ parts, settingFiles }) => [
		...parts.flatMap(({ files }) => files),
		...Object.values(settingFiles),
	]);
	for (const file of new Set(named)) opened.set(file, await uploads.check(file));
	return opened;
}

/**
 * Plans the posts of an item: finds their channels, builds their settings, and brings their texts into
 * the form that each network needs. Throws {@link Problem} for a channel that cannot be posted to, or
 * that an item of the form names twice.
 */
export function planPosts(
	{ posts: written, ...item }: WrittenItem,
	{ channels, opened }: { channels: Channel[]; opened: OpenedFiles },
): PlannedItem {
	const { tooLong } = item;
	const posts = written.map((post) => ({ ...planPost(post, channels, opened), tooLong }));
	posts.forEach(({ target }, index) => {
		const first = posts.findIndex((post) => post.target.id === target.id);
		if (first < index && written[index].entry) {
			throw new Problem(
				`${target.label} is the same channel as Channel ${first + 1}`,
				'The post would be published there twice. Take one of them out. For two different posts, use two items.',
			);
		}
	});
	return { ...item, posts };
}

function planPost(post: WrittenPost, channels: Channel[], opened: OpenedFiles): PlannedPost {
	const { choice, entry, json, parts, joinsThread } = post;
	const target = findTarget(choice, channels);
	const { identifier, provider } = target;
	const settings = entry ? buildSettings(identifier, provider, entry, json) : json;
	const text = toTextTarget(provider, settings);
	const joins = joinsThread && provider?.ignoresThreads === true;
	return {
		target: {
			...target,
			isDetected: target.isDetected && entry !== undefined,
			isInForm: entry !== undefined && !target.isDetected,
		},
		settings,
		parts: joins
			? [joinParts(post, text, opened)]
			: parts.map((part) => planPart(part, post.format, text, opened)),
		settingFiles: planSettingFiles(post.settingFiles, opened),
	};
}

/** A part with its text in the form of the network and its files as they were opened. */
export function planPart(
	{ text, files, ...part }: WrittenPart,
	format: WrittenPost['format'],
	target: TextTarget,
	opened: OpenedFiles,
): PlannedPart {
	return {
		...part,
		content: toServiceContent(text, format, target),
		written: { texts: [text], format },
		files: files.map((file) => opened.get(file)!),
	};
}

/** Settings that name a file, with the files as they were opened. */
export function planSettingFiles(
	files: Record<string, FileSource>,
	opened: OpenedFiles,
): Record<string, PlannedFile> {
	return Object.fromEntries(Object.entries(files).map(([name, file]) => [name, opened.get(file)!]));
}

function joinParts(
	{ parts, format }: WrittenPost,
	target: TextTarget,
	opened: OpenedFiles,
): PlannedPart {
	const texts = parts.map(({ text }) => text);
	return {
		content: joinTexts(texts, format, target),
		written: { texts, format },
		files: parts.flatMap(({ files }) => files.map((file) => opened.get(file)!)),
	};
}
