import { findArrived } from '../../../../nodes/Postiz/publishing/deliver/arrived';
import type { ApiRequest, PostizClient } from '../../../../nodes/Postiz/transport/client';
import { Instance } from '../../../../nodes/Postiz/transport/instance';
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
