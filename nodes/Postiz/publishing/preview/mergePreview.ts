import type { IDataObject } from 'n8n-workflow';

import { parseSettings } from '../../calendar/publicPost';
import { hasFixedDate } from '../../common/fingerprint';
import { toAltName } from '../../common/fingerprintNames';
import { ignoreIfProblem } from '../../common/problem';
import { isObject } from '../../common/value';
import { createUncheckedFile, type MediaFile } from '../../media/mediaFile';
import type { ChannelPost, DesiredPost, Part } from '../../posts/desiredPost';
import type { ExistingPost } from '../../posts/existingPost';
import { type CurrentPost, toCurrentPost } from '../../posts/merge/currentPost';
import { findDifferences } from '../../posts/merge/findDifferences';
import { mergeRow } from '../../posts/merge/mergeRow';
import { getRowChanges } from '../../posts/merge/rowChanges';
import type { PlannedPost, PlannedPostOf } from '../../posts/plannedPost';
import { listPostFiles } from '../../posts/postFiles';
import type { PostUpdate } from '../../posts/postUpdate';
import type { FileReference, ListedPost } from '../../transport/apiTypes';
import type { PreviewPost } from './previewPost';

/** A desired post, merged with its existing post. */
interface MergedPreview {
	parts: Part[];
	/** Undefined if the item's own date and state apply. */
	when?: PreviewPost['when'];
	/** The changes, named as in the output of a run. */
	changed?: string[];
	settings: IDataObject;
	settingFiles: Record<string, MediaFile>;
	/** The names of the tags. */
	tags: string[];
}

/**
 * Merges a post with the existing post that is kept or updated, as somebody may have edited or moved it in Postiz.
 * `listedPosts`: the listed posts by ID.
 */
export function mergePreview(
	desired: DesiredPost,
	planned: PlannedPost | undefined,
	listedPosts: ReadonlyMap<string, ListedPost>,
): MergedPreview {
	if (planned?.action !== 'keep' && planned?.action !== 'update') return getEntered(desired);
	const { existing } = planned;
	const current = createCurrentPost(desired, existing, listedPosts.get(existing.id)!);
	if (planned.action === 'update') return mergeUpdate(desired, planned, current);
	return { ...toMergedPreview(current.post, current.tags), when: getWhen(desired, current) };
}

const getEntered = ({ parts, settings, settingFiles, item }: DesiredPost): MergedPreview => ({
	parts,
	settings,
	settingFiles,
	tags: item.requestFields.tags.map(({ label }) => label),
});

/** Creates the current version of an existing post. Assumes that what wasn't read of it is as in its row. */
function createCurrentPost(
	desired: DesiredPost,
	{ parts, content, fingerprint }: ExistingPost,
	listed: ListedPost,
): CurrentPost {
	const current = toCurrentPost({ ...listed, parts: parts ?? [] });
	if (parts) return current;
	const isListed = parseSettings(listed.settings) !== null;
	const assumedParts = desired.parts
		.slice(0, fingerprint?.partCount)
		.map((part, index) => (index === 0 ? { ...part, content } : part));
	return {
		...current,
		post: { ...(isListed ? current.post : desired), parts: assumedParts },
		fingerprint,
		tags: listed.tags ? current.tags : getEntered(desired).tags,
	};
}

/** Merges like the run. */
function mergeUpdate(
	desired: DesiredPost,
	planned: PlannedPostOf<'update'>,
	current: CurrentPost,
): MergedPreview {
	const { changedFields } = planned;
	try {
		const update = mergeRow(current, desired, changedFields);
		const tags = update.tags?.map(({ label }) => label) ?? current.tags;
		return {
			...toMergedPreview(update.post, tags),
			when: getWhen(desired, current, update),
			changed: listChanges(planned, current, update),
		};
	} catch (error) {
		// The item is rejected, so the preview shows this problem.
		ignoreIfProblem(error);
		return { ...getEntered(desired), changed: changedFields };
	}
}

/** Lists the changes like the run. If the files of the post weren't read, assumes that the row's changes apply. */
function listChanges(
	planned: PlannedPostOf<'update'>,
	current: CurrentPost,
	update: PostUpdate,
): string[] {
	const differences = findDifferences(current, update);
	if (planned.existing.parts) return differences;
	const changes = getRowChanges(planned);
	const hasOtherFiles =
		changes.hasChanged('media') ||
		listPostFiles(planned.desired).some((_file, index) =>
			changes.hasDetailChanged(toAltName(index)),
		);
	return hasOtherFiles ? [...differences, 'media'] : differences;
}

/** Finds the files in the settings of an existing post. */
function toMergedPreview(
	{ parts, settings, settingFiles, target: { network } }: ChannelPost,
	tags: string[],
): MergedPreview {
	const storedFiles = (network?.fields ?? []).flatMap(({ isFile, name }) => {
		const value = settings[name];
		return isFile && isObject(value) && typeof value.path === 'string'
			? [[name, createUncheckedFile(value as FileReference)] as const]
			: [];
	});
	return {
		parts,
		settings,
		settingFiles: { ...Object.fromEntries(storedFiles), ...settingFiles },
		tags,
	};
}

/**
 * Returns when an existing post is published. Undefined if the item's own date applies: its new date schedules the
 * post.
 */
function getWhen(
	{ fingerprint }: DesiredPost,
	current: CurrentPost,
	{ state, date }: Pick<PostUpdate, 'state' | 'date'> = {},
): PreviewPost['when'] {
	const isDraft = state ? state === 'draft' : current.state === 'DRAFT';
	if (!isDraft && date !== undefined) return undefined;
	if (isDraft && !hasFixedDate(fingerprint)) return { type: 'draft' };
	return { type: isDraft ? 'draft' : 'schedule', date: date ?? current.date };
}
