import { visibleText } from '../../../nodes/Postiz/text/visibleText';
import { letJestNotice } from './texts.cjs';

test.each([
	['no tags & none needed', 'no tags & none needed'],
	['1 < 2', '1 < 2'],
	['<p>a</p><p></p><p>b</p>', 'a\n\nb'],
	['<h1>T</h1><ul><li>a</li><li>b</li></ul><p>c</p>', 'T\n- a\n- b\nc'],
	['<p>a</p><p></p>', 'a\n'],
	['<p>&lt;b&gt; &amp;amp; &quot;&#39;&nbsp;</p>', '<b> &amp; "\' '],
	['<p>&amp;lt;b&amp;gt;</p>', '<b>'],
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

test.each(['<', '‹'])('hundreds of thousands of %s are read at once', async (sign) => {
	const signs = sign.repeat(300_000);
	expect(visibleText(`<p>${signs}`)).toBe(signs);
	await letJestNotice();
});
