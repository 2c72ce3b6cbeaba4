import { toNetworkText } from '../shared/networkText.cjs';
import { createRelease } from './releases/release.cjs';

const lines = '<p>A &lt; B</p><p></p><p>next</p>';
const twice = '<p>A &amp;lt; B</p><p></p><p>next</p>';

describe('X', () => {
	test.each([
		['<p>if (x&amp;lt;y) {…</p>', 'if (x<y) {…', 'if (x<y) {…'],
		['<p>if (x&lt;y) {…</p>', 'if (x', 'if (x<y) {…'],
		['<p>&lt;b&gt;bold?&lt;/b&gt;</p>', 'bold?', '<b>bold?</b>'],
		['<p>5 &lt; 6 &amp; 7</p>', '5 < 6 & 7', '5 < 6 & 7'],
		['5 &lt; 6', '5 &lt; 6', '5 &lt; 6'],
	])('receives %j as %j, from an older instance as %j', (content, now, before) => {
		expect(toNetworkText(content, 'tweet').published).toBe(now);
		expect(toNetworkText(content, 'tweet', createRelease('2.23')).published).toBe(before);
	});
});

describe('Telegram', () => {
	test.each([
		['escaped twice it arrives', twice, 'A < B\n\nnext'],
		['text without tags', 'Tea & milk\n1 > 0', 'Tea & milk\n1 > 0'],
		['a bare smaller-than, by its entity', '5 &lt; 6', '5 < 6'],
		['bold and underlined', '<p><strong>a</strong> <u>b</u></p>', 'a b'],
		['an ampersand, escaped twice', '<p>a &amp;amp; b &amp;amp;lt;</p>', 'a & b &lt;'],
		['links lose their address', '<p><a href="https://a.example">here</a></p>', 'here'],
		['list items run together', '<ul><li>one</li><li>two</li></ul>', 'onetwo'],
		['a heading runs into the next line', '<h1>Head</h1><p>text</p>', 'Headtext'],
		['what looks like a tag is dropped', '<p>a &lt;b&gt; c</p>', 'a  c'],
	])('%s', (_case, content, shown) => {
		expect(toNetworkText(content, 'telegram')).toMatchObject({ shown, rejection: null });
	});

	test.each([
		['a smaller-than that was escaped once', lines],
		['one before a letter', '<p>if (x&lt;y) {…</p>'],
		['a line break inside a paragraph', '<p>one\ntwo</p>'],
		['tags that cross', '<p>&lt;u&gt;a&lt;strong&gt;b&lt;/u&gt;c&lt;/strong&gt;</p>'],
	])('rejects %s', (_case, content) => {
		expect(toNetworkText(content, 'telegram')).toMatchObject({
			shown: '',
			rejection: "Bad Request: can't parse entities",
		});
	});

	test('receives its own HTML', () => {
		expect(
			toNetworkText('<p><strong>a</strong> &amp;lt; b</p><p>c</p>', 'telegram').published,
		).toBe('<strong>a</strong> &lt; b\nc');
	});
});
