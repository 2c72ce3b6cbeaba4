import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

import { MAX_STORED_INTEGER, parseOptionalCount } from '../../common/parseNumber';
import { getEntryLabel } from '../../form/fieldSpec';
import { parseMediaEntries } from '../../media/mediaField';
import type { PartInput } from '../../posts/item';
import { getTextList, parsePostText } from '../../text/parsePostText';

/** Reads the thread after the post itself. Drops empty parts, such as from empty columns, and splits lists of texts. */
export const readThread = (
	segments: IDataObject[],
	binary: IBinaryKeyData,
	{ isUpdate = false } = {},
): PartInput[] =>
	segments
		.flatMap((segment, index) => {
			const label = getEntryLabel('Thread', index, segments.length);
			return splitTextList(segment).map((part) =>
				parseThreadPart(part, label, binary, { isUpdate }),
			);
		})
		.filter(({ text, files }) => text.trim() !== '' || files.length > 0);

/** Splits a part with a list of texts into a part per text. The first part gets the files. */
function splitTextList(part: IDataObject): IDataObject[] {
	const texts = getTextList(part.content);
	if (!texts) return [part];
	const { media, ...more } = part;
	return texts.map((content, index) => ({ ...more, content, ...(index === 0 && { media }) }));
}

function parseThreadPart(
	{ content, delay, media }: IDataObject,
	label: string,
	binary: IBinaryKeyData,
	{ isUpdate }: { isUpdate: boolean },
): PartInput {
	const remedy = `Enter a whole number of minutes up to ${MAX_STORED_INTEGER}, or 0 for none.`;
	const minutes = parseOptionalCount(delay, `${label}: Delay (Minutes)`, remedy);
	return {
		text: parsePostText(content, `${label}: Text`, { isUpdate }),
		files: parseMediaEntries(media, binary),
		...(minutes !== undefined && { delay: minutes }),
	};
}
