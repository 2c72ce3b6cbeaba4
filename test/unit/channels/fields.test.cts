import {
	anyNetworkOptions,
	networkOptions,
	OTHER,
	otherNetwork,
} from '../../../nodes/Postiz/channels/fields';
import { findProvider, providers } from '../../../nodes/Postiz/providers';

test('every network can be chosen by its name, and any other one at the end', () => {
	expect(networkOptions.map(({ value }) => findProvider(String(value)))).toEqual(providers);
	expect(networkOptions.map(({ name }) => name)).toEqual(
		providers.map(({ displayName, searchWords = [] }) =>
			[displayName, ...searchWords.map((word) => `(${word})`)].join(' '),
		),
	);
	expect(networkOptions.find(({ value }) => value === 'x')?.name).toContain('Twitter');
	expect(anyNetworkOptions.slice(0, -1)).toEqual(networkOptions);
	expect(anyNetworkOptions.at(-1)?.value).toBe(OTHER);
});

test('the identifier of a network is asked for only if the node does not know the network', () => {
	expect(otherNetwork.displayOptions?.show).toEqual({ provider: [OTHER] });
});

test('what stands for another network is the identifier of none', () => {
	expect(findProvider(OTHER)).toBeUndefined();
});
