import type { Resource } from '../shared/operation';
import { create, createFromJson, upsert } from './createPost';
import { deletePost } from './deletePost';
import { getManyPosts } from './getManyPosts';
import { getPost } from './getPost';
import { update } from './updatePost';
import { wait } from './waitForPost';

/** Posts: published, scheduled and drafts. */
export const post: Resource = {
	name: 'Post',
	value: 'post',
	defaultOperation: 'create',
	// The common ones first, and last what few need.
	operations: [create, upsert, update, getPost, getManyPosts, wait, deletePost, createFromJson],
};
