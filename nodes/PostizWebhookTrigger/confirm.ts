import { type IWebhookFunctions, sleep } from 'n8n-workflow';

import { PostizClient } from '../Postiz/transport/client';
import { listPosts } from '../Postiz/transport/posts';
import type { PostRow } from '../Postiz/transport/types';
import { DAY_MS, MINUTE_MS, serviceTime } from '../Postiz/values/time';
import { KEEP_MS } from './seen';

const SECOND_LOOK_MS = 3000;
/** How far n8n's clock may be behind that of the service. */
const CLOCK_MARGIN_MS = 10 * MINUTE_MS;

/**
 * Asks the service whether a post went out as a call says. Gives the post as the service itself
 * shows it, `waiting` where it is about to go out, or `denied` where there is none such. Throws what
 * the client throws (docs/api.md, Listing posts).
 */
export async function confirmPost(
	context: IWebhookFunctions,
	delivered: PostRow,
	now: number,
): Promise<PostRow | 'waiting' | 'denied'> {
	const client = await PostizClient.connect(context);
	const announced = serviceTime(delivered.publishDate);
	// Anyone may announce any date. What goes out now is dated now or in the past, and a repeating post
	// is listed with its present date too.
	const isPossible = announced >= now - KEEP_MS && announced <= now;
	const window = { start: (isPossible ? announced : now) - DAY_MS, end: now + DAY_MS };
	const look = async () => {
		const rows = await listPosts(client, window);
		return publication(
			rows.filter(({ id }) => id === delivered.id),
			announced,
			now,
		);
	};
	let row = await look();
	// The call may be faster than the service's own record of the publication.
	if (row?.state === 'QUEUE') {
		await sleep(SECOND_LOOK_MS);
		row = await look();
	}
	if (row?.state === 'QUEUE') return 'waiting';
	return row && row.state === expectedState(delivered) ? row : 'denied';
}

/** The service calls when a post was published, whatever state it has noted by then. */
const expectedState = ({ state }: PostRow) => (state === 'ERROR' ? 'ERROR' : 'PUBLISHED');

// A repeating post has a row for each of its dates. A call may announce the first one every time, so
// that only the latest can be meant.
function publication(rows: PostRow[], announced: number, now: number): PostRow | undefined {
	const repeats = rows.some(({ intervalInDays, actualDate }) => intervalInDays || actualDate);
	const isMeant = (date: number) =>
		repeats
			? date <= now + CLOCK_MARGIN_MS
			: Number.isNaN(announced) || Math.abs(date - announced) <= DAY_MS;
	return rows
		.map((row) => ({ row, date: serviceTime(row.publishDate) }))
		.filter(({ date }) => isMeant(date))
		.sort((a, b) => b.date - a.date)[0]?.row;
}
