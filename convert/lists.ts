import { isExpression } from './expressions';
import { asList, asObject } from './types';

/** The rows of a list of the old form. */
export function rowsOf(list: unknown, name: string): unknown[] {
	return asList(asObject(list)[name]);
}

interface Shape {
	[key: string]: Shape;
}

const VIDEO_ROWS: Shape = { parameter: {} };

// The lists of the old node's form by operation, and what else shapes its requests.
const LISTS = new Map<string, Shape>([
	[
		'createPost',
		{
			tags: { tag: {} },
			posts: {
				post: {
					settings: { setting: { valueType: {} } },
					value: { contentItem: { image: { imageItem: {} } } },
				},
			},
		},
	],
	['generateVideo', { customParameters: VIDEO_ROWS }],
	['videoFunction', { additionalParameters: VIDEO_ROWS }],
]);

/** True if an expression stands for more than a field: for a list, or for a row of one. */
export function holdsWhole(parameters: unknown, operation: string): boolean {
	return isWhole(parameters, LISTS.get(operation) ?? {});
}

function isWhole(value: unknown, shape: Shape): boolean {
	if (isExpression(value)) return true;
	if (Array.isArray(value)) return value.some((row) => isWhole(row, shape));
	return Object.entries(shape).some(([key, inner]) => isWhole(asObject(value)[key], inner));
}
