import type { ILoadOptionsFunctions, INodeListSearchItems } from 'n8n-workflow';

import type { PostizClient } from '../transport/client';
import { Problem, quote } from '../values/problem';
import { fitsAddress, idIn } from '../values/read';

/** A list that is open in the editor, and the search text. */
export interface OpenList {
	/** n8n also provides the path of the field, but doesn't declare it. */
	context: ILoadOptionsFunctions & { path?: string };
	client: PostizClient;
	typed: string;
}

/** Fills a list. Throws {@link Problem} if there is nothing to show. */
export type FillList = (list: OpenList) => Promise<INodeListSearchItems[]>;

/** Filters rows by name. */
export const matching = <Row extends { name: string }>(rows: Row[], typed: string): Row[] =>
	rows.filter(({ name }) => name.toLowerCase().includes(typed.toLowerCase()));

/** Returns the rows. Throws {@link Problem} with these words if there are none. */
export function atLeastOne<Row>(rows: Row[], message: string, advice: string): Row[] {
	if (rows.length > 0) return rows;
	throw new Problem(message, advice);
}

/** The value of another field; empty for an expression that the editor can't evaluate. */
export function chosenText({ context }: OpenList, place: string): string {
	const text = idIn(context.getCurrentNodeParameter(place));
	return text.startsWith('=') ? '' : text;
}

/** Like {@link chosenText}, for a required ID; `field` is its label. */
export function chosenId(list: OpenList, place: string, field: string): string {
	const id = chosenText(list, place);
	if (fitsAddress(id)) return id;
	throw new Problem(`${field} cannot be ${quote(id)}`, 'Pick it from the list, or enter an ID.');
}
