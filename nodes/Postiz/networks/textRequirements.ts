import type { IDataObject } from 'n8n-workflow';

import type { Network } from './networkTypes';

/**
 * Returns the requirements of a network for the texts of a post with these settings (docs/api.md, Content, Lengths).
 */
export function getTextRequirements(network: Network | undefined, settings: IDataObject) {
	const variant: Pick<Network, 'markup' | 'maxLength'> = {
		...network,
		...network?.getVariant?.(settings),
	};
	const { markup = 'plain', maxLength } = variant;
	// Accounts only differ in the usual limit, not in that for articles.
	const guaranteedMaxLength =
		maxLength === network?.maxLength ? network?.guaranteedMaxLength : undefined;
	return { markup, maxLength, guaranteedMaxLength };
}
