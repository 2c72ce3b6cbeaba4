import type { RequestResult } from '../../../nodes/Postiz/transport/response';
import { RateLimitWait } from '../../../nodes/Postiz/transport/rateLimitWait';
import { Problem } from '../../../nodes/Postiz/common/problem';

const createResult = (status: number, headers = {}): RequestResult => ({
	kind: 'response',
	response: { status, headers, body: undefined },
});

function createLimit(remainingMs: number, pause = async () => await Promise.resolve(true)) {
	const waits: number[] = [];
	const limit = new RateLimitWait(remainingMs, async (milliseconds) => {
		waits.push(milliseconds);
		return await pause();
	});
	return { limit, waits };
}

test('waits as long as the service says, or an hour', async () => {
	const { limit, waits } = createLimit(10_000_000);
	expect(await limit.wait(90)).toBe('over');
	expect(await limit.wait()).toBe('over');
	expect(await limit.waitIfLimited(createResult(429, { 'retry-after': '7' }))).toBe(true);
	expect(waits).toEqual([90_000, 3_600_000, 7000]);
});

test('waits no longer in total than allowed, and not at all if that is too short', async () => {
	const { limit, waits } = createLimit(100_000);
	expect(await limit.wait(60)).toBe('over');
	expect(await limit.wait(41)).toBe('tooLong');
	expect(await limit.wait(40)).toBe('over');
	expect(await limit.wait(1)).toBe('tooLong');
	expect(waits).toEqual([60_000, 40_000]);
});

test('waits only for the limit', async () => {
	const { limit, waits } = createLimit(10_000_000);
	const problem = new Problem('', '');
	for (const result of [
		createResult(200),
		createResult(503, { 'retry-after': '7' }),
		{ kind: 'noResponse', problem },
		{ kind: 'unreachable', problem, isTemporary: true },
	] as RequestResult[]) {
		expect(await limit.waitIfLimited(result)).toBe(false);
	}
	expect(waits).toEqual([]);
});

test('waits longer after each rejection in a row, until a request succeeds', async () => {
	const { limit, waits } = createLimit(10_000_000);
	const rejected = createResult(429, { 'retry-after': '1' });
	for (let time = 0; time < 4; time++) await limit.waitIfLimited(rejected);
	expect(waits).toEqual([1000, 2000, 4000, 8000]);
	await limit.waitIfLimited(createResult(200));
	await limit.waitIfLimited(rejected);
	limit.reset();
	await limit.waitIfLimited(rejected);
	expect(waits.slice(4)).toEqual([1000, 1000]);
});

test('shares the wait of concurrent calls', async () => {
	const { limit, waits } = createLimit(60_000);
	const outcomes = await Promise.all([limit.wait(60), limit.wait(60), limit.wait(30)]);
	expect(outcomes).toEqual(['over', 'over', 'over']);
	expect(waits).toEqual([60_000]);
	expect(await limit.wait(1)).toBe('tooLong');
});

test('ends the wait when the execution is cancelled', async () => {
	const { limit } = createLimit(60_000, async () => await Promise.resolve(false));
	expect(await limit.wait(10)).toBe('cancelled');
	expect(await limit.waitIfLimited(createResult(429, { 'retry-after': '10' }))).toBe(false);
});
