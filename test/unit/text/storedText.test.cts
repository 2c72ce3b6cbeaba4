import {
	getCountedText,
	getPublishedText,
	isBlank,
	getVisibleText,
} from '../../../nodes/Postiz/text/storedText';
import { renderPublishedText } from '../../shared/content.cjs';
import { sanitize } from '../../shared/sanitize.cjs';

describe('a plain text with a bare paragraph', () => {
	test.each([
		['<p>A &amp; B &lt; C</p><p></p><p>next</p>', 'A & B < C\n\nnext'],
		['<p>&amp;lt;b&amp;gt; &amp;amp; &amp;nbsp;</p>', '<b> &amp;  '],
		['<p>a</p><h2>b</h2><p>c</p>', 'ab\nc'],
		['<p>x</p><ul><li>tea</li><li><p>milk</p></li></ul>', 'x\n- tea\n- milk'],
		['<p>see <a href="https://a.example?b&amp;c">here</a></p>', 'see https://a.example?b&c'],
		['<p>one<p>two', 'one\ntwo'],
		['<p>a<style>b{}</style></p>tail', 'atail'],
		['<p>a<h2>b</h2></p>c', 'ab\nc'],
		['<li>a<li>b</li><p>c</p>', '- a\n- b\nc'],
		['<ul><li>a<ul><li>b</li><p>c</p></ul></li></ul><p>d</p>', '- a\n- bc\nd'],
		['<p><a href="https://a.example">b <strong>c</strong> d</a></p>', 'https://a.example'],
	])('%j: %j', (content, text) => {
		expect(getCountedText(content)).toBe(text);
		expect(renderPublishedText(sanitize(content), 'plain')).toBe(text);
	});
});

test('imitates bold letters only on networks that read no tags', () => {
	const content = '<p><strong>a</strong></p>';
	expect([getPublishedText(content, 'telegram'), getPublishedText(content, 'x')]).toEqual([
		'a',
		'𝗮',
	]);
	expect(getPublishedText('A & B')).toBe('A & B');
});

test('counts all bold letters the same', () => {
	const content = '<p><strong>Az <u>09</u></strong></p>';
	expect(getCountedText(content)).toHaveLength(
		renderPublishedText(sanitize(content), 'plain').length,
	);
});

test.each([
	['A & B > C', 'A &amp; B &gt; C'],
	['&lt; &copy; \u00a0', '&lt; © &nbsp;'],
	['<p class="x" title="y">a<br>b</p>', '<p class="x">a<br>b</p>'],
	['<strong>open <em>tags', '<strong>open tags</strong>'],
	['a\r\nb\rc', 'a\nb\nc'],
	['<a xhref="1" classy="2" class=\'3"\'>b</a>', '<a class="3&quot;">b</a>'],
])('reads and rewrites %j without a paragraph as %j', (content, text) => {
	expect(getCountedText(content)).toBe(text);
	if (content.includes('<')) expect(getPublishedText(content)).toBe(text);
});

test.each([
	['\ud83d\0', true],
	['', true],
	['\n', true],
	['<p> </p><br>', true],
	['<script>a</script>', true],
	['\u200b\u2060 \ufeff', true],
	['a\u200b', false],
	['a', false],
	['<p>a</p>', false],
	['<', false],
])('recognizes %j as blank: %j', (content, expected) => {
	expect(isBlank(content)).toBe(expected);
});

test.each([
	['no tags & none needed', 'no tags & none needed'],
	['<p></p><p>a</p><p></p><p>b</p>', '\na\n\nb'],
	['<ul><li></li><li>b</li></ul>', '- \n- b'],
	['<h1>T</h1><ul><li>a</li><li>b</li></ul><p>c</p>', 'T\n- a\n- b\nc'],
	['a<h1>b</h1>c<h2>d</h2>e<h3>f</h3>g', 'a\nb\nc\nd\ne\nf\ng'],
	['<p>&lt;b&gt; &amp;amp; &quot;&#39;&nbsp;</p>', '<b> &amp; "\' '],
	['<p><strong>a</strong> <a href="https://a.example">b</a></p>', 'a b'],
	['<p>it&#8217;s &#x2019; &apos;&hellip;&copy;&amp;#8217;</p>', "it’s ’ '…©&#8217;"],
	[`<p>&#${'9'.repeat(310)};</p>`, '\ufffd'],
	['<p>a &constructor; <toString>b</toString> </p>', 'a &constructor; b '],
	['<p title=">">a</p>\n<P>b</P>', 'a\nb'],
	['<p>a<!-- <p>b</p> --></p>', 'a'],
	['<ul><li><p>a</p></li></ul><div>b</div><p>c</p>', '- a\nb\nc'],
	['<b>no</b> paragraph <y z', 'no paragraph '],
])('shows %j as %j', (content, seen) => {
	expect(getVisibleText(content)).toBe(seen);
});
