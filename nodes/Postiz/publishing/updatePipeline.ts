import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { postField } from '../calendar/postField';
import { PostFinder } from '../calendar/postFinder';
import { toDetailedOutput, toOrderedOutput } from '../calendar/postOutput';
import { createChannelFactsGetter } from '../channels/channelFacts';
import { asProblem, type Problem } from '../common/problem';
import { updateExclusively } from '../common/processState';
import { forEachItem } from '../execution/forEachItem';
import type { OperationResult } from '../execution/operationResult';
import { Uploads } from '../media/uploads';
import type { ChannelPost } from '../posts/desiredPost';
import { readUpdateForm } from './readUpdateForm';
import type { Issue } from '../posts/issue';
import { describeNotes } from '../posts/issues/explainIssues';
import type { PublishingMemory } from '../posts/run/run';
import type { PostizClient } from '../transport/client';
import { isRateLimited } from '../transport/response';
import { planFormUpdate, type PlannedFormUpdate, type FormUpdateRun } from './planFormUpdate';
import { prepareUpdate, type PreparedUpdate } from './send/updates/prepareUpdate';
import { sendUpdate } from './send/updates/sendUpdate';

/** Updates the post of each item. Retry On Fail may repeat an update, which does no harm. */
export async function updatePosts(
	context: IExecuteFunctions,
	client: PostizClient,
	{ files }: Pick<PublishingMemory, 'files'>,
): Promise<OperationResult> {
	const updater = new PostUpdater({
		context,
		client,
		uploads: new Uploads(context, client, files),
		getChannelFacts: createChannelFactsGetter(client),
		timezone: context.getTimezone(),
	});
	const output = await forEachItem(context, async (index) => [await updater.updateItem(index)]);
	const hints = describeNotes(updater.updatedPosts, updater.missingTags).map((text) => ({ text }));
	return { ...output, hints };
}

class PostUpdater {
	readonly updatedPosts: Array<{ target: ChannelPost['target']; issues: Issue[] }> = [];
	/** Labels that Postiz doesn't have. */
	readonly missingTags: string[] = [];
	private readonly finder: PostFinder;
	/** Set once the hourly limit is reached: further requests would fail, and count as well. */
	private limitProblem?: Problem;

	constructor(private readonly run: FormUpdateRun) {
		this.finder = new PostFinder(run.client);
	}

	/** Updates the post of an item, and returns its row. */
	async updateItem(index: number): Promise<IDataObject> {
		const id = postField.readItem(this.run.context, index);
		const form = readUpdateForm(this.run.context, index);
		const { finder, run } = this;
		const plan = async () =>
			await this.stopAtLimit(async () => {
				finder.clearLists();
				return await planFormUpdate(await finder.fetch(id), form, run);
			});
		return await updateExclusively(
			[id],
			async () => await this.send(await prepareUpdate(plan, run)),
		);
	}

	private async send(update: PreparedUpdate & PlannedFormUpdate): Promise<IDataObject> {
		const { changed, before, issues, post } = update;
		const { client, timezone } = this.run;
		if (changed.length === 0) {
			return toOrderedOutput(
				{ ...toDetailedOutput(before, timezone, client.now()), outcome: 'unchanged' },
				timezone,
			);
		}
		const { after, missingTags } = await this.stopAtLimit(
			async () => await sendUpdate(update, client, this.finder),
		);
		this.updatedPosts.push({ target: post.target, issues });
		this.missingTags.push(...missingTags);
		const result = { outcome: 'updated', changed: changed.join(', '), missingTags };
		return toOrderedOutput(
			{ ...toDetailedOutput(after, timezone, client.now()), ...result },
			timezone,
		);
	}

	/** Sends requests unless the limit is reached. Uploads aren't among them: they may have a limit of their own. */
	private async stopAtLimit<T>(request: () => Promise<T>): Promise<T> {
		if (this.limitProblem) throw this.limitProblem;
		try {
			return await request();
		} catch (error) {
			const problem = asProblem(error);
			if (isRateLimited(problem)) this.limitProblem = problem;
			throw problem;
		}
	}
}
