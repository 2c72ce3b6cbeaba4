import { sleep, type IExecuteFunctions } from 'n8n-workflow';

import { isCancelled, pause, untilSent } from '../../../nodes/Postiz/transport/pause';
import type { PostizContext } from '../../../nodes/Postiz/transport/types';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: jest.fn(),
}));

let now = 0;
beforeEach(() => {
	now = 0;
	jest.spyOn(Date, 'now').mockImplementation(() => now);
	jest.mocked(sleep).mockReset();
});
afterEach(() => jest.restoreAllMocks());

const explanation = { message: 'Postiz could not be reached', description: '' };
const unsent = { kind: 'notSent', explanation, temporary: true } as const;
const lost = { kind: 'unknown', explanation } as const;
const untrusted = { ...unsent, temporary: false } as const;

/** Sends over a connection with these results, in order. */
async function send(results: Array<typeof unsent | typeof lost | typeof untrusted>, more = true) {
	const pauses: number[] = [];
	let sent = 0;
	const wait = async (milliseconds: number) => {
		pauses.push(milliseconds);
		return more;
	};
	const result = await untilSent(async () => results[sent++], wait);
	return { result, sent, pauses };
}

test('what never left is sent again after a pause, twice at most', async () => {
	expect(await send([unsent, lost])).toEqual({ result: lost, sent: 2, pauses: [1000] });
	expect(await send([unsent, unsent, unsent, lost])).toEqual({
		result: unsent,
		sent: 3,
		pauses: [1000, 3000],
	});
});

test('what may have arrived, or what somebody has to mend, is not', async () => {
	expect(await send([lost])).toMatchObject({ sent: 1, pauses: [] });
	expect(await send([untrusted])).toMatchObject({ sent: 1, pauses: [] });
});

test('nothing is sent once the execution is cancelled', async () => {
	expect(await send([unsent, lost], false)).toMatchObject({ result: unsent, sent: 1 });
});

describe('a pause', () => {
	const pausing = async (milliseconds: number, cancelledAt = Infinity) => {
		const steps: number[] = [];
		jest.mocked(sleep).mockImplementation(async (ms) => {
			steps.push(ms);
			now += ms;
		});
		const signal = () => ({ aborted: now >= cancelledAt });
		const context = { getExecutionCancelSignal: signal } as unknown as IExecuteFunctions;
		return { isOver: await pause(context, milliseconds), steps };
	};

	test('looks each second whether the execution was cancelled', async () => {
		expect(await pausing(2500)).toEqual({ isOver: true, steps: [1000, 1000, 500] });
		expect(await pausing(0)).toEqual({ isOver: true, steps: [] });
	});

	test('ends once it was, also in its last second', async () => {
		expect(await pausing(2500, 1000)).toEqual({ isOver: false, steps: [1000] });
		expect(await pausing(500, 1500)).toEqual({ isOver: false, steps: [500] });
	});
});

test.each([
	['without a signal', {}, false],
	['with none yet', { getExecutionCancelSignal: () => undefined }, false],
	['that goes on', { getExecutionCancelSignal: () => ({ aborted: false }) }, false],
	['that was stopped', { getExecutionCancelSignal: () => ({ aborted: true }) }, true],
])('an execution %s is cancelled: %p', (_what, context: object, cancelled) => {
	expect(isCancelled(context as PostizContext)).toBe(cancelled);
});
