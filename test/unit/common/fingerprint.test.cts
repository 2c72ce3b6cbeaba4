import {
	digest,
	digestByName,
	formatFingerprint,
	hasDigest,
	hasSameDigest,
	readFingerprint,
	createSendId,
	removeFingerprint,
} from '../../../nodes/Postiz/common/fingerprint';

const CONTENT = { minute: 'w', text: 't', files: 'f', settings: 'r', isDraft: false, rowId: 'o' };
const FINGERPRINT = { ...CONTENT, sendId: 'i', partCount: 2 };

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
	const digest = digestByName({ a: 1, b: 2, c: undefined });
	const other = digestByName({ b: 3, a: 1 });
	expect(digest).toMatch(/^[\w-]{16}$/);
	const names = ['a', 'b', 'c', digest.slice(4, 8)];
	expect(names.map((name) => hasSameDigest(name, digest, other))).toEqual([
		true,
		false,
		true,
		true,
	]);
	expect(names.map((name) => hasDigest(name, digest))).toEqual([true, true, false, false]);
	expect(hasDigest('a', digestByName({}))).toBe(false);
});

test('keeps the format of fingerprints, since posts of earlier versions carry them', () => {
	expect(formatFingerprint(FINGERPRINT)).toBe('1 w t f r p o i 2');
	expect(formatFingerprint({ ...FINGERPRINT, minute: null, rowId: null })).toBe(
		'1 - t f r p - i 2',
	);
});

test('reads a fingerprint back', () => {
	expect(readFingerprint({ __type: 'x', n8n: formatFingerprint(FINGERPRINT) })).toEqual(
		FINGERPRINT,
	);
	expect(removeFingerprint({ __type: 'x', n8n: formatFingerprint(FINGERPRINT) })).toEqual({
		__type: 'x',
	});
});

test.each([undefined, null, {}, { n8n: 1 }, { n8n: '' }, { n8n: '2 w t f r i 2' }, { n8n: '1 w' }])(
	'finds no fingerprint in %j',
	(settings) => expect(readFingerprint(settings)).toBeUndefined(),
);

test('gives every post an ID of its own', () => {
	const ids = Array.from({ length: 1000 }, createSendId);
	expect(new Set(ids).size).toBe(1000);
	expect(ids.every((id) => /^[\w-]{10}$/.test(id))).toBe(true);
});
