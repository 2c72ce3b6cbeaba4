/** Limits how many tasks run at a time; others wait in order. */
export class ConcurrencyLimiter {
	private readonly waiting: Array<() => void> = [];
	private running = 0;

	constructor(private readonly limit: number) {}

	/** Runs a task as soon as possible. Throws like the task. */
	async run<T>(task: () => Promise<T>): Promise<T> {
		if (this.running < this.limit) this.running++;
		else await new Promise<void>((resolve) => this.waiting.push(resolve));
		try {
			return await task();
		} finally {
			const next = this.waiting.shift();
			if (next) next();
			else this.running--;
		}
	}
}
