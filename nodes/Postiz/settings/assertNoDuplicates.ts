import { Problem } from '../common/problem';
import { getNetworkName, isSameNetwork } from '../networks';

/** Throws {@link Problem} if two entries are for the same network or the same channel. */
export function assertNoDuplicates(
	networks: Array<{ identifier: string; onlyChannel: string }>,
): void {
	const duplicate = networks.find(({ identifier, onlyChannel }, index) =>
		networks
			.slice(0, index)
			.some(
				(entry) => isSameNetwork(entry.identifier, identifier) && entry.onlyChannel === onlyChannel,
			),
	);
	if (!duplicate) return;
	throw new Problem(
		`Network Settings has ${getNetworkName(duplicate.identifier)} twice${duplicate.onlyChannel === '' ? '' : ' for the same channel'}`,
		'Remove one of them. For a new post, you can also set Limit to One Channel in each.',
		{ needsPerson: true },
	);
}
