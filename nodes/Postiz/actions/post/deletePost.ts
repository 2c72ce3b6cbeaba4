import type { IDataObject } from 'n8n-workflow';

import { getDate } from '../../calendar/calendarPost';
import { PostFinder } from '../../calendar/postFinder';
import { postIdSpec } from '../../calendar/postIdSpec';
import { toPostOutput } from '../../calendar/postOutput';
import { formatDateTimeWithZone } from '../../common/date';
import { toProblemOrRethrow, Problem } from '../../common/problem';
import { parseServiceTime } from '../../common/serviceTime';
import { joinNames, quote } from '../../common/text';
import { forEachItem } from '../../execution/forEachItem';
import { field } from '../../form/fieldBuilders';
import type { RetryMemory } from '../../posts/run/retryMemory';
import type { ListedPost } from '../../transport/apiTypes';
import { blocksFurtherRequests } from '../../transport/blockingProblems';
import type { PostizClient } from '../../transport/client';
import { endpoints } from '../../transport/endpoints';
import { isSuccess, isUnclear, isUnknownIdError } from '../../transport/response';
import { describeDeletions } from '../shared/describeDeletions';
import type { Operation } from '../shared/operation';

/**
 * Post: Delete (docs/api.md, Deleting posts, Finding a post by its ID). Continues after a failure, as a second run
 * would fail at the first post that is already deleted.
 */
export const deletePostOperation: Operation = {
	name: 'Delete',
	value: 'delete',
	action: 'Delete post',
	description: 'Delete one or more posts with their threads, by post ID',
	properties: [
		field.notice(
			'Deletes the post in Postiz on all its channels. Published posts stay on the network.',
			'deleteNotice',
		),
		postIdSpec.property,
	],
	execute: async (context, client, memory) => {
		const deletion = new Deletion(client, memory, context.getTimezone());
		return await forEachItem(
			context,
			async (itemIndex) => await deletion.delete(postIdSpec.readParameter(context, itemIndex)),
			{
				describeDone: (indexes) => describeDeletions(context, indexes, 'post'),
				continuesOnError: true,
			},
		);
	},
};

const STAYS_ONLINE = 'It is still online. Delete it on the network as well.';

/** Deletes posts until the service stops responding. */
class Deletion {
	private readonly finder: PostFinder;
	/** Why no further request is sent: it would also be rejected, or time out. */
	private stopReason?: Problem;

	constructor(
		private readonly client: PostizClient,
		private readonly memory: RetryMemory,
		private readonly timezone: string,
	) {
		this.finder = new PostFinder(client);
	}

	/** Deletes a post with its group, and returns their outputs. */
	async delete(id: string): Promise<IDataObject[]> {
		const earlierOutputs = this.memory.deletionOutputs.get(id);
		if (earlierOutputs) return earlierOutputs.map((output) => ({ ...output }));
		if (this.stopReason) throw this.stopReason;
		try {
			const group = await this.deleteGroup(id);
			return this.recordDeletion(id, group);
		} catch (error) {
			const problem = toProblemOrRethrow(error);
			const message = `This post was not deleted because an earlier one failed: ${problem.message}`;
			if (blocksFurtherRequests(problem)) this.stopReason = problem.with({ message });
			throw problem;
		}
	}

	/** Deletes the group of a post, unless an earlier attempt has deleted it without getting a response. */
	private async deleteGroup(id: string): Promise<ListedPost[]> {
		const { groupsToDelete } = this.memory;
		const group = await this.finder.fetchPostGroup(id);
		const earlierGroup = groupsToDelete.get(id);
		if (group.length === 0 && earlierGroup) return earlierGroup;
		assertDeletable(id, group, this.timezone);
		for (const post of group) groupsToDelete.set(post.id, group);
		await requestPostDeletion(this.client, id);
		return group;
	}

	/** Remembers the outputs of a deleted group for the next items and Retry On Fail, and returns them. */
	private recordDeletion(id: string, group: ListedPost[]): IDataObject[] {
		const { deletionOutputs } = this.memory;
		const outputs = group.map((post) => {
			const output = {
				deleted: true,
				...toPostOutput(post, this.timezone, this.client.serviceNow()),
				...(post.state === 'PUBLISHED' && { note: STAYS_ONLINE }),
			};
			// Items for other posts of the group output only their own.
			deletionOutputs.set(post.id, [output]);
			return output;
		});
		deletionOutputs.set(id, outputs);
		return outputs;
	}
}

/** Throws {@link Problem} if there is no such post, or if its group has posts that were moved to a different date. */
function assertDeletable(id: string, group: ListedPost[], timezone: string): void {
	const [post, ...others] = group;
	if (!post) {
		throw new Problem(
			`Postiz has no post with the ID ${quote(id)}`,
			'It may have been deleted already. Post > Get Many lists the posts with their IDs.',
		);
	}
	const date = parseServiceTime(post.publishDate);
	const moved = others.filter(({ publishDate }) => parseServiceTime(publishDate) !== date);
	if (moved.length === 0) return;
	const names = moved.map(
		(other) => `${quote(other.id)} (${formatDateTimeWithZone(getDate(other), timezone)})`,
	);
	throw new Problem(
		`Deleting the post ${quote(post.id)} would also delete other posts: ${joinNames(names)}`,
		'They are in the same group, with a different date. Nothing was deleted. To delete all of them, use the Postiz calendar. To keep them, change the text of this post first, which moves it to its own group.',
	);
}

/** Throws {@link Problem} if the post is not deleted, or if that is unclear. */
async function requestPostDeletion(client: PostizClient, id: string): Promise<void> {
	const request = endpoints.deletePost(id);
	const result = await client.send(request);
	const { response } = result;
	// An unknown post was deleted by an earlier attempt, or by somebody else.
	if (response && (isSuccess(response) || isUnknownIdError(response))) return;
	const problem = client.createProblem(result, request);
	if (!isUnclear(result)) throw problem;
	throw problem.withRemedy(['Run this again. It is safe to delete a post twice.'], {
		message: `It is unclear whether the post ${quote(id)} was deleted: ${problem.message}`,
	});
}
