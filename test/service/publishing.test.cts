import { useServiceWithClock } from './useService.cjs';
import { findNetworkForm } from '../networks/forms.cjs';
import {
	findChannelId,
	connect,
	findChannel,
	createPostItem,
	fetchPublicPost,
	createPostRequest,
	createSegment,
	sendPost,
	upload,
	VIDEO,
} from './client.cjs';
import { createStoredFailure, type Failure } from '../shared/failures.cjs';
import { PNG } from '../shared/samples.cjs';
import type { Values } from './schema.cjs';
import { startService } from './server.cjs';
import type { StoredPost } from './state.cjs';
import { HOUR, DAY } from '../shared/time.cjs';

const NOW = Date.parse('2030-03-01T12:00:00.000Z');
const { service, clock } = useServiceWithClock(NOW);
beforeEach(() => {
	service.state.notifications = [];
});

const publish = async (
	identifier: string,
	settings: Values = {},
	value = [createSegment('Tea')],
	to = service,
) => await sendPost(to, identifier, { type: 'now', settings, value });
const findOwnChannel = (identifier: string) => findChannel(service, identifier);
const listReported = () => service.state.notifications.map(({ content }) => content);

describe('notifications', () => {
	test('report a published post', async () => {
		const post = await publish('mastodon');
		expect(listReported()).toEqual([
			`Your post has been published on Mastodon at ${post.releaseURL}`,
		]);
		expect(service.state.notifications[0]).toMatchObject({
			link: null,
			createdAt: new Date(NOW).toISOString(),
		});
	});

	test.each<[Failure | string, words: string]>([
		['The token has expired', ': The token has expired'],
		['', ''],
		[{ timesOut: true }, ': activity StartToClose timeout'],
	])('report a post that failed with %j', async (reason, words) => {
		findOwnChannel('mastodon').failsWith = reason;
		const post = await publish('mastodon');
		const error = createStoredFailure(reason, 'mastodon');
		expect(post).toMatchObject({ state: 'ERROR', error, publications: 0, releaseURL: null });
		expect(listReported()).toEqual([`An error occurred while posting on mastodon${words}`]);
		expect((await fetchPublicPost(service, post.id)).data).toMatchObject([
			{ state: 'ERROR', error },
		]);
	});

	const THREAD = [createSegment('fine'), createSegment('<p>a &lt; b</p>')];
	test('report a rejected later part: the post fails, though it is online', async () => {
		const post = await publish('telegram', {}, THREAD);
		expect(post).toMatchObject({
			state: 'ERROR',
			error: createStoredFailure("Bad Request: can't parse entities", 'telegram'),
			releaseId: expect.any(String),
			publications: 1,
		});
		expect(listReported()).toEqual([
			"An error occurred while posting comments on telegram: Bad Request: can't parse entities",
			`Your post has been published on Telegram at ${post.releaseURL}`,
		]);
	});

	test('report a clip that waits in the inbox of the app', async () => {
		const settings = { ...findNetworkForm('tiktok').settings, content_posting_method: 'UPLOAD' };
		const post = await publish('tiktok', settings, [createSegment('Pour', [VIDEO])]);
		expect(post).toMatchObject({
			releaseId: 'missing',
			releaseURL: 'https://www.tiktok.com/messages?lang=en',
		});
		expect(listReported()[0]).toMatch(
			/^Your post was sent to Tiktok, but we couldn't confirm it was published/,
		);
	});

	test.each([
		['disabled', "because it's disabled"],
		['disconnected', 'because you need to reconnect it'],
	] as const)('report a channel that is %s; its post waits forever', async (what, words) => {
		findOwnChannel('mastodon')[what] = true;
		const post = await publish('mastodon');
		clock.time += HOUR;
		expect(service.state.posts[0].state).toBe('QUEUE');
		expect(listReported()).toEqual([
			expect.stringContaining(`We couldn't post to mastodon for Acme Coffee ${words}`),
		]);
		findOwnChannel('mastodon')[what] = false;
		expect(service.state.posts[0].state).toBe('QUEUE');
		await connect(service).put(`/posts/${post.id}/status`, { status: 'schedule' });
		expect(service.state.posts[0].state).toBe('PUBLISHED');
	});

	test('report a lost connection twice, which the list of channels does not show', async () => {
		service.loseConnection(findChannelId(service, 'x'), 'Refresh failed');
		expect(listReported()).toEqual(
			Array(2).fill('Could not refresh your x channel Refresh failed'),
		);
		expect(findOwnChannel('x').disconnected).toBe(true);
		const { data } = await connect(service).get('/integrations');
		expect(data.find(({ id }: { id: string }) => id === findChannelId(service, 'x'))).toMatchObject(
			{
				disabled: false,
			},
		);
		expect(() => service.loseConnection('unknown')).toThrow('There is no channel unknown');
	});
});

test('replaces references to other posts with addresses on publication, in texts and settings', async () => {
	const first = await publish('mastodon');
	const { settings } = findNetworkForm('devto');
	const canonical = `(post:${first.id})`;
	const post = await publish('devto', { ...settings, canonical }, [
		createSegment(`See ${canonical}!`),
	]);
	expect(post.parts[0]).toMatchObject({
		content: `See ${canonical}!`,
		published: `See ${first.releaseURL}!`,
	});
	expect(post.networkSettings).toMatchObject({ canonical: first.releaseURL });
	expect(post.settings).toMatchObject({ canonical });
});

describe('a post whose job was lost', () => {
	/** Due in a quarter of an hour. */
	const lose = async (): Promise<StoredPost> => {
		const date = new Date(clock.time + HOUR / 4).toISOString();
		const post = await sendPost(service, 'mastodon', { date });
		post.isJobLost = true;
		return post;
	};
	const readRun = async (post: StoredPost, time: number) => {
		clock.time = time;
		await connect(service).get('/is-connected');
		return post.state;
	};

	test('stays scheduled without a notification until the next full hour', async () => {
		const post = await lose();
		expect(await readRun(post, NOW + HOUR - 1)).toBe('QUEUE');
		expect(listReported()).toEqual([]);
		expect(await readRun(post, NOW + HOUR)).toBe('PUBLISHED');
		expect(post.publications).toBe(1);
	});

	test('is published up to two days later', async () => {
		const post = await lose();
		expect(await readRun(post, NOW + 48 * HOUR)).toBe('PUBLISHED');
		const older = await lose();
		expect(await readRun(older, clock.time + 1000 * HOUR)).toBe('QUEUE');
	});
});

describe('files that a network fetches', () => {
	const readStateWith = async (path: string, to = service) =>
		(await publish('threads', {}, [createSegment('Tea', [{ id: 'a', path }])], to)).state;

	test('must be reachable for it', async () => {
		expect(await readStateWith('https://media.example/cup.png')).toBe('PUBLISHED');
		for (const origin of [
			'http://media.example',
			'https://localhost:4007',
			'https://192.168.1.5',
			'https://[fd00::1]',
			'https://127.0.0.1',
		])
			expect(await readStateWith(`${origin}/cup.png`)).toBe('ERROR');
		expect(listReported()[0]).toBe(
			'An error occurred while posting on threads: The media could not be fetched from this URL',
		);
	});

	test('fail if the instance keeps its uploads at localhost, also as a cover', async () => {
		const local = await startService({ uploadsAt: 'http://localhost:4007' });
		const picture = await upload(local, PNG);
		const own = await upload(service, PNG);
		expect(picture.path).toMatch(/^http:\/\/localhost:4007\/uploads\/\w+\.png$/);
		expect(await readStateWith(picture.path, local)).toBe('ERROR');
		expect(await readStateWith(own.path)).toBe('PUBLISHED');
		const video = { ...VIDEO, thumbnail: picture.path };
		const body = createPostRequest([
			createPostItem(local, 'mastodon', {}, [createSegment('Tea', [video])]),
		]);
		const { status, data } = await connect(local).post('/posts', body);
		await local.close();
		expect([status, data.message]).toEqual([
			400,
			['posts.0.value.0.image.0.thumbnail must be a URL address'],
		]);
	});
});

describe('a repeating post', () => {
	const storeRepeating = async (inDays: number) => {
		const date = new Date(NOW + inDays * DAY).toISOString();
		return await sendPost(service, 'mastodon', { date, inter: 7 });
	};
	/** How often a post has been published on each of these days. */
	async function countPublications(days: number[], post: StoredPost) {
		const counted = [];
		for (const day of days) {
			clock.time = NOW + day * DAY;
			await connect(service).get('/integrations');
			counted.push(post.publications);
		}
		return counted;
	}

	test('repeats from its creation', async () => {
		expect(await countPublications([1, 5, 6.9, 7, 8, 14, 21], await storeRepeating(5))).toEqual([
			0, 1, 1, 2, 2, 3, 4,
		]);
	});

	test('is published twice if its date is one interval away', async () => {
		expect(await countPublications([6.9, 7, 8, 14], await storeRepeating(7))).toEqual([0, 2, 2, 3]);
		clock.time = NOW;
		expect(await countPublications([29, 30, 36, 37], await storeRepeating(30))).toEqual([
			0, 2, 2, 3,
		]);
	});
});
