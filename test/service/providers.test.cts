import { connect, item, request, segment } from './client.cjs';
import { providers } from './providers.cjs';
import { samples, type Sample } from './providers.samples.cjs';
import type { Values } from './schema.cjs';
import { startService, type Service } from './server.cjs';

let service: Service;

beforeAll(async () => {
	service = await startService({ hourlyLimit: 10_000 });
});
afterEach(() => service.reset());
afterAll(() => service.close());

const POST = [segment('Fresh beans')];
/** Takes drafts only. */
const DRAFTS_ONLY = ['kick'];

const valueOf = async ({ value = POST }: Sample) =>
	typeof value === 'function' ? await value(service) : value;
const send = (identifier: string, settings: Values, value?: object[], more?: Values) =>
	connect(service).post('/posts', request([item(service, identifier, settings, value)], more));

test('every provider has a sample', () => {
	const known = Object.keys(providers).filter((identifier) => identifier !== 'warpcast');
	expect(Object.keys(samples).sort()).toEqual(known.sort());
});

describe.each(Object.entries(samples))('%s', (identifier, sample) => {
	const { smallest, full, fullValue, invalid = [], converted = [] } = sample;
	const type = DRAFTS_ONLY.includes(identifier) ? 'draft' : 'schedule';

	test('takes its smallest settings and keeps them as sent', async () => {
		const answer = await send(identifier, smallest, await valueOf(sample), { type });
		expect([answer.status, answer.data]).toEqual([201, expect.any(Array)]);
		const defaults = identifier === 'devto' && { tags: [] };
		expect(service.state.posts[0].settings).toEqual({
			__type: identifier,
			...smallest,
			...defaults,
		});
	});

	if (full)
		test('takes its fullest settings', async () => {
			const value = fullValue ?? (await valueOf(sample));
			const answer = await send(identifier, { ...smallest, ...full }, value);
			expect([answer.status, answer.data]).toEqual([201, expect.any(Array)]);
		});

	if (invalid.length > 0)
		test.each(invalid)('refuses %j, in drafts too', async (change, message) => {
			const settings = { ...smallest, ...change };
			const answer = await send(identifier, settings, await valueOf(sample), { type: 'draft' });
			expect(answer.data).toMatchObject({ statusCode: 400, error: 'Bad Request' });
			const messages = answer.data.message as string[];
			expect(messages.filter((text) => text.startsWith(`posts.0.settings.${message}`))).not.toEqual(
				[],
			);
			expect(service.state.posts).toEqual([]);
		});

	if (converted.length > 0)
		test.each(converted)('takes %j for what it can be', async (change, kept) => {
			await send(identifier, { ...smallest, ...change }, await valueOf(sample));
			expect(service.state.posts[0].settings).toMatchObject(kept);
		});

	test('keeps an unknown key', async () => {
		await send(identifier, { ...smallest, foo: { bar: 1 } }, await valueOf(sample), { type });
		expect(service.state.posts[0].settings.foo).toEqual({ bar: 1 });
	});

	const { max } = providers[identifier];
	const longest = typeof max === 'number' ? max : max(smallest, false);
	// A longer text does not fit into a body that the service reads.
	if (longest < 99_000 && type !== 'draft')
		test('refuses one character more than it takes, but not in a draft', async () => {
			const [first] = await valueOf(sample);
			const sized = (length: number) => [{ ...first, content: 'a'.repeat(length) }];
			expect((await send(identifier, smallest, sized(longest))).status).toBe(201);
			const refused = await send(identifier, smallest, sized(longest + 1));
			expect(refused.status).toBe(400);
			expect(refused.data).toEqual({
				statusCode: 400,
				provider: identifier,
				name: service.state.channels.find((channel) => channel.identifier === identifier)!.name,
				message: 'post is too long, please fix it',
			});
			const draft = await send(identifier, smallest, sized(longest + 1), { type: 'draft' });
			expect(draft.status).toBe(201);
		});
});
