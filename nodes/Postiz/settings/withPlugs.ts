import type { IDataObject } from 'n8n-workflow';

import { findPlugPrefix } from '../common/detailKeys';
import { isEmpty } from '../common/value';

/**
 * Adds the keys that reposts and comments by other channels require (docs/api.md, Reposts and comments from other
 * channels).
 */
export function withPlugs(settings: IDataObject): IDataObject {
	const plugs = Object.entries(settings).flatMap(([key, channels]) => {
		const plug = findPlugPrefix(key);
		return plug && key === `${plug}integrations` && !isEmpty(channels) ? [plug] : [];
	});
	return {
		...Object.fromEntries(plugs.map((plug) => [`${plug}delay`, '0'])),
		...settings,
		...Object.fromEntries(plugs.map((plug) => [`${plug}active`, true])),
	};
}
