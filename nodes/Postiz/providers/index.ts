import { linkedin, linkedinPage } from './linkedin';
import type { Provider } from './types';
import { providersWithoutSettings } from './withoutSettings';
import { x } from './x';

/** Every network that the node knows, by name. A new one is a file of its own and a line here. */
export const providers: Provider[] = [...providersWithoutSettings, linkedin, linkedinPage, x].sort(
	(a, b) => a.displayName.localeCompare(b.displayName, 'en'),
);

/** The declaration for a channel's identifier or an alias of it; undefined for unknown networks. */
export function findProvider(
	identifier: string,
	registry: Provider[] = providers,
): Provider | undefined {
	return registry.find(
		(provider) => provider.identifier === identifier || provider.aliases?.includes(identifier),
	);
}
