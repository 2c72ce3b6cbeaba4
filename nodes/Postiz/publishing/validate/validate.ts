import type { IDataObject } from 'n8n-workflow';

import { parseSettings } from '../../calendar/calendarPost';
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
import { rejectOrSkipUnfit } from './rejectOrSkipUnfit';
import { checkLinks } from './checkLinks';
import type { PostToValidate } from './postToValidate';
import { findUnsupportedSettings } from './findUnsupportedSettings';
import { validatePost } from './validatePost';

/**
 * Adds the issues of each post to send, by every rule of every network. Items with errors fail, unless they skip channels
 * that don't fit. Items that failed before get no notes on their dates, as they aren't sent.
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
	const applied = rejectOrSkipUnfit(withIssues, run);
	const failures = mergeFailures(found.failures, applied.failures);
	const allFailures = mergeFailures(earlierFailures, failures);
	const values = applied.values.map((planned) => ({
		...planned,
		issues: [...planned.issues, ...checkDate(planned, allFailures, run.startedAt)],
	}));
	return { values, failures };
}

/** Finds the issues of a post, including those that only the instance and its files show. */
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

/** The service counts a repetition from when the post is made, not from its date. */
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
 * For networks that take only so many posts a day: the settings of the posts within each 24 hours that end with a post, or
 * with an existing one that follows it. Of the run itself, only earlier posts count, so that one too many is reported once.
 */
function findDaysWithPosts(
	plannedPosts: PlannedPost[],
	listed: ListedPost[],
): Map<DesiredPost, IDataObject[][]> {
	const known = new Set(plannedPosts.map((planned) => getExistingPost(planned)?.id));
	const counted = plannedPosts.flatMap((planned) => {
		const { target, item } = planned.desired;
		const isCounted =
			isToSend(planned) && item.requestFields.type !== 'draft' && hasDailyLimit(target);
		return isCounted ? [planned.desired] : [];
	});
	const others = listed
		.filter(({ id, state }) => !known.has(id) && ['QUEUE', 'PUBLISHED'].includes(state))
		.map(({ integration, publishDate, settings }) => ({
			channelId: integration?.id,
			time: parseServiceTime(publishDate),
			settings,
		}));
	const days = groupBy(counted, ({ target }) => target.id).flatMap((channelPosts) => {
		const existing = others
			.filter(({ channelId }) => channelId === channelPosts[0].target.id)
			.map(({ time, settings }) => ({ time, settings: parseSettings(settings) ?? {} }));
		const posts = channelPosts.sort((a, b) => a.time - b.time);
		return posts.map((post, index) => {
			const ends = [post, ...existing]
				.map(({ time }) => time)
				.filter((time) => time >= post.time && time < post.time + DAY_MS);
			const all = [...existing, ...posts.slice(0, index + 1)];
			const daysWithPost = [...new Set(ends)].map((end) =>
				all.filter(({ time }) => time <= end && time > end - DAY_MS),
			);
			return [post, daysWithPost.map((day) => day.map(({ settings }) => settings))] as const;
		});
	});
	return new Map(days);
}

/** Notes on unusual dates of new posts. */
function checkDate({ action, desired }: PlannedPost, failures: ItemFailures, now: number): Issue[] {
	const { item, time } = desired;
	const { dateNote, requestFields } = item;
	const isNew = action === 'create' && ['schedule', 'now'].includes(requestFields.type);
	const isNoted = isNew && !failures.has(item.index) && time > now;
	return dateNote && isNoted ? [createNote('Date', dateNote)] : [];
}
