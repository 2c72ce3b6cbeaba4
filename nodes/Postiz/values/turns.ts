/** Lets works that have a key in common take turns, in the order they came, within this process. */
export class SharedTurns {
	/** By its key, the end of the last work that has it. */
	private readonly last = new Map<string, Promise<void>>();

	/** Does this once all earlier works with one of the keys have ended; undefined if `signal` ended the wait. */
	async run<T>(keys: Iterable<string>, work: () => Promise<T>): Promise<{ result: T }>;
	async run<T>(
		keys: Iterable<string>,
		work: () => Promise<T>,
		signal: AbortSignal | undefined,
	): Promise<{ result: T } | undefined>;
	async run<T>(
		keys: Iterable<string>,
		work: () => Promise<T>,
		signal?: AbortSignal,
	): Promise<{ result: T } | undefined> {
		const own = new Set(keys);
		// All keys are taken at once: of two works, one waits for the other, never both.
		const before = Promise.all([...own].map((key) => this.last.get(key)));
		let end = () => {};
		const ended = new Promise<void>((resolve) => (end = resolve));
		for (const key of own) this.last.set(key, ended);
		try {
			if (!(await isBefore(before, signal))) return undefined;
			return { result: await work() };
		} finally {
			// One that gave up still stands between those around it.
			void before.then(end);
			void ended.then(() => {
				for (const key of own) if (this.last.get(key) === ended) this.last.delete(key);
			});
		}
	}
}

/** True once the others have ended, false if the signal comes first. */
async function isBefore(others: Promise<unknown>, signal?: AbortSignal): Promise<boolean> {
	if (signal?.aborted) return false;
	let stop = () => {};
	const stopped = new Promise<boolean>((resolve) => (stop = () => resolve(false)));
	signal?.addEventListener('abort', stop);
	try {
		return await Promise.race([others.then(() => true), stopped]);
	} finally {
		signal?.removeEventListener('abort', stop);
	}
}

/** What the executions of this process do in turn. */
export const turns = new SharedTurns();
