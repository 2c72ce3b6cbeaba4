import fc from 'fast-check';

import {
	forget,
	packEntries,
	releaseEnd,
	REPEATS,
	shortKey,
	toMinute,
	unpackEntries,
	type KnownPost,
} from '../../../nodes/Postiz/events/postMemory';

const entry = (minute: number, more: Partial<KnownPost> = {}): [string, KnownPost] => [
	`key-${minute}`,
	{ status: 'Q', minute, release: '', ...more },
];

test('entries are the same after packing, whatever a network calls its posts', () => {
	fc.assert(
		fc.property(
			fc.array(
				fc.tuple(
					fc.string({ minLength: 1 }).filter((key) => key !== '__proto__'),
					fc.record({
						status: fc.constantFrom('Q', 'D', 'P', 'E', 'R', '?'),
						minute: fc.nat({ max: 100_000_000 }),
						release: fc.string({ maxLength: 20 }).map(releaseEnd),
					}),
				),
			),
			(list) => {
				const entries = new Map(list);
				const stored = JSON.parse(JSON.stringify(packEntries(entries))) as Record<string, string>;
				expect(unpackEntries(stored)).toEqual(entries);
			},
		),
	);
});

test('a packed entry is short', () => {
	const minute = toMinute(Date.parse('2026-09-01T12:00:30.000Z'));
	const entries = new Map([
		['a', { status: 'P', minute, release: '18274650' }],
		['b', { status: 'Q', minute, release: '' }],
	]);
	expect(packEntries(entries)).toEqual({ a: 'Phqt80.18274650', b: 'Qhqt80' });
});

test('keys are short, and different for different posts', () => {
	const ids = Array.from({ length: 50_000 }, (_, index) => `post-${index}`);
	const keys = new Set(ids.map(shortKey));
	expect(keys.size).toBe(ids.length);
	expect(shortKey(ids[0])).toHaveLength(8);
});

test('minutes are those since 1970, never fewer', () => {
	expect([60_000, 119_999, 120_000, -5].map(toMinute)).toEqual([1, 1, 2, 0]);
});

describe('forget', () => {
	const bounds = { oldest: 0, max: 3, now: 100, present: new Set<string>() };

	test('what is too old goes, unless the service still lists it', () => {
		const entries = new Map([entry(10), entry(20), entry(30)]);
		const present = new Set(['key-10']);
		const { kept, ...limits } = forget(entries, { ...bounds, oldest: 30, present });
		expect([...kept.keys()]).toEqual(['key-10', 'key-30']);
		expect(limits).toEqual({});
	});

	test('what is farthest from now goes first, and it is said how far the rest reaches', () => {
		const entries = new Map([40, 90, 101, 110, 190, 60].map((minute) => entry(minute)));
		const { kept, reach, from } = forget(entries, bounds);
		expect([...kept.keys()].sort()).toEqual(['key-101', 'key-110', 'key-90']);
		expect(reach).toBe(190);
		expect(from).toBe(61);
	});

	test('a repeating post stays, however long ago it began', () => {
		const entries = new Map([entry(1, { status: REPEATS }), entry(98), entry(99), entry(97)]);
		const { kept } = forget(entries, bounds);
		expect([...kept.keys()].sort()).toEqual(['key-1', 'key-98', 'key-99']);
	});
});
