import { newerMemory, readMemory, type Memory } from '../../../nodes/Postiz/events/look';

const NOW = Date.parse('2026-09-01T12:00:00.000Z');
const memory = (more: object = {}): Memory => ({
	version: 3,
	serial: NOW,
	account: 'a',
	group: '',
	...more,
});

const PARTS = {
	posts: {
		lookedAt: NOW,
		from: NOW,
		sawFuture: true,
		known: { p1: { state: 'QUEUE', date: NOW } },
	},
	notifications: { since: 0, known: { n1: NOW } },
	channels: {
		known: [{ id: 'c1', name: 'Acme', identifier: 'x', disabled: false }],
		reported: { 'reconnect c1': NOW },
	},
};

test.each([
	['of nothing', memory()],
	['of all parts', memory(PARTS)],
])('a memory %s is read after n8n stored it', (_name, stored) => {
	expect(readMemory(JSON.parse(JSON.stringify({ memory: stored })))).toEqual(stored);
});

test.each<[string, unknown]>([
	['none', undefined],
	['null', null],
	['text', 'memory'],
	['a list', []],
	['another version', { ...memory(), version: 2 }],
])('%s is no memory', (_name, stored) => {
	expect(readMemory({ memory: stored as never })).toBeUndefined();
});

test('of two memories the one of the later look counts', () => {
	const older = memory();
	const newer = memory({ serial: NOW + 1 });
	expect(newerMemory(older, newer)).toBe(newer);
	expect(newerMemory(newer, older)).toBe(newer);
	expect(newerMemory(undefined, older)).toBe(older);
	expect(newerMemory(older, undefined)).toBe(older);
	expect(newerMemory(undefined, undefined)).toBeUndefined();
});
