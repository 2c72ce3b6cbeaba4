import { toComparableName } from './text';

const MIN_SIMILARITY = 0.5;
/** Longer texts aren't names. */
const MAX_NAME = 500;

/** Finds the most similar word. Undefined if none is similar. */
export function findNearestWord(text: string, words: string[]): string | undefined {
	const removeSeparators = (word: string) => toComparableName(word).replace(/[\s_-]/g, '');
	return findNearest(words, (word) =>
		measureSimilarity(removeSeparators(word), removeSeparators(text)),
	)[0];
}

/** Returns the candidates that are similar enough by their score from 0 to 1, the most similar first. */
export const findNearest = <T>(candidates: T[], getScore: (candidate: T) => number): T[] =>
	candidates
		.map((candidate) => ({ candidate, score: getScore(candidate) }))
		.filter(({ score }) => score >= MIN_SIMILARITY)
		.sort((a, b) => b.score - a.score)
		.map(({ candidate }) => candidate);

/** The share of letter pairs that two words have in common, from 0 to 1; 1 if one contains the other. */
export function measureSimilarity(a: string, b: string): number {
	if (a === '' || b === '' || Math.max(a.length, b.length) > MAX_NAME) return 0;
	if (a.includes(b) || b.includes(a)) return 1;
	const pairs = getPairs(a);
	const others = getPairs(b);
	const shared = [...pairs].filter((pair) => others.has(pair)).length;
	return (2 * shared) / Math.max(1, pairs.size + others.size);
}

const getPairs = (word: string) =>
	new Set(Array.from(word, (letter, index) => letter + word.charAt(index + 1)).slice(0, -1));
