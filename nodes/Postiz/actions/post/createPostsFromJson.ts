import { fieldsOfCreateFromJson } from '../../posts/form/publishFields';
import { publishPosts } from '../../publishing/pipeline';
import type { Operation } from '../shared/operation';

/** Post: Create From JSON (docs/api.md, Creating posts). */
export const createPostsFromJsonOperation: Operation = {
	name: 'Create From JSON',
	value: 'createFromJson',
	action: 'Create posts from JSON',
	description: 'Create posts from the JSON of a Postiz API request',
	properties: fieldsOfCreateFromJson,
	execute: async (context, client, memory) =>
		await publishPosts(context, client, memory, 'createFromJson'),
};
