import { requireTarget } from '../../../nodes/Postiz/channels/target';
import { findNetwork, allNetworks, isSameNetwork } from '../../../nodes/Postiz/networks';
import type { Channel } from '../../../nodes/Postiz/transport/apiTypes';
import { catchProblem } from '../support/catchProblem.cjs';

describe('the chosen channel', () => {
	const channels: Channel[] = [
		{ id: 'x-1', name: 'Acme Coffee', identifier: 'x' },
		{ id: 'sky-1', name: 'acme-coffee.bsky.social', identifier: 'bluesky', disabled: true },
	];
	const createChoice = (idOrName: string) => ({ idOrName, label: 'Channel 2' });

	test('is found with its name and its network', () => {
		expect(requireTarget(createChoice('x-1'), channels)).toEqual({
			id: 'x-1',
			name: 'Acme Coffee',
			identifier: 'x',
			network: findNetwork('x'),
		});
	});

	test('is suggested for a similar name', () => {
		const getAdvice = (id: string) =>
			catchProblem(() => requireTarget(createChoice(id), channels))[1];
		expect(getAdvice('acme cofee')).toMatch(/Did you mean X: Acme Coffee/);
		expect(getAdvice('coffee')).toMatch(/Did you mean .*X: Acme Coffee/);
	});

	test.each([
		{
			title: 'is not connected',
			chosen: createChoice('gone'),
			message: 'Channel 2: no channel is named “gone”',
		},
		{
			title: 'is disabled',
			chosen: createChoice('sky-1'),
			message: 'Bluesky: acme-coffee.bsky.social is disabled in Postiz',
		},
	])('is rejected if it $title', ({ chosen, message }) => {
		expect(catchProblem(() => requireTarget(chosen, channels))).toEqual([
			message,
			expect.stringMatching(
				/^Enter a name, handle or ID\. .*Channel > Get Many|Enable or reconnect/,
			),
		]);
	});
});

test('treats all identifiers of a network, and no others, as the same', () => {
	for (const { identifier, aliases = [] } of allNetworks) {
		for (const alias of aliases) {
			expect(isSameNetwork(alias, identifier)).toBe(true);
			expect(isSameNetwork(identifier, alias)).toBe(true);
			const target = requireTarget({ idOrName: 'c1', label: 'Channel' }, [
				{ id: 'c1', name: 'Acme', identifier: alias },
			]);
			// The identifier that the service knows the channel by.
			expect(target.identifier).toBe(alias);
		}
		expect(isSameNetwork(identifier, 'vibes')).toBe(false);
		expect(isSameNetwork('vibes', identifier)).toBe(false);
	}
	expect(isSameNetwork('vibes', 'vibes')).toBe(true);
	expect(isSameNetwork('vibes', 'other')).toBe(false);
});
