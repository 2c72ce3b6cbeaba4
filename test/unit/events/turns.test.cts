import { sleep } from 'n8n-workflow';

import { MAX_GAP_MS, MIN_GAP_MS, Turns, type Looked } from '../../../nodes/Postiz/events/turns';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: jest.fn(),
}));

type Look = Looked<string>;

const NEWS: Look = { state: 'seen', hasNews: true };
const NOTHING: Look = { state: 'seen', hasNews: false };

let time = 0;
let waits: number[] = [];
let turns: Turns<string, Look>;

beforeEach(() => {
	time = 1_000_000;
	waits = [];
	turns = new Turns(() => time);
	jest.mocked(sleep).mockImplementation(async (ms) => {
		waits.push(ms);
		time += ms;
	});
});

/** A look that ends on request. */
function slowLook() {
	let end!: (result: Look) => void;
	let fail!: (error: Error) => void;
	const result = new Promise<Look>((resolve, reject) => {
		end = resolve;
		fail = reject;
	});
	return { look: jest.fn(async () => await result), end, fail };
}
const tick = async () => await new Promise(setImmediate);

test('calls during a look share one look after it', async () => {
	const { look, end } = slowLook();
	const first = turns.take('a', look);
	await tick();
	const next = jest.fn(async () => await Promise.resolve(NEWS));
	const others = [1, 2, 3].map(async () => await turns.take('a', next));
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
	const first = turns.take('a', async (_state, awaited) => {
		isAwaited = awaited;
		return await look();
	});
	await tick();
	expect(isAwaited()).toBe(false);
	const second = turns.take('a', async () => await Promise.resolve(NEWS));
	await tick();
	expect(isAwaited()).toBe(true);
	end(NEWS);
	await Promise.all([first, second]);
});

test('other triggers are not held up', async () => {
	const { look, end } = slowLook();
	const first = turns.take('a', look);
	await tick();
	expect(await turns.take('b', async () => await Promise.resolve(NEWS))).toBe(NEWS);
	end(NEWS);
	await first;
});

test('each look begins with the state of the one before', async () => {
	const states: unknown[] = [];
	const look = (state: string) => async (known: string | undefined) => {
		states.push(known);
		return await Promise.resolve({ state, hasNews: true });
	};
	for (const state of ['one', 'two', 'three']) await turns.take('a', look(state));
	expect(states).toEqual([undefined, 'one', 'two']);
});

test('a look that fails keeps the state, and the next call looks', async () => {
	await turns.take('a', async () => await Promise.resolve(NEWS));
	const { look, fail } = slowLook();
	const failing = turns.take('a', look);
	await tick();
	const states: unknown[] = [];
	const waiting = turns.take('a', async (state) => {
		states.push(state);
		return await Promise.resolve(NEWS);
	});
	fail(new Error('Not now'));
	await expect(failing).rejects.toThrow('Not now');
	expect(await waiting).toBe(NEWS);
	expect(states).toEqual(['seen']);
});

describe('the time between two looks', () => {
	/** Looks once more as soon as it may, and returns how long that took. */
	async function gapAfter(result: Look | Error): Promise<number> {
		await turns
			.take('a', async () =>
				result instanceof Error ? await Promise.reject(result) : await Promise.resolve(result),
			)
			.catch(() => undefined);
		const ended = time;
		await turns.take('a', async () => await Promise.resolve(NEWS));
		return time - ended;
	}

	test('is none before the first', async () => {
		await turns.take('a', async () => await Promise.resolve(NOTHING));
		expect(waits).toEqual([0]);
	});

	test('grows while looks bring nothing or fail, up to half a minute', async () => {
		const gaps: number[] = [];
		for (let call = 0; call < 8; call++) {
			const ended = time;
			const look = call % 2 ? Promise.reject(new Error('Not now')) : Promise.resolve(NOTHING);
			await turns.take('a', async () => await look).catch(() => undefined);
			gaps.push(time - ended);
		}
		expect(gaps).toEqual([0, 2000, 4000, 8000, 16_000, MAX_GAP_MS, MAX_GAP_MS, MAX_GAP_MS]);
	});

	test('is short again after news', async () => {
		for (let call = 0; call < 8; call++) {
			await turns.take('a', async () => await Promise.resolve(NOTHING));
		}
		expect(await gapAfter(NEWS)).toBe(MIN_GAP_MS);
	});

	test('counts from the end of the last look, so that a quiet trigger looks at once', async () => {
		await turns.take('a', async () => await Promise.resolve(NEWS));
		time += MIN_GAP_MS - 200;
		await turns.take('a', async () => await Promise.resolve(NEWS));
		time += MIN_GAP_MS;
		await turns.take('a', async () => await Promise.resolve(NEWS));
		expect(waits).toEqual([0, 200, 0]);
	});

	test('is no longer than that if the clock is put back', async () => {
		await turns.take('a', async () => await Promise.resolve(NEWS));
		time -= 86_400_000;
		await turns.take('a', async () => await Promise.resolve(NEWS));
		expect(waits).toEqual([0, MIN_GAP_MS]);
	});
});
