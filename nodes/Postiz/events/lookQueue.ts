import { sleep } from 'n8n-workflow';

import { Queue } from '../values/queue';
import type { Found } from './look';

/** The minimum time between two looks, in ms; it grows while they find nothing. */
export const MIN_GAP_MS = 1000;
export const MAX_GAP_MS = 30_000;

/** Runs the looks of a trigger one after another; calls that come meanwhile share the next one. */
export class LookQueue {
	private readonly queue = new Queue(1);
	private isNextTaken = false;
	private endedAt = -Infinity;
	private gapMs = MIN_GAP_MS;

	/** Looks as soon as possible; undefined if another look is already waiting. Throws like `findNews`. */
	async look(findNews: (isAwaited: () => boolean) => Promise<Found>): Promise<Found | undefined> {
		if (this.isNextTaken) return undefined;
		this.isNextTaken = true;
		return await this.queue.run(async () => {
			const left = this.endedAt + this.gapMs - Date.now();
			// Don't delay calls if the clock was set back.
			await sleep(Math.min(Math.max(left, 0), this.gapMs));
			this.isNextTaken = false;
			let hasNews = false;
			try {
				const found = await findNews(() => this.isNextTaken);
				({ hasNews } = found);
				return found;
			} finally {
				this.gapMs = hasNews ? MIN_GAP_MS : Math.min(this.gapMs * 2, MAX_GAP_MS);
				this.endedAt = Date.now();
			}
		});
	}
}
