import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { CalendarPost } from '../calendar/calendarPost';
import { PostFinder } from '../calendar/postFinder';
import { postIdSpec } from '../calendar/postIdSpec';
import { toDetailedPostOutput, toOutputColumns } from '../calendar/postOutput';
import { toProblemOrRethrow, type Problem } from '../common/problem';
import { forEachItem } from '../execution/forEachItem';
import { describeOtherItems } from '../execution/inputItems';
import { dropEmptyHints, type OperationResult } from '../execution/operationResult';
import type { PostContent } from '../posts/desiredPost';
import type { Issue } from '../posts/issue';
import { describeNotes } from '../posts/issues/issueProblems';
import type { PlannedUpdate } from '../posts/postUpdate';
import type { RetryMemory } from '../posts/run/retryMemory';
import { createRun, type Run } from '../posts/run/run';
import { updateExclusively } from '../posts/run/updateExclusively';
import type { UpdateForm } from '../posts/updateForm';
import { isRateLimited } from '../transport/blockingProblems';
import type { PostizClient } from '../transport/client';
import { readUpdateForm } from './read/readUpdateForm';
import { describeMissingTags } from './report/describeMissingTags';
import { resolveUpdate } from './resolve/resolveUpdate';
import { planUpdateOrThrow } from './send/updates/planUpdateOrThrow';
import { sendFormUpdate } from './send/updates/sendFormUpdate';
import { uploadAndCreatePayload } from './send/updates/uploadAndCreatePayload';
import { uploadNewFiles } from './send/updates/uploadNewFiles';
import { validateFormUpdate } from './validate/validateFormUpdate';

/** Updates the post of each item. Retry On Fail may repeat an update, which is harmless. */
export async function updatePosts(
	context: IExecuteFunctions,
	client: PostizClient,
	memory: RetryMemory,
): Promise<OperationResult> {
	const run = createRun(context, client, memory);
	const updater = new PostUpdater(run);
	const updatedPosts: UpdatedPost[] = [];
	const { outputs } = await forEachItem(
		context,
		async (index) => {
			const { output, updatedPost } = await updater.updateItem(index);
			if (updatedPost) updatedPosts.push(updatedPost);
			return [output];
		},
		{
			describeDone: () => {
				const indexes = updatedPosts.map(({ index }) => index);
				return describeOtherItems(context, indexes, 'updated');
			},
		},
	);
	const missingTags = updatedPosts.flatMap((post) => post.missingTags);
	const hints = [describeNotes(updatedPosts), describeMissingTags(missingTags)];
	return { outputs, hints: dropEmptyHints(hints.map((text) => ({ text }))) };
}

interface UpdatedPost {
	index: number;
	target: PostContent['target'];
	issues: Issue[];
	/** Tags that Postiz doesn't have. */
	missingTags: string[];
}

class PostUpdater {
	private readonly finder: PostFinder;
	/** Set once the hourly limit is reached. Further requests would fail, and count towards the limit. */
	private limitProblem?: Problem;

	constructor(private readonly run: Run) {
		this.finder = new PostFinder(run.client);
	}

	/** Updates the post of an item. `updatedPost` is undefined if nothing changes. */
	async updateItem(index: number): Promise<{ output: IDataObject; updatedPost?: UpdatedPost }> {
		const id = postIdSpec.readParameter(this.run.context, index);
		const form = readUpdateForm(this.run.context, index);
		return await updateExclusively(this.run, [id], async () => {
			let update = await this.resolveAndValidate(id, form);
			if (await uploadNewFiles(update, this.run)) update = await this.resolveAndValidate(id, form);
			if (update.changed.length === 0)
				return { output: this.toOutput(update.before, { outcome: 'unchanged' }) };
			const payload = await uploadAndCreatePayload(update, this.run);
			const { after, missingTags } = await this.runUnlessLimited(
				async () => await sendFormUpdate({ ...update, payload }, this.run.client, this.finder),
			);
			const changed = update.changed.join(', ');
			return {
				output: this.toOutput(after, { outcome: 'updated', changed, missingTags }),
				updatedPost: { index, target: update.post.target, issues: update.issues, missingTags },
			};
		});
	}

	/** Resolves a form to an update of its post, and validates it. Returns it with its issues. Throws {@link Problem}. */
	private async resolveAndValidate(
		id: string,
		form: UpdateForm,
	): Promise<PlannedUpdate & { issues: Issue[] }> {
		return await this.runUnlessLimited(async () => {
			const before = await this.finder.fetchFresh(id);
			const update = await resolveUpdate(before, form, this.run);
			const planned = planUpdateOrThrow(before, update, this.run);
			const issues = await validateFormUpdate(planned, form, this.run);
			return { ...planned, issues };
		});
	}

	private toOutput(post: CalendarPost, result: IDataObject): IDataObject {
		const { client, timezone } = this.run;
		return toOutputColumns(
			{ ...toDetailedPostOutput(post, timezone, client.serviceNow()), ...result },
			timezone,
		);
	}

	/** Sends requests unless the limit is reached. Don't use it for uploads: they may have their own limit. */
	private async runUnlessLimited<T>(request: () => Promise<T>): Promise<T> {
		if (this.limitProblem) throw this.limitProblem;
		try {
			return await request();
		} catch (error) {
			const problem = toProblemOrRethrow(error);
			if (isRateLimited(problem)) this.limitProblem = problem;
			throw problem;
		}
	}
}
