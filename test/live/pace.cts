import { setTimeout as wait } from 'node:timers/promises';
import { duration } from '../harness/steps.cjs';
import type { Gate } from './gate.cjs';

const MINUTE_MS = 60_000;
/** The service's clock may be a little behind. */
const SLACK_MS = 2000;

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
	private readonly waits: boolean;
	private readonly pause: (ms: number) => Promise<unknown>;
	private readonly say: (line: string) => void;
	/** Whether somebody waits for the next hour. */
	isWaiting = false;

	constructor({ waits = true, pause = wait, say = () => {} }: PaceOptions = {}) {
		this.waits = waits;
		this.pause = pause;
		this.say = say;
	}

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
		if (milliseconds <= 0) return;
		if (!this.waits) throw new LimitReached('The hourly limit of requests is reached.');
		this.isWaiting = true;
		try {
			for (let left = milliseconds + SLACK_MS; left > 0; left -= MINUTE_MS) {
				this.say(`  The hourly limit of requests is reached: ${duration(left)} to wait`);
				await this.pause(Math.min(left, MINUTE_MS));
			}
		} finally {
			this.isWaiting = false;
		}
	}
}
