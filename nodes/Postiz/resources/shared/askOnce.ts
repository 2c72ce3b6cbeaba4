/**
 * Keeps answers for one execution: the same question is asked once, however many items have it. A
 * question that failed is asked again.
 */
export function askOnce<T>(): (question: string, ask: () => Promise<T>) => Promise<T> {
	const answers = new Map<string, T>();
	return async (question, ask) => {
		const known = answers.get(question);
		if (known !== undefined) return known;
		const answer = await ask();
		answers.set(question, answer);
		return answer;
	};
}
