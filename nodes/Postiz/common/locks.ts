/** Runs tasks that share a key one after another, in order, within this process. */
export class Locks {
	/** The end of the last task, by key. */
	private readonly last = new Map<string, Promise<void>>();

	/** Runs a task after all earlier ones with one of its keys. */
	async runExclusively<T>(keys: Iterable<string>, task: () => Promise<T>): Promise<T> {
		const uniqueKeys = new Set(keys);
		// Take all keys at once, as tasks that take one key after another could deadlock.
		const result = Promise.all([...uniqueKeys].map((key) => this.last.get(key))).then(task);
		const release = () => {
			for (const key of uniqueKeys) if (this.last.get(key) === released) this.last.delete(key);
		};
		const released = result.then(release, release);
		for (const key of uniqueKeys) this.last.set(key, released);
		return await result;
	}
}
