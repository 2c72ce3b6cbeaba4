import { fetchChannelStatuses } from '../../channels/channelStatus';
import { formatDateTimeWithZone } from '../../common/date';
import type { CalendarSnapshot } from '../../posts/existingPost';
import { createNoteIssue } from '../../posts/issue';
import { withIssues, isToSend, type PlannedPost } from '../../posts/plannedPost';
import type { Run } from '../../posts/run/run';

/**
 * Fetches the status of suspect channels. Adds a note to planned posts whose channel has lost its connection
 * (docs/api.md, Notifications). Sends no request if no channel is suspect.
 */
export async function fetchAndAddConnectionNotes(
	plannedPosts: PlannedPost[],
	{ suspectChannelIds }: Pick<CalendarSnapshot, 'suspectChannelIds'>,
	{ client, timezone }: Pick<Run, 'client' | 'timezone'>,
): Promise<PlannedPost[]> {
	const isAffected = (planned: PlannedPost) =>
		isToSend(planned) && suspectChannelIds.has(planned.desired.target.id);
	if (!plannedPosts.some(isAffected)) return plannedPosts;
	const channels = await client.fetchChannels();
	const getStatus = await fetchChannelStatuses(client, { maxPages: 1 });
	return plannedPosts.map((planned) => {
		const channel = channels.find(({ id }) => id === planned.desired.target.id);
		const { status, since } = (channel && isAffected(planned) && getStatus(channel)) || {};
		if (since === undefined) return planned;
		const lost = status === 'needsReconnecting' ? 'lost' : 'perhaps lost';
		const message = `Connection ${lost} on ${formatDateTimeWithZone(since, timezone)}: reconnect the channel in Postiz if you haven't`;
		return withIssues(planned, [createNoteIssue('Channels', message)]);
	});
}
