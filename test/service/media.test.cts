import { formOf } from '../networks/forms.cjs';
import { connect, IMAGE, item, request, segment, upload, VIDEO } from './client.cjs';
import { fileOf, pngOf } from '../shared/samples.cjs';
import type { Values } from './schema.cjs';
import { startService, type Service } from './server.cjs';

let service: Service;

beforeAll(async () => {
	service = await startService({ hourlyLimit: 10_000, resolveHost: async () => [] });
});
afterEach(() => service.reset());
afterAll(() => service.close());

const send = (identifier: string, settings: Values, value: object[], more?: Values) =>
	connect(service).post('/posts', request([item(service, identifier, settings, value)], more));
const withFiles = (...files: object[]) => [segment('Fresh beans', files)];
const picture = async (width: number, height: number) =>
	await upload(service, pngOf(width, height));

const DRIBBBLE = { title: 'Logo' };
const PINTEREST = { board: 'latte-art' };

// What a running instance was seen to refuse is in recorded/media.json; here is the rest.
describe('pixels are measured in the files that the service keeps', () => {
	test.each([
		[400, 300, 201],
		[800, 600, 201],
		[400, 301, 400],
		[300, 400, 400],
		[1600, 1200, 400],
	])('Dribbble: %i x %i answers %i', async (width, height, status) => {
		const answer = await send('dribbble', DRIBBBLE, withFiles(await picture(width, height)));
		expect(answer.status).toBe(status);
		if (status === 400)
			expect(answer.data).toEqual({
				statusCode: 400,
				provider: 'dribbble',
				name: 'Acme Coffee',
				message: 'A picture must have 400x300 or 800x600 pixels',
			});
	});

	test('Dribbble: a file that is out of reach, or no picture at all', async () => {
		expect((await send('dribbble', DRIBBBLE, withFiles(IMAGE))).status).toBe(400);
		const broken = await upload(service, fileOf(Buffer.from('GIF89a'), 7));
		expect((await send('dribbble', DRIBBBLE, withFiles(broken))).status).toBe(400);
	});

	test.each<[string, Array<'shot' | 'video'>]>([
		['no file', []],
		['two pictures', ['shot', 'shot']],
		['a video', ['video']],
	])('Dribbble refuses %s, but not in a draft', async (_case, kinds) => {
		const files = [];
		for (const kind of kinds) files.push(kind === 'shot' ? await picture(400, 300) : VIDEO);
		expect((await send('dribbble', DRIBBBLE, withFiles(...files))).status).toBe(400);
		const draft = await send('dribbble', DRIBBBLE, withFiles(...files), { type: 'draft' });
		expect(draft.status).toBe(201);
	});

	test('Pinterest: several pictures have one size, one may have any', async () => {
		const [large, small, twin] = [
			await picture(640, 480),
			await picture(320, 240),
			await picture(640, 480),
		];
		const statusOf = async (...files: object[]) =>
			(await send('pinterest', PINTEREST, withFiles(...files))).status;
		expect(await statusOf(small)).toBe(201);
		expect(await statusOf(large, twin)).toBe(201);
		expect(await statusOf(large, small)).toBe(400);
		expect(await statusOf(large, IMAGE)).toBe(400);
		expect(await statusOf(large, twin, large, twin, large)).toBe(201);
		expect(await statusOf(large, twin, large, twin, large, twin)).toBe(400);
	});

	test('Pinterest: a video has a single cover, of any size', async () => {
		const statusOf = async (...files: object[]) =>
			(await send('pinterest', PINTEREST, withFiles(...files))).status;
		expect(await statusOf(VIDEO, IMAGE)).toBe(201);
		expect(await statusOf(VIDEO, IMAGE, IMAGE)).toBe(400);
	});
});

describe('rules that settings decide on', () => {
	test('Reddit: an entry of type media has exactly one file', async () => {
		const place = (type: string) => ({
			subreddit: [{ value: { subreddit: '/r/tea', title: 'Tea', type, is_flair_required: false } }],
		});
		expect((await send('reddit', place('media'), withFiles(IMAGE))).status).toBe(201);
		expect((await send('reddit', place('media'), withFiles(IMAGE, IMAGE))).status).toBe(400);
		expect((await send('reddit', place('image'), withFiles(IMAGE, IMAGE))).status).toBe(201);
	});
});

describe('what does not reach the network is marked', () => {
	const parts = [segment('one', [VIDEO]), segment('two', [IMAGE]), segment('three')];

	test.each([
		['tiktok', [null, 'part', 'part']],
		['twitch', [null, 'media', null]],
		['mastodon', [null, null, null]],
	])('%s', async (identifier, dropped) => {
		await send(identifier, formOf(identifier).settings, parts);
		expect(service.state.posts[0].parts.map((part) => part.dropped)).toEqual(dropped);
	});
});
