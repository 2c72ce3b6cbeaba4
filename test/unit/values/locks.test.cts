import { Locks } from '../../../nodes/Postiz/values/locks';

/** Tasks that end on request, with their own turns. */
function works() {
	const turns = new Locks();
	const begun: string[] = [];
	const ends = new Map<string, () => void>();
	const start = async (name: string, keys: string[], signal?: AbortSignal) => {
		const work = async () => {
			begun.push(name);
			await new Promise<void>((resolve) => ends.set(name, resolve));
			return name;
		};
		return await turns.run(keys, work, signal);
	};
	const settle = async () => await new Promise((resolve) => setImmediate(resolve));
	const end = async (name: string) => {
		ends.get(name)!();
		await settle();
	};
	return { begun, start, end, settle, turns };
}

test('works with a key in common follow each other, others do not wait', async () => {
	const { begun, start, end, settle } = works();
	const all = [start('one', ['a', 'b']), start('two', ['b', 'c']), start('three', ['d'])];
	await settle();
	expect(begun).toEqual(['one', 'three']);
	await end('one');
	expect(begun).toEqual(['one', 'three', 'two']);
	await end('two');
	await end('three');
	expect(await Promise.all(all)).toEqual([
		{ result: 'one' },
		{ result: 'two' },
		{ result: 'three' },
	]);
});

test('keys in any order, and named twice, block nobody for good', async () => {
	const { begun, start, end, settle } = works();
	const all = [start('one', ['a', 'b', 'a']), start('two', ['b', 'a']), start('three', ['a', 'b'])];
	for (const name of ['one', 'two', 'three']) {
		await settle();
		expect(begun.at(-1)).toBe(name);
		await end(name);
	}
	expect(await Promise.all(all)).toHaveLength(3);
});

test('a work that fails ends its turn', async () => {
	const { turns } = works();
	const failing = turns.run(['a'], async () => await Promise.reject(new Error('broken')));
	const next = turns.run(['a'], async () => await Promise.resolve('done'));
	await expect(failing).rejects.toThrow('broken');
	expect(await next).toEqual({ result: 'done' });
});

test('one that is cancelled while it waits ends at once, and those behind it wait on', async () => {
	const { begun, start, end, settle } = works();
	const first = start('one', ['a']);
	const cancel = new AbortController();
	const cancelled = start('two', ['a', 'b'], cancel.signal);
	const behind = start('three', ['b', 'a']);
	await settle();
	cancel.abort();
	expect(await cancelled).toBeUndefined();
	expect(await start('late', ['a'], cancel.signal)).toBeUndefined();
	await settle();
	expect(begun).toEqual(['one']);
	await end('one');
	expect(begun).toEqual(['one', 'three']);
	await end('three');
	expect([await first, await behind]).toEqual([{ result: 'one' }, { result: 'three' }]);
});

test('without keys nothing waits', async () => {
	expect(await works().turns.run([], async () => await Promise.resolve(1))).toEqual({ result: 1 });
});
