import { Problem } from '../post/problem';
import type { Target } from '../post/types';
import type { PostizClient } from '../transport/client';
import { utcDate } from '../transport/time';

const TIMEOUT_MS = 20_000;

/**
 * The next free slot of a channel's posting schedule, as UTC with milliseconds and Z. The channel
 * must be known to be connected and enabled: for others the service never answers, and stays busy
 * for good. Throws {@link Problem} where nothing comes in time (API: GET /find-slot/{id}).
 */
export async function findSlot(
	client: PostizClient,
	{ id, label }: Pick<Target, 'id' | 'label'>,
	itemIndex: number,
): Promise<string> {
	const request = {
		method: 'GET',
		path: `/find-slot/${encodeURIComponent(id)}`,
		timeout: TIMEOUT_MS,
		itemIndex,
	} as const;
	// Asked once only: each question that is left unanswered burdens the service further.
	const exchange = await client.exchange(request);
	if (exchange.kind === 'unknown') {
		throw new Problem(
			`Postiz named no free slot for ${label}`,
			`It gave no answer within ${TIMEOUT_MS / 1000} seconds, as it does where a channel has no times to post. Check the posting schedule of the channel in Postiz. ${exchange.explanation.description}`,
		);
	}
	const { date } = client.bodyOf<{ date?: unknown }>(exchange, request) ?? {};
	const slot = utcDate(date);
	if (slot === undefined) {
		throw new Problem(
			`Postiz named no free slot for ${label}`,
			'Check the posting schedule of the channel in Postiz.',
		);
	}
	return slot;
}

/** The next free slot of each channel, asked for once per channel. Throws as {@link findSlot}. */
export async function findSlots(
	client: PostizClient,
	targets: Target[],
	itemIndex: number,
): Promise<Map<string, string>> {
	const slots = new Map<string, string>();
	for (const target of targets) {
		if (!slots.has(target.id)) slots.set(target.id, await findSlot(client, target, itemIndex));
	}
	return slots;
}
