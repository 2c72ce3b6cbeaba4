import fc from 'fast-check';

import type { Markup } from '../../../nodes/Postiz/networks/networkTypes';
import { shortenText, splitText } from '../../../nodes/Postiz/text/splitText';
import type { TextFormat } from '../../../nodes/Postiz/text/content';
import { getVisibleText } from '../../../nodes/Postiz/text/storedText';
import '../../harness/randomSeed.cjs';
import { measureTextLength } from '../../shared/content.cjs';
import { sanitize } from '../../shared/sanitize.cjs';
import { createSingleContent, countContent, createLimit, HOSTILE_TEXTS } from './hostileTexts.cjs';
import { anyText, expectServiceHtml, letJestNotice } from './anyText.cjs';

const FORMS: Markup[] = ['plain', 'markdown', 'html', 'telegram', 'x'];
const FORMATS: TextFormat[] = ['automatic', 'plain', 'markdown', 'html', 'asIs'];

/** Counts like the service, independently of the node. */
const countAsService = (content: string, form: Markup) =>
	measureTextLength(
		content.includes('<') ? sanitize(content) : content,
		form === 'x' ? 'x' : undefined,
	);

function split(
	text: string,
	limit: number,
	{ format = 'plain', form = 'plain' }: { format?: TextFormat; form?: Markup } = {},
): string[] | undefined {
	return splitText({ texts: [text], format }, createLimit(form, limit));
}

const shorten = (text: string, limit: number, format: TextFormat = 'plain') =>
	shortenText({ texts: [text], format }, createLimit('plain', limit));

test.each([
	{
		title: 'paragraphs',
		text: 'One two.\n\nThree. Four.\n\nFive',
		limit: 26,
		parts: ['One two.\n\nThree. Four.', 'Five'],
	},
	{
		title: 'sentences',
		text: 'One two. Three four! Five six',
		limit: 24,
		parts: ['One two. Three four!', 'Five six'],
	},
	{
		title: 'words',
		text: 'one two three four five',
		limit: 14,
		parts: ['one two three', 'four five'],
	},
	{
		title: 'words, if a better place is near the start',
		text: 'A. Bb ccc dddd eeeee',
		limit: 15,
		parts: ['A. Bb ccc dddd', 'eeeee'],
	},
	{
		title: 'sentences, if one ends behind a third of the room',
		text: 'Aaaa bb. Ccc dddd eeeee',
		limit: 15,
		parts: ['Aaaa bb.', 'Ccc dddd eeeee'],
	},
	{
		title: 'letters of a word that is too long',
		text: 'a bbbbbbbbbb c',
		limit: 5,
		parts: ['a', 'bbbbb', 'bbbbb', 'c'],
	},
])('cuts at $title', ({ text, limit, parts }) => {
	expect(split(text, limit)).toEqual(parts);
});

test('closes and reopens formats at a cut, as each network needs', () => {
	const html = '<p>a <strong>bold one <u>and two</u></strong></p>';
	const opened = { format: 'html', form: 'markdown' } as const;
	expect(split(html, 21, opened)).toEqual([
		'<p>a <strong>bold one</strong></p>',
		'<p><strong><u>and two</u></strong></p>',
	]);
	expect(split('<h2>one two</h2>', 12, opened)).toEqual(['<h2>one</h2>', '<h2>two</h2>']);
	const link = '<a href="https://a.example">the menu of today</a>';
	expect(split(`<p>one ${link} two</p>`, 22, opened)).toEqual([`<p>one ${link}</p>`, 'two']);
	expect(split('<ul><li>one two</li><li>three</li></ul>', 8, opened)).toEqual([
		'<ul><li><p>one</p></li></ul>',
		'two',
		'<ul><li><p>three</p></li></ul>',
	]);
	expect(split('<ul><li>&nbsp;one</li><li>&nbsp;two</li></ul>', 5, opened)).toEqual([
		'<ul><li><p>one</p></li></ul>',
		'<ul><li><p>two</p></li></ul>',
	]);
});

test('cuts Markdown with its formatting if the network reads it', () => {
	const expected = ['<p>one <strong>two</strong></p>', '<p><strong>three</strong></p>', 'four'];
	for (const format of ['automatic', 'markdown', 'model'] as const) {
		expect(split('one **two three** four', 11, { format, form: 'markdown' })).toEqual(expected);
	}
});

test('never cuts a character', () => {
	expect(split(`a e${'\u0301'.repeat(4)}`, 3)).toBeUndefined();
});

test('fills a part up to the limit of its network', () => {
	const countBytes = (content: string) => new TextEncoder().encode(content).length;
	const texts = ['日本語 日本語 日本語 日本語'];
	const parts = splitText(
		{ texts, format: 'plain' },
		{
			markup: 'plain',
			max: 19,
			fits: (content, part) => countBytes(content) <= (part === 0 ? 9 : 19),
		},
	);
	expect(parts).toEqual(['日本語', '日本語 日本語', '日本語']);
});

test('cuts an unchanged text only if it has no tags', () => {
	expect(split('one & two', 9, { format: 'asIs' })).toEqual(['one &', 'two']);
	expect(split('<p>one two</p>', 5, { format: 'asIs' })).toBeUndefined();
	expect(shorten('<p>one two</p>', 5, 'asIs')).toBeUndefined();
	const texts = ['<p>one</p>', 'two'];
	expect(splitText({ texts, format: 'asIs' }, createLimit('plain', 5))).toBeUndefined();
});

test.each([
	['one two three', 10, 'one two…'],
	['One two. Three four', 12, 'One two. …'],
	['see https://acme.example now', 26, 'see https://acme.example …'],
	['see https://acme.example now', 25, 'see…'],
	['bbbbbbbbbbbb', 5, 'bbbb…'],
	['a👩‍👩‍👧‍👦b c', 10, 'a…'],
])('shortens %s to %d', (text, limit, shortened) => {
	expect(shorten(text, limit)).toBe(shortened);
});

test('shortens no text to less than “…”', () => {
	expect(shorten('one', 0)).toBeUndefined();
});

test('closes formats before the “…”', () => {
	expect(shorten('<p>a <strong>bold one</strong></p>', 12, 'html')).toBe(
		'<p>a <strong>bold</strong>…</p>',
	);
});

const PIECES = [
	...HOSTILE_TEXTS,
	...[
		'https://acme.example/a?b=c&d=e#f',
		'postiz.com',
		'@acme',
		'@[Acme Co](urn:li:organization:1)',
	],
	...[
		'#日本語',
		'(post:cm3a9)',
		'[[[@123]]]',
		'👩‍👩‍👧‍👦',
		'🇩🇪',
		'日本語を話します。',
		'One. Two! Three?',
	],
	...['**bold text**', '*a b*', '`code`', '\n```\ncode\nblock\n```\n', '\n\n', 'x'.repeat(80)],
	...['<p><strong>bold</strong> and <u>more <a href="https://a.example/x">of it</a></u></p>'],
	...['<ul><li>one</li><li>two three</li></ul>', '<h2>A heading</h2>', 'e\u0301\u0302'],
];
const longText = fc
	.array(fc.oneof(anyText, fc.constantFrom(...PIECES), fc.lorem()), { minLength: 1, maxLength: 25 })
	.map((texts) => texts.join(' '));

/** The visible text of all parts, without white space and without the addresses that are written out at cuts. */
function joinVisible(contents: string[], addresses: string[]): string {
	const text = contents.map(getVisibleText).map(toComparable).join('');
	return addresses.reduce((left, address) => left.replaceAll(`(${address})`, ''), text);
}

/** The addresses of links, which are written out if they don't fit into any part. */
const listAddresses = (html: string): string[] =>
	[...html.matchAll(/<a href="([^"]*)"/g)].map(([, address]) => toComparable(address));

/** Entities may be escaped several times, and literal ones only arrive in parts without `<`. */
const toComparable = (text: string) =>
	text
		.replace(/&(?:amp;)*(amp|lt|gt|quot|nbsp);/g, (_entity, name: string) => CHARACTERS[name]!)
		.replace(/\s+/g, '');
const CHARACTERS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '' };

const trials = fc.record({
	text: longText,
	form: fc.constantFrom(...FORMS),
	format: fc.constantFrom(...FORMATS),
	limit: fc.integer({ min: 120, max: 600 }),
});

/** A text to cut for networks with this format and limit. */
interface Trial {
	text: string;
	form: Markup;
	format: TextFormat;
	limit: number;
}

function expectWhole({ text, form, format, limit }: Trial): void {
	const options = { format, form };
	const pieces = split(text, limit, options);
	if (format === 'asIs' && text.includes('<')) return expect(pieces).toBeUndefined();
	for (const piece of pieces!) {
		expect(countAsService(piece, form)).toBeLessThanOrEqual(limit);
		if (format !== 'asIs' && piece.includes('</')) expectServiceHtml(piece);
	}
	// Markdown that the network would read is cut as the formatting that it means.
	const isRead = form === 'markdown' && (format === 'automatic' || format === 'markdown');
	const meaning = isRead && format === 'automatic' ? 'model' : format;
	const whole = createSingleContent(text, meaning, isRead ? 'plain' : form);
	const addresses = listAddresses(createSingleContent(text, meaning, 'html'));
	// A list entry without text has only its mark, which is lost where the text is cut.
	const marks = /<li/i.test(text) ? /-/g : '';
	expect(joinVisible(pieces!, addresses).replace(marks, '')).toBe(
		joinVisible([whole], addresses).replace(marks, ''),
	);
	if (!isRead && countContent(whole, form) <= limit) expect(pieces!.length).toBeLessThan(2);
}

test('makes parts that fit as the service counts, and loses nothing of any text', async () => {
	await letJestNotice();
	fc.assert(fc.property(trials, expectWhole), { numRuns: 200 });
}, 120_000);

test.each<[number, Markup, numRuns: number]>([
	[1980, 'markdown', 15],
	[63_206, 'plain', 1],
])('makes parts that fit at %d characters', (limit, form, numRuns) => {
	const nearLimit = fc
		.tuple(longText, fc.integer({ min: -60, max: Math.min(limit * 2, 600) }))
		.map(([end, more]) => {
			const room = limit + more - end.length;
			return `${'Tea & milk. '.repeat(Math.max(0, room / 12))}${end}`;
		});
	const near = fc.record({
		text: nearLimit,
		form: fc.constant(form),
		format: fc.constantFrom(...FORMATS),
		limit: fc.constant(limit),
	});
	fc.assert(fc.property(near, expectWhole), { numRuns });
});

test('cuts a text of many lines into as many parts as needed', () => {
	expect(split('a\n'.repeat(2000), 30)).toHaveLength(134);
});
