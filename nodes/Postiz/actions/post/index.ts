import type { Resource } from '../shared/operation';
import { create, createFromJson, createOrUpdate } from '../../publishing/pipeline';
import { deletePost } from './deletePost';
import { get, getManyPosts } from './getPosts';
import { update } from './updatePost';
import { wait } from './waitForPost';

/** Posts: published, scheduled and drafts. */
export const post: Resource = {
	name: 'Post',
	value: 'post',
	defaultOperation: 'create',
	// The common ones first, and last what few need.
	operations: [create, createOrUpdate, update, get, getManyPosts, wait, deletePost, createFromJson],
};
