import type { IExecuteFunctions } from 'n8n-workflow';

import { Problem } from '../../common/problem';
import { quote } from '../../common/text';
import { isEmpty } from '../../common/value';
import { isBlankItem } from './blankRows';
import { hasNoMessage, hasOnlyFixedText } from './expressions/fixedText';

/**
 * Throws {@link Problem} if only fixed words are left of a text, such as “New post:”, because all its expressions are
 * empty. Only applies if the item is empty, or has no other content (`isOnlyContent`).
 */
export function assertTextHasContent(
	context: IExecuteFunctions,
	index: number,
	{ text, isOnlyContent }: { text: string; isOnlyContent: boolean },
): void {
	if (isEmpty(text) || !hasOnlyFixedText(text, context.getNode().parameters.content)) return;
	const isBlank = isBlankItem(context.getInputData()[index]!);
	if (!isBlank && !(isOnlyContent && hasNoMessage(text))) return;
	throw new Problem(
		`${isBlank ? 'The item is empty, and only' : 'Only'} ${quote(text)} is left of the text`,
		'The expressions in Text are empty.',
		{
			forPerson: isBlank
				? 'check the output of the previous node. With Always Output Data, it outputs an empty item if it has none.'
				: 'check the column that they name, and remove rows without a text.',
		},
	);
}
