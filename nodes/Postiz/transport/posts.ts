import type { PostizClient } from './client';
import type { PostRow } from './types';

/** Which posts to list: between two times in ms, of one group of channels where it is given. */
export interface PostWindow {
	start: number;
	end: number;
	group?: string;
	itemIndex?: number;
}

/**
 * The posts of a window in no order; a repeating post has a row for each occurrence, also for those
 * outside the window (API: GET /posts). Throws what the client throws.
 */
export async function listPosts(
	client: PostizClient,
	{ start, end, group, itemIndex }: PostWindow,
): Promise<PostRow[]> {
	return await client.requestList<PostRow>(
		{
			method: 'GET',
			path: '/posts',
			query: {
				startDate: new Date(start).toISOString(),
				endDate: new Date(end).toISOString(),
				...(group && { customer: group }),
			},
			itemIndex,
		},
		'posts',
	);
}
