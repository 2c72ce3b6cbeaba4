const HOUR_SECONDS = 3600;
const SHORTEST_WAIT_MS = 1000;

/** `over`: requests may go on. `tooLong`: nothing was waited for. */
export type LimitOutcome = 'over' | 'tooLong' | 'cancelled';

/**
 * The waiting of one execution for the hourly limit, whatever it is that met it, and in all no
 * longer than the person allowed (API: Limits).
 */
export class LimitWait {
	private refusalsInARow = 0;

	private waiting?: Promise<LimitOutcome>;

	/** `pause` waits so many milliseconds, and gives false where the execution was cancelled. */
	constructor(
		private leftMs: number,
		private readonly pause: (milliseconds: number) => Promise<boolean>,
	) {}

	/** Waits for as long as the service said, or an hour; those that come meanwhile wait along. */
	async wait(seconds = HOUR_SECONDS): Promise<LimitOutcome> {
		this.waiting ??= this.begin(seconds).finally(() => {
			this.waiting = undefined;
		});
		return await this.waiting;
	}

	/** To be told that a request went through, so that the next wait may be short again. */
	passed(): void {
		this.refusalsInARow = 0;
	}

	private async begin(seconds: number): Promise<LimitOutcome> {
		// Refused requests count too: a limit that gives no time is asked less and less often.
		const waitMs = Math.max(SHORTEST_WAIT_MS * 2 ** this.refusalsInARow, seconds * 1000);
		if (waitMs > this.leftMs) return 'tooLong';
		this.refusalsInARow++;
		this.leftMs -= waitMs;
		return (await this.pause(waitMs)) ? 'over' : 'cancelled';
	}
}
