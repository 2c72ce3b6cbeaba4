import type { Told } from './types';

/** How a field of the old output is read now. */
export type Field =
	/** Its path now, from the item on; an empty one is the whole item. */
	| { path: string }
	/** JavaScript that yields it, from that of the item and the name of the node that has it. */
	| { code: (item: string, source: string) => string; isPublished?: true }
	/** As `path`, but only known once the post is published: the node Post: Wait has it. */
	| { published: string };

/** What a converted node outputs, told by what the node before it did. */
export interface Output {
	/** By old paths with dots between their parts, of which `*` stands for any. Longer ones count first. */
	fields: Record<string, Field>;
	/** What holds for all others: they are as they were, or there are none any more. */
	others: 'kept' | 'gone';
	/** What people are told if something that reads it could not be rewritten. */
	missed?: Told;
	/** New words for values that conditions compare, by the old path and the old word. */
	words?: Record<string, Record<string, string>>;
}

/** The field that a path leads to, and what of the path goes on inside it. */
export function findField(
	{ fields }: Output,
	path: string[],
): { key: string; field: Field; rest: string[] } | undefined {
	for (let length = path.length; length > 0; length--) {
		for (const [key, field] of Object.entries(fields)) {
			const parts = key.split('.');
			const fits =
				parts.length === length && parts.every((part, at) => part === '*' || part === path[at]);
			if (fits) return { key, field, rest: path.slice(length) };
		}
	}
	// With the whole response, HTTP Request has everything under its body.
	return path[0] === 'body' ? findField({ fields, others: 'gone' }, path.slice(1)) : undefined;
}

/** The names of fields that are called otherwise now, with their new names. */
export function renamedFields({ fields }: Output): Map<string, string> {
	return new Map(
		Object.entries(fields).flatMap(([key, field]) => {
			const path = 'path' in field ? field.path : 'published' in field ? field.published : '';
			return /^\w+$/.test(key) && /^\w+$/.test(path) ? [[key, path] as const] : [];
		}),
	);
}
