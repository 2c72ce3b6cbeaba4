import { Locks } from '../../../nodes/Postiz/common/locks';
import { waitForTasks, createTasks } from '../support/tasks.cjs';

describe('locks', () => {
	function createLockedTasks() {
		const locks = new Locks();
		const { begun, createWork, end } = createTasks();
		const start = async (name: string, keys: string[]) =>
			await locks.runExclusively(keys, createWork(name));
		return { begun, start, end };
	}

	test('run tasks with a common key one after the other, and others at once', async () => {
		const { begun, start, end } = createLockedTasks();
		const all = [start('one', ['a', 'b']), start('two', ['b', 'c']), start('three', ['d'])];
		await waitForTasks();
		expect(begun).toEqual(['one', 'three']);
		await end('one');
		expect(begun).toEqual(['one', 'three', 'two']);
		await end('two');
		await end('three');
		expect(await Promise.all(all)).toEqual(['one', 'two', 'three']);
	});

	test('cause no deadlock with keys in any order, or repeated', async () => {
		const { begun, start, end } = createLockedTasks();
		const all = [
			start('one', ['a', 'b', 'a']),
			start('two', ['b', 'a']),
			start('three', ['a', 'b']),
		];
		for (const name of ['one', 'two', 'three']) {
			await waitForTasks();
			expect(begun.at(-1)).toBe(name);
			await end(name);
		}
		expect(await Promise.all(all)).toHaveLength(3);
	});

	test('release the keys of a failed task', async () => {
		const { start, end } = createLockedTasks();
		const failing = expect(start('one', ['a'])).rejects.toThrow('broken');
		const next = start('two', ['a']);
		await waitForTasks();
		await end('one', new Error('broken'));
		await failing;
		await end('two');
		expect(await next).toBe('two');
	});
});
