import {
	listWorkspaces,
	type PostPart,
	type RowData,
	type ServiceState,
	type StoredPost,
	type Workspace,
} from './state.cjs';

/**
 * The service keeps a post and each of its later parts as rows of one table, each with a group, a
 * state and a date of its own, and the id of the row before. Here the parts lie in their post, and
 * have data of their own only where a change has left them behind.
 */
export interface Place {
	workspace: Workspace;
	post: StoredPost;
	index: number;
}

/** Finds a row by its ID, even a deleted one. */
export function findRow(workspaces: Workspace[], id: string): Place | undefined {
	for (const workspace of workspaces)
		for (const post of workspace.posts) {
			const index = post.parts.findIndex((part) => part.id === id);
			if (index >= 0) return { workspace, post, index };
		}
	return undefined;
}

export function getRowData(post: StoredPost, index: number): RowData {
	const { group, state, publishDate, intervalInDays, settings, parts } = post;
	return (
		parts[index].detached ?? {
			group,
			state,
			publishDate,
			intervalInDays,
			settings,
			parentId: index === 0 ? null : parts[index - 1].id,
		}
	);
}

/** Copies the data of the post to a later part, which keeps it when the post changes. */
export function detachPart(post: StoredPost, index: number): PostPart {
	const part = post.parts[index];
	part.detached = { ...getRowData(post, index) };
	return part;
}

/** Deletes all rows of a group in all workspaces. */
export function deleteGroup(workspaces: Workspace[], group: string): void {
	for (const { posts } of workspaces)
		for (const post of posts) {
			if (post.group === group) post.deleted = true;
			post.parts = post.parts.filter(
				(part, index) => index === 0 || part.detached?.group !== group,
			);
		}
}

/**
 * The post that a change is about, moved into the workspace that sends it: whoever knows an id can
 * take it. Undefined for an id that no post has.
 */
export function claimPost(
	state: ServiceState,
	workspace: Workspace,
	id: string,
): StoredPost | undefined {
	const place = findRow(listWorkspaces(state), id);
	if (!place || place.index > 0) return undefined;
	const { posts } = place.workspace;
	if (place.workspace !== workspace) {
		posts.splice(posts.indexOf(place.post), 1);
		workspace.posts.push(place.post);
	}
	return place.post;
}
