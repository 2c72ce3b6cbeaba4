import type { Hint } from '../../execution/operationResult';

/** The first rows, up to the limit, with hints for models if there are more or none. */
export function limitRows<T>(
	rows: T[],
	limit: number,
	{ period, filters = '' }: { period?: string; filters?: string } = {},
): { rows: T[]; hints: Hint[] } {
	const conditions = [period, filters && `with ${filters}`].filter(Boolean).join(', ');
	const hasMore = rows.length > limit;
	const isEmptyResult = rows.length === 0 && conditions !== '';
	return {
		rows: rows.slice(0, limit),
		hints: [
			...(hasMore
				? [{ text: '', forModel: 'There are more. Narrow the search to see them.' }]
				: []),
			...(isEmptyResult ? [{ text: '', forModel: `Nothing was found ${conditions}.` }] : []),
		],
	};
}
