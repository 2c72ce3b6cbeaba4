import {
	isKeptWhole,
	isServiceHtml,
	paragraphs,
	visibleText,
} from '../../../nodes/Postiz/text/html';

test('a paragraph for each line', () => {
	expect(paragraphs('a\nb\r\n\rc')).toBe('<p>a</p><p>b</p><p></p><p>c</p>');
	expect(paragraphs('')).toBe('<p></p>');
});

test.each([
	['<p>a</p>', true],
	[' <p>a</p>\n<h2>b</h2> <ul><li>c</li></ul> ', true],
	['<p class="x">a</p>', true],
	['<p></p>', true],
	['', false],
	['text', false],
	['<p>a</p> tail', false],
	['head <p>a</p>', false],
	['<p>never closed', false],
	['<ul><li>a</li></ul>', false],
	['<div><p>a</p></div>', false],
	['<pre>a</pre>', false],
])('%j is HTML as the service stores it: %p', (text, expected) => {
	expect(isServiceHtml(text)).toBe(expected);
});

test.each([
	['<p>a <strong>b</strong> <u>c</u> <a href="x">d</a> <span>e</span></p>', true],
	['<h1>a</h1><h2>b</h2><h3>c</h3><ul><li>d</li></ul>', true],
	['<p>5 &lt; 6</p>', true],
	['<p>a<br>b</p>', false],
	['<p><b>a</b></p>', false],
	['<h4>a</h4>', false],
	['<p>a</p>\n<p>b</p>', false],
	['<p>a<!-- b --></p>', false],
])('the service keeps all of %j: %p', (html, expected) => {
	expect(isKeptWhole(html)).toBe(expected);
});

test.each([
	['no tags & none needed', 'no tags & none needed'],
	['1 < 2', '1 < 2'],
	['<p>a</p><p></p><p>b</p>', 'a\n\nb'],
	['<h1>T</h1><ul><li>a</li><li>b</li></ul><p>c</p>', 'T\n- a\n- b\nc'],
	['<p>a</p><p></p>', 'a\n'],
	['<p>&lt;b&gt; &amp;amp; &quot;&#39;&nbsp;</p>', '<b> &amp; "\' '],
	['<p><strong>a</strong> <a href="https://a.example">b</a></p>', 'a b'],
	['<p>it&#8217;s &#x2019; &apos;&hellip;&copy;&amp;#8217;</p>', "it’s ’ '…©&#8217;"],
	['<p>R&D, AT&T; &unknown;</p>', 'R&D, AT&T; &unknown;'],
	['<p>&#128; &#0; &#xD800; &#9999999;</p>', '€ \ufffd \ufffd \ufffd'],
	[`<p>&#${'9'.repeat(310)};</p>`, '\ufffd'],
	['<p>a &constructor; <toString>b</toString> </p>', 'a &constructor; b '],
	['<p title=">">a</p>\n<P>b</P>', 'a\nb'],
	['<p>a<!-- <p>b</p> --></p>', 'a'],
	['<ul><li><p>a</p></li></ul><div>b</div><p>c</p>', '- a\nb\nc'],
	['<b>no</b> paragraph <y z', 'no paragraph '],
	['nothing &amp; more', 'nothing &amp; more'],
])('a reader sees of %j: %j', (content, seen) => {
	expect(visibleText(content)).toBe(seen);
});
