import { sleep } from 'n8n-workflow';

import { sleepUnlessCancelled } from '../../../nodes/Postiz/execution/sleep';
import { isCancelled, type NodeContext } from '../../../nodes/Postiz/execution/nodeContext';
import { createFake } from '../../shared/fakes.cjs';

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

describe('a pause', () => {
	const sleepUntilCancelled = async (
		milliseconds: number,
		cancelledAt = Infinity,
		clockSpeed = 1,
	) => {
		const steps: number[] = [];
		jest.mocked(sleep).mockImplementation(async (ms) => {
			if (steps.push(ms) > 9) throw new Error('It never ends');
			now += ms * clockSpeed;
		});
		const createSignal = () => ({ aborted: now >= cancelledAt });
		const context = createFake<NodeContext>({ getExecutionCancelSignal: createSignal });
		return { isOver: await sleepUnlessCancelled(context, milliseconds), steps };
	};

	test('checks every second whether the execution was cancelled', async () => {
		expect(await sleepUntilCancelled(2500)).toEqual({ isOver: true, steps: [1000, 1000, 500] });
		expect(await sleepUntilCancelled(0)).toEqual({ isOver: true, steps: [] });
	});

	test('stays as long if the clock is set back, and ends if the machine slept', async () => {
		expect((await sleepUntilCancelled(2500, Infinity, -1)).steps).toEqual([1000, 1000, 500]);
		expect((await sleepUntilCancelled(2500, Infinity, 60)).steps).toEqual([1000]);
	});

	test('ends when it is cancelled, even in its last second', async () => {
		expect(await sleepUntilCancelled(2500, 1000)).toEqual({ isOver: false, steps: [1000] });
		expect(await sleepUntilCancelled(500, 1500)).toEqual({ isOver: false, steps: [500] });
	});
});

test.each([
	['without a signal', {}, false],
	['with none yet', { getExecutionCancelSignal: () => undefined }, false],
	['that goes on', { getExecutionCancelSignal: () => ({ aborted: false }) }, false],
	['that was stopped', { getExecutionCancelSignal: () => ({ aborted: true }) }, true],
])('reads an execution %s as cancelled: %p', (_what, context: object, cancelled) => {
	expect(isCancelled(context as NodeContext)).toBe(cancelled);
});
