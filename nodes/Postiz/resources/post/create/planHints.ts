import type { IExecuteFunctions } from 'n8n-workflow';

import { describeChannel } from '../../../channels/nearestChannels';
import type { PlannedItem } from '../../../publishing/types';
import type { ItemValue } from '../../shared/itemRun';

/**
 * Says with the output what of a JSON body was changed, which channels of a group get no post, and, for
 * what is only validated, which Network Settings do nothing.
 */
export function addPlanHints(
	context: IExecuteFunctions,
	planned: Array<ItemValue<PlannedItem>>,
): void {
	const items = planned.map(({ value }) => value);
	const corrections = unique(items.flatMap((item) => [...item.corrections]));
	if (corrections.length > 0) {
		context.addExecutionHints({
			message: `Some of the JSON was read as it was probably meant: ${corrections.join('; ')}.`,
			location: 'outputPane',
		});
	}
	const leftOut = unique(items.flatMap((item) => item.leftOut.map(describeChannel)));
	if (leftOut.length > 0) {
		context.addExecutionHints({
			message: `These channels of the chosen groups were left out, as they are disabled in Postiz: ${leftOut.join(', ')}.`,
			location: 'outputPane',
		});
	}
	const validated = items.filter(({ validatesOnly }) => validatesOnly);
	const unused = unique(validated.flatMap(({ unusedNetworks }) => unusedNetworks)).filter(
		(network) => validated.every(({ unusedNetworks }) => unusedNetworks.includes(network)),
	);
	if (unused.length > 0) {
		context.addExecutionHints({
			message: `Network Settings for ${unused.join(', ')} do nothing: no channel that they apply to is selected.`,
			location: 'outputPane',
		});
	}
}

const unique = (texts: string[]) => [...new Set(texts)];
