import type { IDataObject } from 'n8n-workflow';

import { parseSettings } from '../../calendar/publicPost';
import { groupBy } from '../../common/collections';
import { DAY_MS } from '../../common/date';
import { parseServiceTime } from '../../common/serviceTime';
import type { DesiredPost } from '../../posts/desiredPost';
import { hasDailyLimit } from '../../posts/limits/partLimits';
import { getsItemDate } from '../../posts/merge/mergeSchedule';
import { getExistingPost, isToSend, type PlannedPost } from '../../posts/plannedPost';
import type { ListedPost } from '../../transport/apiTypes';

/**
 * For daily limits: finds the 24-hour windows of each post, each as the settings of the posts in it. Later posts of the
 * run don't count, so only the posts that exceed the limit are reported.
 */
export function findDailyWindows(
	plannedPosts: PlannedPost[],
	listed: ListedPost[],
): Map<DesiredPost, IDataObject[][]> {
	const counted = plannedPosts.filter(isCounted).map((planned) => ({
		desired: planned.desired,
		time: getTimeAfterRun(planned),
		settings: planned.desired.settings,
	}));
	const updatedIds = new Set(
		plannedPosts
			.filter((planned) => isToSend(planned) && !isForSlot(planned))
			.map((planned) => getExistingPost(planned)?.id),
	);
	const others = listed.filter(
		({ id, state }) => !updatedIds.has(id) && ['QUEUE', 'PUBLISHED'].includes(state),
	);
	const windows = groupBy(counted, ({ desired }) => desired.target.id).flatMap((channelPosts) => {
		const existing = others
			.filter(({ integration }) => integration?.id === channelPosts[0].desired.target.id)
			.map(({ publishDate, settings }) => ({
				time: parseServiceTime(publishDate),
				settings: parseSettings(settings) ?? {},
			}));
		const posts = [...channelPosts].sort((a, b) => a.time - b.time);
		return posts.map((post, index) => {
			const upToThis = [...existing, ...posts.slice(0, index + 1)];
			return [post.desired, listWindows(post.time, existing, upToThis)] as const;
		});
	});
	return new Map(windows);
}

const getTimeAfterRun = (planned: PlannedPost): number =>
	planned.action === 'update' && !getsItemDate(planned)
		? planned.existing.time
		: planned.desired.time;

/** Its date isn't known yet. */
const isForSlot = ({ desired: { item } }: PlannedPost) => item.requestFields.type === 'nextSlot';

/** True if a post counts towards the daily limit of its network. */
const isCounted = (planned: PlannedPost) => {
	const { target, item } = planned.desired;
	const isDraft = item.requestFields.type === 'draft';
	return isToSend(planned) && !isDraft && !isForSlot(planned) && hasDailyLimit(target);
};

/**
 * Lists the posts in each 24-hour window that ends with the post, or with an existing post up to a day later, by their
 * settings.
 */
function listWindows(
	time: number,
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
