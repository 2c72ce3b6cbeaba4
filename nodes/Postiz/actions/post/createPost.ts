import { fieldsOfCreate } from '../../posts/form/publishFields';
import { publishPosts } from '../../publishing/pipeline';
import type { Operation } from '../shared/operation';

/** Post: Create (docs/api.md, Creating posts). */
export const createPostOperation: Operation = {
	name: 'Create',
	value: 'create',
	action: 'Create post',
	description: 'Publish, schedule or draft a post on one or more channels',
	properties: fieldsOfCreate,
	execute: async (context, client, memory) => await publishPosts(context, client, memory, 'create'),
};
