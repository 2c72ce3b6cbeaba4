import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { postField } from '../actions/shared/sharedFields';
import { forEachItem, type RunMemory } from '../actions/shared/operation';
import { readUpdateForm } from '../actions/post/updateFields';
import { PostFinder } from '../calendar/calendarPost';
import type { OperationResult } from '../execution/renderItems';
import { toDetailedRow, toFlatRow } from '../calendar/postRow';
import { createChannelFactsGetter } from '../channels/channelFacts';
import { Uploads } from '../media/uploads';
import { isRateLimited } from '../transport/answer';
import type { ApiRequest, PostizClient } from '../transport/client';
import { endpoints } from '../transport/endpoints';
import { locks } from '../common/processState';
import { asProblem, Problem, quote } from '../common/problem';
import { getProperties } from '../common/parseValue';
import type { Content, Issue } from './model';
import { planUpdate, type UpdateTools } from './planUpdate';
import { prepareChange, type PreparedChange } from './send/prepareChange';
import { readChangedPost } from './send/readChangedPost';
import { describeRejection } from './send/rejections';
import { describePosts } from './issues';

/** Changes the post of each item. A change that may have been made already does no harm if it is made again. */
export async function updatePosts(
	context: IExecuteFunctions,
	client: PostizClient,
	{ files }: Pick<RunMemory, 'files'>,
): Promise<OperationResult> {
	const updater = new PostUpdater({
		context,
		client,
		uploads: new Uploads(context, client, files),
		factsOf: createChannelFactsGetter(client),
		timezone: context.getTimezone(),
	});
	const output = await forEachItem(context, async (index) => [await updater.updateItem(index)]);
	const hints = describePosts(updater.updated, updater.missingTags).map((text) => ({ text }));
	return { ...output, hints };
}

class PostUpdater {
	readonly updated: Array<{ target: Content['target']; findings: Issue[] }> = [];
	/** Labels that Postiz doesn't have. */
	readonly missingTags: string[] = [];
	private readonly posts: PostFinder;
	/** Why requests are refused, once the hourly limit is reached. */
	private limit?: Problem;

	constructor(private readonly tools: UpdateTools) {
		this.posts = new PostFinder(tools.client);
	}

	/** Changes the post of an item, and returns its row. */
	async updateItem(index: number): Promise<IDataObject> {
		// Further requests would be refused, and count as well.
		if (this.limit) throw this.limit;
		const id = postField.readItem(this.tools.context, index);
		const form = readUpdateForm(this.tools.context, index);
		const { posts, tools } = this;
		const plan = async () => {
			posts.clearLists();
			return await planUpdate(await posts.fetch(id), form, tools);
		};
		// What another execution in this process changes meanwhile isn't overwritten.
		return await locks.run(
			[`change ${id}`],
			async () => await this.send(await prepareChange(plan, tools)),
		);
	}

	private async send(change: PreparedChange & { findings: Issue[] }): Promise<IDataObject> {
		const { changed, before, findings, post } = change;
		const { client, timezone } = this.tools;
		if (changed.length === 0) {
			return toFlatRow({ ...toDetailedRow(before, timezone), outcome: 'unchanged' }, timezone);
		}
		try {
			const { after, missingTags } = await write(change, client, this.posts);
			this.updated.push({ target: post.target, findings });
			this.missingTags.push(...missingTags);
			const result = { outcome: 'updated', changed: changed.join(', '), missingTags };
			return toFlatRow({ ...toDetailedRow(after, timezone), ...result }, timezone);
		} catch (error) {
			const problem = asProblem(error);
			if (isRateLimited(problem)) this.limit = problem;
			throw problem;
		}
	}
}

/** Sends a change: the state alone, or the whole post; and reads the post again. */
async function write(sent: PreparedChange, client: PostizClient, posts: PostFinder) {
	const { before, shared, payload, isStateAlone, post } = sent;
	const request: ApiRequest = isStateAlone
		? {
				...endpoints.setStatus(before.id),
				body: { status: shared.type === 'draft' ? 'draft' : 'schedule' },
			}
		: {
				...endpoints.changePost(),
				body: { ...shared, posts: [payload] },
				explain: ({ status, body }) =>
					status === 400
						? new Problem(
								describeRejection(body, post),
								'Postiz rejected the change. Nothing was changed. Fix what the message says.',
							)
						: undefined,
			};
	const exchange = await client.exchange(request);
	const isUnclear =
		exchange.kind === 'unknown' || (exchange.kind === 'answer' && exchange.answer.status >= 500);
	const answer = isUnclear ? undefined : client.getBody(exchange, request);
	const { postId = before.id } = getProperties(Array.isArray(answer) ? answer[0] : undefined);
	if (postId !== before.id) {
		throw new Problem(
			`Postiz made a new post, ${quote(postId)}, instead of changing ${quote(before.id)}`,
			'The post may just have been deleted. Check the calendar of Postiz, and delete the new post if you do not want it.',
		);
	}
	return await readChangedPost(sent, posts).catch((error: unknown) => {
		if (!isUnclear) throw error;
		const { message, httpCode } = client.explain(exchange, request);
		throw new Problem(
			`It is unclear whether Postiz changed the post: ${message}`,
			'Check the post with Post > Get before you run this again.',
			{ httpCode },
		);
	});
}
