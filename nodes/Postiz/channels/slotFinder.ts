import { Problem } from '../common/problem';
import { toUtcDate } from '../common/serviceTime';
import { toObject } from '../common/value';
import type { PostizClient } from '../transport/client';
import { endpoints } from '../transport/endpoints';
import { getChannelLabel } from './channelLabel';
import type { Target } from './target';

const SLOT_TIMEOUT_MS = 10_000;

/** Looks up free slots. A channel without free slots is only looked up once. */
export class SlotFinder {
	/** Why a channel has no slot, by channel ID. */
	private readonly problems = new Map<string, Problem>();

	constructor(private readonly client: PostizClient) {}

	/** Like {@link fetchSlot}, for several channels. Returns the slots by channel ID. */
	async fetchSlots(posts: Array<{ target: Target }>): Promise<Map<string, string>> {
		const slots = new Map<string, string>();
		for (const { target } of posts) slots.set(target.id, await this.fetchSlot(target));
		return slots;
	}

	/**
	 * Fetches the next free slot, in UTC (docs/api.md, Free slots). The channel must be connected and enabled.
	 * Otherwise, the service never responds and stays busy.
	 */
	async fetchSlot(target: Target): Promise<string> {
		const { id } = target;
		const earlierProblem = this.problems.get(id);
		if (earlierProblem) throw earlierProblem;
		const request = { ...endpoints.findSlot(id), timeout: SLOT_TIMEOUT_MS };
		const result = await this.client.send(request);
		const isTimeout = result.kind === 'noResponse' && result.isTimeout;
		const body = isTimeout ? {} : this.client.getBodyOrThrow(result, request);
		const slot = toUtcDate(toObject(body).date);
		if (slot !== undefined) return slot;
		const problem = new Problem(
			`Postiz returned no free slot for ${getChannelLabel(target)}`,
			'Choose a date, or add posting times to the channel in Postiz.',
		);
		this.problems.set(id, problem);
		throw problem;
	}
}
