import { updatePosts } from '../../publishing/updatePipeline';
import type { Operation } from '../shared/operation';
import { updateFields } from './updateFields';

/** Post: Update (docs/api.md, Changing a post). */
export const update: Operation = {
	name: 'Update',
	value: 'update',
	action: 'Update post',
	description:
		'Change a post that is not published yet, by post ID: its text, date, files or settings, or whether it is a draft',
	properties: updateFields,
	execute: updatePosts,
};
