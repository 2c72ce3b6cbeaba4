import {
	connect,
	createPostItem,
	createPostRequest,
	createSegment,
	sendPost,
	VIDEO,
} from './client.cjs';
import { providers } from './providers.cjs';
import { findFirstRelease } from './releases/history.cjs';
import { ALL_VERSIONS } from './releases/release.cjs';
import { startService } from './server.cjs';
import { useOwnServices } from './useService.cjs';

const start = useOwnServices();

test.each(Object.keys(providers))('knows the release of each setting of %s', (network) => {
	const names = Object.keys(providers[network].settings);
	expect(names.filter((name) => findFirstRelease('settings', name, network) === undefined)).toEqual(
		[],
	);
});

test('knows the release of each network and each call', async () => {
	const service = await startService();
	await service.close();
	const networks = Object.keys(providers).filter((name) => !findFirstRelease('networks', name));
	const calls = service.endpoints.filter((call) => !findFirstRelease('routes', call));
	// Known under another name; and a page of its own.
	expect([networks, calls]).toEqual([['warpcast', 'wrapcast'], ['GET /public/posts/{id}']]);
});

test.each(ALL_VERSIONS)('stores a text in post_as_images_carousel as true: %s', async (version) => {
	const service = await start({ version });
	const settings = { post_as_images_carousel: 'yes' };
	const { settings: kept } = await sendPost(service, 'linkedin', { settings, type: 'draft' });
	expect(kept).toMatchObject({ post_as_images_carousel: true });
});

test.each([
	['2.18', 'nested property tags'],
	['2.21', 'nested property tags'],
	['2.23', 'each value in nested property tags'],
] as const)('%s rejects a text in place of the tags of YouTube', async (version, property) => {
	const service = await start({ version });
	const settings = { title: 'Tea', type: 'public', tags: 'tea' };
	const post = createPostItem(service, 'youtube', settings, [createSegment('Tea', [VIDEO])]);
	const { data } = await connect(service).post('/posts', createPostRequest([post]));
	expect(data.message).toEqual([
		'posts.0.settings.tags must be an array',
		`posts.0.settings.${property} must be either object or array`,
	]);
});
