import { createFields, upsertFields, createFromJsonFields } from '../../posts/form/createFields';
import { publishPosts } from '../../publishing/pipeline';
import type { Operation } from '../shared/operation';

/** Post: Create (docs/api.md, Creating posts). */
export const createPost: Operation = {
	name: 'Create',
	value: 'create',
	action: 'Create post',
	description: 'Publish, schedule or draft a post on one or more channels',
	properties: createFields,
	execute: async (context, client, memory) => await publishPosts(context, client, memory, 'create'),
};

/** Post: Create From JSON (docs/api.md, Creating posts). */
export const createPostsFromJson: Operation = {
	name: 'Create From JSON',
	value: 'createFromJson',
	action: 'Create posts from JSON',
	description: 'Create posts from the JSON of a Postiz API request',
	properties: createFromJsonFields,
	execute: async (context, client, memory) =>
		await publishPosts(context, client, memory, 'createFromJson'),
};

/** Post: Create or Update (docs/api.md, Creating posts, Changing a post). */
export const upsertPost: Operation = {
	name: 'Create or Update',
	value: 'upsert',
	action: 'Create or update post',
	description: 'Create a new record, or update the current one if it already exists (upsert)',
	properties: upsertFields,
	execute: async (context, client, memory) => await publishPosts(context, client, memory, 'upsert'),
};
