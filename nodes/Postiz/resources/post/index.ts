import type { Resource } from '../shared/operation';
import { create, createFromJson, createOrUpdate } from './create';
import { deletePost } from './delete';
import { get, getManyPosts } from './get';
import { update } from './update';
import { wait } from './wait';

/** Posts: published, scheduled and drafts. */
export const post: Resource = {
	name: 'Post',
	value: 'post',
	defaultOperation: 'create',
	// The common ones first, and last what few need.
	operations: [create, createOrUpdate, update, get, getManyPosts, wait, deletePost, createFromJson],
};
