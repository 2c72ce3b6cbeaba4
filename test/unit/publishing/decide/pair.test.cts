/** Which post of the calendar each post of a run is, as the calendar has them: a table of cases (docs/api.md, Keys of posts). */
import { sleep } from 'n8n-workflow';

import type { StoredKey } from '../../../../nodes/Postiz/values/postKey';
import type { Preview, PreviewPart } from '../../../../nodes/Postiz/calendar/preview';
import type { Candidate } from '../../../../nodes/Postiz/publishing/decide/candidates';
import { pair } from '../../../../nodes/Postiz/publishing/decide/pair';
import type { Wanted } from '../../../../nodes/Postiz/publishing/decide/wanted';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: jest.fn(),
}));

const NOW = Date.parse('2099-03-04T10:00:00.000Z');
const MINUTE = 60_000;
const REACH = 720 * MINUTE;
const KEY = { when: 'dated', text: 'tea', files: 'a', rest: 'none' };

type Own = Partial<Omit<Wanted, 'key' | 'post'>> & {
	key?: object;
	parts?: number;
	files?: string[];
};
type There = Partial<Omit<Candidate, 'key' | 'preview'>> & {
	key?: Partial<StoredKey> | null;
	parts?: Array<Partial<PreviewPart>> | null;
};

/** A dated post with a picture, save for what is given. */
const wanted = ({ key, parts = 1, files = ['a'], ...more }: Own = {}) =>
	({
		post: {
			target: {},
			parts: Array.from({ length: parts }, (_, part) => ({ files: part === 0 ? files : [] })),
		},
		channelId: 'channel',
		key: { ...KEY, ...key },
		otherKind: 'draft',
		isDraft: false,
		isFixed: true,
		followsClock: false,
		minute: NOW,
		text: 'Tea',
		...more,
	}) as unknown as Wanted;

const UNDATED: Own = { isFixed: false, key: { when: 'now' } };
const undated = (ago: number, key: object = {}): There => ({
	madeAt: NOW - ago * MINUTE,
	key: { when: 'now', ...key },
});

/** A post of the calendar; without a key if it is null, with a text that differs if it has one. */
const candidate = ({ key, parts = [{}], ...more }: There, index: number): Candidate => ({
	id: String(index),
	channelId: 'channel',
	content: 'Tea',
	text: key === null ? 'Tea' : '',
	time: NOW,
	madeAt: NOW - 1000 * MINUTE,
	state: 'QUEUE',
	key: key === null ? undefined : { ...KEY, id: `id${index}`, parts: 1, ...key },
	...more,
	preview: async () =>
		(parts ? { kind: 'post', parts: parts.map(toPart) } : { kind: 'none' }) as Preview,
});

const toPart = (part: Partial<PreviewPart>, index: number) => ({
	image: index === 0 ? [{ id: 'f', path: 'a' }] : [],
	...part,
});

/** Files are the same if they have the same name; those whose names are unknown cannot be compared. */
const uploads = {
	compareAt: async (file: unknown, path: string) =>
		path === 'unknown'
			? ('unknown' as const)
			: file === path
				? ('same' as const)
				: ('other' as const),
};

/** What each post is: the index of its post in the calendar, with a doubt; a dash for none, with the one it may replace. */
async function paired(own: Own[], there: There[], { keeps }: { keeps?: boolean } = {}) {
	const all = own.map(wanted);
	const { verdicts, duplicates, replaced } = await pair(all, there.map(candidate), {
		uploads,
		run: { startedAt: NOW, reach: REACH },
		facts: { keepsKeys: keeps },
	});
	const words = all.map((one) => {
		const verdict = verdicts.get(one)!;
		const other = replaced.get(one);
		if (verdict.kind === 'absent') return other ? `- ${other.id}` : '-';
		const { id } = verdict.candidate;
		return verdict.kind === 'there' ? id : `${id} ${verdict.doubt}`;
	});
	const named = duplicates.map(
		({ candidate: { id }, more }) => `${id}=${more.map((one) => one.id).join()}`,
	);
	return [...words, ...named];
}

const OTHER_FILE = { key: { files: 'b' }, files: ['b'] };
const THREAD = { parts: 2 };
const COFFEE = { key: { text: 'coffee' }, text: 'Coffee' };
const COFFEE_NOW = { key: { text: 'coffee', when: 'now' } };
const FAILED = { state: 'ERROR' };
const CERTAIN = {
	error: JSON.stringify({ cause: { type: 'bad_body', failure: { message: 'No' } } }),
};
const TIMED_OUT = { error: 'activity StartToClose timeout' };

test.each<[string, Own[], There[], string[]]>([
	['nothing in the calendar', [{}], [], ['-']],
	['the same in all four parts', [{}], [{}], ['0']],
	['another channel', [{}], [{ channelId: 'other' }], ['-']],
	['another text', [{}], [{ key: { text: 'coffee', when: 'later' } }], ['-']],
	['another date', [{}], [{ key: { when: 'later' } }], ['-']],
	['two texts', [{}, COFFEE], [{ key: { text: 'coffee' } }, {}], ['1', '0']],

	['replaced: another text at its date', [COFFEE], [{}], ['- 0']],
	['replaced: each by one', [COFFEE, COFFEE], [{}, {}, { key: { when: 'x' } }], ['- 0', '- 1']],
	['replaced: none that another row has', [{}, COFFEE], [{}], ['0', '-']],
	['replaced: none that failed', [COFFEE], [{ ...FAILED, parts: [TIMED_OUT] }], ['-']],
	['replaced: none of another channel', [COFFEE], [{ channelId: 'other' }], ['-']],
	['replaced: none of another client', [COFFEE], [{ key: null }], ['-']],
	['replaced: none without a date', [{ ...UNDATED, ...COFFEE_NOW }], [undated(1)], ['-']],

	['passes: the surer match first, whatever the order', [OTHER_FILE, {}], [{}], ['-', '0']],
	['passes: all rows in one before the next', [{ key: { rest: 'tag' } }, {}], [{}], ['-', '0']],
	['passes: whole before unclear', [{}], [{ ...FAILED, parts: [TIMED_OUT] }, {}], ['1', '1=0']],
	[
		'passes: unclear before other files',
		[OTHER_FILE, {}],
		[{ ...FAILED, parts: [TIMED_OUT] }],
		['-', '0 unsure'],
	],
	['dated: other files', [OTHER_FILE], [{}], ['0 files']],
	['dated: the same bytes at another path', [{ key: { files: 'b' } }], [{}], ['0']],
	['dated: other settings', [{ key: { rest: 'tag' } }], [{}], ['0 settings']],
	[
		'dated: other settings, and the same file at a path that is gone',
		[{ key: { rest: 'tag' }, files: ['b'] }],
		[{}],
		['0 settings'],
	],
	['dated: without a preview', [OTHER_FILE], [{ parts: null }], ['0 files']],

	['counting: two rows, one post', [{}, {}], [{}], ['0', '-']],
	['counting: two rows, two posts', [{}, {}], [{}, {}], ['0', '1']],
	['counting: four dates, a fifth row', [{}, { key: { when: 'e' } }], [{}], ['0', '-']],
	['duplicates: one row, three posts', [{}], [{}, {}, {}], ['0', '0=1,2']],
	['duplicates: of equal rows only what is left over', [{}, {}], [{}, {}, {}], ['0', '1', '0=2']],
	['duplicates: none of what differs', [{}], [{}, { key: { files: 'b' } }], ['0']],

	['undated: within the reach', [UNDATED], [undated(719)], ['0']],
	['undated: at the start of the reach', [UNDATED], [undated(720)], ['0']],
	['undated: before the reach', [UNDATED], [undated(721)], ['-']],
	[
		'undated: other files are another post',
		[{ ...UNDATED, files: ['b'] }],
		[undated(1, { files: 'c' })],
		['-'],
	],
	['undated: the same bytes elsewhere', [UNDATED], [undated(1, { files: 'c' })], ['0']],
	[
		'undated: files that cannot be compared',
		[UNDATED],
		[{ ...undated(1, { files: 'c' }), parts: [{ image: [{ id: 'f', path: 'unknown' }] }] }],
		['0 unknownFiles'],
	],
	['undated: other settings are another post', [UNDATED], [undated(1, { rest: 'tag' })], ['-']],
	['undated: duplicates only within the reach', [UNDATED], [undated(1), undated(721)], ['0']],

	[
		'clock: another date, made within the reach',
		[{ followsClock: true, isFixed: false }],
		[{ madeAt: NOW - MINUTE, key: { when: 'x' } }],
		['0'],
	],
	[
		'clock: made before the reach',
		[{ followsClock: true, isFixed: false }],
		[{ key: { when: 'x' } }],
		['-'],
	],
	[
		'clock: other files',
		[{ followsClock: true, isFixed: false }],
		[{ madeAt: NOW, key: { when: 'x', files: 'b' } }],
		['-'],
	],

	[
		'clock: other settings',
		[{ followsClock: true, isFixed: false }],
		[{ madeAt: NOW, key: { when: 'x', rest: 'tag' } }],
		['-'],
	],

	...['files', 'rest'].map((part): [string, Own[], There[], string[]] => [
		`kind: a draft with other ${part}`,
		[{}],
		[{ key: { when: 'draft', [part]: 'b' }, state: 'DRAFT' }],
		['-'],
	]),
	[
		'kind: an undated draft before the reach',
		[UNDATED],
		[{ ...undated(721, { when: 'draft' }), state: 'DRAFT' }],
		['-'],
	],
	[
		'kind: a draft that is online',
		[{}],
		[{ ...FAILED, releaseURL: 'https://x.com/1', key: { when: 'draft' } }],
		['0'],
	],
	['kind: a draft is there', [{}], [{ key: { when: 'draft' }, state: 'DRAFT' }], ['0 draft']],
	['kind: a draft that a person scheduled', [{}], [{ key: { when: 'draft' } }], ['0']],
	[
		'kind: a draft is wanted, and it is none',
		[{ isDraft: true, key: { when: 'other' }, otherKind: 'dated' }],
		[{}],
		['0 notDraft'],
	],

	['thread: whole', [THREAD], [{ key: { parts: 2 }, parts: [{}, {}] }], ['0']],
	[
		'thread: only its start',
		[THREAD],
		[{ key: { parts: 2 }, parts: [{ createdAt: 1000, updatedAt: 1000 }] }],
		['0 start'],
	],
	[
		'thread: a part was removed',
		[THREAD],
		[{ key: { parts: 2 }, parts: [{ createdAt: 1000, updatedAt: 1204 }] }],
		['0'],
	],
	['thread: without a preview', [THREAD], [{ key: { parts: 2 }, parts: null }], ['0']],

	['failed: refused for certain', [{}], [{ ...FAILED, parts: [CERTAIN] }], ['-']],
	[
		'failed: with a link',
		[{}],
		[{ ...FAILED, releaseURL: 'https://x.com/1', parts: [CERTAIN] }],
		['0'],
	],
	[
		'failed: with a link in its preview',
		[{}],
		[{ ...FAILED, parts: [{ ...CERTAIN, releaseURL: 'https://x.com/1' }] }],
		['0'],
	],
	[
		'failed: with a link of one of its parts',
		[THREAD],
		[{ ...FAILED, key: { parts: 2 }, parts: [CERTAIN, { releaseURL: 'https://x.com/1' }] }],
		['0'],
	],
	['failed: without a preview', [{}], [{ ...FAILED, parts: null }], ['0 unsure']],
	['failed: it may be online', [{}], [{ ...FAILED, parts: [TIMED_OUT] }], ['0 unsure']],
	['failed: without a key', [{}], [{ ...FAILED, key: null }], ['-']],
	['failed: one of two equal rows', [{}, {}], [{ ...FAILED, parts: [CERTAIN] }, {}], ['1', '-']],
])('%s', async (_case, own, there, expected) => {
	expect(await paired(own, there)).toEqual(expected);
});

test('a thread that was refused for certain is dead', async () => {
	const there = { ...FAILED, key: { parts: 2 }, parts: [CERTAIN, {}] };
	expect(await paired([THREAD], [there])).toEqual(['-']);
});

test('an instance of which one post has a key keeps keys', async () => {
	const there = [RECENT, { key: { text: 'coffee' } }];
	expect(await paired([UNDATED], there)).toEqual(['-']);
});

const KEYLESS = { key: null };
const RECENT = { key: null, madeAt: NOW - MINUTE };

test.each<[string, boolean | undefined, Own, There, string]>([
	['dated at the same minute', true, {}, KEYLESS, '0'],
	['dated at another minute', false, {}, { key: null, time: NOW + MINUTE }, '-'],
	['dated, with seconds', false, {}, { key: null, time: NOW + MINUTE - 1 }, '0'],
	['another text', false, {}, { key: null, text: 'Coffee' }, '-'],
	['undated, where keys are kept', true, UNDATED, RECENT, '-'],
	['undated, where none are kept', false, UNDATED, RECENT, '0'],
	['undated, where nothing is known', undefined, UNDATED, RECENT, '0'],
	['undated, before the reach', false, UNDATED, KEYLESS, '-'],
	['a draft', false, {}, { key: null, state: 'DRAFT' }, '0 draft'],
	['fewer parts', false, THREAD, KEYLESS, '0 start'],
	['fewer files', false, { files: ['a', 'b'] }, KEYLESS, '-'],
	['without a preview', false, {}, { key: null, parts: null }, '0'],
	['no text, the same file', false, { text: '' }, { key: null, text: '' }, '0'],
	['no text, another file', false, { text: '', files: ['b'] }, { key: null, text: '' }, '-'],
	[
		'no text, without a preview',
		false,
		{ text: '' },
		{ key: null, text: '', parts: null },
		'0 unknownFiles',
	],
])('without a key: %s (keys are kept: %s)', async (_case, keeps, own, there, expected) => {
	expect(await paired([own], [there], { keeps })).toEqual([expected]);
});

test('thousands of equal rows let others have a turn every 25 ms', async () => {
	let now = NOW;
	// Each look at the clock takes a millisecond.
	jest.spyOn(Date, 'now').mockImplementation(() => now++);
	const rows = Array.from({ length: 1000 }, (): Own => ({}));
	await paired(rows, [{ key: { text: 'coffee' } }]);
	jest.restoreAllMocks();
	expect(jest.mocked(sleep).mock.calls.length).toBeGreaterThan((2 * rows.length) / 30);
});
