import { paragraphs, visibleText } from '../../../nodes/Postiz/text/html';
import { countCharacters } from '../../../nodes/Postiz/text/length';
import { countedLength } from '../../service/content.cjs';
import { letJestNotice } from './texts.cjs';

describe('networks that count characters', () => {
	test.each([
		['', 0],
		['Fresh beans', 11],
		['two\nlines', 9],
		['A & B', 9],
		['1 < 2', 5],
		['☕', 1],
		['🎉', 2],
		['咖啡', 2],
		['<p>Fresh beans</p>', 11],
		['<p>two</p><p>lines</p>', 9],
		['<p>two</p><p></p><p>lines</p>', 10],
		['<p>1 &lt; 2 &amp; 3</p>', 13],
		['<p><strong>bold</strong> <u>and</u> <a href="https://social.example">link</a></p>', 13],
		['<p>Menu</p><ul><li>tea</li><li><p>cake</p></li></ul><p>!</p>', 19],
		['<p>&quot;it&#39;s&quot;</p>', 6],
		['<p>&amp;lt;</p>', 8],
		['<p>it&#8217;s &#x27;fine&apos;&hellip;</p>', 12],
		['<p>&unknown;</p>', 13],
	])('%j has %i', (content, length) => {
		expect(countCharacters(content)).toBe(length);
	});

	test('a text has the same length as its paragraphs', () => {
		for (const text of ['5 < 6 & 7 > 3', 'a\n\nb', '“quoted” "too"', '&lt;', 'ends\n']) {
			expect(countCharacters(paragraphs(text))).toBe(countCharacters(text));
		}
	});
});

describe('X weighs characters', () => {
	test.each([
		['plain text', 10],
		['naïve café', 10],
		['Ελληνικά кириллица', 18],
		['“quotes” – and — dashes…', 25],
		['A & B', 9],
		['咖啡', 4],
		['コーヒー', 8],
		['커피', 4],
		['🎉', 2],
		['👩‍👩‍👧‍👦', 2],
		['👍🏽', 2],
		['🇩🇪', 2],
		['☕', 2],
		['© 2025 Café®', 12],
		['©\ufe0f', 2],
		['1\ufe0f\u20e3', 2],
		['❤\ufe0f‍🔥', 2],
		['🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}', 2],
		['https://social.example', 23],
		['http://a.example/very/long/path?with=parameters&and=more#fragment', 23],
		['See https://social.example/menu now', 31],
		['https://a.example https://b.example', 47],
		['<p>See https://social.example</p><p>🎉</p>', 30],
		['e\u0301', 1],
	])('%j has %i', (content, weight) => {
		expect(countCharacters(content, 'x')).toBe(weight);
	});
});

test('the service counts the same', () => {
	for (const text of [
		'Fresh beans & more',
		'a\nb',
		'咖啡',
		'🎉🎉',
		'© 2025 Café®',
		'©\ufe0f ☕️ ™ 👩‍👩‍👧‍👦👍🏽',
		'See https://social.example/menu ok',
	]) {
		for (const content of [text, paragraphs(text)]) {
			expect(countCharacters(content)).toBe(countedLength(content));
			expect(countCharacters(content, 'x')).toBe(countedLength(content, 'x'));
		}
	}
});

test.each(['<', '‹'])('hundreds of thousands of %s are counted at once', async (sign) => {
	const signs = sign.repeat(300_000);
	expect(visibleText(`<p>${signs}`)).toBe(signs);
	expect(countCharacters(`<p>${signs}`, 'x')).toBe(sign === '<' ? 300_000 : 600_000);
	await letJestNotice();
});
