import { askOnce } from '../../../../nodes/Postiz/resources/shared/once';

test('the same question is asked once, another one by itself', async () => {
	const asked: string[] = [];
	const ask = askOnce(async (question: string) => {
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

test('a question of several parts is another one if one of them is', async () => {
	const ask = askOnce(async (id: string, days: number) => await Promise.resolve(`${id} ${days}`));
	expect([await ask('a', 7), await ask('a', 30), await ask('b', 7)]).toEqual([
		'a 7',
		'a 30',
		'b 7',
	]);
});

test('a question that failed is asked again', async () => {
	const answers = [
		async () => await Promise.reject<number>(new Error('no')),
		async () => await Promise.resolve(0),
		async () => await Promise.reject<number>(new Error('no')),
	];
	const ask = askOnce(async () => await answers.shift()!());
	await expect(ask()).rejects.toThrow('no');
	await expect(ask()).resolves.toBe(0);
	await expect(ask()).resolves.toBe(0);
});

test('each execution asks for itself', async () => {
	await askOnce(async () => await Promise.resolve(1))();
	await expect(askOnce(async () => await Promise.resolve(2))()).resolves.toBe(2);
});
