/** Runs tasks that share a key one after another, in order, within this process. */
export class Locks {
	/** The end of the last task, by key. */
	private readonly last = new Map<string, Promise<void>>();

	/** Runs a task after all earlier ones with one of its keys; undefined if `signal` aborted the wait. */
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
		// All keys are taken at once, which rules out deadlocks.
		const before = Promise.all([...own].map((key) => this.last.get(key)));
		let end = () => {};
		const ended = new Promise<void>((resolve) => (end = resolve));
		for (const key of own) this.last.set(key, ended);
		try {
			if (!(await isBefore(before, signal))) return undefined;
			return { result: await work() };
		} finally {
			// A task that gave up still keeps its place in the queue.
			void before.then(end);
			void ended.then(() => {
				for (const key of own) if (this.last.get(key) === ended) this.last.delete(key);
			});
		}
	}
}

/** True if the others ended before the signal. */
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

/** What executions of this process do in turn. */
export const locks = new Locks();
