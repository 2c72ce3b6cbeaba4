import { ConcurrencyLimiter } from '../../../nodes/Postiz/common/concurrencyLimiter';
import { waitForTasks, createTasks } from '../support/tasks.cjs';

describe('a queue', () => {
	test('runs a limited number of tasks at a time, in order', async () => {
		const queue = new ConcurrencyLimiter(2);
		const { begun, createWork, end } = createTasks();
		const names = ['one', 'two', 'three', 'four'];
		const running = names.map(async (name) => await queue.run(createWork(name)));
		await waitForTasks();
		expect(begun).toEqual(['one', 'two']);
		await end('two');
		expect(begun).toEqual(['one', 'two', 'three']);
		for (const name of ['one', 'three', 'four']) await end(name);
		expect(await Promise.all(running)).toEqual(names);
		expect(begun).toEqual(names);
	});

	test('continues after a failed task, and passes on its error', async () => {
		const queue = new ConcurrencyLimiter(1);
		const { createWork, end } = createTasks();
		const failing = expect(queue.run(createWork('bad'))).rejects.toThrow('No');
		const next = queue.run(createWork('good'));
		await waitForTasks();
		await end('bad', new Error('No'));
		await failing;
		await end('good');
		expect(await next).toBe('good');
	});
});
