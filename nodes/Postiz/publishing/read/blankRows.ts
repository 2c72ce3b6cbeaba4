import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { parseEntries } from '../../common/parseObject';
import { ignoreUnlessBug } from '../../common/problem';
import { isEmpty, isObject } from '../../common/value';
import { getItemFiles } from '../../media/itemFiles';
import { parseMediaEntries } from '../../media/mediaField';
import { hasOnlyFixedText } from './expressions/fixedText';

/**
 * Finds the indexes of blank rows between others. The columns of a blank row are empty, except for a prefilled date or
 * ID, and it has no text and no file for the form.
 */
export function findBlankRows(context: IExecuteFunctions): Set<number> {
	const items = context.getInputData();
	const blank = [...items.keys()].filter((index) => isBlankOrPrefilled(context, index));
	// If all rows are blank, the form may be wrong.
	if (blank.length === items.length) return new Set();
	return new Set(blank.filter((index) => isEmptyPost(context, index)));
}

/** True if an item has no content. Unticked boxes and the row numbers of Google Sheets don't count. */
export const isBlankItem = ({ json, binary }: INodeExecutionData) =>
	isEmpty(Object.keys(binary ?? {})) &&
	Object.entries(json).every(
		([key, value]) => key === 'row_number' || isEmpty(value) || /^false$/i.test(String(value)),
	);

function isBlankOrPrefilled(context: IExecuteFunctions, index: number): boolean {
	const item = context.getInputData()[index]!;
	if (isBlankItem(item)) return true;
	try {
		if (!isEmpty(context.getNodeParameter('content', index, ''))) return false;
		const prefilled = ['date', 'rowId'].map((name) =>
			String(context.getNodeParameter(name, index, '')),
		);
		const otherColumns = Object.entries(item.json).filter(
			([, value]) => !prefilled.some((text) => containsPhrase(text, String(value))),
		);
		return isBlankItem({ ...item, json: Object.fromEntries(otherColumns) });
	} catch (error) {
		// Reading the item reports the error.
		ignoreUnlessBug(error);
		return false;
	}
}

/** True if a text contains a phrase as whole words: `May 4` contains `4`, but `2099-12-14` doesn't. */
function containsPhrase(text: string, phrase: string): boolean {
	const words = normalizeWords(phrase);
	return words !== '' && ` ${normalizeWords(text)} `.includes(` ${words} `);
}

const normalizeWords = (text: string) => (text.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');

function isEmptyPost(context: IExecuteFunctions, index: number): boolean {
	const binary = getItemFiles(context.getInputData()[index]);
	const isBlankPart = ({ content, media }: IDataObject, entered: unknown) =>
		(isEmpty(content) ||
			hasOnlyFixedText(content, isObject(entered) ? entered.content : undefined)) &&
		parseMediaEntries(media, binary).length === 0;
	try {
		const getParameter = (name: string) => context.getNodeParameter(name, index, '');
		const [content, media, json] = [
			getParameter('content'),
			getParameter('media'),
			getParameter('json'),
		];
		const thread = context.getNodeParameter('thread.segment', index, []);
		const segments = parseEntries(thread, 'Thread');
		const { parameters } = context.getNode();
		const { segment } = (parameters.thread ?? {}) as IDataObject;
		const isBlankSegment = (part: IDataObject, position: number) =>
			isBlankPart(part, Array.isArray(segment) ? segment[position] : undefined);
		return (
			isEmpty(json) && isBlankPart({ content, media }, parameters) && segments.every(isBlankSegment)
		);
	} catch (error) {
		// Reading the item reports the error.
		ignoreUnlessBug(error);
		return false;
	}
}
