import { networks, type Network } from '../networks/table.cjs';
import { handingOf, maxLength, providers, usedSettings } from './providers.cjs';
import { requiredIn } from './schema.cjs';

/** Every network under each of its identifiers. */
const written: Record<string, Network> = Object.fromEntries(
	Object.entries(networks).flatMap(([identifier, network]) =>
		[identifier, ...(network.alias ? [network.alias] : [])].map((known) => [known, network]),
	),
);

test('every network of test/networks/table.cts is in test/service/networks', () => {
	expect(Object.keys(providers).sort()).toEqual(Object.keys(written).sort());
});

test.each(Object.entries(written))(
	'%s has the settings that are written down',
	(identifier, { needs = {}, takes, sometimes }) => {
		const { settings } = providers[identifier];
		expect({
			settings: usedSettings(providers[identifier]).sort(),
			required: requiredIn(settings).sort(),
		}).toEqual({
			settings: Object.keys({ ...needs, ...takes, ...sometimes }).sort(),
			required: Object.keys(needs).sort(),
		});
	},
);

test('X has a limit for every account and for articles, which are HTML', () => {
	const article = { post_type: 'article' };
	expect(maxLength(providers.x, {}, false)).toBe(networks.x.usual);
	expect(maxLength(providers.x, {}, true)).toBe(networks.x.max);
	expect(maxLength(providers.x, article, false)).toBe(100_000);
	expect(handingOf(providers.x, article)).toBe('html');
	expect(handingOf(providers.x, {})).toBe(networks.x.text);
});
