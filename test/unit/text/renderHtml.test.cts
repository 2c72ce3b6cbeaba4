import fc from 'fast-check';

import type { Markup } from '../../../nodes/Postiz/networks/networkTypes';
import { getDocumentText, type Block } from '../../../nodes/Postiz/text/document';
import {
	hasEntity,
	hasTelegramEntity,
	renderHtml,
	toNetworkBlocks,
} from '../../../nodes/Postiz/text/renderHtml';
import { renderContent } from '../../../nodes/Postiz/text/content';
import { parseHtml } from '../../../nodes/Postiz/text/parseHtml';
import { parseMarkdown } from '../../../nodes/Postiz/text/parseMarkdown';
import { escapeHtml } from './anyText.cjs';
import { convertForNetwork, NETWORK_FORMATS } from './hostileTexts.cjs';

const FORMS: Markup[] = ['plain', 'markdown', 'html', 'telegram', 'x'];
const LINES: Block[] = [
	{ tag: 'p', spans: [{ text: 'A & B <b> > &amp;' }] },
	{ tag: 'p', spans: [] },
	{ tag: 'p', spans: [{ text: 'next' }] },
];

test.each<[Markup, string]>([
	['plain', '<p>A &amp; B &lt;b&gt; &gt; &amp;amp;</p><p></p><p>next</p>'],
	['markdown', '<p>A &amp; B &lt;b&gt; &gt; &amp;amp;</p><p></p><p>next</p>'],
	['x', '<p>A &amp; B &amp;lt;b&gt; &gt; &amp;amp;</p><p></p><p>next</p>'],
	['telegram', '<p>A &amp; B &amp;lt;b&amp;gt; &amp;gt; &amp;amp;amp;</p><p></p><p>next</p>'],
	['html', '<p>A &amp; B &amp;lt;b&amp;gt; &amp;gt; &amp;amp;amp;</p><p></p><p>next</p>'],
])('makes a paragraph of each line, escaped for %s networks', (form, content) => {
	expect(renderHtml(LINES, form)).toBe(content);
});

describe('a document with everything in it', () => {
	const document = parseHtml(
		'<h2>Menu</h2><p>See <a href="https://a.example/?b&amp;c">our <b>menu</b></a>, <u>now</u></p><ul><li>tea</li></ul>',
	);

	const SEE = 'our <strong>menu</strong>';
	const LINES = `<p>See ${SEE} (https://a.example/?b&amp;c), <u>now</u></p><p>- tea</p>`;
	const TAGS = `<h2>Menu</h2><p>See <a href="https://a.example/?b&amp;c">${SEE}</a>, <u>now</u></p><ul><li><p>tea</p></li></ul>`;

	test.each<[Markup, string]>([
		['plain', `<p>Menu</p>${LINES}`],
		['x', `<p>Menu</p>${LINES}`],
		['telegram', `<p><strong>Menu</strong></p>${LINES}`],
		['markdown', TAGS],
		['html', TAGS],
	])('for %s networks', (form, content) => {
		expect(renderHtml(document, form)).toBe(content);
	});

	test.each(NETWORK_FORMATS)('arrives on %s networks if sent as %s', (form, handing, xIsPlain) => {
		const { shown, rejection } = convertForNetwork(renderHtml(document, form), handing, xIsPlain);
		expect(rejection).toBeNull();
		const letters = 'Menu\nSee our 𝗺𝗲𝗻𝘂 (https://a.example/?b&c), n\u0332o\u0332w\u0332\n- tea';
		const lines: Record<Markup, string> = {
			plain: letters,
			x: letters,
			telegram: 'Menu\nSee our menu (https://a.example/?b&c), now\n- tea',
			markdown: '## Menu\nSee [our **menu**](https://a.example/?b&c), __now__\n- tea\n',
			html: 'Menu\nSee our menu, now\n- tea',
		};
		expect(shown).toBe(lines[form]);
	});
});

test('sends lists and links alone without tags to networks that show lines', () => {
	expect(renderContent(parseHtml('<b>@acme</b>'), 'plain')).toBe('@acme');
	const document = parseHtml('<ul><li>tea</li></ul><a href="https://a.example">Menu</a>');
	for (const form of ['plain', 'x', 'telegram'] as const) {
		expect(renderContent(document, form)).toBe('- tea\nMenu (https://a.example)');
	}
	for (const form of ['markdown', 'html'] as const) {
		expect(renderContent(document, form)).toMatch(/^<ul>.*<\/p>$/);
	}
});

describe('links on networks that only show text', () => {
	test.each([
		[
			'<a href="https://a.example/menu">Menu</a>, <a href="https://a.example/">home</a>',
			'<p>Menu (https://a.example/menu), home (https://a.example/)</p>',
		],
		['<a href="https://a.example">See https://a.example</a>', '<p>See https://a.example</p>'],
		[
			'<a href="https://a.example">See <b>https://a.example</b></a>',
			'<p>See https://a.example</p>',
		],
		[
			'<a href="https://a.example"><img src="https://a.example/c.png" alt="Cup"></a>',
			'<p>Cup (https://a.example)</p>',
		],
		[
			'<a href="https://a.example">one</a> and <a href="https://a.example">two</a>',
			'<p>one (https://a.example) and two</p>',
		],
		// As browsers and editors write them.
		['<a href="https://a.example/">https://a.example</a>', '<p>https://a.example</p>'],
		['<a href="https://a.example/%C3%BC">https://a.example/ü</a>', '<p>https://a.example/ü</p>'],
		[
			'<a href="https://xn--mnchen-3ya.example/">https://münchen.example</a>',
			'<p>https://münchen.example</p>',
		],
		['<a href="https://a.example/b">A.example/b/</a>, now', '<p>https://a.example/b, now</p>'],
		['<a href="https://www.a.example/">www.a.example</a>', '<p>www.a.example</p>'],
		['<a href="https://www.a.example">a.example</a>', '<p>https://www.a.example</p>'],
		[
			'<b>See</b> <a href="https://a.example/b">https://a.example/<b>b</b></a>',
			'<p><strong>See</strong> https://a.example/b</p>',
		],
		['<a href="https://a.example/b">a b</a>', '<p>a b (https://a.example/b)</p>'],
		['<a href="https://%">one</a>', '<p>one (https://%)</p>'],
	])('%j', (html, content) => {
		expect(renderHtml(parseHtml(html), 'plain')).toBe(content);
	});

	const UNITS =
		"a B ü é コ 🎉 [x] /(y) ^ {y} % %20 %C3%BC / // ?c= &d= &copy= &lt/ #e - a_b . , ; : ! ' /@f";
	const anyAddress = fc
		.tuple(
			fc.constantFrom('a.example', 'münchen.example', 'A.Example:8080'),
			fc.array(fc.constantFrom(...UNITS.split(' ')), { maxLength: 5 }),
		)
		.map(([host, units]) => `https://${host}/${units.join('')}z`);

	const MARKDOWN: Array<(address: string) => string> = [
		(address) => `Menu: ${address}`,
		(address) => `<${address}>`,
		(address) => `[Menu](${address})`,
		(address) => `[Menu](<${address}> "Today")`,
		(address) => `[${address}](${address})`,
		(address) => `[Menu][m]\n\n[m]: ${address}`,
		(address) => `![](${address})`,
		(address) => `![Cup](${address})`,
		(address) => `**${address}**`,
		(address) => `- ${address}`,
		(address) => `1. [Menu](${address})`,
		(address) => `## ${address}`,
		(address) => `> ${address}`,
		(address) => `| a | b |\n|---|---|\n| ${address} | c |`,
		(address) => `<p><a href="${escapeHtml(address)}">Menu</a></p>`,
		(address) => `[Menu](${address.slice('https://'.length)})`,
		(address) => `[${address.slice('https://'.length)}](${address})`,
	];

	test.each<Markup>(['plain', 'telegram', 'x'])(
		'each address in Markdown occurs once, as written, on %s networks',
		(form) => {
			fc.assert(
				fc.property(fc.constantFrom(...MARKDOWN), anyAddress, (write, address) => {
					const text = getDocumentText(toNetworkBlocks(parseMarkdown(write(address)), form));
					expect(text.match(/https?:.*?z/g)).toEqual([address]);
				}),
				{ numRuns: 1000 },
			);
		},
	);
});

describe('never styles URLs or names in other letters', () => {
	test.each([
		[
			'<b>See https://a.example now</b>',
			'<p><strong>See</strong> https://a.example <strong>now</strong></p>',
		],
		['<u>@acme and #launch</u>', '<p>@acme <u>and</u> #launch</p>'],
		['<b>mail me@a.example</b>', '<p><strong>mail</strong> me@a.example</p>'],
		['<b>see ((http://a.example</b>', '<p><strong>see</strong> ((http://a.example</p>'],
		['<b>by ((@[A B](urn:li:a:1)</b>', '<p><strong>by</strong> ((@[A B](urn:li:a:1)</p>'],
		[
			'<b>to <span class="mention" data-mention-id="7">@Jo Doe</span></b>',
			'<p><strong>to</strong> <span class="mention" data-mention-id="7">@Jo Doe</span></p>',
		],
	])('%j', (html, content) => {
		for (const form of ['plain', 'x'] as const) {
			expect(renderHtml(parseHtml(html), form)).toBe(content);
		}
		expect(renderHtml(parseHtml(html), 'html')).toMatch(/^<p><(strong|u)>.*<\/\1><\/p>$/);
	});
});

test('keeps mentions', () => {
	for (const attributes of [
		'data-mention-id="7" data-mention-label="Acme &amp; Co"',
		'class="mention" data-mention-id="urn:li:organization:7"',
	]) {
		const html = `<p><span ${attributes}>@Acme</span> hi</p>`;
		for (const form of FORMS) {
			expect(renderHtml(parseHtml(html), form)).toBe(html);
			expect(renderContent(parseHtml(html), form)).toBe(html);
		}
	}
});

test.each([
	['&amp;', true, true],
	['&lt=1', true, true],
	['&copy;', true, false],
	['&copy=2', true, false],
	['&#60;', true, true],
	['&#', false, true],
	['AT&T, R&D; & more', false, false],
	['?a=1&b=2', false, false],
	['&notanentity;', true, false],
	['', false, false],
])('finds entities in %j: for browsers %p, for Telegram %p', (text, browser, telegram) => {
	expect(hasEntity(text)).toBe(browser);
	expect(hasTelegramEntity(text)).toBe(telegram);
});
