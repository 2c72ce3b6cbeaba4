import { getOrCreate } from './lists';
import { Problem } from './problem';

/** The execution was cancelled. */
export const CANCELLED_BEFORE_SENDING = new Problem(
	'The execution was cancelled before this item was sent',
	'Run this again to send it.',
);

/** Runs tasks that share a key one after another, in order, within this process. */
export class Locks {
	/** The end of the last task, by key. */
	private readonly last = new Map<string, Promise<void>>();

	/** Runs a task after all earlier ones with one of its keys. Throws {@link CANCELLED_BEFORE_SENDING} if `signal` is aborted by then. */
	async run<T>(keys: Iterable<string>, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
		const own = new Set(keys);
		// All keys are taken at once, which rules out deadlocks.
		const turn = Promise.all([...own].map((key) => this.last.get(key))).then(async () => {
			if (signal?.aborted) throw CANCELLED_BEFORE_SENDING;
			return await work();
		});
		const end = () => {
			for (const key of own) if (this.last.get(key) === ended) this.last.delete(key);
		};
		const ended = turn.then(end, end);
		for (const key of own) this.last.set(key, ended);
		return await turn;
	}
}

/** What executions of this process do in turn. */
export const locks = new Locks();

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

/** Caches answers by question for some time. Failures are not cached. */
export class Memoizer<Answer> {
	private readonly kept = new Map<string, { atMs: number; answer: Promise<Answer> }>();

	constructor(private readonly forMs = Infinity) {}

	/** Returns the cached answer, or calls `ask`. Throws like `ask`. */
	async get(key: string, ask: () => Promise<Answer>): Promise<Answer> {
		const now = Date.now();
		for (const [other, { atMs }] of this.kept) {
			if (now - atMs >= this.forMs) this.kept.delete(other);
		}
		const { answer } = getOrCreate(this.kept, key, () => ({ atMs: now, answer: ask() }));
		return await answer.catch((error: unknown) => {
			this.kept.delete(key);
			throw error;
		});
	}
}
