import type { IDataObject } from 'n8n-workflow';

import { isUndated } from '../../common/fingerprint';
import { ignoreIfProblem } from '../../common/problem';
import { isObject } from '../../common/value';
import { createAsIsFile, type MediaFile } from '../../media/mediaFile';
import type { DesiredPost, Part } from '../../posts/desiredPost';
import type { ExistingPost } from '../../posts/existingPost';
import { mergeParts } from '../../posts/merge/mergeParts';
import { mergeSchedule } from '../../posts/merge/mergeSchedule';
import { getRowChanges, type RowChanges } from '../../posts/merge/rowChanges';
import type { PlannedPost, PlannedPostOf } from '../../posts/plannedPost';
import { toParts } from '../../posts/toChannelPost';
import { isSameContent } from '../../text/sameContent';
import type { FileReference } from '../../transport/apiTypes';
import type { PreviewPost } from './previewPost';

/** A desired post, merged with its existing post. */
interface MergedPreview {
	parts: Part[];
	/** Undefined if the item's own date and state apply. */
	when?: PreviewPost['when'];
	/** The fields that differ from the existing post, such as `text`. */
	changed?: string[];
	settings: IDataObject;
	settingFiles: Record<string, MediaFile>;
	/** The names of the tags. */
	tags: string[];
}

/** Merges a post with the existing post that is kept or updated, as somebody may have edited or moved it in Postiz. */
export function mergePreview(
	desired: DesiredPost,
	planned: PlannedPost | undefined,
): MergedPreview {
	const { parts, settings, settingFiles, item } = desired;
	const tags = item.requestFields.tags.map(({ label }) => label);
	const entered = { parts, settings, settingFiles, tags };
	if (planned?.action === 'update') return { ...entered, ...mergeUpdate(desired, planned) };
	if (planned?.action !== 'keep') return entered;
	const { existing } = planned;
	return {
		...entered,
		...getStoredDetails(desired, existing),
		parts: listStoredParts(desired, existing),
		when: getStoredWhen(desired, existing, { isDraft: existing.state === 'DRAFT' }),
	};
}

/** Returns the settings and tags of an existing post; nothing if they weren't read. */
function getStoredDetails(
	{ target: { network } }: DesiredPost,
	{ parts: [first] = [] }: ExistingPost,
): Partial<MergedPreview> {
	if (!first) return {};
	const { settings, tags } = first;
	const settingFiles = (network?.fields ?? []).flatMap(({ isFile, name }) => {
		const value = settings[name];
		return isFile && isObject(value)
			? [[name, createAsIsFile(value as FileReference)] as const]
			: [];
	});
	return { settings, settingFiles: Object.fromEntries(settingFiles), tags };
}

function mergeUpdate(
	desired: DesiredPost,
	planned: PlannedPostOf<'update'>,
): Pick<MergedPreview, 'parts' | 'when' | 'changed'> {
	const { existing, changedFields } = planned;
	const changes = getRowChanges(planned);
	const storedParts = listStoredParts(desired, existing);
	const parts = mergeStoredParts(desired, storedParts, changes);
	const { date, state } = mergeSchedule(existing, desired, changes);
	const isDraft = state ? state === 'draft' : existing.state === 'DRAFT';
	const isShortened = desired.item.requestFields.shortLink;
	return {
		parts,
		when: getStoredWhen(desired, existing, { isDraft, date }),
		changed: changedFields.flatMap((field) =>
			field === 'text' ? listChangedTexts(parts, storedParts, { isShortened }) : field,
		),
	};
}

/** Returns the parts of an existing post. If only its first text is known, assumes the desired parts for the rest. */
function listStoredParts(
	desired: DesiredPost,
	{ parts, content, fingerprint }: ExistingPost,
): Part[] {
	if (parts) return toParts(parts);
	return desired.parts
		.slice(0, fingerprint?.partCount)
		.map((part, index) => (index === 0 ? { ...part, content } : part));
}

/** Merges parts like the run. */
function mergeStoredParts(desired: DesiredPost, parts: Part[], changes: RowChanges): Part[] {
	try {
		return mergeParts(desired, parts, changes).parts;
	} catch (error) {
		// The item is rejected, so the preview shows this problem.
		ignoreIfProblem(error);
		return desired.parts;
	}
}

/**
 * Returns when the existing post is published. Undefined if the item's own date applies: its new date schedules the
 * post.
 */
function getStoredWhen(
	{ fingerprint }: DesiredPost,
	{ time }: ExistingPost,
	{ isDraft, date }: { isDraft: boolean; date?: string },
): PreviewPost['when'] {
	if (!isDraft && date !== undefined) return undefined;
	if (isDraft && isUndated(fingerprint)) return { type: 'draft' };
	return {
		type: isDraft ? 'draft' : 'schedule',
		date: date ?? new Date(time).toISOString(),
	};
}

/** Names changed texts like the run. */
function listChangedTexts(
	[first, ...later]: Part[],
	[storedFirst, ...storedLater]: Part[],
	options: { isShortened: boolean },
): string[] {
	const isSame = (part?: Part, stored?: Part) =>
		isSameContent(part?.content ?? '', stored?.content ?? '', options);
	const isSameThread =
		later.length === storedLater.length &&
		later.every((part, index) => isSame(part, storedLater[index]));
	return [...(isSame(first, storedFirst) ? [] : ['text']), ...(isSameThread ? [] : ['thread'])];
}
