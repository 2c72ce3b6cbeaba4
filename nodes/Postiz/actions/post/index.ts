import type { Resource } from '../shared/operation';
import { createPost, createPostsFromJson, upsertPost } from './createPost';
import { deletePost } from './deletePost';
import { getManyPosts } from './getManyPosts';
import { getPost } from './getPost';
import { updatePost } from './updatePost';
import { waitForPost } from './waitForPost';

/** Posts: published, scheduled and drafts. */
export const post: Resource = {
	name: 'Post',
	value: 'post',
	defaultOperation: 'create',
	// The common ones first, and last what few need.
	operations: [
		createPost,
		upsertPost,
		updatePost,
		getPost,
		getManyPosts,
		waitForPost,
		deletePost,
		createPostsFromJson,
	],
};
