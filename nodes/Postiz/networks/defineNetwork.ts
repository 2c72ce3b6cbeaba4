import type { Network } from './networkTypes';

/** Declares a network; `identifier` is the service's `__type`. */
export const defineNetwork = (
	displayName: string,
	identifier: string,
	declaration: Partial<Network>,
): Network => ({ fields: [], ...declaration, displayName, identifier });
