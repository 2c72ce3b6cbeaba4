import type { CalendarPost } from '../../calendar/calendarPost';
import { explainFailure } from '../../calendar/failures/explainFailure';
import { assertUsable } from '../../channels/target';
import { Problem } from '../../common/problem';
import { toUtcDate } from '../../common/serviceTime';
import { quote } from '../../common/text';
import { createNoteIssue, type Issue, toErrorIssues } from '../../posts/issue';
import { createIssueProblem } from '../../posts/issues/issueProblems';
import { createPastDateProblem, isClearlyPast } from '../../posts/merge/pastDate';
import type { PlannedUpdate } from '../../posts/postUpdate';
import type { Run } from '../../posts/run/run';
import { toPostContent } from '../../posts/toPostContent';
import type { UpdateForm } from '../../posts/updateForm';
import { fetchUpdateIssues } from './fetchUpdateIssues';

/** Returns the issues of an update, which are only notes. Throws {@link Problem} if it has errors or isn't safe. */
export async function validateFormUpdate(
	update: PlannedUpdate,
	form: UpdateForm,
	run: Run,
): Promise<Issue[]> {
	const { before, changed, post, requestFields } = update;
	assertDateNotPast(before, form, run);
	if (changed.length === 0) return [];
	const isRescheduled = requestFields.type === 'schedule';
	// A draft may be scheduled later.
	const mayBeScheduled = isRescheduled || form.newValues.state !== undefined;
	if (before.state === 'ERROR' && mayBeScheduled)
		assertFailedForGood(before, run.client.serviceNow());
	if (isRescheduled) assertUsable(post.target, await run.client.fetchChannels());
	const issues = await fetchNewIssues(update, run);
	assertNoErrors(issues, update);
	const { dateNote, notes } = form;
	const showsDateNote = dateNote && isRescheduled && changed.includes('date');
	return [...issues, ...(showsDateNote ? [createNoteIssue('Date', dateNote)] : []), ...notes];
}

/** Throws {@link Problem} if the entered date, or the date of a draft to schedule, is in the past. */
function assertDateNotPast(
	{ id, state, publishDate }: CalendarPost,
	{ newValues, allowsPastDates }: UpdateForm,
	{ client, timezone }: Pick<Run, 'client' | 'timezone'>,
): void {
	if (newValues.date === undefined && !(newValues.state === 'scheduled' && state === 'DRAFT'))
		return;
	const date = newValues.date ?? toUtcDate(publishDate);
	if (date === undefined) {
		throw new Problem(
			`The draft ${quote(id)} has no date`,
			'Postiz needs a date to publish it. Add a Date.',
		);
	}
	const serviceNow = client.serviceNow();
	if (!allowsPastDates && isClearlyPast(date, serviceNow))
		throw createPastDateProblem(date, serviceNow, timezone);
}

/** Throws {@link Problem} if a failed post may be online, or Postiz is still trying to publish it. */
function assertFailedForGood(failed: CalendarPost, serviceNow: number): void {
	const { onlineStatus, remedy } = explainFailure(failed, serviceNow);
	if (onlineStatus === 'failedForGood') return;
	const message = `The post ${quote(failed.id)} failed in Postiz, but`;
	if (onlineStatus === 'stillTrying')
		throw new Problem(`${message} Postiz is still trying`, remedy);
	throw new Problem(
		`${message} ${failed.releaseURL ? 'it is online' : 'it may be online'}`,
		'It could be published twice. Check the network. If it is not there, delete the post and create a new one.',
	);
}

/** Finds the issues that the update causes. If it schedules a draft or a failed post, finds all issues. */
async function fetchNewIssues(update: PlannedUpdate, run: Run): Promise<Issue[]> {
	const { before, changed, changesOnlyState, post, requestFields } = update;
	// An unreadable draft can't be validated.
	if (changesOnlyState && !before.parts) return [];
	const isBeingScheduled = before.state !== 'QUEUE' && requestFields.type === 'schedule';
	const { issues, isExisting } = await fetchUpdateIssues(
		{
			before: toPostContent(before),
			post,
			changed,
			isDraft: requestFields.type === 'draft',
			isBeingScheduled,
		},
		run,
	);
	return issues.filter((issue) => isBeingScheduled || !isExisting(issue));
}

function assertNoErrors(issues: Issue[], update: PlannedUpdate): void {
	const errors = toErrorIssues(update.post.target, issues);
	const closing =
		update.changesOnlyState && update.before.state === 'DRAFT'
			? 'Nothing was changed for this item. Correct the draft with Post > Update first, or in the same step.'
			: 'Nothing was changed for this item.';
	const problem = createIssueProblem(errors, [closing]);
	if (problem) throw problem;
}
