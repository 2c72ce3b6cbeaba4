import { networkForms, titleOf } from '../networks/forms.cjs';
import { networks, type Network } from '../networks/table.cjs';
import { connect, filesOf, item, request, segment } from './client.cjs';
import { handingOf, maxLength, providers, usedSettings } from './providers.cjs';
import { requiredIn, type Values } from './schema.cjs';
import { startService, type Service } from './server.cjs';

let service: Service;

beforeAll(async () => {
	service = await startService({ hourlyLimit: 10_000 });
});
afterEach(() => service.reset());
afterAll(() => service.close());

const send = (identifier: string, settings: Values, value?: object[], more?: Values) =>
	connect(service).post('/posts', request([item(service, identifier, settings, value)], more));

/** Every network under each of its identifiers. */
const written: Record<string, Network> = Object.fromEntries(
	Object.entries(networks).flatMap(([identifier, network]) =>
		[identifier, ...(network.alias ? [network.alias] : [])].map((known) => [known, network]),
	),
);

test('every network is written down', () => {
	expect(Object.keys(providers).sort()).toEqual(Object.keys(written).sort());
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

const forms = networkForms.filter(({ identifier }) => identifier !== 'warpcast');
describe.each(forms.map((form) => [titleOf(form), form] as const))('%s', (_title, form) => {
	const { network, identifier, settings, files: kind } = form;
	// Takes drafts only.
	const type = networks[network].onlyDrafts ? 'draft' : 'schedule';

	test('is taken, also with an unknown key, and kept as sent', async () => {
		const files = await filesOf(service, kind);
		const sent = { ...settings, foo: { bar: 1 } };
		const answer = await send(identifier, sent, [segment('Fresh beans', files)], { type });
		expect([answer.status, answer.data]).toEqual([201, expect.any(Array)]);
		const defaults = identifier === 'devto' && { tags: [] };
		expect(service.state.posts[0].settings).toEqual({
			__type: identifier,
			...defaults,
			...sent,
		});
	});

	const longest = identifier === 'x' ? 280 : networks[network].max;
	// A longer text does not fit into a body that the service reads.
	if (form.kind === 'smallest' && longest < 99_000 && type !== 'draft')
		test('is refused with one character more than it takes, but not as a draft', async () => {
			const files = await filesOf(service, kind);
			const sized = (length: number) => [segment('a'.repeat(length), files)];
			expect((await send(identifier, settings, sized(longest))).status).toBe(201);
			const refused = await send(identifier, settings, sized(longest + 1));
			expect(refused.status).toBe(400);
			expect(refused.data).toEqual({
				statusCode: 400,
				provider: identifier,
				name: service.state.channels.find((channel) => channel.identifier === identifier)!.name,
				message: 'post is too long, please fix it',
			});
			const draft = await send(identifier, settings, sized(longest + 1), { type: 'draft' });
			expect(draft.status).toBe(201);
		});
});
