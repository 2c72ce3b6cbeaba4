import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { findProvider, providers, textForm } from '../../nodes/Postiz/providers';
import type { SettingField, TextForm } from '../../nodes/Postiz/providers/types';
import { toTextTarget } from '../../nodes/Postiz/text/content';
import {
	handingOf,
	providers as known,
	usedSettings,
	type Handing,
} from '../service/providers.cjs';
import type { Field } from '../service/schema.cjs';
import { runNode } from './harness.cjs';
import { FUTURE, onlyBody } from './posts.cjs';
import {
	addWarpcast,
	contractCases,
	mediaOf,
	refusalCases,
	type ContractCase,
} from './providers.cases.cjs';
import { callsOf, LOOK_UP, useService } from './useService.cjs';

const service = useService({ hourlyLimit: 10_000 }, addWarpcast);

const IDENTIFIERS: Record<string, string> = { warpcast: 'wrapcast' };

const title = (provider: string) => findProvider(provider)!.displayName;

type Sent = Pick<ContractCase, 'provider' | 'channel' | 'form' | 'text' | 'media'>;

function channelOf({ provider, channel = IDENTIFIERS[provider] ?? provider }: Sent) {
	return service.state.channels.find(({ identifier }) => identifier === channel)!;
}

async function send(sent: Sent, options: IDataObject = {}) {
	const { provider, form, text = 'Fresh beans' } = sent;
	const entry: IDataObject = {
		provider,
		integrationId: { __rl: true, mode: 'id', value: channelOf(sent).id },
		...form,
	};
	const media = await mediaOf(service, sent.media);
	const file = media.map((reference) => ({ source: 'upload', file: JSON.stringify(reference) }));
	service.requests.length = 0;
	const { output, error } = await runNode({
		service,
		parameters: {
			resource: 'post',
			operation: 'create',
			type: 'schedule',
			date: FUTURE,
			content: text,
			media: { file },
			channels: { channel: [entry] },
			options,
		} as INodeParameters,
	});
	return { output, error, requests: service.requests };
}

const titled = <Case extends { provider: string; name: string }>(cases: Case[]) =>
	cases.map((entry) => [`${title(entry.provider)}: ${entry.name}`, entry] as const);

describe('what the service gets', () => {
	test.each(titled(contractCases))('%s', async (_name, contract) => {
		const { output, error, requests } = await send(contract);

		expect(error).toBeUndefined();
		expect(output[0]).toHaveLength(1);
		const [request] = requests.filter(({ path }) => path.endsWith('/posts'));
		const [post] = (request.body as { posts: IDataObject[] }).posts;
		expect(post.settings).toStrictEqual({
			__type: channelOf(contract).identifier,
			...contract.settings,
		});
	});

	test('the network and its defaults are detected where nothing is said', async () => {
		const { output, error } = await send({
			provider: 'auto',
			channel: 'tiktok',
			form: {},
			media: 'video',
		});

		expect(error).toBeUndefined();
		expect(output[0][0].json).toMatchObject({ provider: 'tiktok' });
		const { settings } = (
			service.requests.at(-1)!.body as { posts: Array<{ settings: IDataObject }> }
		).posts[0];
		expect(settings).toStrictEqual({
			__type: 'tiktok',
			...contractCases.find(({ provider, kind }) => provider === 'tiktok' && kind === 'smallest')!
				.settings,
		});
	});
});

describe('what is refused before a request is spent', () => {
	test.each(titled(refusalCases))('%s', async (_name, refused) => {
		const { error, requests } = await send(refused);

		expect(error?.message).toContain(title(refused.provider));
		expect(`${error?.message} ${error?.description}`).toContain(refused.refusal);
		expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	});

	test('unless the checks are skipped, so that a newer service decides', async () => {
		const form = { who_can_reply_post: 'moonDwellers' };
		const { error: refusal } = await send({ provider: 'x', form });
		expect(refusal?.message).toContain(
			'Who Can Reply cannot be “moonDwellers”. Allowed: Accounts You Follow (following), Everyone (everyone)',
		);

		const { error } = await send({ provider: 'x', form }, { skipChecks: true });
		expect(callsOf(service)).toEqual([LOOK_UP, 'POST /posts']);
		expect(error?.message).toContain('Who Can Reply must be one of the following values');
	});
});

describe('the text of one channel', () => {
	test('takes the place of the shared one, and of nothing else', async () => {
		const entry = (identifier: string, content: string) => ({
			provider: identifier,
			integrationId: {
				__rl: true,
				mode: 'id',
				value: channelOf({ provider: identifier, form: {} }).id,
			},
			content,
		});
		service.requests.length = 0;
		const { error } = await runNode({
			service,
			parameters: {
				resource: 'post',
				operation: 'create',
				type: 'draft',
				content: 'For all',
				thread: { segment: [{ content: 'And more' }] },
				channels: { channel: [entry('bluesky', 'Only here'), entry('mastodon', '')] },
			},
		});

		expect(error).toBeUndefined();
		const { posts } = onlyBody(service);
		expect(
			posts.map(({ value }) => (value as IDataObject[]).map(({ content }) => content)),
		).toEqual([
			['Only here', 'And more'],
			['For all', 'And more'],
		]);
	});
});

describe('the registry and the service agree', () => {
	const identifiers = Object.keys(known);

	test('on the networks', () => {
		const declared = providers.flatMap(({ identifier, aliases = [] }) => [identifier, ...aliases]);
		expect(declared.sort()).toEqual(identifiers.sort());
	});

	test.each(identifiers)('on the settings of %s, and on which are required', (identifier) => {
		const { fields, maxLength = Infinity } = findProvider(identifier)!;
		const { settings, max } = known[identifier];
		const namesOf = (entries: Array<[name: string, isWanted: unknown]>) =>
			entries
				.filter(([, isWanted]) => isWanted === true)
				.map(([name]) => name)
				.sort();
		const own = (isWanted: (field: SettingField) => unknown) =>
			namesOf(fields.map((field) => [field.name, Boolean(isWanted(field))]));
		const served = (isWanted: (field: Field) => boolean) =>
			namesOf(Object.entries(settings).map(([name, field]) => [name, isWanted(field)]));

		expect(fields.map(({ name }) => name).sort()).toEqual(usedSettings(known[identifier]).sort());
		expect(own(({ required, optionalWhen }) => required && !optionalWhen)).toEqual(
			served(({ required }) => required === true),
		);
		// What only the form requires is taken without.
		expect(
			own(({ requiredWhen, optionalWhen, formRequires }) =>
				Boolean((requiredWhen ?? optionalWhen) && !formRequires),
			),
		).toEqual(served(({ required }) => typeof required === 'function'));
		expect(maxLength).toBe(typeof max === 'number' ? max : max({}, true));
	});

	test.each(identifiers)('on the text, the lengths and the thread of %s', (identifier) => {
		const provider = findProvider(identifier)!;
		const { countAs, drops, max } = known[identifier];
		const forms: Record<Handing, TextForm> = {
			plain: 'plain',
			markdown: 'markdown',
			html: 'html',
			mail: 'html',
			telegram: 'telegram',
			tweet: 'x',
		};
		for (const settings of [{}, { post_type: 'article' }]) {
			expect(textForm(provider, settings)).toBe(forms[handingOf(identifier, settings)]);
			const limits = toTextTarget(provider, settings).limits;
			const served = typeof max === 'number' ? [max] : [max(settings, false), max(settings, true)];
			expect(limits).toEqual([...new Set(served)].filter(Number.isFinite));
		}
		expect(provider.count).toBe(countAs);
		expect(provider.ignoresThreads === true).toBe(drops === 'laterParts');
		expect(provider.ignoresLaterMedia === true).toBe(drops === 'laterMedia');
	});

	test('on the network that takes only drafts', () => {
		const refusesAll = identifiers.filter((identifier) =>
			known[identifier].rules?.some(({ message }) => message.startsWith('an unknown value')),
		);
		expect(
			providers.filter(({ onlyDrafts }) => onlyDrafts).map(({ identifier }) => identifier),
		).toEqual(refusesAll);
	});
});

describe('no provider is forgotten', () => {
	const filledNames = (form: IDataObject) => {
		const { settings, ...beside } = form;
		return Object.keys({ ...beside, ...(settings as IDataObject) });
	};

	test.each(providers.map(({ identifier }) => identifier))('%s', (identifier) => {
		const { fields } = findProvider(identifier)!;
		const cases = contractCases.filter(({ provider }) => provider === identifier);
		const [smallest] = cases.filter(({ kind }) => kind === 'smallest');
		const [fullest] = cases.filter(({ kind }) => kind === 'fullest');

		expect(Object.keys(smallest.settings).sort()).toEqual(
			fields
				.filter(({ required }) => required)
				.map(({ name }) => name)
				.sort(),
		);
		expect(filledNames(fullest.form)).toEqual(
			expect.arrayContaining(fields.map(({ name }) => name)),
		);
		expect(Object.keys(fullest.settings).sort()).toEqual(fields.map(({ name }) => name).sort());
	});
});
