import type { IDataObject } from 'n8n-workflow';

import { parseSettings } from '../../calendar/publicPost';
import { areLinksStripped } from '../../channels/strippedLinks';
import { DAY_MS, parseServiceTime } from '../../common/date';
import { groupBy } from '../../common/lists';
import {
	mapConcurrently,
	mergeFailures,
	type ItemFailures,
	type ItemResults,
} from '../../execution/itemResults';
import { isTool } from '../../execution/nodeContext';
import type { DesiredPost } from '../../posts/desiredPost';
import type { CalendarSnapshot } from '../../posts/existingPost';
import { downgradeIfSkipped, createNote, type Issue } from '../../posts/issue';
import { hasDailyLimit, measureFiles } from '../../posts/issues/postLimits';
import type { Item } from '../../posts/item';
import { getExistingPost, isToSend, type PlannedPost } from '../../posts/plannedPost';
import type { Run } from '../../posts/run/run';
import type { ListedPost } from '../../transport/apiTypes';
import { checkLinks } from './checkLinks';
import type { PostToValidate } from './postToValidate';
import { findUnsupportedSettings } from './findUnsupportedSettings';
import { rejectOrSkipUnsupported } from './rejectOrSkipUnsupported';
import { validatePost } from './validatePost';

/**
 * Checks each post to send against the rules of its network, and adds the issues found. An item with errors fails, unless
 * it skips channels that don't fit. Items that failed before get no notes on their dates, as they aren't sent.
 */
export async function validate(
	plannedPosts: PlannedPost[],
	{ listed }: Pick<CalendarSnapshot, 'listed'>,
	run: Run,
	earlierFailures: ItemFailures,
): Promise<ItemResults<PlannedPost>> {
	const toSend = plannedPosts.filter(isToSend);
	const daysByPost = findDaysWithPosts(plannedPosts, listed);
	const isStripped = await areLinksStripped(
		toSend.map(({ desired }) => desired),
		run.getChannelFacts,
	);
	const posts = toSend.map(({ desired }) => ({ index: desired.item.index, desired }));
	const found = await mapConcurrently(posts, async ({ desired }) => {
		const post = { ...desired, daysWithPost: daysByPost.get(desired) };
		return [desired, await checkPost(post, run, { isStripped })] as const;
	});
	const issuesOf = new Map(found.values);
	const withIssues = plannedPosts.map((planned) => ({
		...planned,
		issues: issuesOf.get(planned.desired) ?? [],
	}));
	const checked = rejectOrSkipUnsupported(withIssues, run);
	const failures = mergeFailures(found.failures, checked.failures);
	const allFailures = mergeFailures(earlierFailures, failures);
	const values = checked.values.map((planned) => ({
		...planned,
		issues: [...planned.issues, ...checkDate(planned, allFailures, run.startedAt)],
	}));
	return { values, failures };
}

/** Finds the issues of a post, including those for which the instance is asked or files are opened. */
async function checkPost(
	post: DesiredPost & Pick<PostToValidate, 'daysWithPost'>,
	{ context, uploads, client, getChannelFacts, startedAt }: Run,
	{ isStripped }: { isStripped: boolean },
): Promise<Issue[]> {
	const { item } = post;
	const isDraft = item.requestFields.type === 'draft';
	const unsupportedSettings = item.skipsValidation
		? post.unknownSettings
		: await findUnsupportedSettings(post, getChannelFacts);
	const measured = isDraft
		? post
		: await measureFiles(post, async (file) => await uploads.measure(file));
	const issues = [
		...validatePost(
			{ ...measured, unsupportedSettings },
			{ isDraft, filesOrigin: client.instance.filesOrigin, isTool: isTool(context) },
		),
		...(isStripped ? checkLinks(post) : []),
		...item.notes,
		...(goesOutTwice(item, startedAt) ? [GOES_OUT_TWICE] : []),
	];
	return downgradeIfSkipped(issues, item);
}

/** True if a repetition would come before the date: the service counts it from when the post is created. */
const goesOutTwice = ({ requestFields: { type, date, inter = 0 } }: Item, now: number) =>
	type === 'schedule' && inter > 0 && Date.parse(date) - now >= inter * DAY_MS;

const GOES_OUT_TWICE: Issue = {
	level: 'error',
	mayPass: true,
	concernsItem: true,
	field: 'inter',
	message: 'the post would go out twice, as Postiz counts “inter” from today',
	remedy: 'Choose a date that is fewer days away than “inter”, or remove “inter”.',
};

/**
 * For the daily limits of networks: the 24-hour windows that a post falls into, each as the settings of the posts in it.
 * Of the posts of the run, only earlier ones count, so that only those beyond the limit are reported.
 */
function findDaysWithPosts(
	plannedPosts: PlannedPost[],
	listed: ListedPost[],
): Map<DesiredPost, IDataObject[][]> {
	const counted = plannedPosts.filter(isCounted).map(({ desired }) => desired);
	const updatedIds = new Set(
		plannedPosts
			.filter((planned) => isToSend(planned) && !isForSlot(planned))
			.map((planned) => getExistingPost(planned)?.id),
	);
	const others = listed.filter(
		({ id, state }) => !updatedIds.has(id) && ['QUEUE', 'PUBLISHED'].includes(state),
	);
	const days = groupBy(counted, ({ target }) => target.id).flatMap((channelPosts) => {
		const existing = others
			.filter(({ integration }) => integration?.id === channelPosts[0].target.id)
			.map(({ publishDate, settings }) => ({
				time: parseServiceTime(publishDate),
				settings: parseSettings(settings) ?? {},
			}));
		const posts = channelPosts.sort((a, b) => a.time - b.time);
		return posts.map((post, index) => {
			const earlier = [...existing, ...posts.slice(0, index + 1)];
			return [post, listDaysOfPost(post, existing, earlier)] as const;
		});
	});
	return new Map(days);
}

/** True for a post whose date is not known yet. */
const isForSlot = ({ desired: { item } }: PlannedPost) => item.requestFields.type === 'nextSlot';

/** True for a post that counts towards a daily limit of its network. */
const isCounted = (planned: PlannedPost) => {
	const { target, item } = planned.desired;
	const isDraft = item.requestFields.type === 'draft';
	return isToSend(planned) && !isDraft && !isForSlot(planned) && hasDailyLimit(target);
};

/** The settings of the posts in each 24 hours that end with a post, or with an existing one within a day after it. */
function listDaysOfPost(
	{ time }: DesiredPost,
	existing: Array<{ time: number }>,
	posts: Array<{ time: number; settings: IDataObject }>,
): IDataObject[][] {
	const following = existing.filter((post) => post.time >= time && post.time < time + DAY_MS);
	const ends = new Set([time, ...following.map((post) => post.time)]);
	return [...ends].map((end) =>
		posts
			.filter((post) => post.time <= end && post.time > end - DAY_MS)
			.map(({ settings }) => settings),
	);
}

/** Notes on unusual dates of new posts. */
function checkDate({ action, desired }: PlannedPost, failures: ItemFailures, now: number): Issue[] {
	const { item, time } = desired;
	const { dateNote, requestFields } = item;
	const isNew = action === 'create' && ['schedule', 'now'].includes(requestFields.type);
	const isNoted = isNew && !failures.has(item.index) && time > now;
	return dateNote && isNoted ? [createNote('Date', dateNote)] : [];
}
