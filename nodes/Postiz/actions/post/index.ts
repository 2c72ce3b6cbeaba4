import type { Resource } from '../shared/operation';
import { createPostOperation } from './createPost';
import { createPostsFromJsonOperation } from './createPostsFromJson';
import { deletePostOperation } from './deletePost';
import { getManyPostsOperation } from './getManyPosts';
import { getPostOperation } from './getPost';
import { updatePostOperation } from './updatePost';
import { upsertPostOperation } from './upsertPost';
import { waitForPostOperation } from './waitForPost';

/** Posts: published, scheduled and drafts. */
export const post: Resource = {
	name: 'Post',
	value: 'post',
	defaultOperation: 'create',
	// The most common ones come first, rarely needed ones last.
	operations: [
		createPostOperation,
		upsertPostOperation,
		updatePostOperation,
		getPostOperation,
		getManyPostsOperation,
		waitForPostOperation,
		deletePostOperation,
		createPostsFromJsonOperation,
	],
};
