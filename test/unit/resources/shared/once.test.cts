import { askOnce } from '../../../../nodes/Postiz/resources/shared/once';

test('the same question is asked once, another one by itself', async () => {
	const asked: string[] = [];
	const once = askOnce<string>();
	const ask = async (question: string) =>
		await once(question, async () => {
			asked.push(question);
			return await Promise.resolve(`answer to ${question}`);
		});
	expect([await ask('a'), await ask('b'), await ask('a')]).toEqual([
		'answer to a',
		'answer to b',
		'answer to a',
	]);
	expect(asked).toEqual(['a', 'b']);
});

test('a question that failed is asked again', async () => {
	const once = askOnce<number>();
	const failing = async () => await Promise.reject<number>(new Error('no'));
	await expect(once('a', failing)).rejects.toThrow('no');
	await expect(once('a', async () => await Promise.resolve(0))).resolves.toBe(0);
	await expect(once('a', failing)).resolves.toBe(0);
});

test('each execution asks for itself', async () => {
	await askOnce<number>()('a', async () => await Promise.resolve(1));
	await expect(askOnce<number>()('a', async () => await Promise.resolve(2))).resolves.toBe(2);
});
