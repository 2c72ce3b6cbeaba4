import { digest, digestByKey, hasDigest, hasSameDigest } from '../../../nodes/Postiz/common/digest';

test('keeps digests, since posts of earlier versions carry them', () => {
	const values = [null, '', [], ['Fresh beans'], { b: 1, a: { d: [''], c: false } }];
	expect(values.map(digest)).toEqual([
		'dCNOmK_nSY',
		'Eq4yyx7ALQ',
		'T1PNoYwrqg',
		'L6y9LNfGnf',
		'Pvv1Xvq67n',
	]);
});

test('ignores the order of keys and empty values in a digest, but not the order of lists', () => {
	expect(digest({ a: 1, b: undefined, c: '' })).toBe(digest({ a: 1 }));
	expect(digest({ a: 1, b: 2 })).toBe(digest({ b: 2, a: 1 }));
	expect(digest([1, 2])).not.toBe(digest([2, 1]));
	expect(digest(['ab', 'c'])).not.toBe(digest(['a', 'bc']));
});

test('shows which named value changed', () => {
	const digest = digestByKey({ a: 1, b: 2, c: undefined });
	const other = digestByKey({ b: 3, a: 1 });
	expect(digest).toMatch(/^[\w-]{16}$/);
	const names = ['a', 'b', 'c', digest.slice(4, 8)];
	expect(names.map((name) => hasSameDigest(name, digest, other))).toEqual([
		true,
		false,
		true,
		true,
	]);
	expect(names.map((name) => hasDigest(name, digest))).toEqual([true, true, false, false]);
	expect(hasDigest('a', digestByKey({}))).toBe(false);
});
