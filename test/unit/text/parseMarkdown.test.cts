import fc from 'fast-check';
import { Lexer } from 'marked';

import { parseMarkdown } from '../../../nodes/Postiz/text/parseMarkdown';
import { renderHtml } from '../../../nodes/Postiz/text/renderHtml';
import { getVisibleText } from '../../../nodes/Postiz/text/storedText';
import { anyText, escapeHtml, expectServiceHtml } from './anyText.cjs';

/** In the format that keeps most of a document. */
const read = (source: string) => renderHtml(parseMarkdown(source), 'markdown');

describe('turns Markdown into tags that the service keeps', () => {
	test.each([
		['one\ntwo', '<p>one</p><p>two</p>'],
		['one  \ntwo\\\nthree', '<p>one</p><p>two</p><p>three</p>'],
		['one\n\n\n\ntwo', '<p>one</p><p></p><p>two</p>'],
		[
			'**bold** __too__ *italic* ~~gone~~ `code`',
			'<p><strong>bold</strong> <strong>too</strong> italic gone code</p>',
		],
		[
			'# One\n\n## Two\n#### Four\ntext',
			'<h1>One</h1><p></p><h2>Two</h2><p></p><h3>Four</h3><p></p><p>text</p>',
		],
		[
			'- tea\n- cake\n  - carrot',
			'<ul><li><p>tea</p></li><li><p>cake</p></li><li><p>carrot</p></li></ul>',
		],
		[
			'Menu:\n\n- tea\n- cake',
			'<p>Menu:</p><p></p><ul><li><p>tea</p></li><li><p>cake</p></li></ul>',
		],
		...[
			'Dear <Name>, your <order-id> is at <address>',
			'Dear <title> Smith',
			'<Date>',
			'List<Map<String, Integer>> x = y < z',
			'</Name>, <Name of="it"> and <Select>',
		].map((text): [string, string] => [text, `<p>${escapeHtml(text)}</p>`]),
		[
			'<Name>\n**is** here\n<Title>',
			'<p>&lt;Name&gt;</p><p><strong>is</strong> here</p><p>&lt;Title&gt;</p>',
		],
		['a <B>b</B><br/>c <i>d</i>', '<p>a <strong>b</strong></p><p>c d</p>'],
		['1. tea\n2. cake', '<p>1. tea</p><p>2. cake</p>'],
		['a\n\n---\n\nb', '<p>a</p><p></p><p>b</p>'],
		['- [x] done\n- [ ] open', '<ul><li><p>☑ done</p></li><li><p>☐ open</p></li></ul>'],
		['> said\n> twice', '<p>said</p><p>twice</p>'],
		['```js\na < b && c\n  d\n```', '<p>a &lt; b &amp;&amp; c</p><p>  d</p>'],
		['```\na\n<b>\n&c\n```', '<p>a</p><p>&lt;b&gt;</p><p>&amp;c</p>'],
		['1. tea\n\n2. cake', '<p>1. tea</p><p>2. cake</p>'],
		[
			'[a][constructor] [b][__proto__] <toString>',
			'<p>[a][constructor] [b][<strong>proto</strong>] &lt;toString&gt;</p>',
		],
		['2*3*4, 2**3**4 and *2*', '<p>2*3*4, 2**3**4 and 2</p>'],
		[
			'[our shop](example.com), [it](www.a.md.example/b?c=d)',
			'<p><a href="https://example.com">our shop</a>, <a href="https://www.a.md.example/b?c=d">it</a></p>',
		],
		[
			'[a](/here) [b](me.md) [c](#top) [d](a.htm) [e](a.doc) [f](a.jpeg) [g](a.b_c)',
			'<p>a b c d e f g</p>',
		],
		['[menu][1]\n\n[1]: https://a.example', '<p><a href="https://a.example">menu</a></p>'],
		['![Cup](https://a.example/c.png)', '<p><a href="https://a.example/c.png">Cup</a></p>'],
		['https://a.example/x', '<p><a href="https://a.example/x">https://a.example/x</a></p>'],
		['Write to me@a.example', '<p>Write to me@a.example</p>'],
		['[x](javascript:alert(1))', '<p>x</p>'],
		['5 < 6 & 7 > 3 &amp; &copy;', '<p>5 &lt; 6 &amp; 7 &gt; 3 &amp; ©</p>'],
		['#hashtag #two', '<p>#hashtag #two</p>'],
		['a | b\n--|--\n1 | 2', '<p>a b</p><p>1 2</p>'],
		['2 \\* 3 \\# 4', '<p>2 * 3 # 4</p>'],
		[
			'Hi @[Acme *Coffee* & Co](urn:li:organization:12)!',
			'<p>Hi @[Acme *Coffee* &amp; Co](urn:li:organization:12)!</p>',
		],
		['@_acme_ and @the__acme__', '<p>@_acme_ and @the__acme__</p>'],
		['@acme-_tea_ and @a._b_', '<p>@acme-_tea_ and @a._b_</p>'],
		['@[A <i>B</i>](urn:li:a:1)', '<p>@[A &lt;i&gt;B&lt;/i&gt;](urn:li:a:1)</p>'],
		[
			'_by @acme_ [@you](https://a.example)',
			'<p>by @acme <a href="https://a.example">@you</a></p>',
		],
		['**never closed', '<p>**never closed</p>'],
	])('%j', (source, expected) => {
		expect(read(source)).toBe(expected);
	});

	test.each(['**a* ', '_a', '__a_ ', '[a](', '<x y="', 'a*b*', '`a', '&', '~~a', '  '])(
		'reads %j a thousand times quickly, and loses nothing',
		(unit) => {
			const read = jest.spyOn(Lexer.prototype, 'inlineTokens');
			const source = `(${unit.repeat(1000)})`;
			const text = getVisibleText(renderHtml(parseMarkdown(source), 'plain'));
			const sizes = read.mock.calls.map(([piece]) => piece.match(/[^\w\s]|\s{2}/g)?.length ?? 0);
			read.mockRestore();
			expect(Math.max(...sizes)).toBeLessThanOrEqual(500);
			expect(text.match(/a/g)?.length ?? 0).toBe(source.match(/a/g)?.length ?? 0);
		},
	);

	test('a long text keeps its formatting', () => {
		const paragraph = 'Our **new menu** is [here](https://a.example/x).\n'.repeat(300);
		const [first, ...others] = new Set(read(paragraph).match(/<p>.*?<\/p>/g));
		expect([first, others]).toEqual([
			'<p>Our <strong>new menu</strong> is <a href="https://a.example/x">here</a>.</p>',
			[],
		]);
	});

	test('keeps excessively nested Markdown as text', () => {
		const source = `${'> '.repeat(10_000)}deep\n  &amp; <b>`;
		expect(getVisibleText(read(source))).toBe(source);
	});

	test('reads any input without an error', () => {
		fc.assert(
			fc.property(anyText, (text) => expectServiceHtml(read(text))),
			{ numRuns: 2000 },
		);
	});
});
