import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { filesOf } from '../../../media/fileSource';
import type { ContentFormat } from '../../../text/content';
import { refusePast, toServiceDate } from '../../../values/date';
import { Problem } from '../../../values/problem';
import { isEmpty, toNumber } from '../../../values/read';
import { readDays, readTags } from '../create/readFields';
import { FileList, readSegment, readText } from '../create/readForm';
import { readSettingsChange } from './settings';
import type { PostChange } from './types';

const TAKE_OUT = 'Fill it in, or take the field out to leave it as it is.';

/** Reads what an item wants to change. Nothing is looked up. Throws {@link Problem}. */
export function readChange(context: IExecuteFunctions, itemIndex: number): PostChange {
	const given = context.getNodeParameter('updateFields', itemIndex, {}) as IDataObject;
	const files = new FileList(filesOf(context.getInputData()[itemIndex]));
	const segments = ((given.thread ?? {}) as { segment?: IDataObject[] }).segment ?? [];
	const settings = readSettingsChange(context, itemIndex, files);
	const change: PostChange = {
		...('date' in given && { date: readDate(given.date, context.getTimezone()) }),
		...('content' in given && { text: readNewText(given.content) }),
		format: (given.contentFormat ?? 'automatic') as ContentFormat,
		...('media' in given && { media: files.addMedia(given.media) }),
		...('thread' in given && {
			thread: segments.map((segment, index) => readSegment(segment, index, files)),
		}),
		...('tags' in given && { tags: readTags(given.tags) }),
		...('inter' in given && { inter: readRepetition(given.inter) }),
		...(settings && { settings }),
		files: files.sources,
	};
	if (Object.keys(change).every((key) => key === 'format' || key === 'files')) {
		throw new Problem(
			'Nothing is to be changed',
			'Add what to change under Update Fields, or choose the network to change its settings.',
		);
	}
	return change;
}

function readDate(entered: unknown, timezone: string): string {
	if (isEmpty(entered)) throw new Problem('Date is empty', TAKE_OUT);
	const date = toServiceDate(entered, timezone);
	refusePast(date, Date.now());
	return date;
}

function readNewText(entered: unknown): string {
	const text = readText(entered, 'Text');
	if (text.trim() === '') throw new Problem('Text is empty', TAKE_OUT);
	return text;
}

function readRepetition(entered: unknown): number | null {
	return isEmpty(entered) || toNumber(entered) === 0 ? null : readDays(entered);
}
