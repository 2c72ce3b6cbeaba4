import { getOrMake } from './getOrMake';

/** Caches answers by question for some time. Failures are cached only if they are final. */
export class KeptAnswers<Answer> {
	private readonly kept = new Map<string, { atMs: number; answer: Promise<Answer> }>();

	constructor(
		private readonly forMs = Infinity,
		private readonly isFinal: (error: unknown) => boolean = () => false,
	) {}

	/** Returns the cached answer, or calls `ask`. Throws like `ask`. */
	async get(key: string, ask: () => Promise<Answer>): Promise<Answer> {
		const now = Date.now();
		// Setting the clock back doesn't extend the time.
		for (const [other, { atMs }] of this.kept) {
			if (Math.abs(now - atMs) >= this.forMs) this.kept.delete(other);
		}
		const kept = getOrMake(this.kept, key, () => ({ atMs: now, answer: ask() }));
		return await kept.answer.catch((error: unknown) => {
			if (this.kept.get(key) === kept && !this.isFinal(error)) this.kept.delete(key);
			throw error;
		});
	}
}
