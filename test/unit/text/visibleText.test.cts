import {
	comparableText,
	isShortenedFrom,
	visibleText,
	withoutLinks,
} from '../../../nodes/Postiz/text/visibleText';
import { letJestNotice } from './texts.cjs';

test.each([
	['no tags & none needed', 'no tags & none needed'],
	['1 < 2', '1 < 2'],
	['<p>a</p><p></p><p>b</p>', 'a\n\nb'],
	['<h1>T</h1><ul><li>a</li><li>b</li></ul><p>c</p>', 'T\n- a\n- b\nc'],
	['<p>a</p><p></p>', 'a\n'],
	['<p></p><p>a</p>', '\na'],
	['a<h1>b</h1>c<h2>d</h2>e<h3>f</h3>g', 'a\nb\nc\nd\ne\nf\ng'],
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

describe('contents are the same', () => {
	const link = (address: string, text: string) => `<p>Read <a href="${address}">${text}</a></p>`;

	test.each([
		['with other white space', ' a \n\nb', '<p>a</p><p></p><p>b </p>'],
		[
			'with a link that is its address',
			'Read https://a.example',
			link('https://a.example/', 'https://a.example'),
		],
		[
			'with a link that is its address with spaces',
			'Read b.example',
			link(' http://b.example', ' b.example '),
		],
		[
			'with a path that is written out',
			'Read b.example/c',
			link('https://b.example/c/', 'b.example/c'),
		],
		[
			'with a link that is its address in parts',
			'Read https://a.example now',
			'Read <a href="https://a.example"><b>https://</b>a.example</a> now',
		],
		['with what is no link', '<p>a</p>', '<p href="/1">a</p>'],
		[
			'with entities in an address',
			link('https://a.example?a&amp;b', 'x'),
			link('https://a.example?a&b', 'x'),
		],
	])('%s', (_what, one, other) => {
		expect(comparableText(one)).toBe(comparableText(other));
	});

	test.each([
		['of another link', link('https://a.example/1', 'this'), link('https://a.example/2', 'this')],
		['of a link that was left out', link('https://a.example/1', 'this'), '<p>Read this</p>'],
		['of another link that is not closed', '<p><a href="/1">this</p>', '<p><a href="/2">this</p>'],
		['of other words', 'tea', 'Tea'],
		['of words apart', 'teacup', 'tea cup'],
	])('not %s', (_what, one, other) => {
		expect(comparableText(one)).not.toBe(comparableText(other));
	});

	test('if only their links were shortened', () => {
		const written = 'Read https://a.example/long and https://b.example';
		expect(isShortenedFrom(written, 'Read https://s.example/1 and https://s.example/2')).toBe(true);
		expect(isShortenedFrom(written, 'Read https://s.example/1')).toBe(false);
		// A link that wasn't shortened leads elsewhere.
		expect(isShortenedFrom(written, 'Read https://A.example/other and https://s.example/2')).toBe(
			false,
		);
	});
});

test('a text is read without its addresses', () => {
	expect(withoutLinks('see http://a.example/b?c and HTTPS://d.example')).toBe('see  and ');
});
