import type { IDataObject } from 'n8n-workflow';

import { PostFinder } from '../../calendar/calendarPost';
import { toPostRow } from '../../calendar/postRow';
import { listIndexes } from '../../execution/inputItems';
import { mapInTurn } from '../../execution/itemResults';
import { renderResults } from '../../execution/renderItems';
import { field } from '../../form/fieldBuilders';
import { isSuccess, isUnknownIdError, isRateLimited } from '../../transport/answer';
import type { PostizClient } from '../../transport/client';
import { endpoints } from '../../transport/endpoints';
import type { ListedPost } from '../../transport/apiTypes';
import { parseServiceTime, formatDate } from '../../common/date';
import { listNames } from '../../common/lists';
import { asProblem, Problem, quote } from '../../common/problem';
import { postField } from '../shared/sharedFields';
import type { Operation } from '../shared/operation';

/**
 * Post: Delete (docs/api.md, Deleting posts, Finding a post by its ID). It goes on after failures: running it again would
 * not get beyond what is gone.
 */
export const deletePost: Operation = {
	name: 'Delete',
	value: 'delete',
	action: 'Delete post',
	description: 'Delete one or more posts with their threads, by post ID',
	properties: [
		field.notice(
			'Deletes the post in Postiz on all its channels. Published posts stay on the network.',
			'deleteNotice',
		),
		postField.property,
	],
	execute: async (context, client, { deleted }) => {
		const timezone = context.getTimezone();
		const finder = new PostFinder(client);
		let last: Problem | undefined;

		const deleteWithGroup = async (id: string): Promise<IDataObject[]> => {
			const known = deleted.get(id);
			if (known) return [known];
			if (last) throw last;
			const group = await finder.findGroup(id);
			if (group.length === 0) {
				throw new Problem(
					`Postiz has no post with the ID ${quote(id)}`,
					'It may have been deleted already. Post > Get Many lists the posts with their IDs.',
				);
			}
			assertNotMoved(group, timezone);
			await deleteOne(client, id);
			return group.map((post) => {
				const row = {
					deleted: true,
					...toPostRow(post, timezone),
					...(post.state === 'PUBLISHED' && { note: STAYS_ONLINE }),
				};
				deleted.set(post.id, row);
				return row;
			});
		};

		const results = await mapInTurn(listIndexes(context), async (index) => {
			try {
				return { index, rows: await deleteWithGroup(postField.readItem(context, index)) };
			} catch (error) {
				const problem = asProblem(error);
				// Further requests would be refused as well, or time out one after another.
				const message = `This post was not deleted because an earlier one failed: ${problem.message}`;
				if (isRateLimited(problem) || problem.isUnanswered) last ??= problem.with({ message });
				throw problem;
			}
		});
		return renderResults(context, results);
	},
};

const STAYS_ONLINE = 'It is still online. Delete it on its network, too.';

/**
 * Throws {@link Problem} if posts of the group have another date: who deletes a post knows that it is on several channels,
 * but not that some were moved.
 */
function assertNotMoved([post, ...others]: ListedPost[], timezone: string): void {
	const date = parseServiceTime(post?.publishDate);
	const moved = others.filter(({ publishDate }) => parseServiceTime(publishDate) !== date);
	if (!post || moved.length === 0) return;
	const names = moved.map(
		({ id, publishDate }) => `${quote(id)} (${formatDate(publishDate, timezone)})`,
	);
	throw new Problem(
		`Deleting the post ${quote(post.id)} would also delete other posts: ${listNames(names)}`,
		'They are in the same group, with another date. Nothing was deleted. To delete all of them, use the calendar of Postiz. To keep them, change the text of this post first, which moves it to its own group.',
	);
}

/** Deletes a post that was there, with its group. Throws {@link Problem}, also if the outcome is unclear. */
async function deleteOne(client: PostizClient, id: string): Promise<void> {
	const request = endpoints.deletePost(id);
	const exchange = await client.exchange(request);
	const { answer, mayHaveHappened = false } = exchange;
	// An earlier attempt, or somebody else, has deleted what is unknown now.
	if (answer && (isSuccess(answer) || isUnknownIdError(answer))) return;
	const problem = client.explain(exchange, request);
	const isCertain = exchange.kind === 'notSent' || (answer !== undefined && answer.status < 500);
	if (isCertain && !mayHaveHappened) throw problem;
	throw problem.with({
		message: `It is unclear whether the post ${quote(id)} was deleted: ${problem.message}`,
		description: 'Run this again. It is safe to delete a post twice.',
	});
}
