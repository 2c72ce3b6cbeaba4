/** Lets a few of many work at a time, in the order they came. */
export class Queue {
	private readonly waiting: Array<() => void> = [];
	private working = 0;

	constructor(private readonly places: number) {}

	get isIdle(): boolean {
		return this.working === 0;
	}

	/** Does this as soon as there is a place. Throws what `work` throws. */
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
