import { findProvider, pickerMethod, providers } from '../../../nodes/Postiz/providers';

describe('the registry', () => {
	test('finds a network by its identifier and its other names', () => {
		for (const provider of providers) {
			expect(findProvider(provider.identifier)).toBe(provider);
			for (const alias of provider.aliases ?? []) expect(findProvider(alias)).toBe(provider);
		}
		expect(findProvider('no-such-network')).toBeUndefined();
		expect(findProvider('')).toBeUndefined();
	});

	test('no identifier is used twice, and the form lists the names in order', () => {
		const identifiers = providers.flatMap(({ identifier, aliases = [] }) => [
			identifier,
			...aliases,
		]);
		expect(new Set(identifiers).size).toBe(identifiers.length);
		const names = providers.map(({ displayName }) => displayName);
		expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en')));
	});

	test('names the methods of pickers as one word', () => {
		const picker = { tool: 'musicSearch' };
		expect(pickerMethod('tiktok-business', picker)).toBe('tiktokBusinessMusicSearch');
	});
});
