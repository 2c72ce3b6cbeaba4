import { providers } from './providers.cjs';
import { sinceOf } from './releases/history.cjs';
import { startService } from './server.cjs';

test.each(Object.keys(providers))('it is known when each setting of %s came', (network) => {
	const names = Object.keys(providers[network].settings);
	expect(names.filter((name) => sinceOf('settings', name, network) === undefined)).toEqual([]);
});

test('it is known when each network and each call came', async () => {
	const service = await startService();
	await service.close();
	const networks = Object.keys(providers).filter((name) => !sinceOf('networks', name));
	const calls = service.endpoints.filter((call) => !sinceOf('routes', call));
	// Known under another name; and a page of its own.
	expect([networks, calls]).toEqual([['warpcast', 'wrapcast'], ['GET /public/posts/{id}']]);
});
