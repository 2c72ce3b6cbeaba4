import {
	judgeUnclear,
	findRows,
	type Finding,
} from '../../../../nodes/Postiz/publishing/deliver/findRows';
import type { ApiRequest, PostizClient } from '../../../../nodes/Postiz/transport/client';
import { Instance } from '../../../../nodes/Postiz/transport/instance';
import type { ImageRef, ListedPost, SharedFields } from '../../../../nodes/Postiz/transport/types';
import { Problem } from '../../../../nodes/Postiz/values/problem';
import { channel, post, row } from './rows.cjs';

const SKY = channel('bluesky', 'sky-1');
const OTHER_SKY = channel('bluesky', 'sky-2');
const DATE = '2099-03-04T10:00:00.000Z';
const SENT_AT = Date.now();

/** A row of `GET /posts`. */
const listed = (id: string, content: string, more: Partial<ListedPost> = {}): ListedPost => ({
	id,
	content,
	publishDate: DATE,
	state: 'QUEUE',
	integration: { id: 'sky-1' },
	settings: JSON.stringify({ __type: 'bluesky' }),
	...more,
});

interface Part {
	content: string;
	image?: ImageRef[];
}

/** The preview of a listed post, with its parts if it has several or has files. */
const previewOf = ({ content, ...row }: ListedPost, parts: Part[] = [{ content: content ?? '' }]) =>
	parts.map(({ image = [], ...part }, index) => ({
		...row,
		id: `${row.id}-${index}`,
		image: JSON.stringify(image),
		...part,
	}));

interface Previews {
	/** By post ID. */
	parts?: Record<string, Part[]>;
	/** The instance answers with this status instead. */
	status?: number;
	knowsEarlier?: boolean;
}

/** Looks up rows at a service with these posts. */
async function lookUp(
	rows: ReturnType<typeof row>[],
	posts: ListedPost[],
	taken: string[] = [],
	{ parts = {}, status, knowsEarlier = false }: Previews = {},
): Promise<{ findings: Finding[][]; request: ApiRequest }> {
	const requests: ApiRequest[] = [];
	const client = {
		instance: new Instance(),
		previewUrl: () => null,
		request: async ({ path }: ApiRequest) => {
			if (status) throw new Problem('It failed', '', { httpCode: String(status) });
			const id = path.split('/').at(-1)!;
			const row = posts.find((listedPost) => listedPost.id === id)!;
			return await Promise.resolve(previewOf(row, parts[id]));
		},
		requestList: async (request: ApiRequest) => {
			requests.push(request);
			return await Promise.resolve(posts);
		},
	} as unknown as PostizClient;
	const findings = await findRows(client, rows, {
		sentAt: SENT_AT,
		taken: new Set(taken),
		knowsEarlier,
	});
	expect(requests).toHaveLength(1);
	return { findings, request: requests[0] };
}

const one = async (
	posts: ListedPost[],
	{ text = 'Tea', ...shared }: Partial<SharedFields> & { text?: string } = {},
	taken: string[] = [],
) => {
	const { findings } = await lookUp([row(0, [post(SKY, text)], shared)], posts, taken);
	return findings[0][0];
};
const found = (postId: string): Finding => ({ kind: 'found', postId });
const similar = (postId: string): Finding => ({ kind: 'similar', postId });
const ABSENT: Finding = { kind: 'absent' };

test.each<[string, Finding, ListedPost, string[]?]>([
	['the same', found('p1'), listed('p1', 'Tea')],
	// The service may store it as HTML, and its date without seconds.
	[
		'stored otherwise',
		found('p1'),
		listed('p1', '<p>Tea</p>', { publishDate: '2099-03-04T10:00:40' }),
	],
	[
		'one that has repeated since',
		found('p1'),
		listed('p1', 'Tea', { publishDate: '2099-04-01T10:00:00.000Z', actualDate: DATE }),
	],
	['on another channel', ABSENT, listed('p1', 'Tea', { integration: { id: 'sky-2' } })],
	['another text', ABSENT, listed('p1', 'Cake')],
	['at another date', ABSENT, listed('p1', 'Tea', { publishDate: '2099-03-04T10:02:00.000Z' })],
	['without a date', ABSENT, listed('p1', 'Tea', { publishDate: '' })],
	['one of another row', ABSENT, listed('p1', 'Tea'), ['p1']],
])('a post that is there: %s', async (...[, expected, there, taken]) => {
	expect(await one([there], {}, taken)).toEqual(expected);
});

test('each post is found for one row only', async () => {
	const rows = [
		row(0, [post(SKY, 'Tea'), post(OTHER_SKY, 'Tea')]),
		row(1, [post(SKY, 'Tea')]),
		row(2, [post(SKY, 'Tea')]),
	];
	const { findings } = await lookUp(rows, [listed('p1', 'Tea'), listed('p2', 'Tea')]);
	expect(findings).toEqual([[found('p1'), ABSENT], [found('p2')], [ABSENT]]);
});

describe('what the list does not show', () => {
	const CUP: ImageRef = { id: 'cup', path: 'https://media.example/cup.png' };
	const POUR: ImageRef = { id: 'pour', path: 'https://media.example/pour.png' };

	/** Looks up a post with these parts at a service with one post, which has the same parts or others. */
	const find = async (
		wanted: Part[],
		shown: Part[],
		{
			id = 'p1',
			more = {},
			...answers
		}: Omit<Previews, 'parts'> & { id?: string; more?: object } = {},
	) => {
		const own = post(SKY, '');
		own.item.value = wanted.map((part) => ({ image: [], ...part }));
		const there = [listed(id, shown[0].content, more)];
		const previews = { ...answers, parts: { [id]: shown } };
		const { findings } = await lookUp([row(0, [own])], there, [], previews);
		return findings[0][0];
	};
	const [tea, cake, more] = ['Tea', 'Cake', 'More'].map((content): Part => ({ content }));
	const withCup = { content: 'Tea', image: [CUP] };

	const start = (parts: number): Finding => ({ kind: 'start', postId: 'p1', parts });
	const withPour = { content: 'Tea', image: [POUR] };
	const onlyCup = { content: '', image: [CUP] };
	const pair: Part[] = [{ content: '', image: [CUP, POUR] }];

	test.each<[string, Part[], Part[], Finding, object?]>([
		['the same thread', [tea, cake, more], [tea, cake, more], found('p1')],
		['the same files', [withCup], [withCup], found('p1')],
		['the same files of a later part', [tea, withCup], [tea, withCup], found('p1')],
		['the same files and no text', pair, pair, found('p1')],
		['another later part', [tea, cake], [tea, more], similar('p1')],
		['a further part', [tea], [tea, cake], similar('p1')],
		['another file', [withCup], [withPour], similar('p1')],
		['no file', [withCup], [tea], similar('p1')],
		['another file and no text', [onlyCup], [{ ...withPour, content: '' }], similar('p1')],
		['other settings', [tea], [tea], similar('p1'), { settings: '{"__type":"x"}' }],
		['a draft', [tea], [tea], similar('p1'), { state: 'DRAFT' }],
		['repeating', [tea], [tea], similar('p1'), { intervalInDays: 7 }],
		['the first part of a thread', [tea, cake, more], [tea], start(1)],
		['the first parts of a thread', [tea, cake, more], [tea, cake], start(2)],
		['the start of another thread', [tea, cake, more], [tea, more], similar('p1')],
		['a start without its file', [withCup, cake], [tea], similar('p1')],
	])('%s', async (...[, wanted, shown, expected, own]) => {
		expect(await find(wanted, shown, { more: own })).toEqual(expected);
	});

	test('without a preview the list decides if it shows all, and nothing if the preview failed', async () => {
		expect(await find([tea], [tea], { status: 404 })).toEqual(found('p1'));
		expect(await find([tea, cake], [tea], { status: 404 })).toEqual(similar('p1'));
		expect(await find([withCup], [tea], { status: 404 })).toEqual(similar('p1'));
		expect(await find([tea], [tea], { status: 500 })).toEqual(similar('p1'));
	});

	test('what is older by its ID may be another one, though it is the same, unless that is known', async () => {
		const idOf = (at: number) => `c${at.toString(36)}0123456789abcdef`;
		const old = idOf(SENT_AT - 10_000);
		expect(await find([tea], [tea], { id: old, knowsEarlier: true })).toEqual(found(old));
		expect(await find([tea], [tea], { id: old })).toEqual(similar(old));
		expect(await find([tea, cake], [tea], { id: old })).toEqual(similar(old));
		const fresh = idOf(SENT_AT - 1000);
		expect(await find([tea], [tea], { id: fresh })).toEqual(found(fresh));
	});

	test('rows with the same text are told apart by their files, whichever is there', async () => {
		const rows = [CUP, POUR].map((image, index) => {
			const own = post(SKY, 'Tea');
			own.item.value = [{ content: 'Tea', image: [image] }];
			return row(index, [own]);
		});
		const parts = { p1: [{ content: 'Tea', image: [POUR] }] };
		const { findings } = await lookUp(rows, [listed('p1', 'Tea')], [], { parts });
		expect(findings).toEqual([[ABSENT], [found('p1')]]);
	});
});

test('a post for now is found around the time it was sent, and may be it at another', async () => {
	const at = (milliseconds: number) => ({ publishDate: new Date(milliseconds).toISOString() });
	const now = { type: 'now', date: DATE } as const;
	expect(await one([listed('p1', 'Tea', at(SENT_AT))], now)).toEqual(found('p1'));
	const elsewhere = listed('p1', 'Tea', at(SENT_AT - 10 * 60_000));
	expect(await one([elsewhere], now)).toEqual(similar('p1'));
});

test('with short links, a post may be it whose links differ', async () => {
	const text = 'Tea at https://acme.example/tea today';
	const shortened = [listed('p1', 'Tea at https://short.example/1 today')];
	expect(await one(shortened, { text, shortLink: true })).toEqual(similar('p1'));
	expect(await one(shortened, { text })).toEqual(ABSENT);
});

test('only the half hour around the date is listed, and not waited for long', async () => {
	const { request } = await lookUp([row(0, [post(SKY, 'Tea')])], []);
	expect(request.query).toEqual({
		startDate: '2099-03-04T09:30:00.000Z',
		endDate: '2099-03-04T10:30:00.000Z',
	});
	expect(request.timeout).toBe(20_000);
});

describe('what became of a row that may have arrived', () => {
	const CAUSE = 'the connection was lost';
	const thread = row(0, [post(SKY, ['Tea', 'Cake', 'More'])]);
	const start: Finding = { kind: 'start', postId: 'p1', parts: 2 };
	const onlyStart = {
		reason: 'unknown',
		start: 'p1',
		message: `Channel (sky-1): Postiz has only 2 of the 3 parts of this thread: ${CAUSE}`,
	};
	const advice =
		'The post p1 is only the beginning of the thread. Delete it with Post > Delete, then run this item again.';
	const unclearFor = (hasEnded: boolean) => ({
		cause: { message: CAUSE, httpCode: '502' },
		sentAt: SENT_AT,
		hasEnded,
	});

	test.each<[string, Finding | undefined, boolean, object]>([
		[
			'if nothing could be found out',
			undefined,
			false,
			{
				reason: 'unknown',
				message: `It is unclear whether Postiz created this item: ${CAUSE}`,
				description:
					'It was not sent again, so that nothing is published twice. The node could not check Postiz either.',
			},
		],
		['if its start is there', start, true, { ...onlyStart, description: advice }],
		[
			'if its start is there, and more may follow',
			start,
			false,
			{
				...onlyStart,
				description: `A request that is still running may add the others: look in a few minutes. If they are still missing: ${advice}`,
			},
		],
		[
			'if nothing is there and nothing can follow',
			ABSENT,
			true,
			{
				reason: 'refused',
				message: `Postiz didn't create this item: ${CAUSE}`,
				description:
					'The node checked: none of its posts exist. Run it again. If it fails again, Postiz cannot store something in it.',
			},
		],
		[
			'if nothing is there yet',
			ABSENT,
			false,
			{
				reason: 'unknown',
				message: `Postiz doesn't have this item yet: ${CAUSE}`,
				description: expect.stringContaining('may create them: wait a few minutes'),
			},
		],
	])('is said %s', (_what, finding, hasEnded, expected) => {
		const unclear = unclearFor(hasEnded);
		expect(judgeUnclear(thread, finding && [finding], unclear)).toEqual([
			{ row: thread, post: thread.posts[0], kind: 'failed', httpCode: '502', unclear, ...expected },
		]);
	});

	test('a post that was found is created, whatever is said of the others', () => {
		const two = row(0, [post(SKY, 'Tea'), post(OTHER_SKY, 'Tea')]);
		const [created, failure] = judgeUnclear(two, [found('p1'), similar('p2')], unclearFor(true));
		expect(created).toEqual({ row: two, post: two.posts[0], kind: 'created', postId: 'p1' });
		expect(failure).toMatchObject({
			post: two.posts[1],
			reason: 'unknown',
			description: expect.stringContaining(
				'what may be a post of this item (p2), or a similar one',
			),
		});
	});
});
