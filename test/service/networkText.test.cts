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
		{ title: 'escaped twice it arrives', content: twice, shown: 'A < B\n\nnext' },
		{ title: 'text without tags', content: 'Tea & milk\n1 > 0', shown: 'Tea & milk\n1 > 0' },
		{ title: 'a bare smaller-than, by its entity', content: '5 &lt; 6', shown: '5 < 6' },
		{ title: 'bold and underlined', content: '<p><strong>a</strong> <u>b</u></p>', shown: 'a b' },
		{
			title: 'an ampersand, escaped twice',
			content: '<p>a &amp;amp; b &amp;amp;lt;</p>',
			shown: 'a & b &lt;',
		},
		{
			title: 'links lose their address',
			content: '<p><a href="https://a.example">here</a></p>',
			shown: 'here',
		},
		{
			title: 'list items run together',
			content: '<ul><li>one</li><li>two</li></ul>',
			shown: 'onetwo',
		},
		{
			title: 'a heading runs into the next line',
			content: '<h1>Head</h1><p>text</p>',
			shown: 'Headtext',
		},
		{ title: 'what looks like a tag is dropped', content: '<p>a &lt;b&gt; c</p>', shown: 'a  c' },
	])('$title', ({ content, shown }) => {
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
