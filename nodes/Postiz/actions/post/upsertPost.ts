import { fieldsOfUpsert } from '../../posts/form/publishFields';
import { publishPosts } from '../../publishing/pipeline';
import type { Operation } from '../shared/operation';

/** Post: Create or Update (docs/api.md, Creating posts, Changing a post). */
export const upsertPostOperation: Operation = {
	name: 'Create or Update',
	value: 'upsert',
	action: 'Create or update post',
	description: 'Create a new record, or update the current one if it already exists (upsert)',
	properties: fieldsOfUpsert,
	execute: async (context, client, memory) => await publishPosts(context, client, memory, 'upsert'),
};
