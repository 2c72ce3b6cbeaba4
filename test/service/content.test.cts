import { bareText, countedLength, publishedText } from './content.cjs';

describe('published text', () => {
	test.each([
		['Fish & chips\n\n  at 5 > 4 &amp; "more"', 'text without < stays as it is'],
		['', 'nothing stays nothing'],
	])('%j: %s', (content) => {
		for (const kind of ['plain', 'markdown', 'html'] as const)
			expect(publishedText(content, kind)).toBe(content);
	});

	test.each([
		['5 < 6', '5 &lt; 6'],
		['x <y z', 'x '],
		['write to <me@example.com>', 'write to '],
		['<strong>big</strong> news', '<strong>big</strong> news'],
		['<b>big</b> <i>news</i>', 'big news'],
		['one<br>two', 'onetwo'],
	])('without a <p>, %j is damaged to %j', (content, published) => {
		expect(publishedText(content, 'plain')).toBe(published);
		expect(publishedText(content, 'markdown')).toBe(published);
	});

	test.each([
		['<p>A &amp; B &lt; C</p><p></p><p>next</p>', 'A & B < C\n\nnext'],
		['<p>one<br>two</p>', 'onetwo'],
		['<p>a<b>b</b><em>c</em><h4>d</h4></p>', 'abcd'],
		['<div>one</div><div>two</div><p>three</p>', 'onetwo\nthree'],
		[
			'<h1>Title</h1><ul><li>tea</li><li><p>milk</p></li></ul><p>end</p>',
			'Title\n- tea\n- milk\nend',
		],
		['<p><strong>Az 09</strong></p>', '𝗔𝘇 𝟬𝟵'],
		['<p><u>ab</u></p>', 'a\u0332b\u0332'],
		[
			'<p>see <a href="https://acme.example/?a=1&amp;b=2">us</a>.</p>',
			'see https://acme.example/?a=1&b=2.',
		],
		['<p>it&#39;s &#x1F600;&nbsp;ok &unknown;</p>', "it's 😀\u00a0ok &unknown;"],
	])('plain platforms get %j as %j', (content, published) => {
		expect(publishedText(content, 'plain')).toBe(published);
	});

	test('Markdown platforms get marks, and a line break at the end', () => {
		const content =
			'<h2>News</h2><p><strong>a</strong> <u>b</u> <a href="https://acme.example">c</a></p><ul><li>d</li></ul>';
		expect(publishedText(content, 'markdown')).toBe(
			'## News\n**a** __b__ [c](https://acme.example)\n- d\n',
		);
	});

	test('HTML platforms get the kept tags as they are', () => {
		const content =
			'<p class="x">a<br> <b>b</b> <strong>c</strong> &amp; <a href="https://a.example">d</a></p>';
		expect(publishedText(content, 'html')).toBe(
			'<p>a b <strong>c</strong> &amp; <a href="https://a.example">d</a></p>',
		);
	});
});

describe('lengths', () => {
	test.each([
		['abc', 3],
		['a & b', 9],
		['<p>a &amp; b</p><p>c</p>', 11],
		['<p><strong>abc</strong></p>', 3],
		['😀', 2],
	])('%j counts %i', (content, length) => {
		expect(countedLength(content)).toBe(length);
	});

	test.each([
		['abc', 3],
		['see https://acme.example/a/very/long/path/to/some/page?with=query&and=more now', 31],
		['https://a.example http://b.example', 47],
		['日本', 4],
		['😀', 2],
		['👩‍👩‍👧‍👦', 2],
		['a & b', 9],
		['“quotes” – é', 12],
	])('on X %j counts %i', (content, length) => {
		expect(countedLength(content, 'x')).toBe(length);
	});

	test('only markup is no text', () => {
		expect(bareText('<p></p><p><br></p>').trim()).toBe('');
	});
});
