import type { ILoadOptionsFunctions, INodeListSearchItems } from 'n8n-workflow';

import { extractId } from '../common/parseText';
import { Problem } from '../common/problem';
import { canBePathSegment } from '../common/webAddress';
import type { PostizClient } from '../transport/client';

/** A query of the editor for the options of a list. */
export interface ListQuery {
	/** n8n also provides the path of the field, but doesn't declare it. */
	context: ILoadOptionsFunctions & { path?: string };
	client: PostizClient;
	/** The search text, as n8n calls it; empty without one. */
	filter: string;
}

/** Loads the options of a list. Throws {@link Problem} if there is nothing to show. */
export type ListLoader = (query: ListQuery) => Promise<INodeListSearchItems[]>;

export const filterByName = <Entry extends { name: string }>(
	entries: Entry[],
	filter: string,
): Entry[] => entries.filter(({ name }) => name.toLowerCase().includes(filter.toLowerCase()));

/** Returns the entries. Throws {@link Problem} if there are none. */
export function requireNotEmpty<Entry>(entries: Entry[], message: string, remedy: string): Entry[] {
	if (entries.length > 0) return entries;
	throw new Problem(message, remedy);
}

/** The value of another field; empty if it can't be an ID, or is an expression that the editor can't evaluate. */
export function getFieldText({ context }: ListQuery, path: string): string {
	const text = extractId(context.getCurrentNodeParameter(path));
	return text.startsWith('=') || !canBePathSegment(text) ? '' : text;
}

/** Creates the error of an empty list. `subject` isn't connected, such as `X channel`. */
export const createNotConnectedProblem = (subject: string) =>
	new Problem(
		`No ${subject} is connected`,
		'Connect one under Channels in Postiz, then choose Refresh List (⋮).',
	);
