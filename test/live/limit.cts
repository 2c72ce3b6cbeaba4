import type { Call } from './ledger.cjs';

const SECOND_MS = 1000;
/** If the service does not say how long its refusals last. */
const HOUR_S = 3600;

/** What answers say about the hourly limit of requests. */
export class LimitWatch {
	/** How many POST /posts were sent. */
	sent = 0;
	/** Requests an hour, if the instance says so. */
	perHour?: number;
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
			this.perHour = number('x-ratelimit-limit') || this.perHour;
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
