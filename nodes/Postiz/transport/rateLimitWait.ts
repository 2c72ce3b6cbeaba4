import { TOO_MANY_REQUESTS } from './httpStatus';
import { type RequestResult, getSecondsToWait } from './response';

/** The longest time until the hourly limit is reset. */
export const HOUR_SECONDS = 3600;

/** `over`: continue. `tooLong`: the wait would exceed the total time. */
type WaitOutcome = 'over' | 'tooLong' | 'cancelled';

/** Waits for the hourly limit during a run, up to a total time (docs/api.md, Limits). */
export class RateLimitWait {
	private waitsInARow = 0;
	private waiting?: Promise<WaitOutcome>;

	/** `pause` returns false if the execution was cancelled. */
	constructor(
		private remainingMs: number,
		private readonly pause: (milliseconds: number) => Promise<boolean>,
	) {}

	static none(): RateLimitWait {
		return new RateLimitWait(0, async () => await Promise.resolve(false));
	}

	/**
	 * Waits if the limit was reached, and calls {@link reset} after any other response. Returns true if the request can be
	 * repeated.
	 */
	async waitIfLimited(result: RequestResult): Promise<boolean> {
		if (result.kind !== 'response') return false;
		const { status, headers } = result.response;
		if (status === TOO_MANY_REQUESTS)
			return (await this.wait(getSecondsToWait(headers))) === 'over';
		this.reset();
		return false;
	}

	/** Waits for the time that the service gives, or for an hour. Concurrent calls share the wait. */
	async wait(seconds = HOUR_SECONDS): Promise<WaitOutcome> {
		this.waiting ??= this.startWait(seconds).finally(() => {
			this.waiting = undefined;
		});
		return await this.waiting;
	}

	/** Starts with short waits again, after a request within the limit. */
	reset(): void {
		this.waitsInARow = 0;
	}

	private async startWait(seconds: number): Promise<WaitOutcome> {
		// At least 1, 2, 4, 8 s and so on, as a rejected request may count towards the limit.
		const waitMs = Math.max(1000 * 2 ** this.waitsInARow, seconds * 1000);
		if (waitMs > this.remainingMs) return 'tooLong';
		this.waitsInARow++;
		this.remainingMs -= waitMs;
		return (await this.pause(waitMs)) ? 'over' : 'cancelled';
	}
}
