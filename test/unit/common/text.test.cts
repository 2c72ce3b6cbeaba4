import {
	continueSentence,
	fitSentences,
	formatItemNumbers,
	hideUrlSecrets,
	joinWithAnd,
	quote,
	shorten,
	shortenUrl,
	takeStart,
} from '../../../nodes/Postiz/common/text';

test.each([
	[[], ''],
	[[0], '0'],
	[[2, 0, 1], '0–2'],
	[[0, 1, 1, 4, 6, 7, 8], '0–1, 4, 6–8'],
])('names the items %j as %j', (indexes, words) => {
	expect(formatItemNumbers(indexes)).toBe(words);
});

test.each([
	[[], ''],
	[['X'], 'X'],
	[['X', 'LinkedIn', 'Bluesky'], 'X, LinkedIn and Bluesky'],
	[['Acme', 'Baker, Inc.'], 'Acme and Baker, Inc.'],
])('joins the names %j as a sentence does', (names, expected) => {
	expect(joinWithAnd(names)).toBe(expected);
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

const TEA = '\u{1F375}';
const FAMILY = '\u{1F468}\u200d\u{1F469}\u200d\u{1F467}';

test.each([
	['Tea', 9, 'Tea'],
	[`Tea${TEA}`, 4, 'Tea'],
	[`Tea${TEA}!`, 5, `Tea${TEA}`],
	[`ab${FAMILY}`, 6, 'ab'],
	['e\u0301e\u0301', 3, 'e\u0301'],
	['x'.repeat(5000), 10, 'x'.repeat(10)],
])('shortens %s to %d without splitting a character', (text, max, start) => {
	expect(takeStart(text, max)).toBe(start);
});

test.each([
	['No channel is named “A: b”', 'no channel is named “A: b”'],
	['LinkedIn is down', 'LinkedIn is down'],
	['Media: File is empty', 'Media: File is empty'],
	['Facebook Page: no file', 'Facebook Page: no file'],
	['Facebook Page: Acme – no file', 'Facebook Page: Acme – no file'],
	['Instagram (Standalone), X: no file', 'Instagram (Standalone), X: no file'],
])('continues a sentence with %j as %j', (message, continued) => {
	expect(continueSentence(message)).toBe(continued);
});
