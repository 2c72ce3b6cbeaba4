import { secondsToWait } from './explain';
import { TOO_MANY_REQUESTS } from './status';
import type { Exchange } from './types';

/** The hourly limit is over after this time at the latest. */
export const HOUR_SECONDS = 3600;

/** `over`: requests may go on. `tooLong`: nothing was waited for. */
export type LimitOutcome = 'over' | 'tooLong' | 'cancelled';

/** Waits for the hourly limit for one execution, in all no longer than allowed (docs/api.md, Limits). */
export class LimitWait {
	private refusalsInARow = 0;
	private waiting?: Promise<LimitOutcome>;

	/** `pause` waits so many milliseconds, and returns false if the execution was cancelled. */
	constructor(
		private leftMs: number,
		private readonly pause: (milliseconds: number) => Promise<boolean>,
	) {}

	/** Waits if the exchange reached the limit. True if it can be sent again. */
	async isOverAfter(exchange: Exchange): Promise<boolean> {
		if (exchange.kind !== 'answer') return false;
		const { status, headers } = exchange.answer;
		if (status === TOO_MANY_REQUESTS) return (await this.wait(secondsToWait(headers))) === 'over';
		this.reset();
		return false;
	}

	/** Waits as long as the service said, or an hour. Calls that come meanwhile share the wait. */
	async wait(seconds = HOUR_SECONDS): Promise<LimitOutcome> {
		this.waiting ??= this.begin(seconds).finally(() => {
			this.waiting = undefined;
		});
		return await this.waiting;
	}

	/** A request went through, so that the next wait may be short again. */
	reset(): void {
		this.refusalsInARow = 0;
	}

	private async begin(seconds: number): Promise<LimitOutcome> {
		// Refused requests count too: a limit that names no time is tried less and less often.
		const waitMs = Math.max(1000 * 2 ** this.refusalsInARow, seconds * 1000);
		if (waitMs > this.leftMs) return 'tooLong';
		this.refusalsInARow++;
		this.leftMs -= waitMs;
		return (await this.pause(waitMs)) ? 'over' : 'cancelled';
	}
}
