import fc from 'fast-check';

import { getVisibleText } from '../../../nodes/Postiz/text/storedText';
import { countCharacters } from '../../../nodes/Postiz/text/characterCount';
import { parseHtml } from '../../../nodes/Postiz/text/parseHtml';
import { renderHtml } from '../../../nodes/Postiz/text/renderHtml';
import { anyText, escapeHtml, expectServiceHtml, letJestNotice } from './anyText.cjs';

const CODE_LINES = '<p>a</p><p>&lt;b</p><p><strong>c</strong></p><p>d</p><p>e</p>';

/** In the format that keeps most of a document. */
const read = (html: string) => renderHtml(parseHtml(html), 'markdown');

describe('turns HTML into tags that the service keeps', () => {
	test.each([
		['one<br>two<br/>three', '<p>one</p><p>two</p><p>three</p>'],
		['<p>one</p>\n\n<p>two</p>', '<p>one</p><p>two</p>'],
		['<p>one</p><p></p><p>two</p>', '<p>one</p><p></p><p>two</p>'],
		['<p>one</p><p> </p><p>two</p>', '<p>one</p><p></p><p>two</p>'],
		['  many   \n spaces ', '<p>many spaces</p>'],
		['<b>bold</b> <ins>under</ins>', '<p><strong>bold</strong> <u>under</u></p>'],
		['<i>i</i><em>em</em><s>s</s><code>c</code><span>x</span>', '<p>iemscx</p>'],
		['<b><u>both</b> none</u>', '<p><strong><u>both</u></strong> none</p>'],
		['<b>a </b> <b> b</b>', '<p><strong>a b</strong></p>'],
		['a<b> </b>c', '<p>a c</p>'],
		['<ul><li>tea</li><li>cake</li></ul>', '<ul><li><p>tea</p></li><li><p>cake</p></li></ul>'],
		[
			'<p>x</p><ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>',
			'<p>x</p><ul><li><p>a</p></li><li><p>b</p></li><li><p>c</p></li></ul>',
		],
		['<ol start="3"><li>c</li><li>d</li></ol>', '<p>3. c</p><p>4. d</p>'],
		['<ol><li>a<ol><li>x</li></ol></li><li>b</li></ol>', '<p>1. a</p><p>1. x</p><p>2. b</p>'],
		['<ol start="x"><li><p>a</p></li><li><div>b</div></li></ol>', '<p>1. a</p><p>2. b</p>'],
		[
			'<p>x</p><ul><li><h3>a</h3></li><li><br>b</li></ul>',
			'<p>x</p><ul><li><p>a</p></li><li><p>b</p></li></ul>',
		],
		['<ul><li>a</p>b</li></ul>', '<ul><li><p>a</p></li></ul><p>b</p>'],
		['<h1>Title</h1><h4>Small</h4>text', '<h1>Title</h1><h3>Small</h3><p>text</p>'],
		[
			'<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>',
			'<p>A B</p><p>1 2</p>',
		],
		['<pre>\na\n&lt;b\n<b>c</b>\r\nd\n</pre>e', CODE_LINES],
		['<p>a</p><p><br></p><p>b<br></p><p>c</p>', '<p>a</p><p></p><p>b</p><p>c</p>'],
		['<p>Use the <constructor> now</p>', '<p>Use the now</p>'],
		['<toString>a</toString><p><__proto__>b<hasOwnProperty/>', '<p>a</p><p>&lt;__proto__&gt;b</p>'],
		['<head><meta><title>t</title><p>text', '<p>text</p>'],
		['<template><p>a</template></p>b', '<p></p><p>b</p>'],
		['a<template><p>b<noscript></p></template>c</template>', '<p>ac</p>'],
		['<noscript><noscript>a</noscript>b</noscript>c', '<p>c</p>'],
		['5 < 6 <', '<p>5 &lt; 6 &lt;</p>'],
		[
			'<a href="https://a.example" href="https://b.example">x</a>',
			'<p><a href="https://a.example">x</a></p>',
		],
		[
			'<a href="https://a.example/?b=1&amp;c=2">menu</a>',
			'<p><a href="https://a.example/?b=1&amp;c=2">menu</a></p>',
		],
		['<a href="javascript:alert(1)">x</a> <a href="/menu">y</a> <a>z</a>', '<p>x y z</p>'],
		[
			'<img src="https://a.example/c.png" alt="Cup">',
			'<p><a href="https://a.example/c.png">Cup</a></p>',
		],
		['<img src="data:image/png;base64,AA" alt="Cup"><img src="x">', '<p>Cup</p>'],
		[
			'<iframe src="https://a.example/v" title="Film"></iframe><video src="https://a.example/w"></video>',
			'<p><a href="https://a.example/v">Film</a><a href="https://a.example/w">https://a.example/w</a></p>',
		],
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
		[`<a href='https://a.example/"b'>x</a>`, '<p><a href="https://a.example/&quot;b">x</a></p>'],
		['<p>a<hr>b', '<p>a</p><p></p><p>b</p>'],
		['a</br>b<div></div>c', '<p>a</p><p>b</p><p>c</p>'],
		[
			'<a href=" http://a.example "><b>x</b>y</a> <a href="/?https://b.example">z</a>',
			'<p><a href="http://a.example"><strong>x</strong>y</a> z</p>',
		],
		[
			'<ol><li>a<ul><li>x</li></ul></li><li>b</li></ol><p></p>',
			'<p>1. a</p><ul><li><p>x</p></li></ul><p>2. b</p><p></p>',
		],
		['<ul><li></li></ul>a<ol><li></li><li>b</li></ol>', '<p>a</p><p>1.</p><p>2. b</p>'],
		['<ul><li></p>a<br>b</li></ul>', '<ul><li><p>a b</p></li></ul>'],
		['<input>a<input type="text">b', '<p>ab</p>'],
		[
			'<img src="http://a.example/c.png" alt=" Red \n cup ">',
			'<p><a href="http://a.example/c.png">Red cup</a></p>',
		],
		['<div><pre>a<b>\nb</b></pre></div>', '<p>a</p><p><strong>b</strong></p>'],
		['<script>bad()</script><style>p{}</style><title>t</title>text', '<p>text</p>'],
		['</b></p></ul>text', '<p>text</p>'],
		['<input type="checkbox" checked> done <input type="checkbox"> open', '<p>☑ done ☐ open</p>'],
	])('%j', (html, expected) => {
		expect(read(html)).toBe(expected);
	});
});

const keepLetters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '');

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

describe('any input', () => {
	test('is read without an error, into tags that the service keeps', () => {
		fc.assert(
			fc.property(anyText, (text) => expectServiceHtml(read(text))),
			{ numRuns: 1000 },
		);
	});

	test('loses no character between tags', () => {
		fc.assert(
			fc.property(htmlTree, ({ html, text }) => {
				const result = read(html);
				expectServiceHtml(result);
				expect(keepLetters(getVisibleText(result))).toBe(keepLetters(text));
			}),
			{ numRuns: 500 },
		);
	});
});

// Anything quadratic would exceed the timeout of a test.
describe('reads long texts quickly', () => {
	const repeatText = (text: string, count: number) => text.repeat(count);

	test.each([
		{ title: 'lines', piece: '<p>a</p>', end: 'x', result: '<p>a</p>' },
		{ title: 'open paragraphs', piece: '<p>', end: '', result: '<p></p>' },
		{ title: 'smaller-than signs', piece: '<', end: '', result: '&lt;' },
		{ title: 'bold in bold', piece: '<b><p>x', end: '', result: '<p><strong>x</strong></p>' },
		{ title: 'lists in lists', piece: '<ul><li>y', end: '', result: 'y' },
		{ title: 'links in links', piece: '<a href="https://a.example">y<p>', end: '', result: 'y' },
	])('$title', async ({ piece, end, result }) => {
		const html = read(repeatText(piece, 10_000) + end);
		expect(html.split(result).length - 1).toBe(10_000);
		countCharacters(html, 'x');
		await letJestNotice();
	});

	test('with spaces in preformatted text', async () => {
		const spaces = repeatText(' ', 200_000);
		expect(read(`<pre>${spaces}x${spaces}</pre>`)).toBe(`<p>${spaces}x</p>`);
		await letJestNotice();
	});

	test('with bare URLs', async () => {
		const addresses = Array.from({ length: 10_000 }, (_, index) => `https://a.example/${index}`);
		const html = addresses.map((address) => `<a href="${address}">x</a>`).join(' ');
		expect(renderHtml(parseHtml(`${html} ${html}`), 'plain')).toBe(
			`<p>${addresses.map((address) => `x (${address})`).join(' ')}${repeatText(' x', 10_000)}</p>`,
		);
		await letJestNotice();
	});
});
