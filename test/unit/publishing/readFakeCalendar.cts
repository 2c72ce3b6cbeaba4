/** The calendar of a fake client, as read for desired posts. */
import type { DesiredPost } from '../../../nodes/Postiz/posts/desiredPost';
import { fetchCalendar } from '../../../nodes/Postiz/publishing/match/fetchCalendar';
import {
	createListClient,
	FINGERPRINT,
	START,
	type ListClientContent,
} from './createListClient.cjs';

export const UNDATED = { fingerprint: { ...FINGERPRINT, minute: null } };
export const ROW = { fingerprint: { ...FINGERPRINT, rowIdDigest: 'r' } };
export const UNDATED_ROW = { fingerprint: { ...UNDATED.fingerprint, rowIdDigest: 'r' } };

export const STORED_FINGERPRINT = {
	...FINGERPRINT,
	textDigest: 'other',
	minute: 'other',
	sendId: 'k1',
	partCount: 1,
};

/** Reads the calendar for posts, and records the requests for lists. */
export async function readFakeCalendar(desiredPosts: DesiredPost[], has: ListClientContent = {}) {
	const { client, requests } = createListClient(has);
	const isUpsert = desiredPosts.some(({ fingerprint }) => fingerprint.rowIdDigest !== null);
	const run = { client, startedAt: START, isUpsert } as never;
	return { ...(await fetchCalendar(desiredPosts, run)), requests };
}
