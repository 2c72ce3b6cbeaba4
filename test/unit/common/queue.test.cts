import { Queue } from '../../../nodes/Postiz/common/queue';
import { waitForTasks, createTasks } from '../support/tasks.cjs';

describe('a queue', () => {
	test('runs a limited number of tasks at a time, in order', async () => {
		const queue = new Queue(2);
		const { begun, work, end } = createTasks();
		const names = ['one', 'two', 'three', 'four'];
		const running = names.map(async (name) => await queue.run(work(name)));
		await waitForTasks();
		expect(begun).toEqual(['one', 'two']);
		await end('two');
		expect(begun).toEqual(['one', 'two', 'three']);
		for (const name of ['one', 'three', 'four']) await end(name);
		expect(await Promise.all(running)).toEqual(names);
		expect(begun).toEqual(names);
	});

	test('continues after a failed task, and passes on its error', async () => {
		const queue = new Queue(1);
		const { work, end } = createTasks();
		const failing = expect(queue.run(work('bad'))).rejects.toThrow('No');
		const next = queue.run(work('good'));
		await waitForTasks();
		await end('bad', new Error('No'));
		await failing;
		await end('good');
		expect(await next).toBe('good');
	});
});
