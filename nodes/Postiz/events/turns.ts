import { sleep } from 'n8n-workflow';

import type { Found } from './findEvents';
import type { Memory } from './memory';

/** The shortest time between two looks, in ms; it grows while looks bring nothing. */
export const MIN_GAP_MS = 1000;
export const MAX_GAP_MS = 30_000;

type Look = (memory: Memory | undefined, isAwaited: () => boolean) => Promise<Found>;

/**
 * The looks of one trigger for many callers, one at a time. What a look found is kept here as long as
 * the process runs: n8n hands each caller a copy of its own, which may be older, and may store an
 * older one over a newer.
 */
export class Turns {
	private running?: Promise<Found>;

	private isNextTaken = false;

	private endedAt = -Infinity;

	private gapMs = MIN_GAP_MS;

	private memory?: Memory;

	/**
	 * Looks when it is this caller's turn, with the memory that the last look of this process left.
	 * Undefined without looking if another caller waits already, as its look will find the same. `look`
	 * can ask whether a caller waits by now. Throws what `look` throws.
	 */
	async take(look: Look): Promise<Found | undefined> {
		if (this.isNextTaken) return undefined;
		this.isNextTaken = true;
		await this.running?.catch(() => undefined);
		const left = this.endedAt + this.gapMs - Date.now();
		// A clock that is put back must not hold calls up.
		await sleep(Math.min(Math.max(left, 0), this.gapMs));
		this.isNextTaken = false;
		this.running = this.run(look);
		return await this.running;
	}

	private async run(look: Look): Promise<Found> {
		let hasNews = false;
		try {
			const found = await look(this.memory, () => this.isNextTaken);
			({ hasNews, memory: this.memory } = found);
			return found;
		} finally {
			this.gapMs = hasNews ? MIN_GAP_MS : Math.min(this.gapMs * 2, MAX_GAP_MS);
			this.endedAt = Date.now();
			this.running = undefined;
		}
	}
}
