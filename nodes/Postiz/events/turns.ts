import { sleep } from 'n8n-workflow';

import { Queue } from '../values/queue';
import { DAY_MS } from '../values/time';
import type { Found, Memory } from './look';

/** The shortest time between two looks, in ms; it grows while looks bring nothing. */
export const MIN_GAP_MS = 1000;
export const MAX_GAP_MS = 30_000;

/** How long a node without calls is known, in ms: an execution can store an older memory over a newer one for hours. */
export const KEPT_MS = DAY_MS;

type Look = (memory: Memory | undefined, isAwaited: () => boolean) => Promise<Found>;

/**
 * The looks of one trigger, one at a time. The process keeps what a look found: n8n hands each caller a copy of its
 * own, which may be older, and may store an older one over a newer.
 */
export class Turns {
	private readonly queue = new Queue(1);
	private isNextTaken = false;
	private endedAt = -Infinity;
	private gapMs = MIN_GAP_MS;
	private memory?: Memory;

	/**
	 * Looks when it is this caller's turn, with the newest memory; undefined if another one waits already, as its look
	 * will find the same. `look` can ask whether a caller waits by now. Throws what `look` throws.
	 */
	async take(look: Look): Promise<Found | undefined> {
		if (this.isNextTaken) return undefined;
		this.isNextTaken = true;
		return await this.queue.run(async () => {
			const left = this.endedAt + this.gapMs - Date.now();
			// A clock that is put back must not hold calls up.
			await sleep(Math.min(Math.max(left, 0), this.gapMs));
			this.isNextTaken = false;
			let hasNews = false;
			try {
				const found = await look(this.memory, () => this.isNextTaken);
				({ hasNews, memory: this.memory } = found);
				return found;
			} finally {
				this.gapMs = hasNews ? MIN_GAP_MS : Math.min(this.gapMs * 2, MAX_GAP_MS);
				this.endedAt = Date.now();
			}
		});
	}

	/** True if nothing runs or waits, and nothing has for {@link KEPT_MS}. */
	get isOver(): boolean {
		return this.queue.isIdle && Date.now() - this.endedAt > KEPT_MS;
	}
}

/** The turns of all triggers of a process; those that are over are forgotten. */
export class TurnsByNode {
	private readonly known = new Map<string, Turns>();

	/** The turns of the node that `key` stands for. */
	of(key: string): Turns {
		const turns = this.known.get(key) ?? new Turns();
		for (const [other, { isOver }] of this.known) if (isOver) this.known.delete(other);
		this.known.set(key, turns);
		return turns;
	}

	/** How many nodes are known. */
	get size(): number {
		return this.known.size;
	}
}
