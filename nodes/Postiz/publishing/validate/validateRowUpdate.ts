import { fetchSettingsAndParts } from '../../calendar/publicPost';
import { toSettingDetailKey } from '../../common/detailKeys';
import { joinSentences } from '../../common/text';
import type { PostContent, DesiredPost } from '../../posts/desiredPost';
import { createUnreadablePostProblem } from '../../posts/existing/createUnreadablePostProblem';
import { isErrorIssue, type Issue, toNote, toNotesIfValidationSkipped } from '../../posts/issue';
import { isDraftAfter } from '../../posts/merge/findDifferences';
import { mergeWithMatchedPost } from '../../posts/merge/mergeWithMatchedPost';
import { getRowChanges } from '../../posts/merge/rowChanges';
import { withIssues, type PlannedPost, type PlannedPostOf } from '../../posts/plannedPost';
import type { Run } from '../../posts/run/run';
import type { ListedPost } from '../../transport/apiTypes';
import type { PostizClient } from '../../transport/client';
import { fetchUpdateIssues } from './fetchUpdateIssues';
import { findPostIssues } from './findPostIssues';

/**
 * Validates the update of a row as it is sent: merged with what somebody changed in Postiz. Adds the issues, and the
 * parts of the post if they weren't read. Throws {@link Problem} if a request fails, the row can't be merged, or the
 * post can't be read completely.
 */
export async function validateRowUpdate(
	planned: PlannedPostOf<'update'>,
	listed: ListedPost,
	run: Run,
): Promise<PlannedPost> {
	const withParts = await fetchAndAddParts(planned, run.client);
	return withIssues(withParts, await fetchIssues(withParts, listed, run));
}

/** Adds the parts of the existing post, as somebody may have added files or parts in Postiz. */
async function fetchAndAddParts(
	planned: PlannedPostOf<'update'>,
	client: PostizClient,
): Promise<PlannedPostOf<'update'>> {
	const { existing } = planned;
	if (existing.parts) return planned;
	const { parts } = await fetchSettingsAndParts(client, existing.id);
	return parts?.length ? { ...planned, existing: { ...existing, parts } } : planned;
}

async function fetchIssues(
	planned: PlannedPostOf<'update'>,
	listed: ListedPost,
	run: Run,
): Promise<Issue[]> {
	const { desired, existing } = planned;
	const { item } = desired;
	const { current, update, changed } = mergeWithMatchedPost(planned, listed);
	if (changed.length === 0) return [];
	if (!existing.parts) throw createUnreadablePostProblem(existing.id);
	const isDraft = isDraftAfter(current, update);
	const isBeingScheduled = !isDraft && current.state !== 'QUEUE';
	const { issues, isExisting } = await fetchUpdateIssues(
		{
			before: current.post,
			post: toPostToValidate(planned, update.post),
			changed,
			isDraft,
			isBeingScheduled,
			skipsValidation: item.skipsValidation,
		},
		run,
	);
	// Postiz has accepted a scheduled post with its existing issues, and the update makes it no worse.
	const explainExisting = isBeingScheduled ? createEditExplainer(desired, run) : toNote;
	const explained = issues.map((issue) => (isExisting(issue) ? explainExisting(issue) : issue));
	return toNotesIfValidationSkipped([...explained, ...item.notes], item);
}

/** Adds facts that are only known about the row to its merged post. */
function toPostToValidate(
	planned: PlannedPostOf<'update'>,
	{ parts, settings, settingFiles }: PostContent,
): PostContent {
	const { desired } = planned;
	const changes = getRowChanges(planned);
	const hasChanged = (key: string) => changes.hasDetailChanged(toSettingDetailKey(key));
	return {
		...desired,
		parts,
		settings,
		settingFiles,
		nameIssues: desired.nameIssues?.filter(({ settingKey }) => hasChanged(settingKey)),
		unknownSettings: desired.unknownSettings?.filter(hasChanged),
	};
}

const EDITED_IN_POSTIZ = 'It was edited in Postiz, and the edit is kept: correct it there.';

/**
 * For a post that is being scheduled: returns a function that says where to correct an error of the existing post, if
 * the row itself doesn't have it. No option of the form helps: Adapt only changes what comes from the row.
 */
function createEditExplainer(desired: DesiredPost, { client }: Run): (issue: Issue) => Issue {
	const { filesOrigin } = client.instance;
	const rowIssues = findPostIssues(desired, { isDraft: false, filesOrigin });
	const isOfRow = ({ message }: Issue) => rowIssues.some((issue) => issue.message === message);
	return (issue) =>
		isErrorIssue(issue) && !isOfRow(issue)
			? { ...issue, remedy: joinSentences(issue.remedy, EDITED_IN_POSTIZ), forPerson: undefined }
			: issue;
}
