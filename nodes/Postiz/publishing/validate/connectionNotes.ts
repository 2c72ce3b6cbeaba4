import { fetchChannelStatuses } from '../../channels/channelStatus';
import { formatDateTimeWithZone } from '../../common/date';
import { createNote } from '../issues';
import { isToSend, type CalendarSnapshot, type PlannedPost } from '../model';
import type { Run } from '../run';

/**
 * Adds notes on channels that lost their connection. Only if posts are stuck on one, as it costs a request (docs/api.md,
 * Notifications).
 */
export async function addConnectionNotes(
	steps: PlannedPost[],
	{ stuck }: Pick<CalendarSnapshot, 'stuck'>,
	{ client, timezone }: Pick<Run, 'client' | 'timezone'>,
): Promise<PlannedPost[]> {
	const isAffected = (step: PlannedPost) => isToSend(step) && stuck.has(step.desired.target.id);
	if (!steps.some(isAffected)) return steps;
	const channels = await client.listChannels();
	const statusOf = await fetchChannelStatuses(client, 1);
	return steps.map((step) => {
		const channel = channels.find(({ id }) => id === step.desired.target.id);
		const { status, since } = (channel && isAffected(step) && statusOf(channel)) || {};
		if (since === undefined) return step;
		const lost = status === 'to be reconnected' ? 'lost' : 'perhaps lost';
		const message = `Connection ${lost} on ${formatDateTimeWithZone(since, timezone)}: reconnect the channel in Postiz if you haven’t`;
		return { ...step, issues: [...step.issues, createNote('Channels', message)] };
	});
}
