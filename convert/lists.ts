import { isExpression } from './expressions';
import { asList, asObject } from './types';

/** The rows of a list of the old form. */
export function rowsOf(list: unknown, name: string): unknown[] {
	return asList(asObject(list)[name]);
}

interface Shape {
	[key: string]: Shape;
}

// The lists of the old node's form for a post, and what else shapes its requests.
const LISTS: Shape = {
	tags: { tag: {} },
	posts: {
		post: {
			settings: { setting: { valueType: {} } },
			value: { contentItem: { image: { imageItem: {} } } },
		},
	},
};

/** True if an expression stands for more than a field of a post: for a list, or for a row of one. */
export function holdsWhole(value: unknown, shape = LISTS): boolean {
	if (isExpression(value)) return true;
	if (Array.isArray(value)) return value.some((row) => holdsWhole(row, shape));
	return Object.entries(shape).some(([key, inner]) => holdsWhole(asObject(value)[key], inner));
}
