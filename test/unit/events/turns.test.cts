import { sleep } from 'n8n-workflow';

import {
	type Found,
	KEPT_MS,
	MAX_GAP_MS,
	type Memory,
	MIN_GAP_MS,
	Turns,
	turnsOf,
} from '../../../nodes/Postiz/events/look';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: jest.fn(),
}));

const memoryOf = (serial: number): Memory => ({
	version: 3,
	serial,
	account: 'a',
	group: '',
});
const NEWS: Found = { events: [], memory: memoryOf(1), hasNews: true };
const NOTHING: Found = { ...NEWS, hasNews: false };

let time = 0;
let waits: number[] = [];
let turns: Turns;

beforeEach(() => {
	time = 1_000_000;
	waits = [];
	turns = new Turns();
	jest.spyOn(Date, 'now').mockImplementation(() => time);
	jest.mocked(sleep).mockImplementation(async (ms) => {
		waits.push(ms);
		time += ms;
	});
});

afterEach(() => jest.restoreAllMocks());

/** A look that ends on request. */
function slowLook() {
	let end!: (result: Found) => void;
	let fail!: (error: Error) => void;
	const result = new Promise<Found>((resolve, reject) => {
		end = resolve;
		fail = reject;
	});
	return { look: jest.fn(async () => await result), end, fail };
}
const tick = async () => await new Promise(setImmediate);

test('calls during a look share one look after it', async () => {
	const { look, end } = slowLook();
	const first = turns.take(look);
	await tick();
	const next = jest.fn(async () => await Promise.resolve(NEWS));
	const others = [1, 2, 3].map(async () => await turns.take(next));
	await tick();
	expect(look).toHaveBeenCalledTimes(1);
	expect(next).not.toHaveBeenCalled();
	end(NEWS);
	expect(await first).toBe(NEWS);
	expect(await Promise.all(others)).toEqual([NEWS, undefined, undefined]);
	expect(next).toHaveBeenCalledTimes(1);
});

test('a look knows whether a call waits for the next one', async () => {
	let isAwaited: () => boolean = () => false;
	const { look, end } = slowLook();
	const first = turns.take(async (_memory, awaited) => {
		isAwaited = awaited;
		return await look();
	});
	await tick();
	expect(isAwaited()).toBe(false);
	const second = turns.take(async () => await Promise.resolve(NEWS));
	await tick();
	expect(isAwaited()).toBe(true);
	end(NEWS);
	await Promise.all([first, second]);
});

test('a look that fails keeps the memory, and the next call looks', async () => {
	await turns.take(async () => await Promise.resolve(NEWS));
	const { look, fail } = slowLook();
	const failing = turns.take(look);
	await tick();
	const known: unknown[] = [];
	const waiting = turns.take(async (memory) => {
		known.push(memory);
		return await Promise.resolve(NEWS);
	});
	fail(new Error('Not now'));
	await expect(failing).rejects.toThrow('Not now');
	expect(await waiting).toBe(NEWS);
	expect(known).toEqual([NEWS.memory]);
});

describe('the time between two looks', () => {
	test('grows while looks bring nothing or fail, up to half a minute', async () => {
		const gaps: number[] = [];
		for (let call = 0; call < 8; call++) {
			const ended = time;
			const look = call % 2 ? Promise.reject(new Error('Not now')) : Promise.resolve(NOTHING);
			await turns.take(async () => await look).catch(() => undefined);
			gaps.push(time - ended);
		}
		expect(gaps).toEqual([0, 2000, 4000, 8000, 16_000, MAX_GAP_MS, MAX_GAP_MS, MAX_GAP_MS]);
	});

	test('is no longer than that if the clock is put back', async () => {
		await turns.take(async () => await Promise.resolve(NEWS));
		time -= 86_400_000;
		await turns.take(async () => await Promise.resolve(NEWS));
		expect(waits).toEqual([0, MIN_GAP_MS]);
	});
});

describe('the turns of all nodes', () => {
	const take = async (all: Map<string, Turns>, node: string) =>
		await turnsOf(node, all).take(async () => await Promise.resolve(NEWS));

	test('are forgotten when a node has had no call for a day', async () => {
		const all = new Map<string, Turns>();
		for (const key of ['a', 'b', 'c']) await take(all, key);
		const kept = turnsOf('a', all);
		time += KEPT_MS;
		await take(all, 'b');
		expect(all.size).toBe(3);
		time += 1;
		expect(turnsOf('b', all)).not.toBe(kept);
		expect(all.size).toBe(1);
	});

	test('are kept while a look runs or a call waits, however long it takes', async () => {
		const all = new Map<string, Turns>();
		const { look, end } = slowLook();
		const kept = turnsOf('a', all);
		const running = kept.take(look);
		await tick();
		const waiting = kept.take(async () => await Promise.resolve(NEWS));
		time += 2 * KEPT_MS;
		await take(all, 'b');
		expect(turnsOf('a', all)).toBe(kept);
		end(NEWS);
		await Promise.all([running, waiting]);
	});
});
