import { channelLabel } from './match';
import type { Target } from './targets';
import type { PostizClient } from '../transport/client';
import { endpoints } from '../transport/endpoints';
import { utcDate } from '../values/date';
import { Problem } from '../values/problem';

const TIMEOUT_MS = 10_000;

/** Looks up free slots. Channels of the run that are known to have none are not asked for again. */
export class SlotFinder {
	constructor(
		private readonly client: PostizClient,
		private readonly withoutSlot: Map<string, Problem>,
	) {}

	/** Like {@link findOne}, for several channels, by ID. */
	async find(posts: Array<{ target: Target }>): Promise<Map<string, string>> {
		const slots = new Map<string, string>();
		for (const { target } of posts) slots.set(target.id, await this.findOne(target));
		return slots;
	}

	/**
	 * The next free slot, in UTC (docs/api.md, Free slots). The channel must be connected and enabled: otherwise, the
	 * service never answers and stays busy.
	 */
	async findOne(target: Target): Promise<string> {
		const { id } = target;
		const known = this.withoutSlot.get(id);
		if (known) throw known;
		const request = { ...endpoints.findSlot(id), timeout: TIMEOUT_MS };
		const exchange = await this.client.exchange(request);
		const isUnanswered = exchange.kind === 'unknown';
		const body = isUnanswered
			? undefined
			: this.client.bodyOf<{ date?: unknown } | undefined>(exchange, request);
		const slot = utcDate(body?.date);
		if (slot !== undefined) return slot;
		const time = isUnanswered ? ` within ${TIMEOUT_MS / 1000} seconds` : '';
		const problem = new Problem(
			`Postiz returned no free slot for ${channelLabel(target)}${time}`,
			'Choose a date, or add posting times to the channel in Postiz, which never answers for a channel without any.',
		);
		this.withoutSlot.set(id, problem);
		throw problem;
	}
}
