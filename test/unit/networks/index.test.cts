import { allNetworks } from '../../../nodes/Postiz/networks';

test('uses each identifier once, and lists the names in order', () => {
	const identifiers = allNetworks.flatMap(({ identifier, aliases = [] }) => [
		identifier,
		...aliases,
	]);
	expect(new Set(identifiers).size).toBe(identifiers.length);
	const names = allNetworks.map(({ displayName }) => displayName);
	expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en')));
});
