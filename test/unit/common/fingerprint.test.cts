import {
	formatFingerprint,
	readFingerprint,
	createSendId,
	removeFingerprint,
} from '../../../nodes/Postiz/common/fingerprint';

const FINGERPRINT = {
	minute: '2099-03-04T10:00',
	textDigest: 'text',
	filesDigest: 'files',
	detailsDigest: 'details',
	isDraft: false,
	rowIdDigest: 'row',
	sendId: 'send',
	partCount: 2,
};

test('keeps the format of fingerprints, since posts of earlier versions carry them', () => {
	expect(formatFingerprint(FINGERPRINT)).toBe('1 2099-03-04T10:00 text files details p row send 2');
	expect(formatFingerprint({ ...FINGERPRINT, minute: null, rowIdDigest: null })).toBe(
		'1 - text files details p - send 2',
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
