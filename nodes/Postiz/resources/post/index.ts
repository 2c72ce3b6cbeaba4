import type { Resource } from '../shared/types';
import { create, createFromJson } from './create';
import { deletePost } from './delete';
import { deleteGroup } from './deleteGroup';
import { getMissing } from './getMissing';
import { list } from './list';
import { setReleaseId } from './setReleaseId';
import { setStatus } from './setStatus';
import { updateSettings } from './updateSettings';

/** Posts: what is published, scheduled or drafted. */
export const post: Resource = {
	name: 'Post',
	value: 'post',
	defaultOperation: 'create',
	operations: [
		setReleaseId,
		create,
		createFromJson,
		deletePost,
		deleteGroup,
		list,
		getMissing,
		setStatus,
		updateSettings,
	],
};
