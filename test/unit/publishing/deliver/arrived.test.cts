import { findArrived } from '../../../../nodes/Postiz/publishing/deliver/arrived';
import type { NewPost } from '../../../../nodes/Postiz/publishing/deliver/requests';
import { withKey } from '../../../../nodes/Postiz/publishing/payload';
import type { ApiRequest, PostizClient } from '../../../../nodes/Postiz/transport/client';
import { Problem } from '../../../../nodes/Postiz/values/problem';
import { channel, post } from './rows.cjs';

const TELEGRAM = channel('telegram');

/** A service that has so many parts of a thread at each look. */
function createClient(lengths: number[], { target, payload }: ReturnType<typeof post>) {
	let looks = 0;
	const client = {
		facts: {},
		previewUrl: () => '',
		requestList: async (_request: ApiRequest) => {
			looks++;
			return await Promise.resolve([{ id: 'own', content: 'One', integration: target }]);
		},
		request: async () =>
			await Promise.resolve(
				payload.value
					.slice(0, lengths[looks - 1])
					.map(({ content }) => ({ content, settings: JSON.stringify(payload.settings) })),
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
	const waits: number[] = [];
	const wait = async (ms: number) => await Promise.resolve(waits.push(ms));
	const sending = { sentAt: Date.now(), hasEnded, wait };
	const found = await findArrived(client, [thread], sending);
	expect(found).toEqual([{ ...arrival, postId: 'own' }]);
	expect(looks()).toBe(expected);
	expect(waits).toEqual([2000, 5000, 10_000, 20_000, 30_000].slice(0, expected - 1));
});

describe('a calendar that can only be read in part', () => {
	const posts = ['One', 'Two'].map((text, index) =>
		withIdOf(post(channel('telegram'), text), index),
	);
	/** A service in which the first of the posts is, with an answer to each look. */
	const createPartClient = (list: (look: number) => string[], previews: string[]) => {
		let looks = 0;
		return {
			facts: {},
			previewUrl: () => '',
			requestList: async () =>
				await Promise.resolve(
					list(looks++).map((id) => ({ id, content: id, integration: TELEGRAM })),
				),
			request: async ({ path }: ApiRequest) => {
				const id = previews.find((known) => path.endsWith(known));
				if (id === undefined) throw new Problem('It failed', '', { httpCode: '503' });
				const { payload } = posts[previews.indexOf(id)]!;
				return await Promise.resolve([{ content: id, settings: JSON.stringify(payload.settings) }]);
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

	test.each([
		['403', 1],
		['429', 6],
		['504', 6],
	])('says so if nothing was found before: after %s, in %s looks', async (httpCode, expected) => {
		const list = jest.fn(() => {
			throw new Problem('Not here', '', { httpCode });
		});
		await expect(look(createPartClient(list, []))).rejects.toThrow('Not here');
		expect(list).toHaveBeenCalledTimes(expected);
	});
});

describe('what is there of a post that was sent', () => {
	const sentAt = Date.parse('2026-12-14T10:00:00.000Z');
	const own = withIdOf(post(TELEGRAM, 'One'), 0);
	const settingsOf = (index: number) => JSON.stringify(withIdOf(own, index).payload.settings);
	const idMadeAt = (ms: number) => `c${ms.toString(36).padStart(8, '0')}${'a'.repeat(16)}`;
	/** What the calendar has, save for what is given; `preview` are the settings of its only part. */
	type Row = { id?: string; content?: string; on?: string; settings?: string; preview?: string };

	/** The arrival of the post, whether the instance keeps keys, and the listed window. */
	async function look(rows: Row[], shared: Partial<typeof own.shared> = {}) {
		const facts: { keepsKeys?: boolean } = {};
		const windows: unknown[] = [];
		const listed = rows.map(({ on = TELEGRAM.id, ...more }, index) => ({
			...{ id: `row-${index}`, content: 'One', integration: { ...TELEGRAM, id: on } },
			...more,
		}));
		const client = {
			facts,
			previewUrl: () => '',
			requestList: async ({ query }: ApiRequest) => {
				windows.push(query);
				return await Promise.resolve(listed);
			},
			request: async ({ path }: ApiRequest) => {
				const { preview } = listed.find(({ id }) => path.endsWith(id))!;
				if (preview === undefined) throw new Problem('Not here', '', { httpCode: '404' });
				const parts = preview === 'unreadable' ? [7] : [{ content: 'One', settings: preview }];
				return await Promise.resolve(parts);
			},
		} as unknown as PostizClient;
		const sent = { ...own, shared: { ...own.shared, ...shared } };
		const wait = async () => await Promise.resolve();
		const [arrival] = await findArrived(client, [sent], { sentAt, hasEnded: true, wait });
		return { kind: arrival?.kind, keepsKeys: facts.keepsKeys, windows };
	}

	test.each<[string, Row[], string, boolean | undefined]>([
		['its key in the list', [{ settings: settingsOf(0) }], 'found', true],
		[
			'its key in the list, unreadable',
			[{ settings: settingsOf(0), preview: 'unreadable' }],
			'found',
			true,
		],
		['its key in the preview', [{ preview: settingsOf(0) }], 'found', true],
		['another key in the list', [{ settings: settingsOf(1) }], 'absent', true],
		['another key in the preview', [{ preview: settingsOf(1) }], 'absent', true],
		['no key, and its text', [{ content: '<p>One</p>' }], 'similar', undefined],
		['no key, and its text, in the preview, too', [{ preview: '{}' }], 'similar', undefined],
		['no key, and another text', [{ content: 'Two' }], 'absent', undefined],
		['no key beside others', [{}, { settings: settingsOf(1) }], 'absent', true],
		['its key on another channel', [{ settings: settingsOf(0), on: 'own' }], 'absent', undefined],
		['an ID of long before', [{ id: idMadeAt(sentAt - 600_001) }], 'absent', undefined],
		['an ID of just before', [{ id: idMadeAt(sentAt - 600_000) }], 'similar', undefined],
		['nothing', [], 'absent', undefined],
	])('%s', async (_what, rows, kind, keepsKeys) => {
		expect(await look(rows)).toMatchObject({ kind, keepsKeys });
	});

	test.each<[NewPost['shared']['type'], string, string]>([
		['schedule', '2026-12-20T08:59:00.000Z', '2026-12-20T09:01:00.000Z'],
		['now', '2026-12-14T09:50:00.000Z', '2026-12-14T10:11:00.000Z'],
	])('%s: looked for around its date', async (type, startDate, endDate) => {
		jest.spyOn(Date, 'now').mockReturnValue(sentAt + 60_000);
		const { windows } = await look([], { type, date: '2026-12-20T09:00:00.000Z' });
		jest.restoreAllMocks();
		expect(windows).toEqual([{ startDate, endDate }]);
	});
});

/** The post with a key ID of its own. */
function withIdOf(own: ReturnType<typeof post>, index: number) {
	const key = { when: 'w', text: 't', files: 'f', rest: 'r' };
	return { ...own, payload: withKey(own.payload, key, String(index).repeat(10)) };
}
