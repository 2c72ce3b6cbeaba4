import { fitsAddress, idIn } from '../../../nodes/Postiz/values/read';

test.each([
	['c1', 'c1'],
	[' c1\n', 'c1'],
	[7, '7'],
	[{ __rl: true, mode: 'list', value: 'c1', cachedResultName: 'Acme' }, 'c1'],
	[{ __rl: true, mode: 'id', value: 7 }, '7'],
	[{ __rl: true, mode: 'list', value: '' }, ''],
	['', ''],
	[undefined, ''],
	[null, ''],
	[{ id: 'c1' }, ''],
	[['c1'], ''],
	[{ mode: 'id', value: ['c1'] }, ''],
	[true, ''],
])('the ID in %j is %j', (value, id) => {
	expect(idIn(value)).toBe(id);
});

test.each([
	['cmb1x2y3z0001abcd', true],
	['a/b?c#d', true],
	['…', true],
	['🎉', true],
	['...', true],
	['.', false],
	['..', false],
	['\ud83c', false],
	['a\udf89b', false],
])('%j can be part of an address: %p', (id, fits) => {
	expect(fitsAddress(id)).toBe(fits);
	expect(reached(id) === `/posts/${id}/settings`).toBe(fits);
});

/** The path that a request with this ID reaches. */
function reached(id: string): string | undefined {
	try {
		const url = new URL(`https://social.example/posts/${encodeURIComponent(id)}/settings`);
		return decodeURIComponent(url.pathname);
	} catch {
		return undefined;
	}
}
