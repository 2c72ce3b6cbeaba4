import type { IDataObject } from 'n8n-workflow';

import { hasFixedDate } from '../../common/fingerprint';
import { ignoreIfProblem } from '../../common/problem';
import { isObject } from '../../common/value';
import { createUncheckedFile, type MediaFile } from '../../media/mediaFile';
import type { PostContent, DesiredPost, Part } from '../../posts/desiredPost';
import { isDraftAfter } from '../../posts/merge/findDifferences';
import {
	assumeUpdatableFields,
	mergeWithMatchedPost,
} from '../../posts/merge/mergeWithMatchedPost';
import type { UpdatableFields } from '../../posts/merge/updatableFields';
import type { PlannedPost, PlannedPostOf } from '../../posts/plannedPost';
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
	const listed = listedPosts.get(planned.existing.id)!;
	if (planned.action === 'update') return mergeUpdate(planned, listed);
	const current = assumeUpdatableFields(desired, planned.existing, listed);
	return {
		...toMergedPreview(current.post, current.tags),
		when: getWhenOfExisting(desired, current),
	};
}

const getEntered = ({ parts, settings, settingFiles, item }: DesiredPost): MergedPreview => ({
	parts,
	settings,
	settingFiles,
	tags: item.requestFields.tags.map(({ label }) => label),
});

/** Merges the row as a run would. */
function mergeUpdate(planned: PlannedPostOf<'update'>, listed: ListedPost): MergedPreview {
	try {
		const { current, update, changed } = mergeWithMatchedPost(planned, listed);
		const tags = update.tags?.map(({ label }) => label) ?? current.tags;
		return {
			...toMergedPreview(update.post, tags),
			when: getWhenOfExisting(planned.desired, current, update),
			changed,
		};
	} catch (error) {
		// The item is rejected, so the preview shows this problem.
		ignoreIfProblem(error);
		return getEntered(planned.desired);
	}
}

/** Finds the files in the settings of an existing post. */
function toMergedPreview(
	{ parts, settings, settingFiles, target: { network } }: PostContent,
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
function getWhenOfExisting(
	{ fingerprint }: DesiredPost,
	current: UpdatableFields,
	update: Pick<PostUpdate, 'state' | 'date'> = {},
): PreviewPost['when'] {
	const { date } = update;
	const isDraft = isDraftAfter(current, update);
	if (!isDraft && date !== undefined) return undefined;
	if (isDraft && !hasFixedDate(fingerprint)) return { type: 'draft' };
	return { type: isDraft ? 'draft' : 'schedule', date: date ?? current.date };
}
