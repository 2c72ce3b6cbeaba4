import { fetchCandidates } from '../../../../nodes/Postiz/publishing/decide/candidates';
import type { Wanted } from '../../../../nodes/Postiz/publishing/decide/wanted';
import type { ApiRequest, PostizClient } from '../../../../nodes/Postiz/transport/client';
import { Instance } from '../../../../nodes/Postiz/transport/instance';
import { channel, post } from '../deliver/rows.cjs';

const TELEGRAM = channel('telegram');
const TIME = Date.parse('2099-03-04T10:00:00.000Z');
// What an earlier try has sent: an equal row has the same digests, and needs a post of its own.
const { settings } = post(TELEGRAM, 'Tea').item;
const [, , , , , openId] = String(settings.n8n).split(' ');
const wanted = {
	channelId: TELEGRAM.id,
	key: { when: 'w', text: 't', files: 'f', rest: 'r' },
	text: 'Tea',
	minute: TIME,
	isFixed: true,
	span: { start: TIME, end: TIME },
} as Wanted;

test.each([
	['in the list', { settings: JSON.stringify(settings) }],
	['only in its preview', {}],
])(
	'a post that an earlier try may have created is nobody else’s, by its key %s',
	async (...row) => {
		const [, more] = row;
		const listed = {
			id: 'sent',
			content: 'Tea',
			publishDate: new Date(TIME).toISOString(),
			state: 'QUEUE',
			integration: { id: TELEGRAM.id },
			...more,
		};
		const client = {
			instance: new Instance(),
			previewUrl: () => '',
			requestList: async ({ keeps }: ApiRequest) => {
				await Promise.resolve(keeps!(listed));
				return [];
			},
			request: async () =>
				await Promise.resolve([{ content: 'Tea', settings: JSON.stringify(settings) }]),
		} as unknown as PostizClient;
		const find = async (...taken: string[]) => {
			const run = { startedAt: TIME, reach: 0, taken: new Set(taken) };
			return (await fetchCandidates(client, [wanted], run)).map(({ id }) => id);
		};
		expect(await find()).toEqual(['sent']);
		expect(await find(openId)).toEqual([]);
	},
);
