import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

import { readMediaList } from '../../../media/fileSource';
import { toTags } from '../../../providers/shapes';
import type { WrittenPart } from '../../../publishing/types';
import type { SharedFields } from '../../../transport/types';
import { Problem } from '../../../values/problem';
import { quote } from '../../../values/quote';
import { isEmpty, readCount, toNumber } from '../../../values/read';

/** A text, also as the number or date that an expression returns. Throws {@link Problem} for a list or an object. */
export function readText(value: unknown, field: string): string {
	if (value === undefined || value === null) return '';
	if (typeof value !== 'object' || value instanceof Date || 'toISO' in value) return String(value);
	throw new Problem(
		`${field} must be text, not ${quote(value)}`,
		'The expression returns a list or an object. Let it return the text in it.',
	);
}

/** Reads a later part of the thread. Throws {@link Problem}. */
export function readSegment(
	{ content, delay, media }: IDataObject,
	index: number,
	binary: IBinaryKeyData,
): WrittenPart {
	const part = `Part ${index + 2} of the thread`;
	const minutes = isEmpty(delay) ? 0 : toNumber(delay);
	if (!(Number.isFinite(minutes) && minutes >= 0)) {
		throw new Problem(
			`${part}: Delay (Minutes) cannot be ${quote(delay)}`,
			'Enter a number of minutes, or 0 for none.',
		);
	}
	return {
		text: readText(content, `${part}: Text`),
		files: readMediaList(media, binary),
		...(minutes > 0 ? { delay: minutes } : {}),
	};
}

/** Every how many days a post repeats. Throws {@link Problem}. */
export function readDays(entered: unknown): number {
	return readCount(entered, 'Repeat Every (Days)', 'Enter a whole number of days, such as 7.');
}

/** Tags as the service wants them. Throws {@link Problem} for one without a name. */
export function readTags(entered: unknown): SharedFields['tags'] {
	return toTags(entered, (tag) => {
		throw new Problem(
			`Tags cannot have ${quote(tag)}`,
			'Enter the names of the tags, separated by commas, or a list of names.',
		);
	}) as SharedFields['tags'];
}
