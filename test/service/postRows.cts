import { getPictureUrl } from './channels.cjs';
import type { Context } from './http.cjs';
import { findRow, getRowData } from './rows.cjs';
import { listLivingPosts, listWorkspaces, type StoredPost, type Workspace } from './state.cjs';
import { DAY } from '../shared/time.cjs';

/** The dates of a post before `end`: one, or all from its first date on if it repeats. */
function listOccurrences(post: StoredPost, start: number, end: number): string[] {
	const first = Date.parse(post.publishDate);
	if (!post.intervalInDays) return first >= start && first <= end ? [post.publishDate] : [];
	const step = post.intervalInDays * DAY;
	const count = Math.max(0, Math.floor((end - first) / step) + 1);
	return Array.from({ length: count }, (_, index) => new Date(first + index * step).toISOString());
}

const findChannel = ({ channels }: Workspace, { channelId }: StoredPost) =>
	channels.find(({ id }) => id === channelId);

function createChannelCell(context: Context, workspace: Workspace, post: StoredPost) {
	const channel = findChannel(workspace, post);
	return {
		id: post.channelId,
		providerIdentifier: post.identifier,
		name: channel?.name,
		picture: channel && getPictureUrl(context, channel),
	};
}

const createTagsCell = ({ tags, organizationId }: Workspace, post: StoredPost) =>
	tags
		.filter(({ id }) => post.tags.includes(id))
		.map((tag) => ({
			tag: {
				...tag,
				orgId: organizationId,
				deletedAt: null,
				createdAt: post.createdAt,
				updatedAt: post.createdAt,
			},
		}));

/** Unused fields for orders. */
const NO_ORDER = { submittedForOrganizationId: null, submittedForOrderId: null };

/** A complete row of the service's table. */
export function createWholeRow(
	{ release }: Context,
	workspace: Workspace,
	post: StoredPost,
	index = 0,
) {
	const { settings, parentId, ...row } = getRowData(post, index);
	const part = post.parts[index];
	const isFirst = index === 0;
	return {
		id: part.id,
		organizationId: workspace.organizationId,
		integrationId: post.channelId,
		content: part.content,
		image: JSON.stringify(part.image),
		settings: JSON.stringify(settings),
		delay: part.delay,
		...row,
		title: null,
		description: null,
		parentPostId: parentId,
		...NO_ORDER,
		approvedSubmitForOrder: 'NO',
		...(release.has('creationMethods') && { creationMethod: post.creationMethod }),
		lastMessageId: null,
		error: isFirst ? (post.error ?? null) : null,
		releaseId: isFirst ? post.releaseId : null,
		releaseURL: isFirst ? post.releaseURL : null,
		createdAt: post.createdAt,
		updatedAt: post.updatedAt ?? post.createdAt,
		deletedAt: null,
	};
}

/** Lists the posts of a workspace between two times in ms, like GET /posts. */
export function listPosts(
	context: Context,
	workspace: Workspace,
	start: number,
	end: number,
	customer?: unknown,
) {
	const { release } = context;
	return listLivingPosts(workspace)
		.filter((post) => !customer || findChannel(workspace, post)?.customerId === customer)
		.sort((a, b) => (a.id < b.id ? -1 : 1))
		.flatMap((post) =>
			listOccurrences(post, start, end).map((publishDate) => ({
				id: post.id,
				content: post.parts[0].content,
				publishDate,
				releaseURL: post.releaseURL,
				releaseId: post.releaseId,
				state: post.state,
				intervalInDays: post.intervalInDays,
				group: post.group,
				...(release.has('creationMethods') && { creationMethod: post.creationMethod }),
				...(release.has('settingsInLists') && { settings: JSON.stringify(post.settings) }),
				tags: createTagsCell(workspace, post),
				integration: createChannelCell(context, workspace, post),
				...(post.intervalInDays && { actualDate: post.publishDate }),
			})),
		);
}

/**
 * A post of any workspace with its later parts, as its public page gets it; empty if
 * there is none.
 */
export function listPublicParts(context: Context, id: string): object[] {
	const place = findRow(listWorkspaces(context.state), id);
	if (!place || place.post.deleted) return [];
	const { workspace, post, index: begin } = place;
	return post.parts.slice(begin).map((_part, offset) => ({
		...createWholeRow(context, workspace, post, begin + offset),
		...(offset === 0 && {
			integration: {
				...createChannelCell(context, workspace, post),
				profile: findChannel(workspace, post)?.profile,
			},
			tags: createTagsCell(workspace, post),
		}),
	}));
}
