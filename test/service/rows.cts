import { without } from './schema.cjs';
import {
	workspacesOf,
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

/** The row with this id; deleted ones are found as well. */
export function findRow(workspaces: Workspace[], id: string): Place | undefined {
	for (const workspace of workspaces)
		for (const post of workspace.posts) {
			const index = post.parts.findIndex((part) => part.id === id);
			if (index >= 0) return { workspace, post, index };
		}
	return undefined;
}

export function rowOf(post: StoredPost, index: number): RowData {
	const { group, state, publishDate, intervalInDays, settings, parts } = post;
	return (
		parts[index].left ?? {
			group,
			state,
			publishDate,
			intervalInDays,
			settings,
			parentId: index === 0 ? null : parts[index - 1].id,
		}
	);
}

/** Lets a later part keep what it has while its post changes. */
export function leaveBehind(post: StoredPost, index: number): PostPart {
	const part = post.parts[index];
	part.left = { ...rowOf(post, index) };
	return part;
}

/** Deletes all rows of a group in the workspaces. */
export function deleteGroup(workspaces: Workspace[], group: string): void {
	for (const { posts } of workspaces)
		for (const post of posts) {
			if (post.group === group) post.deleted = true;
			post.parts = post.parts.filter((part, index) => index === 0 || part.left?.group !== group);
		}
}

/** Takes a row out of wherever it is; later parts of a post come along, in their order. */
function takeRow({ workspace, post, index }: Place): PostPart[] {
	if (index === 0) workspace.posts.splice(workspace.posts.indexOf(post), 1);
	const taken = post.parts.slice(index).map((_part, offset) => leaveBehind(post, index + offset));
	post.parts = post.parts.slice(0, index);
	return taken;
}

/**
 * The post that a change is about, moved into the workspace that sends it: whoever knows an id can
 * take it. Undefined for an id that is unknown. A later part becomes a post of its own.
 */
export function claimPost(
	state: ServiceState,
	workspace: Workspace,
	id: string,
): StoredPost | undefined {
	const place = findRow(workspacesOf(state), id);
	if (!place) return undefined;
	const { post, index } = place;
	if (index > 0) {
		const [first, ...others] = takeRow(place);
		const own = without(first.left!, 'parentId');
		delete first.left;
		const separate: StoredPost = { ...post, ...own, id, parts: [first, ...others] };
		workspace.posts.push(separate);
		return separate;
	}
	if (place.workspace !== workspace) {
		place.workspace.posts.splice(place.workspace.posts.indexOf(post), 1);
		workspace.posts.push(post);
	}
	return post;
}

/** Takes the row of a known id, and what hangs on it, to be a later part elsewhere. */
export function claimParts(state: ServiceState, id: string): PostPart[] {
	const place = findRow(workspacesOf(state), id);
	return place ? takeRow(place) : [];
}
