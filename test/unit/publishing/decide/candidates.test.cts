import { fetchCandidates } from '../../../../nodes/Postiz/publishing/decide/candidates';
import type { Wanted } from '../../../../nodes/Postiz/publishing/decide/wanted';
import type { ApiRequest, PostizClient } from '../../../../nodes/Postiz/transport/client';
import type { ListedPost } from '../../../../nodes/Postiz/transport/types';
import { channel, post } from '../deliver/rows.cjs';

const TELEGRAM = channel('telegram');
const TIME = Date.parse('2099-03-04T10:00:00.000Z');
const REACH = 3_600_000;
const wanted = {
	channelId: TELEGRAM.id,
	key: { when: 'w', text: 't', files: 'f', rest: 'r' },
	text: 'Tea',
	minute: TIME,
	isFixed: true,
	span: { start: TIME, end: TIME },
} as Wanted;
const undated = { ...wanted, isFixed: false };

/** A post of a list, at another date and with another text. */
const listed = (more: Partial<ListedPost> & { settings?: string }): ListedPost => ({
	id: 'there',
	content: 'Coffee',
	publishDate: new Date(TIME + 2 * REACH).toISOString(),
	state: 'QUEUE',
	integration: { id: TELEGRAM.id },
	...more,
});
const keyOf = (when: string, text: string) =>
	JSON.stringify({ n8n: `1 ${when} ${text} f r own 1` });
const at = (ms: number) => ({ publishDate: new Date(TIME + ms).toISOString() });

interface Around {
	own?: Wanted | Wanted[];
	taken?: string[];
	/** The answer of previews. */
	preview?: unknown;
	/** Is told what is asked of each list. */
	lists?: unknown[];
}

/** The IDs of what is found among these posts of the calendar. */
async function find(
	rows: ListedPost[],
	{ own = wanted, taken = [], preview = [{ content: 'Tea' }], lists = [] }: Around = {},
): Promise<string[]> {
	const client = {
		facts: {},
		previewUrl: () => '',
		requestList: async ({ query }: ApiRequest) => {
			lists.push(query);
			return await Promise.resolve(rows);
		},
		request: async () => await Promise.resolve(preview),
	} as unknown as PostizClient;
	const run = { startedAt: TIME, reach: REACH, taken: new Set(taken) };
	return (await fetchCandidates(client, [own].flat(), run)).map(({ id }) => id);
}

test.each<[string, Wanted, ListedPost, boolean]>([
	['the same text in its key', wanted, listed({ settings: keyOf('x', 't') }), true],
	['the same date in its key', wanted, listed({ settings: keyOf('w', 'x') }), true],
	['the same date, where that changes', undated, listed({ settings: keyOf('w', 'x') }), false],
	['another text and date in its key', wanted, listed({ settings: keyOf('x', 'x') }), false],
	['the same text without a key', wanted, listed({ settings: '{}', content: '<p>Tea</p>' }), true],
	['the same minute', wanted, listed({ settings: '{}', ...at(59_000) }), true],
	['another minute', wanted, listed({ settings: '{}', ...at(60_000) }), false],
	['a moment within the reach', undated, listed({ settings: '{}', ...at(-REACH) }), true],
	['a moment before the reach', undated, listed({ settings: '{}', ...at(-REACH - 1) }), false],
	['another channel', wanted, listed({ content: 'Tea', integration: { id: 'x' } }), false],
	['no channel', wanted, listed({ content: 'Tea', integration: undefined }), false],
	['no date', wanted, listed({ content: 'Tea', publishDate: '' }), false],
])('a post with %s may be one of the run', async (_what, own, row, expected) => {
	expect(await find([row], { own })).toEqual(expected ? ['there'] : []);
});

test('where lists have no settings, previews are looked at; posts that have none now are gone', async () => {
	const row = listed({ content: 'Tea' });
	expect(await find([row])).toEqual(['there']);
	expect(await find([row], { preview: [] })).toEqual([]);
});

test('a post in two lists is found once, and near dates share a list', async () => {
	const row = listed({ settings: keyOf('x', 't') });
	const later = (days: number) => {
		const start = TIME + days * 24 * REACH;
		return { ...wanted, span: { start, end: start } };
	};
	const lists: unknown[] = [];
	expect(await find([row], { own: [wanted, later(20), later(200)], lists })).toEqual(['there']);
	expect(lists).toHaveLength(2);
});

test.each([
	['in the list', true],
	['only in its preview', false],
])(
	'what an earlier try may have created is nobody else’s, by its key %s',
	async (_where, isListed) => {
		// An equal row has the same digests, and needs a post of its own.
		const settings = JSON.stringify(post(TELEGRAM, 'Tea').payload.settings);
		const openId = settings.split(' ')[5];
		const row = listed({ content: 'Tea', ...at(0), ...(isListed && { settings }) });
		const preview = [{ content: 'Tea', settings }];
		expect(await find([row], { preview })).toEqual(['there']);
		expect(await find([row], { preview, taken: [openId] })).toEqual([]);
		expect(await find([row], { preview, taken: ['there'] })).toEqual([]);
	},
);
