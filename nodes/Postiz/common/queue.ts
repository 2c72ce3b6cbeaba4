/** Limits how many tasks run at a time; others wait in order. */
export class Queue {
	private readonly waiting: Array<() => void> = [];
	private working = 0;

	constructor(private readonly places: number) {}

	/** Runs a task as soon as possible. Throws like `work`. */
	async run<T>(work: () => Promise<T>): Promise<T> {
		if (this.working < this.places) this.working++;
		else await new Promise<void>((resolve) => this.waiting.push(resolve));
		try {
			return await work();
		} finally {
			const next = this.waiting.shift();
			if (next) next();
			else this.working--;
		}
	}
}
