import { findArrived } from '../../../../nodes/Postiz/publishing/deliver/arrived';
import { withKey } from '../../../../nodes/Postiz/publishing/payload';
import type { ApiRequest, PostizClient } from '../../../../nodes/Postiz/transport/client';
import { Instance } from '../../../../nodes/Postiz/transport/instance';
import { Problem } from '../../../../nodes/Postiz/values/problem';
import { channel, post } from './rows.cjs';

const TELEGRAM = channel('telegram');

/** A service that has so many parts of a thread at each look. */
function createClient(lengths: number[], { target, item }: ReturnType<typeof post>) {
	let looks = 0;
	const client = {
		instance: new Instance(),
		previewUrl: () => '',
		requestList: async (_request: ApiRequest) => {
			looks++;
			return await Promise.resolve([{ id: 'own', content: 'One', integration: target }]);
		},
		request: async () =>
			await Promise.resolve(
				item.value
					.slice(0, lengths[looks - 1])
					.map(({ content }) => ({ content, settings: JSON.stringify(item.settings) })),
			),
	};
	return { client: client as unknown as PostizClient, looks: () => looks };
}

test.each<[string, boolean, number[], object, number]>([
	['goes on arriving', false, [1, 2, 3], { kind: 'found' }, 3],
	['arrives no further', false, [1, 2, 2, 2, 2, 2], { kind: 'start', parts: 2 }, 6],
	['the service gave up', true, [1, 3], { kind: 'start', parts: 1 }, 1],
])('the start of a thread that %s', async (_what, hasEnded, lengths, arrival, expected) => {
	const thread = post(TELEGRAM, ['One', 'Two', 'Three']);
	const { client, looks } = createClient(lengths, thread);
	const wait = async () => await Promise.resolve();
	const sending = { sentAt: Date.now(), hasEnded, wait };
	const found = await findArrived(client, [thread], sending);
	expect(found).toEqual([{ ...arrival, postId: 'own' }]);
	expect(looks()).toBe(expected);
});

describe('a calendar that can only be read in part', () => {
	const posts = ['One', 'Two'].map((text, index) =>
		withIdOf(post(channel('telegram'), text), index),
	);
	/** A service in which the first of the posts is, with an answer to each look. */
	const createPartClient = (list: (look: number) => string[], previews: string[]) => {
		let looks = 0;
		return {
			instance: new Instance(),
			previewUrl: () => '',
			requestList: async () =>
				await Promise.resolve(
					list(looks++).map((id) => ({ id, content: id, integration: TELEGRAM })),
				),
			request: async ({ path }: ApiRequest) => {
				const id = previews.find((known) => path.endsWith(known));
				if (id === undefined) throw new Problem('It failed', '', { httpCode: '503' });
				const { item } = posts[previews.indexOf(id)]!;
				return await Promise.resolve([{ content: id, settings: JSON.stringify(item.settings) }]);
			},
		} as unknown as PostizClient;
	};
	const gone = () => new Problem('Not here', '', { httpCode: '403' });
	const look = async (client: PostizClient) =>
		await findArrived(client, posts, {
			sentAt: Date.now(),
			hasEnded: false,
			wait: async () => await Promise.resolve(),
		});
	const FOUND = { kind: 'found', postId: 'first' };

	test('still has what an earlier look found', async () => {
		const list = (at: number) => {
			if (at > 0) throw gone();
			return ['first'];
		};
		expect(await look(createPartClient(list, ['first']))).toEqual([FOUND, undefined]);
	});

	test('has the posts whose previews can be read', async () => {
		const client = createPartClient(() => ['first', 'second'], ['first']);
		expect(await look(client)).toEqual([FOUND, undefined]);
	});

	test('says so if nothing was found before', async () => {
		const list = () => {
			throw gone();
		};
		await expect(look(createPartClient(list, []))).rejects.toThrow('Not here');
	});
});

/** The post with a key ID of its own. */
function withIdOf(own: ReturnType<typeof post>, index: number) {
	const key = { when: 'w', text: 't', files: 'f', rest: 'r' };
	return { ...own, item: withKey(own.item, key, String(index).repeat(10)) };
}
