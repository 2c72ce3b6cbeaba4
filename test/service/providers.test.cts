import { networks, type Network } from '../networks/table.cjs';
import { connect, item, request, segment } from './client.cjs';
import { handingOf, maxLength, providers, usedSettings } from './providers.cjs';
import { samples, type Sample } from './providers.samples.cjs';
import { requiredIn, type Values } from './schema.cjs';
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

/** Every network under each of its identifiers. */
const written: Record<string, Network> = Object.fromEntries(
	Object.entries(networks).flatMap(([identifier, network]) =>
		[identifier, ...(network.alias ? [network.alias] : [])].map((known) => [known, network]),
	),
);

test('every network has a sample, and is written down', () => {
	expect(Object.keys(providers).sort()).toEqual(Object.keys(written).sort());
	const known = Object.keys(providers).filter((identifier) => identifier !== 'warpcast');
	expect(Object.keys(samples).sort()).toEqual(known.sort());
});

test.each(Object.entries(written))(
	'%s has the settings, the limit and the text that are written down',
	(
		identifier,
		{ needs = {}, takes, sometimes, max, text = 'plain', drops, fetches, onlyDrafts = false },
	) => {
		const { settings, countAs, rules = [], ...provider } = providers[identifier];
		const required = requiredIn(settings);
		expect({
			settings: usedSettings(providers[identifier]).sort(),
			required: required.sort(),
			max: maxLength(providers[identifier], {}, true),
			text: handingOf(providers[identifier], {}),
			countAs,
			drops: provider.drops,
			fetches: provider.fetchesFiles,
			onlyDrafts: rules.some(({ message }) => message.startsWith('an unknown value')),
		}).toEqual({
			settings: Object.keys({ ...needs, ...takes, ...sometimes }).sort(),
			required: Object.keys(needs).sort(),
			max,
			text,
			countAs: identifier === 'x' ? 'x' : undefined,
			drops,
			fetches,
			onlyDrafts,
		});
	},
);

test('X has a limit for every account and for articles, which are HTML', () => {
	const article = { post_type: 'article' };
	expect(maxLength(providers.x, {}, false)).toBe(280);
	expect(maxLength(providers.x, article, false)).toBe(100_000);
	expect(handingOf(providers.x, article)).toBe('html');
});

describe.each(Object.entries(samples))('%s', (identifier, sample) => {
	const { smallest, full, fullValue, invalid = [], converted = [] } = sample;
	const type = DRAFTS_ONLY.includes(identifier) ? 'draft' : 'schedule';

	test('takes its smallest settings, also with an unknown key, and keeps them as sent', async () => {
		for (const more of [{}, { foo: { bar: 1 } }]) {
			service.reset();
			const settings = { ...smallest, ...more };
			const answer = await send(identifier, settings, await valueOf(sample), { type });
			expect([answer.status, answer.data]).toEqual([201, expect.any(Array)]);
			const defaults = identifier === 'devto' && { tags: [] };
			expect(service.state.posts[0].settings).toEqual({
				__type: identifier,
				...settings,
				...defaults,
			});
		}
	});

	if (full)
		test('takes its fullest settings', async () => {
			const value = fullValue ?? (await valueOf(sample));
			const answer = await send(identifier, { ...smallest, ...full }, value);
			expect([answer.status, answer.data]).toEqual([201, expect.any(Array)]);
		});

	if (invalid.length > 0)
		test('refuses what is wrong, in drafts too', async () => {
			for (const [change, message] of invalid) {
				const settings = { ...smallest, ...change };
				const answer = await send(identifier, settings, await valueOf(sample), {
					type: 'draft',
				});
				const begin = `posts.0.settings.${message}`;
				const found = [answer.data.message].flat().filter((text) => String(text).startsWith(begin));
				expect([change, answer.data.statusCode, answer.data.error, found.length > 0]).toEqual([
					change,
					400,
					'Bad Request',
					true,
				]);
				expect(service.state.posts).toEqual([]);
			}
		});

	if (converted.length > 0)
		test.each(converted)('takes %j for what it can be', async (change, kept) => {
			await send(identifier, { ...smallest, ...change }, await valueOf(sample));
			expect(service.state.posts[0].settings).toMatchObject(kept);
		});

	const longest = identifier === 'x' ? 280 : written[identifier].max;
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
