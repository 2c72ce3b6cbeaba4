import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { filesOf } from '../../../media/fileSource';
import { parseMediaList } from '../../../media/mediaField';
import { ignoreOutside } from '../../../values/problem';
import { isEmpty } from '../../../values/read';

/**
 * The indexes of blank rows between others, as sheets have them: nothing stands in their columns, and the form yields no
 * text and no file for them.
 */
export function findBlankRows(context: IExecuteFunctions): Set<number> {
	const items = context.getInputData();
	const blank = [...items.keys()].filter((index) => hasNothing(items[index]!));
	// If all are blank, the form may be wrong.
	if (blank.length === items.length) return new Set();
	return new Set(blank.filter((index) => yieldsNothing(context, index)));
}

/** Unticked boxes are no content, and Google Sheets numbers its rows. */
const hasNothing = ({ json, binary }: INodeExecutionData) =>
	isEmpty(Object.keys(binary ?? {})) &&
	Object.entries(json).every(
		([key, value]) => key === 'row_number' || isEmpty(value) || /^false$/i.test(String(value)),
	);

function yieldsNothing(context: IExecuteFunctions, index: number): boolean {
	const binary = filesOf(context.getInputData()[index]);
	const isBlank = ({ content, media }: IDataObject) =>
		isEmpty(content) && parseMediaList(media, binary).length === 0;
	try {
		const [content, media, json] = ['content', 'media', 'json'].map((name) =>
			context.getNodeParameter(name, index, ''),
		) as string[];
		const segments = context.getNodeParameter('thread.segment', index, []) as IDataObject[];
		return isEmpty(json) && [{ content, media }, ...segments].every(isBlank);
	} catch (error) {
		// Reading the item says what is wrong with it.
		ignoreOutside(error);
		return false;
	}
}
