import { areLinksStripped } from '../../channels/strippedLinks';
import { DAY_MS } from '../../common/date';
import { memoizeByObject } from '../../common/memoize';
import {
	mapConcurrently,
	mergeFailures,
	type ItemFailures,
	type ItemResults,
} from '../../execution/itemResults';
import type { DesiredPost } from '../../posts/desiredPost';
import type { CalendarSnapshot } from '../../posts/existingPost';
import {
	toNotesIfValidationSkipped,
	createErrorIssue,
	createNoteIssue,
	type Issue,
} from '../../posts/issue';
import type { Item } from '../../posts/item';
import { addIssues, getOriginal, isToSend, type PlannedPost } from '../../posts/plannedPost';
import { getServiceStartTime, type Run } from '../../posts/run/run';
import { fetchUnsupportedSettings } from './fetchUnsupportedSettings';
import { findDailyWindows } from './findDailyWindows';
import { findDailyLimitIssues } from './findRuleIssues';
import { findLinkIssues } from './findLinkIssues';
import { findIssuesWithFileFacts } from './findIssuesWithFileFacts';
import { rejectOrSkipInvalid } from './rejectOrSkipInvalid';

/**
 * Validates each post to send against the rules of its network, and adds the issues. An item with errors fails, unless
 * it skips unfit channels. Items that have already failed get no notes on their dates.
 */
export async function validatePlannedPosts(
	plannedPosts: PlannedPost[],
	{ listedPosts }: Pick<CalendarSnapshot, 'listedPosts'>,
	run: Run,
	earlierFailures: ItemFailures,
): Promise<ItemResults<PlannedPost>> {
	const toSend = plannedPosts.filter(isToSend).map(({ desired }) => desired);
	const isStripped = await areLinksStripped(toSend, run.getChannelCapabilities);
	const fetchIssues = memoizeByObject(
		async (desired: DesiredPost) => await fetchPostIssues(desired, run, { isStripped }),
	);
	const originals = new Set(toSend);
	// If an original can't be validated, its duplicates fail, too.
	const posts = plannedPosts
		.map((planned) => ({ index: planned.desired.item.index, original: getOriginal(planned) }))
		.filter(({ original }) => originals.has(original));
	const found = await mapConcurrently(
		posts,
		async ({ original }) => [original, await fetchIssues(original)] as const,
	);
	const issuesOf = new Map(found.values);
	const withIssues = plannedPosts.map((planned) =>
		addIssues(planned, issuesOf.get(planned.desired) ?? []),
	);
	const validated = rejectOrSkipInvalid(withIssues, run);
	const failures = mergeFailures(found.failures, validated.failures);
	const allFailures = mergeFailures(earlierFailures, failures);
	const valid = validated.values.filter(({ desired }) => !allFailures.has(desired.item.index));
	const windowsByPost = findDailyWindows(valid, listedPosts);
	const values = validated.values.map((planned) => {
		const { desired } = planned;
		const dailyWindows = windowsByPost.get(desired);
		return addIssues(planned, [
			...(dailyWindows ? findDailyLimitIssues({ ...desired, dailyWindows }) : []),
			...findDateIssues(planned, allFailures, getServiceStartTime(run)),
		]);
	});
	return { values, failures };
}

/** Finds the issues of a post. May send requests and open files. */
async function fetchPostIssues(
	desired: DesiredPost,
	run: Run,
	{ isStripped }: { isStripped: boolean },
): Promise<Issue[]> {
	const { item } = desired;
	const isDraft = item.requestFields.type === 'draft';
	const unsupportedSettings = item.skipsValidation
		? desired.unknownSettings
		: await fetchUnsupportedSettings(desired, run.getChannelCapabilities);
	const issues = [
		...(await findIssuesWithFileFacts({ ...desired, unsupportedSettings }, { isDraft }, run)),
		...(isStripped ? findLinkIssues(desired) : []),
		...item.notes,
		...(goesOutTwice(item, getServiceStartTime(run)) ? [GOES_OUT_TWICE] : []),
	];
	return toNotesIfValidationSkipped(issues, item);
}

/**
 * True if the first repetition comes before the date, as the service counts repetitions from the creation of the post.
 */
const goesOutTwice = ({ requestFields: { type, date, inter = 0 } }: Item, serviceNow: number) =>
	type === 'schedule' && inter > 0 && Date.parse(date) - serviceNow >= inter * DAY_MS;

const GOES_OUT_TWICE = createErrorIssue(
	'inter',
	'the post would go out twice, as Postiz counts “inter” from today',
	{
		remedy: 'Choose a date that is fewer days away than “inter”, or remove “inter”.',
		mayBeAccepted: true,
		affectsWholeItem: true,
	},
);

/** Notes on unusual dates of new posts. */
function findDateIssues(
	{ action, desired }: PlannedPost,
	failures: ItemFailures,
	serviceNow: number,
): Issue[] {
	const { item, time } = desired;
	const { dateNote, requestFields } = item;
	const isNew = action === 'create' && ['schedule', 'now'].includes(requestFields.type);
	const isNoted = isNew && !failures.has(item.index) && time > serviceNow;
	return dateNote && isNoted ? [createNoteIssue('Date', dateNote)] : [];
}
