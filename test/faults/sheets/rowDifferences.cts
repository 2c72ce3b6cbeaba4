/** Compares a row with the row from which a post was made. */
import { MINUTE } from '../../shared/time.cjs';
import type { SheetRow } from './script.cjs';
import type { SourceRow } from './simulatedCalendar.cjs';

export const getMinute = (date: string) => Math.floor(Date.parse(date) / MINUTE);
export const isUndated = ({ date }: SheetRow) => date === '';
export const isDraft = ({ type }: SheetRow) => type === 'draft';
export const joinTexts = ({ text, thread }: SheetRow) => [text, ...thread].join('\n');
export const isSameText = (row: SheetRow, other: SheetRow) => joinTexts(row) === joinTexts(other);
export const isOnDate = (row: SheetRow, other: SheetRow) =>
	isUndated(row) || isUndated(other) ? isUndated(row) && isUndated(other) : row.date === other.date;

/** The fields of a row that differ from the row from which its post was made. */
export function findDifferences(row: SheetRow, source: SourceRow): string[] {
	return [
		...(isSameText(row, source) ? [] : ['text']),
		...(isOnDate(row, source) ? [] : ['date']),
		...(row.file === source.file ? [] : ['file']),
		...(row.tag === source.tag ? [] : ['tag']),
		...(isDraft(row) === isDraft(source) ? [] : ['state']),
	];
}
