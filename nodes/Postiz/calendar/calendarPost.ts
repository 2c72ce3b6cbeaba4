import type { IDataObject } from 'n8n-workflow';

import { MINUTE_MS, parseServiceTime, toUtcDate } from '../common/date';
import type { ListedPost, RequestFields } from '../transport/apiTypes';
import { parseSettings, type PublicPart } from './publicPost';

/** A listed post with its parts, as people see it. What matching compares is an `ExistingPost`. */
export interface CalendarPost extends ListedPost {
	/** The post itself and its thread; empty if the instance shows none. */
	parts: PublicPart[];
}

/** The settings of a post, with its fingerprint. */
export const getSettings = ({ settings, parts: [first] }: CalendarPost): IDataObject =>
	first?.settings ?? parseSettings(settings) ?? {};

/** The names of a post's tags. */
export const getTags = ({ tags, parts: [first] }: CalendarPost): string[] =>
	first?.tags ?? tags?.flatMap(({ tag }) => tag?.name || []) ?? [];

/** Tags that were sent but not stored, because the service doesn't know them. */
export function findMissingTags(sent: RequestFields['tags'], post: CalendarPost): string[] {
	const names = getTags(post);
	return sent.map(({ label }) => label).filter((label) => !names.includes(label));
}

/** The date of a post, in UTC with milliseconds and Z; an invalid one stays as it is. */
export const getDate = ({ publishDate }: CalendarPost): string =>
	toUtcDate(publishDate) ?? publishDate;

/** Posts by ID; repeating ones with their first date (docs/api.md, Listing posts). */
export const indexPostsById = (posts: ListedPost[]): Map<string, ListedPost> =>
	new Map(
		posts.map((post) => [post.id, { ...post, publishDate: post.actualDate ?? post.publishDate }]),
	);

/** Posts that are still scheduled this long after their date are overdue. Most are published within a minute. */
export const OVERDUE_MS = 15 * MINUTE_MS;

/** True if a post is still scheduled {@link OVERDUE_MS} after its date (docs/api.md, Posts that do not go out). */
export const isOverdue = (
	{ state, publishDate }: Pick<ListedPost, 'state' | 'publishDate'>,
	now: number,
): boolean => state === 'QUEUE' && parseServiceTime(publishDate) + OVERDUE_MS <= now;
