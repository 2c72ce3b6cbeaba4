import { sleep, type IWebhookFunctions } from 'n8n-workflow';

import { PostizClient } from '../Postiz/transport/client';
import { listPosts } from '../Postiz/transport/posts';
import { DAY_MS, serviceTime } from '../Postiz/transport/time';
import type { PostRow } from '../Postiz/transport/types';

const SECOND_LOOK_MS = 3000;

/**
 * Asks the service whether a post went out as a call says. Gives the post as the service itself
 * shows it, or undefined where it shows none such. Throws what the client throws
 * (API: GET /posts).
 */
export async function confirmPost(
	context: IWebhookFunctions,
	delivered: PostRow,
	now: number,
): Promise<PostRow | undefined> {
	const client = await PostizClient.connect(context);
	const announced = serviceTime(delivered.publishDate);
	const date = Number.isNaN(announced) ? now : announced;
	const look = async () => {
		const rows = await listPosts(client, { start: date - DAY_MS, end: date + DAY_MS });
		return bestRow(
			rows.filter(({ id }) => id === delivered.id),
			date,
		);
	};
	let row = await look();
	// The call may be faster than the service's own record of the publication.
	if (row?.state === 'QUEUE') {
		await sleep(SECOND_LOOK_MS);
		row = await look();
	}
	return row && row.state === expectedState(delivered) ? row : undefined;
}

/** The service calls when a post was published, whatever state it has noted by then. */
const expectedState = ({ state }: PostRow) => (state === 'ERROR' ? 'ERROR' : 'PUBLISHED');

// A repeating post has a row for each of its dates.
function bestRow(rows: PostRow[], date: number): PostRow | undefined {
	const distance = ({ publishDate }: PostRow) => Math.abs(serviceTime(publishDate) - date);
	return [...rows].sort((a, b) => distance(a) - distance(b))[0];
}
