import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { parseOptionalCount } from '../../common/parseNumber';
import { parseOption } from '../../common/parseOption';
import { OPTIONS } from '../../posts/form/publishOptions';
import { WHEN_TO_PUBLISH } from '../../posts/form/whenToPublish';
import type { Item } from '../../posts/item';
import type { RequestFields } from '../../transport/apiTypes';
import { readOptions } from './readOptions';
import { readPostDate } from './readPostDate';

const overrideOptions = (options: IDataObject, { shortLink, tags }: IDataObject): IDataObject => ({
	...options,
	...(shortLink !== undefined && { shortLink }),
	...(tags !== undefined && { tags }),
});

/** The values of If a Post Doesn't Fit a Channel. */
const IF_UNSUPPORTED = {
	fail: { adaptsIfUnsupported: false, skipsIfUnsupported: false },
	adapt: { adaptsIfUnsupported: true, skipsIfUnsupported: false },
	skip: { adaptsIfUnsupported: false, skipsIfUnsupported: true },
	adaptOrSkip: { adaptsIfUnsupported: true, skipsIfUnsupported: true },
};

/** Reads what all posts of an item share. `bodyFields`, the fields of a JSON body besides its posts, override the form. */
export function readSharedInput(
	context: IExecuteFunctions,
	itemIndex: number,
	{ now, bodyFields = {}, ifExists }: { now: number; bodyFields?: IDataObject; ifExists?: string },
): Omit<Item, 'input' | 'notes'> {
	const options = overrideOptions(readOptions(context, itemIndex), bodyFields);
	const chosenType = bodyFields.type ?? context.getNodeParameter('type', itemIndex);
	const type = parseOption(chosenType, WHEN_TO_PUBLISH, 'When to Publish');
	const { date, ...dateInput } = readPostDate(context, itemIndex, {
		type,
		bodyFields,
		now,
		timezone: context.getTimezone(),
		dateOrder: OPTIONS.dateOrder.read(options),
	});
	return {
		index: itemIndex,
		allowsPastDates: OPTIONS.allowPastDates.read(options),
		...IF_UNSUPPORTED[OPTIONS.ifUnsupported.read(options)],
		skipsValidation: OPTIONS.skipValidation.read(options),
		ignoresExistingPosts: (ifExists ?? OPTIONS.ifExists.read(options)) === 'post',
		...dateInput,
		requestFields: {
			type,
			date,
			shortLink: OPTIONS.shortLink.read(options),
			tags: OPTIONS.tags.read(options),
			...readBodyOnlyFields(bodyFields),
		},
	};
}

/** Reads the fields that only exist in a body. A repetition of 0 days, which copied bodies have, means none. */
function readBodyOnlyFields({
	inter,
	order,
	creationMethod,
}: IDataObject): Pick<RequestFields, 'inter' | 'order' | 'creationMethod'> {
	const days = parseOptionalCount(inter, '“inter”', 'Enter a whole number of days, such as 7.');
	return {
		...(days !== undefined && { inter: days }),
		...(order !== undefined && { order }),
		...(creationMethod !== undefined && { creationMethod }),
	};
}
