import { sleep } from 'n8n-workflow';

import type { Found } from '../../../nodes/Postiz/events/look';
import { LookQueue, MAX_GAP_MS, MIN_GAP_MS } from '../../../nodes/Postiz/events/lookQueue';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: jest.fn(),
}));

const NEWS: Found = {
	events: [],
	memory: { account: 'a' },
	hasNews: true,
	isTooOld: false,
};
const NOTHING: Found = { ...NEWS, hasNews: false };

let time = 0;
let waits: number[] = [];
let queue: LookQueue;

beforeEach(() => {
	time = 1_000_000;
	waits = [];
	queue = new LookQueue();
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
	const first = queue.look(look);
	await tick();
	const next = jest.fn(async () => await Promise.resolve(NEWS));
	const others = [1, 2, 3].map(async () => await queue.look(next));
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
	const first = queue.look(async (awaited) => {
		isAwaited = awaited;
		return await look();
	});
	await tick();
	expect(isAwaited()).toBe(false);
	const second = queue.look(async () => await Promise.resolve(NEWS));
	await tick();
	expect(isAwaited()).toBe(true);
	end(NEWS);
	await Promise.all([first, second]);
});

test('after a look that fails, the next call looks', async () => {
	const { look, fail } = slowLook();
	const failing = queue.look(look);
	await tick();
	const waiting = queue.look(async () => await Promise.resolve(NEWS));
	fail(new Error('Not now'));
	await expect(failing).rejects.toThrow('Not now');
	expect(await waiting).toBe(NEWS);
});

describe('the time between two looks', () => {
	test('grows while looks bring nothing or fail, up to half a minute', async () => {
		const gaps: number[] = [];
		for (let call = 0; call < 8; call++) {
			const ended = time;
			const look = call % 2 ? Promise.reject(new Error('Not now')) : Promise.resolve(NOTHING);
			await queue.look(async () => await look).catch(() => undefined);
			gaps.push(time - ended);
		}
		expect(gaps).toEqual([0, 2000, 4000, 8000, 16_000, MAX_GAP_MS, MAX_GAP_MS, MAX_GAP_MS]);
	});

	test('is no longer than that if the clock is put back', async () => {
		await queue.look(async () => await Promise.resolve(NEWS));
		time -= 86_400_000;
		await queue.look(async () => await Promise.resolve(NEWS));
		expect(waits).toEqual([0, MIN_GAP_MS]);
	});
});
