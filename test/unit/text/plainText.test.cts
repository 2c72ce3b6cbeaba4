import { isBlank, plainText } from '../../../nodes/Postiz/text/plainText';
import { publishedText } from '../../shared/content.cjs';
import { sanitize } from '../../shared/sanitize.cjs';
import { letJestNotice } from './texts.cjs';

describe('with a bare paragraph, what a plain network is handed', () => {
	test.each([
		['<p>A &amp; B &lt; C</p><p></p><p>next</p>', 'A & B < C\n\nnext'],
		['<p>&amp;lt;b&amp;gt; &amp;amp; &amp;nbsp;</p>', '<b> &amp;  '],
		['<p>a</p><h2>b</h2><p>c</p>', 'ab\nc'],
		['<p>x</p><ul><li>tea</li><li><p>milk</p></li></ul>', 'x\n- tea\n- milk'],
		['<p><strong>Az <u>09</u></strong></p>', '𝗔𝘇 𝟬\u0332𝟵\u0332'],
		['<p>see <a href="https://a.example?b&amp;c">here</a></p>', 'see https://a.example?b&c'],
		['<p><a>no address</a></p>', 'no address'],
		['<p>one<p>two', 'one\ntwo'],
		['<p>a<br>b <b>c</b></p>', 'ab c'],
		['<p>a<style>b{}</style></p>tail', 'atail'],
		['<b>x</b></p>y', 'x\ny'],
		['<p>a<h2>b</h2></p>c', 'ab\nc'],
		['<li>a<li>b</li><p>c</p>', '- a\n- b\nc'],
		['<ul><li>a<ul><li>b</li><p>c</p></ul></li></ul><p>d</p>', '- a\n- bc\nd'],
		['<p><a href="https://a.example">b <strong>c</strong> d</a></p>', 'https://a.example'],
	])('%j: %j', (content, text) => {
		expect(plainText(content)).toBe(text);
		expect(publishedText(sanitize(content), 'plain')).toBe(text);
	});
});

test.each([
	['A & B > C', 'A &amp; B &gt; C'],
	['&lt; &copy; \u00a0', '&lt; © &nbsp;'],
	['<p class="x" title="y">a<br>b</p>', '<p class="x">a<br>b</p>'],
	['<strong>open <em>tags', '<strong>open tags</strong>'],
	['</b>a</p>', 'a'],
	['<br></h1>a', '<br>a'],
	['a\r\nb\rc', 'a\nb\nc'],
	['<a xhref="1" classy="2" class=\'3"\'>b</a>', '<a class="3&quot;">b</a>'],
])('without one, %j as it is stored and written anew: %j', (content, text) => {
	expect(plainText(content)).toBe(text);
});

test.each([
	['', true],
	['\n', true],
	['<p> </p><br>', true],
	['<script>a</script>', true],
	['a', false],
	['<p>a</p>', false],
	['<', false],
])('the service finds no text in %j: %j', (content, expected) => {
	expect(isBlank(content)).toBe(expected);
});

test.each(['<b>', '<ul><li>x', '</p>'])('tens of thousands of %s at once', async (piece) => {
	expect(plainText(`<p>${piece.repeat(50_000)}x</p>`)).not.toBe('');
	await letJestNotice();
});
