import type { IDataObject } from 'n8n-workflow';

import { MINUTE_MS } from '../common/date';
import { parseServiceTime, toUtcDate } from '../common/serviceTime';
import type { ListedPost, RequestFields } from '../transport/apiTypes';
import { parseSettings, type PublicPart } from './publicPost';

/** A listed post with its parts, for outputs. Matching compares an `ExistingPost` instead. */
export interface CalendarPost extends ListedPost {
	/** The post itself and its thread; undefined if the instance doesn't show them. */
	parts?: PublicPart[];
}

/** Returns the settings of a post, including its fingerprint. */
export const getSettings = ({ settings, parts }: CalendarPost): IDataObject =>
	parts?.[0]?.settings ?? parseSettings(settings) ?? {};

/** Returns the names of a post's tags. */
export const getTags = ({ tags, parts }: CalendarPost): string[] =>
	parts?.[0]?.tags ?? tags?.flatMap(({ tag }) => tag?.name || []) ?? [];

/** Returns the sent tags that the service didn't store, because it doesn't know them. */
export function findMissingTags(sent: RequestFields['tags'], post: CalendarPost): string[] {
	const names = getTags(post);
	return sent.map(({ label }) => label).filter((label) => !names.includes(label));
}

/** Returns the date of a post, in UTC with milliseconds and Z. Keeps an invalid date as it is. */
export const getDate = ({ publishDate }: Pick<ListedPost, 'publishDate'>): string =>
	toUtcDate(publishDate) ?? publishDate;

/** Indexes posts by ID. Repeating posts get their first date (docs/api.md, Listing posts). */
export const indexPostsById = (posts: ListedPost[]): Map<string, ListedPost> =>
	new Map(
		posts.map((post) => [post.id, { ...post, publishDate: post.actualDate ?? post.publishDate }]),
	);

/** How long after its date a scheduled post counts as overdue. Most posts are published within a minute. */
export const OVERDUE_MS = 15 * MINUTE_MS;

/** True if a post is still scheduled {@link OVERDUE_MS} after its date (docs/api.md, Posts that do not go out). */
export const isOverdue = (
	{ state, publishDate }: Pick<ListedPost, 'state' | 'publishDate'>,
	serviceNow: number,
): boolean => state === 'QUEUE' && parseServiceTime(publishDate) + OVERDUE_MS <= serviceNow;
