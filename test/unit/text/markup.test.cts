import fc from 'fast-check';

import { escapeHtml } from '../../../nodes/Postiz/text/escape';
import { visibleText } from '../../../nodes/Postiz/text/html';
import { countCharacters } from '../../../nodes/Postiz/text/length';
import { htmlToServiceHtml, markdownToServiceHtml } from '../../../nodes/Postiz/text/markup';
import { publishedText } from '../../service/content.cjs';
import { anyText, letJestNotice } from './texts.cjs';

const CODE_LINES = '<p>a</p><p>&lt;b</p><p><strong>c</strong></p><p>d</p><p>e</p>';
const SPELLED_BOLD = '<p>See <strong>https://a.example</strong></p>';

describe('HTML becomes the tags that the service keeps', () => {
	test.each([
		['plain text', '<p>plain text</p>'],
		['one<br>two<br/>three', '<p>one</p><p>two</p><p>three</p>'],
		['<p>one</p>\n\n<p>two</p>', '<p>one</p><p>two</p>'],
		['<p>one</p><p></p><p>two</p>', '<p>one</p><p></p><p>two</p>'],
		['<p>one</p><p> </p><p>two</p>', '<p>one</p><p></p><p>two</p>'],
		['<div>one</div><div>two</div>', '<p>one</p><p>two</p>'],
		['<p>one<br>two</p>', '<p>one</p><p>two</p>'],
		['  many   \n spaces ', '<p>many spaces</p>'],
		['<b>bold</b> <ins>under</ins>', '<p><strong>bold</strong> <u>under</u></p>'],
		['<i>i</i><em>em</em><s>s</s><code>c</code><span>x</span>', '<p>iemscx</p>'],
		['<b>one<p>two</p></b>', '<p><strong>one</strong></p><p><strong>two</strong></p>'],
		['<b><u>both</b> none</u>', '<p><strong><u>both</u></strong> none</p>'],
		['<b>a </b> <b> b</b>', '<p><strong>a </strong><strong>b</strong></p>'],
		['<ul><li>tea</li><li>cake</li></ul>', '<p>- tea</p><p>- cake</p>'],
		['Menu<ul><li>tea</li></ul>', '<p>Menu</p><ul><li>tea</li></ul>'],
		[
			'<p>x</p><ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>',
			'<p>x</p><ul><li>a</li><li>b</li><li>c</li></ul>',
		],
		['<ul><li><p>a</p></li></ul><p>b</p>', '<ul><li>a</li></ul><p>b</p>'],
		['<ol start="3"><li>c</li><li>d</li></ol>', '<p>3. c</p><p>4. d</p>'],
		['<ol><li>a<ol><li>x</li></ol></li><li>b</li></ol>', '<p>1. a</p><p>1. x</p><p>2. b</p>'],
		['<ol start="x"><li><p>a</p></li><li><div>b</div></li></ol>', '<p>1. a</p><p>2. b</p>'],
		['<p>x</p><ul><li><h3>a</h3></li><li><br>b</li></ul>', '<p>x</p><ul><li>a</li><li>b</li></ul>'],
		['<ul><li>a</p>b</li></ul>', '<ul><li>a</li></ul><p>b</p>'],
		['<h1>Title</h1><h4>Small</h4>text', '<h1>Title</h1><h3>Small</h3><p>text</p>'],
		['<h1>Only a <b>title</b></h1>', '<p>Only a <strong>title</strong></p>'],
		[
			'<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>',
			'<p>A B</p><p>1 2</p>',
		],
		['<pre>a\n  b\n\nc</pre>', '<p>a</p><p>  b</p><p></p><p>c</p>'],
		['<pre>\na\n&lt;b\n<b>c</b>\r\nd\n</pre>e', CODE_LINES],
		['<p>a</p><p><br></p><p>b<br></p><p>c</p>', '<p>a</p><p></p><p>b</p><p>c</p>'],
		['<p>Use the <constructor> now</p>', '<p>Use the now</p>'],
		['<toString>a</toString><p><__proto__>b<hasOwnProperty/>', '<p>a</p><p>&lt;__proto__&gt;b</p>'],
		['<head><meta><title>t</title><p>text', '<p>text</p>'],
		['<script src="x" /><p>text</p>', '<p>text</p>'],
		['<template><p>a</template></p>b', '<p></p><p>b</p>'],
		['<blockquote><p>said</p></blockquote>', '<p>said</p>'],
		[
			'<a href="https://a.example/?b=1&amp;c=2">menu</a>',
			'<p><a href="https://a.example/?b=1&amp;c=2">menu</a></p>',
		],
		['<a href="javascript:alert(1)">x</a> <a href="/menu">y</a> <a>z</a>', '<p>x y z</p>'],
		['<a href="mailto:me@a.example">me@a.example</a>', '<p>me@a.example</p>'],
		['<a href="mailto:me@a.example?subject=x">Write</a>!', '<p>Write (me@a.example)!</p>'],
		['<a href="tel:+49123">Call us</a>', '<p>Call us (+49123)</p>'],
		['<a href="mailto:me@a.example"></a>', '<p>me@a.example</p>'],
		[
			'<img src="https://a.example/c.png" alt="Cup">',
			'<p><a href="https://a.example/c.png">Cup</a></p>',
		],
		['<img src="data:image/png;base64,AA" alt="Cup"><img src="x">', '<p>Cup</p>'],
		[
			'<a href="https://a.example"><img src="https://a.example/c.png" alt="Red\ncup"> more</a>',
			'<p><a href="https://a.example">Red cup more</a></p>',
		],
		[
			'<a href="https://a.example/1">a<a href="https://a.example\n/2">b</a></a>',
			'<p><a href="https://a.example/1">a</a><a href="https://a.example/2">b</a></p>',
		],
		[
			'&amp;&lt;&gt;&copy;&#8217;&#x1F600;&unknown; &',
			'<p>&amp;&lt;&gt;©’😀&amp;unknown; &amp;</p>',
		],
		['<script>bad()</script><style>p{}</style><title>t</title>text', '<p>text</p>'],
		['<!-- hidden -->shown', '<p>shown</p>'],
		['<p>never closed', '<p>never closed</p>'],
		['</b></p></ul>text', '<p></p><p>text</p>'],
		['<input type="checkbox" checked> done <input type="checkbox"> open', '<p>☑ done ☐ open</p>'],
		['<p class="a" style="b"><b class="c">x</b></p>', '<p><strong>x</strong></p>'],
	])('%j', (html, expected) => {
		expect(htmlToServiceHtml(html)).toBe(expected);
	});

	test.each([
		[
			'<a href="https://a.example/menu">Menu</a>, <a href="https://a.example/">home</a>',
			'<p>Menu (https://a.example/menu), home (https://a.example/)</p>',
		],
		['<a href="https://a.example">See <b>https://a.example</b></a>', SPELLED_BOLD],
		[
			'<a href="https://a.example"><img src="https://a.example/c.png" alt="Cup"></a>',
			'<p>Cup (https://a.example/c.png) (https://a.example)</p>',
		],
	])('with its addresses spelled out: %j', (html, expected) => {
		expect(htmlToServiceHtml(html, 'spelledOut')).toBe(expected);
	});
});

describe('Markdown becomes the tags that the service keeps', () => {
	test.each([
		['plain text', '<p>plain text</p>'],
		['one\ntwo', '<p>one</p><p>two</p>'],
		['one  \ntwo\\\nthree', '<p>one</p><p>two</p><p>three</p>'],
		['one\n\ntwo', '<p>one</p><p></p><p>two</p>'],
		['one\n\n\n\ntwo', '<p>one</p><p></p><p>two</p>'],
		[
			'**bold** __too__ *italic* ~~gone~~ `code`',
			'<p><strong>bold</strong> <strong>too</strong> italic gone code</p>',
		],
		[
			'# One\n\n## Two\n#### Four\ntext',
			'<h1>One</h1><p></p><h2>Two</h2><p></p><h3>Four</h3><p></p><p>text</p>',
		],
		['- tea\n- cake\n  - carrot', '<p>- tea</p><p>- cake</p><p>- carrot</p>'],
		['Menu:\n\n- tea\n- cake', '<p>Menu:</p><p></p><ul><li>tea</li><li>cake</li></ul>'],
		['1. tea\n2. cake', '<p>1. tea</p><p>2. cake</p>'],
		['3. tea\n4. cake', '<p>3. tea</p><p>4. cake</p>'],
		['- [x] done\n- [ ] open', '<p>- ☑ done</p><p>- ☐ open</p>'],
		['> said\n> twice', '<p>said</p><p>twice</p>'],
		['```js\na < b && c\n  d\n```', '<p>a &lt; b &amp;&amp; c</p><p>  d</p>'],
		['```\na\n<b>\n&c\n```', '<p>a</p><p>&lt;b&gt;</p><p>&amp;c</p>'],
		['1. tea\n\n2. cake', '<p>1. tea</p><p>2. cake</p>'],
		[
			'[a][constructor] [b][__proto__] <toString>',
			'<p>[a][constructor] [b][<strong>proto</strong>]</p>',
		],
		['[menu](https://a.example "title")', '<p><a href="https://a.example">menu</a></p>'],
		['[menu][1]\n\n[1]: https://a.example', '<p><a href="https://a.example">menu</a></p>'],
		['![Cup](https://a.example/c.png)', '<p><a href="https://a.example/c.png">Cup</a></p>'],
		['https://a.example/x', '<p><a href="https://a.example/x">https://a.example/x</a></p>'],
		['Write to me@a.example', '<p>Write to me@a.example</p>'],
		['<me@a.example>', '<p>me@a.example</p>'],
		['[x](javascript:alert(1))', '<p>x</p>'],
		['5 < 6 & 7 > 3 &amp; &copy;', '<p>5 &lt; 6 &amp; 7 &gt; 3 &amp; ©</p>'],
		['#hashtag #two', '<p>#hashtag #two</p>'],
		['a | b\n--|--\n1 | 2', '<p>a b</p><p>1 2</p>'],
		['2 \\* 3 \\# 4', '<p>2 * 3 # 4</p>'],
		['<b>html</b> inside', '<p><strong>html</strong> inside</p>'],
		['**never closed', '<p>**never closed</p>'],
		['snake_case_name', '<p>snake_case_name</p>'],
	])('%j', (source, expected) => {
		expect(markdownToServiceHtml(source)).toBe(expected);
	});

	test('nested deeper than anyone can follow it stays a text', () => {
		const source = `${'> '.repeat(10_000)}deep\n  &amp; <b>`;
		expect(visibleText(markdownToServiceHtml(source))).toBe(source);
	});

	test('and is published as a reader expects it', () => {
		const published = (source: string) => publishedText(markdownToServiceHtml(source), 'plain');
		expect(published('# Menu\n\n- tea\n- cake\n\nSee you & yours!')).toBe(
			'Menu\n\n- tea\n- cake\n\nSee you & yours!',
		);
		expect(published('- tea\n- cake')).toBe('- tea\n- cake');
		expect(published('# Only a title')).toBe('Only a title');
	});
});

const ALLOWED_TAG = /^<\/?(p|strong|u|ul|li|h[1-3])>$|^<a href="https?:[^"<>]*">$|^<\/a>$/i;

/** Checks that the service can read all of it, and that no tag is left open. */
function expectServiceHtml(html: string): void {
	const open: string[] = [];
	for (const [tag] of html.matchAll(/<[^>]*>?/g)) {
		expect(tag).toMatch(ALLOWED_TAG);
		const name = tag.replace(/[</>]| .*/g, '');
		if (tag.startsWith('</')) expect(open.pop()).toBe(name);
		else open.push(name);
	}
	expect(open).toEqual([]);
	expect(html.replace(/<[^>]*>/g, '')).not.toMatch(/[<>\n\r]/);
	if (html !== '') expect(html).toContain('<p>');
}

const lettersOf = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '');

const tags = 'b strong i u ins p div span ul li h1 h2 h5 table tr td blockquote section a em'.split(
	' ',
);
const { tree: htmlTree } = fc.letrec<{ tree: { html: string; text: string } }>((tie) => ({
	tree: fc.oneof(
		{ maxDepth: 4, withCrossShrink: true },
		fc
			.string({ unit: 'grapheme', maxLength: 10 })
			.map((text) => ({ html: escapeHtml(text), text })),
		fc
			.tuple(fc.constantFrom(...tags), fc.array(tie('tree'), { maxLength: 4 }))
			.map(([tag, children]) => ({
				html: `<${tag}>${children.map(({ html }) => html).join('')}</${tag}>`,
				text: children.map(({ text }) => text).join(''),
			})),
	),
}));

describe('whatever comes in', () => {
	test('HTML is read without failing, into nothing but the tags that the service keeps', () => {
		fc.assert(
			fc.property(anyText, (text) => expectServiceHtml(htmlToServiceHtml(text))),
			{ numRuns: 2000 },
		);
	});

	test('Markdown is read without failing, into nothing but the tags that the service keeps', () => {
		fc.assert(
			fc.property(anyText, (text) => expectServiceHtml(markdownToServiceHtml(text))),
			{ numRuns: 2000 },
		);
	});

	test('no letter between the tags of an HTML page gets lost', () => {
		fc.assert(
			fc.property(htmlTree, ({ html, text }) => {
				const result = htmlToServiceHtml(html);
				expectServiceHtml(result);
				expect(lettersOf(visibleText(result))).toBe(lettersOf(text));
			}),
			{ numRuns: 1000 },
		);
	});
});

// Anything whose time grows with the square of the length needs far longer for these than a test may.
describe('long texts do not keep n8n busy', () => {
	const times = (text: string, count: number) => text.repeat(count);

	test.each([
		['lines', '<p>a</p>', 'x', '<p>a</p>'],
		['open paragraphs', '<p>', '', '<p></p>'],
		['smaller-than signs', '<', '', '&lt;'],
		['ends of paragraphs', '</p>', 'x', '<p></p>'],
		['bold in bold', '<b><p>x', '', '<p><strong>x</strong></p>'],
		['lists in lists', '<ul><li>x', '', '<p>- x</p>'],
		['links in links', '<a href="https://a.example">x<p>', '', '</a></p>'],
	])('%s', async (_what, piece, end, result) => {
		const html = htmlToServiceHtml(times(piece, 30_000) + end);
		expect(html.split(result).length - 1).toBe(30_000);
		countCharacters(html, 'x');
		await letJestNotice();
	});

	test('tags that are never closed', async () => {
		expect(htmlToServiceHtml(`<p>${times('<b>', 80_000)}x`)).toBe('<p><strong>x</strong></p>');
		await letJestNotice();
	});

	test('spaces in preformatted text', async () => {
		const spaces = times(' ', 200_000);
		expect(htmlToServiceHtml(`<pre>${spaces}x${spaces}</pre>`)).toBe(`<p>${spaces}x</p>`);
		await letJestNotice();
	});

	test('addresses that are spelled out', async () => {
		const addresses = Array.from({ length: 30_000 }, (_, index) => `https://a.example/${index}`);
		const html = addresses.map((address) => `<a href="${address}">x</a>`).join(' ');
		expect(htmlToServiceHtml(`${html} ${html}`, 'spelledOut')).toBe(
			`<p>${addresses.map((address) => `x (${address})`).join(' ')}${times(' x', 30_000)}</p>`,
		);
		await letJestNotice();
	});
});
