import { getOrMake } from './getOrMake';

interface Kept<Answer> {
	/** In ms. */
	at: number;
	answer: Promise<Answer>;
}

/** Answers by what was asked, each asked for once in so many ms. What failed is asked again, unless that is final. */
export class KeptAnswers<Answer> {
	private readonly kept = new Map<string, Kept<Answer>>();

	constructor(
		private readonly forMs = Infinity,
		private readonly isFinal: (error: unknown) => boolean = () => false,
	) {}

	/** The answer under a key. Throws what `ask` throws. */
	async get(key: string, ask: () => Promise<Answer>): Promise<Answer> {
		const now = Date.now();
		// A clock that is put back makes nothing last longer.
		for (const [other, { at }] of this.kept) {
			if (Math.abs(now - at) >= this.forMs) this.kept.delete(other);
		}
		const kept = getOrMake(this.kept, key, () => ({ at: now, answer: ask() }));
		return await kept.answer.catch((error: unknown) => {
			if (this.kept.get(key) === kept && !this.isFinal(error)) this.kept.delete(key);
			throw error;
		});
	}
}
