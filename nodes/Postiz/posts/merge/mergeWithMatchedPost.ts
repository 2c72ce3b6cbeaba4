import { parseSettings } from '../../calendar/publicPost';
import type { ListedPost } from '../../transport/apiTypes';
import type { DesiredPost } from '../desiredPost';
import type { ExistingPost } from '../existingPost';
import type { PlannedPostOf } from '../plannedPost';
import type { PostUpdate } from '../postUpdate';
import { findDifferences, showsInList } from './findDifferences';
import { mergeRow } from './mergeRow';
import { type UpdatableFields, toUpdatableFields } from './updatableFields';

/** A row, merged with its post as matching read it. The post is read and merged again before the update is sent. */
export interface MergedUpdate {
	current: UpdatableFields;
	update: PostUpdate;
	/** The changes, named as in the output; empty if the post already has them. */
	changed: string[];
}

/** Merges a row into its post, without a request. Throws {@link Problem} if {@link mergeRow} does. */
export function mergeWithMatchedPost(
	planned: PlannedPostOf<'update'>,
	listed: ListedPost,
): MergedUpdate {
	const { desired, existing, changedFields } = planned;
	const current = assumeUpdatableFields(desired, existing, listed);
	const update = mergeRow(current, desired, changedFields);
	const differences = findDifferences(current, update);
	const changed = existing.parts ? differences : differences.filter(showsInList);
	return { current, update, changed };
}

/** Returns an existing post as it is now. Assumes that the parts that weren't read are the same as in its row. */
export function assumeUpdatableFields(
	desired: DesiredPost,
	{ parts, content, fingerprint }: ExistingPost,
	listed: ListedPost,
): UpdatableFields {
	const current = toUpdatableFields({ ...listed, parts });
	if (parts) return current;
	const isListed = parseSettings(listed.settings) !== undefined;
	const assumedParts = desired.parts
		.slice(0, fingerprint?.partCount)
		.map((part, index) => (index === 0 ? { ...part, content } : part));
	return {
		...current,
		post: { ...(isListed ? current.post : desired), parts: assumedParts },
		fingerprint,
		tags: listed.tags ? current.tags : desired.item.requestFields.tags.map(({ label }) => label),
	};
}
