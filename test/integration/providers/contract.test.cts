import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { networks } from '../../networks/table.cjs';
import { runNode } from '../support/harness.cjs';
import { FUTURE, onlyBody, onChannels } from '../support/posts.cjs';
import { addWarpcast, contractCases, mediaOf, refusalCases, type ContractCase } from './cases.cjs';
import { callsOf, LOOK_UP, useService } from '../support/useService.cjs';

const service = useService({ hourlyLimit: 10_000 }, addWarpcast);

const IDENTIFIERS: Record<string, string> = { warpcast: 'wrapcast' };

const title = (provider: string) => networks[provider].name;

type Sent = Pick<ContractCase, 'provider' | 'channel' | 'form' | 'text' | 'media'>;

function channelOf({ provider, channel = IDENTIFIERS[provider] ?? provider }: Sent) {
	return service.state.channels.find(({ identifier }) => identifier === channel)!;
}

async function send(sent: Sent, options: IDataObject = {}) {
	const { provider, form, text = 'Fresh beans' } = sent;
	const entry = {
		provider,
		integrationId: { __rl: true, mode: 'id', value: channelOf(sent).id },
		...form,
	} as INodeParameters;
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
			...onChannels(entry),
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
		const [request] = requests.filter(
			({ method, path }) => method === 'POST' && path.endsWith('/posts'),
		);
		const [post] = (request.body as { posts: IDataObject[] }).posts;
		expect(post.settings).toStrictEqual({
			__type: channelOf(contract).identifier,
			...contract.settings,
		});
	});

	test.each(titled(contractCases))('%s, is found by a second run', async (_name, contract) => {
		await send(contract);
		const { output, error } = await send(contract);
		expect(error).toBeUndefined();
		expect(output[0].map(({ json }) => json.skipped)).toEqual([true]);
		expect(service.state.posts).toHaveLength(1);
	});

	test.each(titled(contractCases))(
		'%s: known again if the answer is lost',
		async (_name, contract) => {
			service.faults.push({ match: { method: 'POST', path: /\/posts$/ }, kind: 'resetAfter' });
			const { output, error } = await send(contract);
			expect(error).toBeUndefined();
			expect(output[0].map(({ json }) => json.postId)).toEqual(
				service.state.posts.map(({ id }) => id),
			);
		},
	);

	test('the defaults of a network go out if the form has no settings for it', async () => {
		const { output, error } = await send({
			provider: 'tiktok',
			form: { provider: undefined },
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
		expect(`${error?.message}. ${error?.description}`).toContain(refused.refusal);
		expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	});

	test('unless the checks are skipped, so that a newer service decides', async () => {
		const form = { who_can_reply_post: 'moonDwellers' };
		const { error: refusal } = await send({ provider: 'x', form });
		expect(refusal?.message).toBe('X: Who Can Reply cannot be “moonDwellers”');

		const { error } = await send({ provider: 'x', form }, { skipValidation: true });
		expect(callsOf(service)).toEqual([LOOK_UP, 'GET /posts', 'POST /posts']);
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
				...onChannels(entry('bluesky', 'Only here'), entry('mastodon', '')),
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

describe('no network is forgotten', () => {
	const filledNames = (form: IDataObject) => {
		const { settings, ...beside } = form;
		return Object.keys({ ...beside, ...(settings as IDataObject) });
	};
	const sorted = (...groups: Array<object | undefined>) =>
		groups.flatMap((group) => Object.keys(group ?? {})).sort();

	test.each(Object.entries(networks))('%s', (identifier, { needs, takes, sometimes }) => {
		const cases = contractCases.filter(({ provider }) => provider === identifier);
		const [smallest] = cases.filter(({ kind }) => kind === 'smallest');
		const [fullest] = cases.filter(({ kind }) => kind === 'fullest');
		// Which other channels there are depends on the workspace: see channels/settingChannels.
		const every = sorted(needs, takes, sometimes).filter((name) => !name.startsWith('plug--'));

		// Who may reply to a post is asked for, as the smallest post is no article.
		const asked = identifier === 'x' ? { who_can_reply_post: true } : {};
		expect(sorted(smallest.settings)).toEqual(sorted(needs, asked));
		expect(filledNames(fullest.form)).toEqual(expect.arrayContaining(every));
		expect(sorted(fullest.settings)).toEqual(every);
	});
});
