import { indexPostsById } from '../../calendar/calendarPost';
import { fetchWhetherLinksAreStripped } from '../../channels/strippedLinks';
import { DAY_MS } from '../../common/date';
import { memoizeByObject } from '../../common/memoize';
import { mapConcurrently, type ItemResults } from '../../execution/itemResults';
import type { DesiredPost } from '../../posts/desiredPost';
import type { CalendarSnapshot } from '../../posts/existingPost';
import { createErrorIssue, type Issue, toNotesIfValidationSkipped } from '../../posts/issue';
import type { Item } from '../../posts/item';
import {
	withIssues,
	isToSend,
	mapToOriginalPlans,
	type PlannedPost,
} from '../../posts/plannedPost';
import { getServiceStartTime, type Run } from '../../posts/run/run';
import { fetchIssuesWithFileFacts } from './fetchIssuesWithFileFacts';
import { fetchUnsupportedSettings } from './fetchUnsupportedSettings';
import { findLinkIssues } from './findLinkIssues';
import { validateRowUpdate } from './validateRowUpdate';

/**
 * Validates each post to send against the rules of its network, and adds the issues. An item fails if one of its posts,
 * or the original of a duplicate, can't be validated.
 */
export async function fetchAndAddPostIssues(
	plannedPosts: PlannedPost[],
	{ listedPosts }: Pick<CalendarSnapshot, 'listedPosts'>,
	run: Run,
): Promise<ItemResults<PlannedPost>> {
	const newPosts = plannedPosts.filter(({ action }) => action === 'create');
	const isStripped = await fetchWhetherLinksAreStripped(
		newPosts.map(({ desired }) => desired),
		run.fetchChannelCapabilities,
	);
	const listedById = indexPostsById(listedPosts);
	const validateOnce = memoizeByObject(async (planned: PlannedPost) =>
		planned.action === 'update'
			? await validateRowUpdate(planned, listedById.get(planned.existing.id)!, run)
			: withIssues(planned, await fetchPostIssues(planned.desired, run, { isStripped })),
	);
	const originalPlans = mapToOriginalPlans(plannedPosts);
	const originals = plannedPosts
		.map(({ desired }) => ({ index: desired.item.index, original: originalPlans.get(desired)! }))
		.filter(({ original }) => isToSend(original));
	const { values, failures } = await mapConcurrently(
		originals,
		async ({ original }) => [original, await validateOnce(original)] as const,
	);
	const validated = new Map(values);
	return { values: plannedPosts.map((planned) => validated.get(planned) ?? planned), failures };
}

/** Fetches the issues of a new post. May open files. */
async function fetchPostIssues(
	desired: DesiredPost,
	run: Run,
	{ isStripped }: { isStripped: boolean },
): Promise<Issue[]> {
	const { item } = desired;
	const isDraft = item.requestFields.type === 'draft';
	const unsupportedSettings = item.skipsValidation
		? desired.unknownSettings
		: await fetchUnsupportedSettings(desired, run.fetchChannelCapabilities);
	const issues = [
		...(await fetchIssuesWithFileFacts({ ...desired, unsupportedSettings }, { isDraft }, run)),
		...(isStripped ? findLinkIssues(desired) : []),
		...item.notes,
		...(goesOutTwice(item, getServiceStartTime(run)) ? [GOES_OUT_TWICE] : []),
	];
	return toNotesIfValidationSkipped(issues, item);
}

/**
 * True if the first repetition comes before the date, as the service counts repetitions from the creation of the post.
 */
const goesOutTwice = (
	{ requestFields: { type, date, inter = 0 } }: Item,
	serviceStartTime: number,
) => type === 'schedule' && inter > 0 && Date.parse(date) - serviceStartTime >= inter * DAY_MS;

const GOES_OUT_TWICE = createErrorIssue(
	'inter',
	'the post would go out twice, as Postiz counts “inter” from today',
	{
		remedy: 'Choose a date that is fewer days away than “inter”, or remove “inter”.',
		mayBeAccepted: true,
		failsWholeItem: true,
	},
);
