import { fieldsOfUpdate } from '../../posts/form/updateFields';
import { updatePosts } from '../../publishing/updatePipeline';
import type { Operation } from '../shared/operation';

/** Post: Update (docs/api.md, Changing a post). */
export const updatePostOperation: Operation = {
	name: 'Update',
	value: 'update',
	action: 'Update post',
	description: 'Change the text, date, files, settings or state of an unpublished post, by post ID',
	properties: fieldsOfUpdate,
	execute: updatePosts,
};
