import { getPickerMethodName, allNetworks } from '../../../nodes/Postiz/networks';

describe('the registry', () => {
	test('uses each identifier once, and lists the names in order', () => {
		const identifiers = allNetworks.flatMap(({ identifier, aliases = [] }) => [
			identifier,
			...aliases,
		]);
		expect(new Set(identifiers).size).toBe(identifiers.length);
		const names = allNetworks.map(({ displayName }) => displayName);
		expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en')));
	});

	test('names the methods of pickers as one word', () => {
		const picker = { tool: 'musicSearch' };
		expect(getPickerMethodName('tiktok-business', picker)).toBe('tiktokBusinessMusicSearch');
	});
});
