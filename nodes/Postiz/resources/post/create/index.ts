import type { Operation } from '../../shared/types';
import { createPosts } from './createPosts';
import { formFields, jsonFields } from './fields';
import { readForm } from './readForm';
import { readJson } from './readJson';

/** Post: Create (docs/api.md, Creating posts). */
export const create: Operation = {
	name: 'Create',
	value: 'create',
	action: 'Create a post on one or more channels',
	description: 'Publish, schedule or draft a post on one or several channels',
	properties: formFields,
	execute: async (context, client) => await createPosts(context, client, readForm),
};

/** Post: Create From JSON (docs/api.md, Creating posts). */
export const createFromJson: Operation = {
	name: 'Create From JSON',
	value: 'createFromJson',
	action: 'Create posts from JSON',
	description:
		'Create posts from JSON for the Postiz API, such as from the payload wizard of Postiz',
	properties: jsonFields,
	execute: async (context, client) => await createPosts(context, client, readJson),
};
