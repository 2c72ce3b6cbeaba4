import type { Target } from './targets';
import type { PostizClient } from '../transport/client';
import { Problem } from '../values/problem';
import { utcDate } from '../values/time';

const TIMEOUT_MS = 20_000;

/** The slots of one execution; a channel that has none is not asked again. */
export class SlotFinder {
	private readonly withoutSlot = new Map<string, Problem>();

	constructor(private readonly client: PostizClient) {}

	/**
	 * The next free slot of each channel by its ID, as UTC with milliseconds and Z. The channels must
	 * be known to be connected and enabled: for others the service never answers, and stays busy for
	 * good. Throws {@link Problem} if nothing comes in time (docs/api.md, Free slots).
	 */
	async find(posts: Array<{ target: Slotted }>): Promise<Map<string, string>> {
		const slots = new Map<string, string>();
		for (const { target } of posts) slots.set(target.id, await this.findOne(target));
		return slots;
	}

	/** As {@link find}, for one channel. */
	async findOne(target: Slotted): Promise<string> {
		const found = this.withoutSlot.get(target.id) ?? (await findSlot(this.client, target));
		if (typeof found === 'string') return found;
		this.withoutSlot.set(target.id, found);
		throw found;
	}
}

type Slotted = Pick<Target, 'id' | 'label'>;

async function findSlot(client: PostizClient, { id, label }: Slotted): Promise<string | Problem> {
	const request = {
		method: 'GET',
		path: `/find-slot/${encodeURIComponent(id)}`,
		timeout: TIMEOUT_MS,
	} as const;
	// Asked once only: each question that is left unanswered burdens the service further.
	const exchange = await client.exchange(request);
	if (exchange.kind === 'unknown') {
		return new Problem(
			`Postiz didn't return a free slot for ${label}`,
			`It didn't answer within ${TIMEOUT_MS / 1000} seconds, which happens if a channel has no posting times. Check the posting schedule of the channel in Postiz. ${exchange.explanation.description}`,
		);
	}
	const { date } = client.bodyOf<{ date?: unknown }>(exchange, request) ?? {};
	const slot = utcDate(date);
	if (slot === undefined) {
		return new Problem(
			`Postiz didn't return a free slot for ${label}`,
			'Check the posting schedule of the channel in Postiz.',
		);
	}
	return slot;
}
