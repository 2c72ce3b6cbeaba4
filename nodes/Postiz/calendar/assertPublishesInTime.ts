import { getChannelLabel } from '../channels/channelLabel';
import { formatDateTimeWithZone } from '../common/date';
import { ignoreIfProblem, Problem } from '../common/problem';
import { parseServiceTime } from '../common/serviceTime';
import { joinSentences, quote } from '../common/text';
import type { PostizClient } from '../transport/client';
import { REASON_UNKNOWN } from '../transport/response';
import { getDate, type CalendarPost } from './calendarPost';
import { explainOverduePost } from './explainOverduePost';
import { explainFailure } from './failures/explainFailure';

/** Throws {@link Problem} if a post won't be published before the deadline (by n8n's clock). */
export async function assertPublishesInTime(
	post: CalendarPost,
	deadline: number,
	{ client, timezone }: { client: PostizClient; timezone: string },
): Promise<void> {
	const { state, publishDate } = post;
	if (state === 'ERROR') {
		const { cause, advice, remedy } = explainFailure(post, client.serviceNow());
		throw new Problem(
			`${getPostLabel(post)} failed: ${cause || REASON_UNKNOWN}`,
			joinSentences(advice, remedy),
		);
	}
	if (state === 'DRAFT') {
		throw new Problem(
			`${getPostLabel(post)} is a draft and will not be published until you schedule it`,
			'Schedule it with Post > Update first.',
		);
	}
	const remainingMs = deadline - Date.now();
	if (parseServiceTime(publishDate) > client.serviceNow() + remainingMs) {
		throw new Problem(
			`${getPostLabel(post)} is due at ${formatDateTimeWithZone(getDate(post), timezone)}, later than this node waits`,
			'Check it after that time.',
			{
				forPerson:
					'increase Max Wait (Minutes), or start a workflow with Postiz Trigger when it is published.',
			},
		);
	}
	if (remainingMs > 0) return;
	const channels = await client.fetchChannels().catch(ignoreIfProblem);
	const { reasonKind, cause, remedy } = explainOverduePost(post, channels);
	throw reasonKind === 'unknown'
		? new Problem(
				`${getPostLabel(post)} hasn't been published yet`,
				`Postiz may still be publishing it. Run this again later, or increase Max Wait (Minutes). ${cause}. ${remedy}`,
			)
		: new Problem(`${getPostLabel(post)} hasn't been published yet. ${cause}`, remedy);
}

/** Names a post in an error. */
function getPostLabel({ id, integration }: CalendarPost): string {
	const { name, providerIdentifier: identifier } = integration;
	return `${getChannelLabel({ name, identifier })} – the post ${quote(id)}`;
}
