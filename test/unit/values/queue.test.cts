import { Queue } from '../../../nodes/Postiz/values/queue';

/** A task that ends on request. */
function work() {
	let end!: (error?: Error) => void;
	const ended = new Promise<void>((resolve, reject) => {
		end = (error) => (error ? reject(error) : resolve());
	});
	return { ended, end };
}

const settle = async () => await new Promise((resolve) => setImmediate(resolve));

test('lets so many work at a time, in the order they came', async () => {
	const queue = new Queue(2);
	const works = [1, 2, 3, 4].map(work);
	const begun: number[] = [];
	const running = works.map(
		async ({ ended }, index) =>
			await queue.run(async () => {
				begun.push(index);
				await ended;
				return index;
			}),
	);
	await settle();
	expect(begun).toEqual([0, 1]);
	works[1].end();
	await settle();
	expect(begun).toEqual([0, 1, 2]);
	works.forEach(({ end }) => end());
	expect(await Promise.all(running)).toEqual([0, 1, 2, 3]);
	expect(begun).toEqual([0, 1, 2, 3]);
});

test('goes on after work that fails, whose error it hands on', async () => {
	const queue = new Queue(1);
	const [bad, good] = [work(), work()];
	const running = [bad, good].map(async ({ ended }) => await queue.run(async () => await ended));
	bad.end(new Error('No'));
	await expect(running[0]).rejects.toThrow('No');
	good.end();
	await expect(running[1]).resolves.toBeUndefined();
});

test('is idle before and after its work, but not meanwhile', async () => {
	const queue = new Queue(1);
	const [first, second] = [work(), work()];
	expect(queue.isIdle).toBe(true);
	const running = [first, second].map(
		async ({ ended }) => await queue.run(async () => await ended),
	);
	first.end();
	await running[0];
	expect(queue.isIdle).toBe(false);
	second.end();
	await running[1];
	expect(queue.isIdle).toBe(true);
});
