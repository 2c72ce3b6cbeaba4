import { countedLength, isEmpty, publishedText } from '../shared/content.cjs';
import { sanitize } from '../shared/sanitize.cjs';

// What a running instance made of 92 contents, and how it counted 291, is in recorded/; here is
// what those leave open.
describe('on arrival', () => {
	test.each([
		['<p>never <strong>closed', '<p>never <strong>closed</strong></p>'],
		['<p>one<p>two', '<p>one</p><p>two</p>'],
		['<p title="x" data-y="z" class="c" id="i">a</p>', '<p data-y="z" class="c">a</p>'],
		['<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
		['<a href="mailto:me@example.com">a</a>', '<a href="mailto:me@example.com">a</a>'],
		['<svg><text>a</text></svg>b', 'b'],
		['<table><tr><td>a</td></tr></table>', 'a'],
		['<P>CAPITALS</P>', '<p>CAPITALS</p>'],
	])('%j is stored as %j', (content, stored) => {
		expect(sanitize(content)).toBe(stored);
		expect(sanitize(stored)).toBe(stored);
	});
});

describe('published text', () => {
	test.each([
		['Fish & chips\n\n  at 5 > 4 &amp; "more"', 'text without < stays as it is'],
		['', 'nothing stays nothing'],
		['a &lt; b &amp; c', 'nor are entities touched if there is no tag'],
	])('%j: %s', (content) => {
		for (const kind of ['plain', 'markdown', 'html'] as const)
			expect(publishedText(content, kind)).toBe(content);
	});

	test.each([
		['<p>A &amp; B &lt; C</p><p></p><p>next</p>', 'A & B < C\n\nnext'],
		['<p>a</p><h2>b</h2><p>c</p>', 'ab\nc'],
		['<ul><li>tea</li><li><p>milk</p></li></ul><p>end</p>', '- tea\n- milk\nend'],
		['<p><strong>Az <u>09</u></strong></p>', '𝗔𝘇 𝟬\u0332𝟵\u0332'],
		['<p><a>no address</a></p>', 'no address'],
		['<p class="x">one</p><p>two</p>', 'one\ntwo'],
	])('plain networks get %j as %j', (content, published) => {
		expect(publishedText(content, 'plain')).toBe(published);
	});

	test('Markdown networks get marks, and a line break behind each paragraph', () => {
		const content =
			'<h2>News</h2><p><strong>a</strong> <u>b</u> <a href="https://acme.example">c</a></p><ul><li>d</li></ul>';
		expect(publishedText(content, 'markdown')).toBe(
			'## News\n**a** __b__ [c](https://acme.example)\n- d',
		);
	});

	test('HTML networks get the kept tags with what their attributes say', () => {
		const content =
			'<p class="x">a<br> <span>b</span> <strong>c</strong> &amp; <a href="https://a.example">d</a></p>';
		expect(publishedText(content, 'html')).toBe(
			'<p class="x">a b <strong>c</strong> & <a href="https://a.example">d</a></p>',
		);
	});
});

describe('mentions', () => {
	// LinkedIn, Discord, X and Bluesky read these in the text that they are handed.
	const texts = ['@[Acme & Co](urn:li:organization:123)', '[[[@123]]]', '@acme.bsky.social'];
	const inParagraph = (text: string) => `<p>Hi ${text.replace('&', '&amp;')} &lt;3</p>`;

	test.each(texts)('%s is handed on as it is', (text) => {
		for (const kind of ['plain', 'markdown'] as const) {
			expect(publishedText(text, kind)).toBe(text);
			expect(publishedText(sanitize(inParagraph(text)), kind).trim()).toBe(`Hi ${text} <3`);
		}
	});

	test('those of the editor are kept', () => {
		const content = '<p><span class="mention" data-mention-id="7">@Acme</span></p>';
		expect(sanitize(content)).toBe(content);
	});
});

describe('lengths', () => {
	test.each([
		['abc', 3],
		['a & b', 9],
		['1 &lt; 2 > 1', 15],
		['<p>a &amp; b</p><p>c</p>', 7],
		['<p><strong>abc</strong></p>', 6],
		['<p><a href="https://a.example">x</a></p>', 17],
		['😀', 2],
		['<strong>a</strong>', 18],
	])('%j counts %i', (content, length) => {
		expect(countedLength(content)).toBe(length);
	});

	test.each([
		['abc', 3],
		['https://a.com http://b.org', 47],
		['https://a.example', 17],
		['a.com and b.org', 51],
		['readme.zzzz', 11],
		[`https://a.example/${'x'.repeat(40)}`, 58],
		['日本', 4],
		['😀', 2],
		['👩‍👩‍👧‍👦', 11],
		['“quotes” – é', 12],
	])('on X %j counts %i', (content, length) => {
		expect(countedLength(content, 'x')).toBe(length);
	});
});

test.each([
	['', true],
	[' \n', true],
	['<p></p><p><br></p>', true],
	['<p> a</p>', false],
	['5', false],
])('%j has nothing to read: %p', (content, empty) => {
	expect(isEmpty(content)).toBe(empty);
});
