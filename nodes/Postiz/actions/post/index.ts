import type { Resource } from '../shared/operation';
import { createPost } from './createPost';
import { createPostsFromJson } from './createPostsFromJson';
import { deletePost } from './deletePost';
import { getManyPosts } from './getManyPosts';
import { getPost } from './getPost';
import { updatePost } from './updatePost';
import { upsertPost } from './upsertPost';
import { waitForPost } from './waitForPost';

/** Posts: published, scheduled and drafts. */
export const post: Resource = {
	name: 'Post',
	value: 'post',
	defaultOperation: 'create',
	// The most common ones come first, rarely needed ones last.
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
