import { newerMemory, readMemory, type Memory } from '../../../nodes/Postiz/events/look';

const NOW = Date.parse('2026-09-01T12:00:00.000Z');
const memory = (more: object = {}): Memory => ({
	version: 2,
	begun: NOW,
	looks: 3,
	scopes: { account: 'a', posts: 'a/' },
	...more,
});

const PARTS = {
	posts: { lookedAt: NOW, from: NOW, known: { p1: { state: 'QUEUE', date: NOW } } },
	notifications: { since: 0, known: { n1: NOW } },
	channels: {
		known: { c1: { name: 'Acme', identifier: 'x', disabled: false } },
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
	['another version', { ...memory(), version: 1 }],
	['no count', { ...memory(), looks: undefined }],
	['no scopes', { ...memory(), scopes: null }],
	['a part that is none', memory({ posts: 'none' })],
	['posts without a list', memory({ posts: { lookedAt: NOW, from: NOW } })],
	['posts in a shorter form', memory({ posts: { ...PARTS.posts, known: { p1: 'Qhk3x8' } } })],
	['a post without a date', memory({ posts: { ...PARTS.posts, known: { p1: { state: 'Q' } } } })],
	['posts without a window', memory({ posts: { ...PARTS.posts, from: null } })],
	['notifications without times', memory({ notifications: { since: 0, known: { n1: 'now' } } })],
	['notifications without an end', memory({ notifications: { known: {} } })],
	['channels that are none', memory({ channels: { ...PARTS.channels, known: { c1: null } } })],
	['channels without reports', memory({ channels: { known: {} } })],
])('%s is no memory', (_name, stored) => {
	expect(readMemory({ memory: stored as never })).toBeUndefined();
});

test('of two memories the later activation counts, and within one the one of more looks', () => {
	const older = memory({ looks: 50 });
	for (const newer of [memory({ looks: 51 }), memory({ begun: NOW + 1, looks: 1 })]) {
		expect(newerMemory(older, newer)).toBe(newer);
		expect(newerMemory(newer, older)).toBe(newer);
	}
	expect(newerMemory(undefined, older)).toBe(older);
	expect(newerMemory(older, undefined)).toBe(older);
	expect(newerMemory(undefined, undefined)).toBeUndefined();
});
