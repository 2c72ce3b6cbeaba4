import FormData from 'form-data';
import { useService } from './useService.cjs';
import { connect, DATE, item, request, segment, VIDEO } from './client.cjs';
import { providers } from './providers.cjs';
import { sinceOf } from './releases/history.cjs';
import { compareReleases, readVersion, RELEASED, releaseOf } from './releases/release.cjs';
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

describe('POSTIZ_VERSION', () => {
	test.each([
		['2.21', '2.21'],
		[' 2.21.7 ', '2.21'],
		['newest', 'newest'],
		['', 'newest'],
		[undefined, 'newest'],
	])('%j is version %s', (asked, version) => {
		expect(readVersion(asked)).toBe(version);
	});

	test('names those that there are', () => {
		expect(() => readVersion('1.0')).toThrow(
			'The sandbox knows no Postiz 1.0. POSTIZ_VERSION may be 2.18, 2.21, 2.23, newest.',
		);
	});
});

describe.each(RELEASED)('version %s', (version) => {
	const release = releaseOf(version);
	const NOW = Date.parse('2030-03-01T12:00:00.000Z');
	let now = NOW;
	const service = useService({ version, now: () => now, hourlyLimit: 1000 });
	afterEach(() => {
		now = NOW;
	});

	const send = async (posts: unknown[], more = {}) =>
		await connect(service).post('/posts', request(posts, more));
	/** A post, when it is due. */
	async function publish(posts: unknown[], more = {}) {
		const { data, status } = await send(posts, more);
		expect({ status, data }).toMatchObject({ status: 201 });
		now = Date.parse(DATE);
		return service.state.posts[0];
	}

	test('a draft for WordPress is one, or public at once', async () => {
		const settings = { title: 'Menu', type: 'posts', status: 'draft' };
		const post = await publish([item(service, 'wordpress', settings)]);
		const isKnown = compareReleases(release.number, '2.22.1') >= 0;
		expect(post.state).toBe('PUBLISHED');
		expect(post.handedSettings).toHaveProperty('title', 'Menu');
		expect('status' in post.handedSettings!).toBe(isKnown);
		expect(service.ignoredSettings(post)).toEqual(isKnown ? [] : ['status']);
		// It is kept all the same: only what goes out shows the difference.
		expect(post.settings).toMatchObject(settings);
	});

	test('a text is cleaned or kept as sent', async () => {
		await send([item(service, 'bluesky', {}, [segment('5 < 6 <b>!</b>')])]);
		expect(service.state.posts[0].parts[0].content).toBe(
			release.has('cleanedTexts') ? '5 &lt; 6 !' : '5 < 6 <b>!</b>',
		);
	});

	test('a file of another type is refused or kept', async () => {
		const form = new FormData();
		form.append('file', Buffer.from('hello'), { filename: 'a.TXT', contentType: 'text/plain' });
		const { status, data } = await connect(service).post('/upload', form.getBuffer(), {
			headers: form.getHeaders(),
		});
		const isRefused = release.has('uploadChecks');
		expect([status, isRefused || data.path.endsWith('.TXT')]).toEqual([
			isRefused ? 400 : 201,
			true,
		]);
	});

	test('the tags of YouTube are checked one by one, or only as a list', async () => {
		const settings = { title: 'Tea', type: 'public', tags: [{ value: 1 }] };
		const { status } = await send([item(service, 'youtube', settings, [segment('Tea', [VIDEO])])]);
		expect(status).toBe(release.has('tagChecks') ? 400 : 201);
	});

	test('its limit is the usual one of its time', async () => {
		const own = await startService({ version });
		const { headers } = await connect(own).post('/posts', request([item(own, 'bluesky')]));
		await own.close();
		const isYounger = compareReleases(release.number, '2.21.8') >= 0;
		expect(headers['x-ratelimit-limit']).toBe(isYounger ? '90' : '30');
	});
});
