import {
	fitSentences,
	hideUrlSecrets,
	Problem,
	quote,
	shorten,
	shortenUrl,
} from '../../../nodes/Postiz/common/problem';

test('keeps the status of a reworded problem, with a new remedy for a model', () => {
	const details = { httpCode: '500', isForPerson: true, hasRetryAdvice: true };
	const problem = new Problem('It failed', 'Reconnect it, and run this again.', details);
	expect({ ...problem.with({ message: 'Lost' }) }).toMatchObject({ ...problem });
	expect(problem.with({ message: 'Lost' }).message).toBe('Lost');
	const { isForPerson, hasRetryAdvice, httpCode } = problem.with({ remedy: ['Wait.'] });
	expect([isForPerson, hasRetryAdvice, httpCode]).toEqual([undefined, undefined, '500']);
	expect(problem.with({ remedy: ['Wait.', ...problem.remedy] }).isForPerson).toBe(true);
});

test('shortens any quoted value', () => {
	expect(quote({ a: 1 })).toBe('“{"a":1}”');
	expect(quote(undefined)).toBe('“undefined”');
	expect(quote('://'.repeat(1_000_000))).toHaveLength(83);
	const deep: unknown = JSON.parse('{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000));
	expect(quote(deep)).toBe('“{…}”');
	expect(quote([deep])).toBe('“[…]”');
});

test.each([
	['https://user:pw@host.example/a.png', 'https://host.example/a.png'],
	['https://host.example/a.png?X-Signature=SECRET&b=1#c', 'https://host.example/a.png'],
	[
		'see "https://u:p@h.example/x?k=1" and ftp://u:p@f.example',
		'see "https://h.example/x" and ftp://f.example',
	],
	['What? No address, a@b.example', 'What? No address, a@b.example'],
])('shows %s as %s', (text, shown) => {
	expect(hideUrlSecrets(text)).toBe(shown);
	expect(quote(text)).not.toMatch(/SECRET|pw|u:p/);
});

test.each([
	[
		'https://acme:secret@media.example/cup.png?token=secret#secret',
		'https://media.example/cup.png',
	],
	[`https://media.example/${'x'.repeat(200)}`, `https://media.example/${'x'.repeat(98)}…`],
])('shows a URL without its secrets: %s', (address, shown) => {
	expect(shortenUrl(address)).toBe(shown);
});

test.each([
	['Wait. Go.', 9, 'Wait. Go.'],
	['Wait. Go on. Stop.', 12, 'Wait. Go on.'],
	['Wait. Go on. Stop.', 11, 'Wait.'],
	['Wait. Why? Stop.', 9, 'Wait.'],
	['Wait. Say “Go.” Stop.', 15, 'Wait. Say “Go.”'],
	['Wait. Say “Go.” Stop.', 14, 'Wait.'],
	['Wait for it. Go.', 5, 'Wait…'],
])('fits the sentences of %j into %i characters', (text, max, fitting) => {
	expect(fitSentences(text, max)).toBe(fitting);
});

test.each([
	['tea', 3, 'tea'],
	['teas', 3, 'tea…'],
	['abe\u0301f', 3, 'ab…'],
])('shortens %j to %d without half a character', (text, max, shortened) => {
	expect(shorten(text, max)).toBe(shortened);
});
