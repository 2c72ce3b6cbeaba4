import type { ILoadOptionsFunctions, INodeListSearchItems } from 'n8n-workflow';

import type { PostizClient } from '../transport/client';
import { Problem, quote } from '../values/problem';
import { fitsAddress, idIn } from '../values/read';

/** A list that a person has opened, and what was typed to search it. */
export interface OpenList {
	/** n8n knows where the field stands that it fills, but does not declare it. */
	context: ILoadOptionsFunctions & { path?: string };
	client: PostizClient;
	typed: string;
}

/** Fills a list with rows. Throws {@link Problem} if there are none, or they cannot be known. */
export type FillList = (list: OpenList) => Promise<INodeListSearchItems[]>;

/** The rows whose name contains what was typed. */
export const matching = <Row extends { name: string }>(rows: Row[], typed: string): Row[] =>
	rows.filter(({ name }) => name.toLowerCase().includes(typed.toLowerCase()));

/** The rows of a list. Throws {@link Problem} with these words if there are none. */
export function atLeastOne<Row>(rows: Row[], message: string, advice: string): Row[] {
	if (rows.length > 0) return rows;
	throw new Problem(message, advice);
}

/** The value of another field; an empty text for an expression that the editor could not evaluate. */
export function chosenText({ context }: OpenList, place: string): string {
	const text = idIn(context.getCurrentNodeParameter(place));
	return text.startsWith('=') ? '' : text;
}

/** As {@link chosenText}, for an ID that is to be looked up; `field` is the field as people see it. */
export function chosenId(list: OpenList, place: string, field: string): string {
	const id = chosenText(list, place);
	if (fitsAddress(id)) return id;
	throw new Problem(`${field} cannot be ${quote(id)}`, 'Pick it from the list, or enter an ID.');
}
