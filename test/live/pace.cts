import { setTimeout as wait } from 'node:timers/promises';
import { duration } from '../harness/steps.cjs';
import type { Gate } from './gate.cjs';
import type { Call } from './ledger.cjs';

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
/** If the service does not say how long its refusals last. */
const HOUR_S = 3600;
/** The service's clock may be a little behind. */
const SLACK_MS = 2000;

/** What answers say about the hourly limit of requests. */
export class LimitWatch {
	/** How many POST /posts were sent. */
	sent = 0;
	/** How often an answer was that the limit is reached. */
	refusals = 0;
	private remaining = Infinity;
	private resetsAt = 0;

	constructor(private readonly now: () => number = Date.now) {}

	/** Takes note of an answer. */
	learn({ method, path, status }: Call, headers: Record<string, unknown>): void {
		const number = (name: string) => Number(headers[name] ?? NaN);
		if (method === 'POST' && path === '/public/v1/posts') this.sent += 1;
		if (status === 429) {
			this.refusals += 1;
			this.remaining = 0;
			this.resetsAt = this.now() + (number('retry-after') || HOUR_S) * SECOND_MS;
		} else if (Number.isFinite(number('x-ratelimit-remaining'))) {
			this.remaining = number('x-ratelimit-remaining');
			this.resetsAt = this.now() + (number('x-ratelimit-reset') || HOUR_S) * SECOND_MS;
		}
	}

	/** How long to wait in ms until so many requests pass; 0 if they do at once. */
	waitFor(requests: number): number {
		const isOver = this.now() >= this.resetsAt;
		return isOver || requests <= this.remaining ? 0 : this.resetsAt - this.now();
	}
}

/** Thrown instead of waiting for the hourly limit. */
export class LimitReached extends Error {}

export interface PaceOptions {
	/** Whether to wait for the next hour; otherwise what does not fit is left out. */
	waits?: boolean;
	/** Waits so many ms. */
	pause?: (ms: number) => Promise<unknown>;
	say?: (line: string) => void;
}

/** Keeps to the hourly limit of requests. */
export class Pace {
	constructor(private readonly options: PaceOptions = {}) {}

	/**
	 * Does work that makes so many POST /posts, once they fit. If the limit is reached all the same, the
	 * work is done again later. Throws {@link LimitReached} if there is to be no waiting.
	 */
	async keep<T>({ limit }: Gate, requests: number, work: () => Promise<T>): Promise<T> {
		let needed = requests;
		for (;;) {
			await this.waitFor(limit.waitFor(needed));
			const before = limit.refusals;
			const result = await work();
			if (limit.refusals === before) return result;
			// Older instances count other calls as well.
			needed = Math.max(1, requests);
		}
	}

	private async waitFor(milliseconds: number): Promise<void> {
		const { waits = true, pause = wait, say = () => {} } = this.options;
		if (milliseconds <= 0) return;
		if (!waits) throw new LimitReached('The hourly limit of requests is reached.');
		for (let left = milliseconds + SLACK_MS; left > 0; left -= MINUTE_MS) {
			say(`  The hourly limit of requests is reached: ${duration(left)} to wait`);
			await pause(Math.min(left, MINUTE_MS));
		}
	}
}
