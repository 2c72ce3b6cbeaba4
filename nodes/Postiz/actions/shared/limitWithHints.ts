import type { Hint } from '../../execution/operationResult';

/** The first results, up to the limit, with hints for models if there are more or none. */
export function limitWithHints<T>(
	outputs: T[],
	limit: number,
	{ period, filters = '' }: { period?: string; filters?: string } = {},
): { outputs: T[]; hints: Hint[] } {
	const conditions = [period, filters && `with ${filters}`].filter(Boolean).join(', ');
	const hasMore = outputs.length > limit;
	const isEmptyResult = outputs.length === 0 && conditions !== '';
	return {
		outputs: outputs.slice(0, limit),
		hints: [
			...(hasMore
				? [{ text: '', forModel: 'There are more. Narrow the search to see them.' }]
				: []),
			...(isEmptyResult ? [{ text: '', forModel: `Nothing was found ${conditions}.` }] : []),
		],
	};
}
