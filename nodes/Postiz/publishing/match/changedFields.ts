import { ROW_FIELDS, type RowField } from '../../common/fingerprint';
import type { PostPair } from './postPair';

/** True if a row has other covers than a post of Create, or has its files in other parts of the thread. */
export const hasOtherCoversOrParts = ({ fileComparison }: PostPair): boolean =>
	fileComparison?.hasOtherCoversOrParts === true;

/** Returns the fields of the row that changed since they were last written to the post. */
export const findChangedFields = (pair: PostPair): RowField[] =>
	(Object.keys(ROW_FIELDS) as RowField[]).filter((field) => {
		if (field === 'media') return !pair.hasSameFiles || hasOtherCoversOrParts(pair);
		if (field === 'state' && pair.isInDesiredState) return false;
		const name = ROW_FIELDS[field];
		return pair.desired.fingerprint[name] !== pair.existing.fingerprint?.[name];
	});
