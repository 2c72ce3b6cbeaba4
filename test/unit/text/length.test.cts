import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { findProvider } from '../../../nodes/Postiz/providers';
import { countCharacters, tweetLength } from '../../../nodes/Postiz/text/length';
import { countedLength } from '../../shared/content.cjs';
import { letJestNotice } from './texts.cjs';

describe('networks that count characters', () => {
	test.each([
		['', 0],
		['Fresh beans', 11],
		['two\nlines', 9],
		['two\r\nlines', 9],
		['A & B', 9],
		['1 > 2', 8],
		['☕', 1],
		['🎉', 2],
		['👩‍👩‍👧‍👦', 11],
		['咖啡', 2],
		['&lt;', 4],
		['&copy;', 1],
		['a\u00a0b', 8],
		['<p>Fresh beans</p>', 11],
		['<p>two</p><p>lines</p>', 9],
		['<p>two</p><p></p><p>lines</p>', 10],
		['<p>1 &lt; 2 &amp; 3</p>', 9],
		['<p><strong>bold</strong> <u>and</u></p>', 15],
		['<p><a href="https://social.example">link</a> end</p>', 26],
		['<p>Menu</p><ul><li>tea</li><li><p>cake</p></li></ul><p>!</p>', 19],
		['<p>text</p><h2>runs on</h2>', 11],
		['<p>&quot;it&#39;s&quot;</p>', 6],
		['<p>&amp;lt;</p>', 1],
		['<p>&amp;amp;</p>', 5],
		['<p>it&#8217;s &#x27;fine&apos;&hellip;</p>', 12],
		['<p>&unknown;</p>', 9],
		['<p class="x">no bare paragraph</p>', 34],
		['<strong>a</strong>', 18],
	])('%j has %i', (content, length) => {
		expect(countCharacters(content)).toBe(length);
		expect(countedLength(content)).toBe(length);
	});
});

test.each([
	['plain text', 10],
	['https://a.io', 23],
	['See https://a.io, and http://b.io/c.', 4 + 23 + 6 + 23 + 1],
	[`https://example.com/${'a'.repeat(40)}`, 60],
	['a.io', 4],
	['https://localhost', 17],
	['🎉 https://a.io', 25],
])('Mastodon counts each link as 23, and Postiz all of it: %j, %i', (content, length) => {
	expect(countCharacters(content, 'mastodon')).toBe(length);
});

describe('X weighs characters, and takes the larger number', () => {
	test.each([
		['plain text', 10],
		['naïve café', 10],
		['Ελληνικά кириллица', 18],
		['“quotes” – and — dashes…', 25],
		['<p>A & B</p>', 5],
		['咖啡', 4],
		['コーヒー', 8],
		['커피', 4],
		['🎉', 2],
		['👩‍👩‍👧‍👦', 11],
		['👍🏽', 4],
		['🇩🇪', 4],
		['☕', 2],
		['© 2025 Café®', 12],
		['https://social.example', 22],
		['postiz.com', 23],
		['http://a.example/very/long/path?with=parameters&and=more#fragment', 69],
		['See https://social.example/menu now', 35],
		['https://a.com https://b.com', 47],
		['<p>See https://social.com</p><p>🎉</p>', 30],
		['e\u0301', 2],
		['©\ufe0f ☕️ ™ 👍🏽', 12],
	])('%j has %i', (content, weight) => {
		expect(countCharacters(content, 'x')).toBe(weight);
		expect(countedLength(content, 'x')).toBe(weight);
	});
});

test.each(['<', '‹'])('hundreds of thousands of %s are counted at once', async (sign) => {
	const signs = sign.repeat(300_000);
	expect(countCharacters(`<p>${signs}`, 'x')).toBe(sign === '<' ? 300_000 : 600_000);
	await letJestNotice();
});

test('a long text weighs as much as its words, and one without any space is weighed at once', async () => {
	expect(tweetLength('咖啡 postiz.com '.repeat(2000))).toBe(2000 * (4 + 1 + 23 + 1));
	expect(tweetLength('a'.repeat(300_000))).toBe(300_000);
	await letJestNotice();
});

interface RecordedLength {
	network: string;
	/** Only set for the one account with a higher limit. */
	channel?: string;
	pieces: Array<[piece: string, times: number]>;
	taken: boolean;
}

test('whatever a running instance was seen to take fits, and nothing else', () => {
	const file = join(__dirname, '../../fixtures/recorded/lengths.json');
	const { cases } = JSON.parse(readFileSync(file, 'utf8')) as { cases: RecordedLength[] };
	const different = cases.filter(({ network, channel, pieces, taken }) => {
		const { maxLength, minMaxLength, count } = findProvider(network)!;
		const limit = (channel ? undefined : minMaxLength) ?? maxLength!;
		const content = pieces.map(([piece, times]) => piece.repeat(times)).join('');
		return countCharacters(content, count) <= limit !== taken;
	});
	expect(different).toEqual([]);
	expect(cases.length).toBeGreaterThan(280);
});
