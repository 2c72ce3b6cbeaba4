import { askOnce } from '../../../../nodes/Postiz/resources/shared/once';

test('a question is asked once, another one, in any of its parts, by itself', async () => {
	const ask = jest.fn(async (id: string, days: number) => await Promise.resolve(`${id} ${days}`));
	const asked = askOnce(ask);
	for (const [id, days] of [
		['a', 7],
		['a', 30],
		['b', 7],
		['a', 7],
	] as const) {
		expect(await asked(id, days)).toBe(`${id} ${days}`);
	}
	expect(ask).toHaveBeenCalledTimes(3);
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
