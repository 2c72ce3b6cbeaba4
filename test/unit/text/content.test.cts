import fc from 'fast-check';

import { allNetworks } from '../../../nodes/Postiz/networks';
import { getTextRequirements } from '../../../nodes/Postiz/networks/textRequirements';
import type { Markup } from '../../../nodes/Postiz/networks/networkTypes';
import { toContent, type TextFormat } from '../../../nodes/Postiz/text/content';
import { findTextNotes, findUnconvertedMarkup } from '../../../nodes/Postiz/text/textNotes';
import { countCharacters } from '../../../nodes/Postiz/text/characterCount';
import { measureTextLength } from '../../shared/content.cjs';
import { sanitize } from '../../shared/sanitize.cjs';
import {
	toArrivedText,
	isUnstorable,
	createSingleContent,
	convertForNetwork,
	NETWORK_FORMATS,
	HOSTILE_TEXTS,
	SOURCES,
} from './hostileTexts.cjs';
import { anyText } from './anyText.cjs';

const FORMS: Markup[] = ['plain', 'markdown', 'html', 'telegram', 'x'];
const FORMATS: TextFormat[] = ['automatic', 'plain', 'markdown', 'html', 'asIs'];
const toUnixLines = (text: string) => text.replace(/\r\n?/g, '\n');
/** Unifies spaces and line breaks, and trims them, as some networks do. */
const unifySpaces = (text: string) =>
	toUnixLines(text)
		.trim()
		.replace(/[\u2028\u2029]/g, '\n')
		.replace(/\u00a0/g, ' ');
/** True for what Automatic takes for markup, which meant.test.cts shows. */
const isMarkup = (text: string, format: TextFormat) =>
	findTextNotes({ texts: [text], format }).length > 0;

describe.each(NETWORK_FORMATS)(
	'for %s networks, a text sent as %s (older X: %p)',
	(form, handing, xIsPlain) => {
		const convertShown = (content: string) => {
			const { shown: read, rejection } = convertForNetwork(content, handing, xIsPlain);
			expect(rejection).toBeNull();
			// The conversion to Markdown ends with a line break.
			return form === 'markdown' ? read.replace(/\n$/, '') : read;
		};
		const arriving = HOSTILE_TEXTS.filter((text) => !isUnstorable(text, form));

		test('arrives, except a few hostile texts that no form saves', () => {
			expect(arriving.length).toBeGreaterThanOrEqual(HOSTILE_TEXTS.length - 2);
		});

		test.each(['plain', 'automatic', 'html', 'markdown'] as const)(
			'arrives as %s even if it is hostile',
			(format) => {
				const isSource = format === 'markdown' && form === 'markdown';
				const typed = arriving.filter((text) => !isMarkup(text, format));
				expect(typed.length).toBeGreaterThan(arriving.length - 10);
				const published = typed.map((text) =>
					convertShown(createSingleContent(SOURCES[format](text), format, form)),
				);
				expect(published).toEqual(
					typed.map((text) => toArrivedText(isSource ? SOURCES[format](text) : text, form)),
				);
			},
		);

		test('arrives for any input', () => {
			fc.assert(
				fc.property(anyText, fc.constantFrom('plain', 'automatic'), (text, format) => {
					fc.pre(!isUnstorable(text, form) && !/\0/.test(text));
					fc.pre(!isMarkup(text, format));
					const content = createSingleContent(text, format, form);
					expect(unifySpaces(convertShown(content))).toBe(unifySpaces(text));
				}),
				{ numRuns: 800 },
			);
		});
	},
);

test('Automatic keeps a text that the service stores and counts unchanged', () => {
	for (const text of ['Tea, 5 cups', 'two\r\nlines', '**bold**', '']) {
		for (const form of ['plain', 'markdown', 'telegram', 'x'] as const) {
			expect(createSingleContent(text, 'automatic', form)).toBe(text);
		}
	}
});

test('As Is sends the text untouched', () => {
	expect(createSingleContent(' \n', 'asIs', 'plain')).toBe(' \n');
	fc.assert(
		fc.property(anyText, fc.constantFrom(...FORMS), (text, form) => {
			expect(createSingleContent(text, 'asIs', form)).toBe(text);
		}),
	);
});

test.each<[string, Markup, string]>([
	['<p>**a** <b>b</b></p>', 'plain', '<p>**a** <strong>b</strong></p>'],
	['a **b**', 'plain', '<p>a <strong>b</strong></p>'],
	['<b>a</b> **b**', 'plain', '<p><strong>a</strong> <strong>b</strong></p>'],
	['a **b**', 'markdown', 'a **b**'],
	['a', 'plain', 'a'],
])('reads %j of a model as HTML or Markdown: %s', (text, form, content) => {
	expect(createSingleContent(text, 'model', form)).toBe(content);
});

test.each([
	['See **bold text** and more', '**bold text**'],
	['2 ** 3 ** 4, **no\nlines**', undefined],
	['[the menu](http://a.example/b)', '[the menu](http://a.example/b)'],
	['See ![cup](https://a.example/c.png)', '![cup](https://a.example/c.png)'],
	['[menu](/here), [](https://a.example), [a]\n(https://a.example)', undefined],
])('finds the Markdown in %j: %s', (text, found) => {
	expect(findUnconvertedMarkup(text)).toEqual(found && { found, format: 'Markdown' });
});

test.each([
	['Tea <p>unclosed <br/>', '<p>'],
	['Use <STRONG>new</STRONG> in HTML', '<STRONG>'],
	['<p>All of it is read as HTML</p>', undefined],
	['<b>All of it</b>', undefined],
	['Use <a href="https://a.example"> in HTML', '<a href="https://a.example">'],
	['Use <h2/> in HTML', '<h2/>'],
	['<a@b.example>', undefined],
	['if (p <p> 3)', '<p>'],
	['I <3 you, <user@a.example>, <https://a.example>', undefined],
])('finds the HTML in %j: %s', (text, found) => {
	expect(findUnconvertedMarkup(text)).toEqual(found && { found, format: 'HTML' });
});

test.each(['<a ', '<a x', '<a x=', '<p =', '<br '])('reads endless %j quickly', (start) => {
	// Anything quadratic would take minutes.
	for (const filler of ['=', ' ', 'a', 'a=', '<a ', '/']) {
		expect(findUnconvertedMarkup(start + filler.repeat(200_000))).toBeUndefined();
	}
});

test.each(FORMATS)('keeps an empty text as %s', (format) => {
	for (const form of FORMS) {
		expect(createSingleContent('', format, form)).toBe('');
		expect(createSingleContent('  \n', format, form).trim()).toBe('');
		expect(createSingleContent('<p>&nbsp;</p>', 'html', form)).toBe('');
	}
});

describe('the length of a text', () => {
	test.each(allNetworks.map((network) => [network.displayName, network] as const))(
		'%s: accepts a text at the limit in any format',
		(_name, network) => {
			const {
				markup: form,
				guaranteedMaxLength,
				maxLength = 3000,
			} = getTextRequirements(network, {});
			const max = Math.min(guaranteedMaxLength ?? maxLength, 6000);
			const text = 'A&B '.repeat(Math.floor(max / 4)).padEnd(max, 'x');
			const content = createSingleContent(text, 'automatic', form);
			const counted = countCharacters(content, network.characterCount);
			// In articles and mails, ampersands are escaped twice and count as five.
			if (form !== 'html') expect(counted).toBeLessThanOrEqual(max);
			expect(counted).toBe(
				measureTextLength(sanitize(content), network.characterCount === 'x' ? 'x' : undefined),
			);
		},
	);

	test('is counted by the service as by the node', () => {
		fc.assert(
			fc.property(
				anyText,
				fc.constantFrom(...FORMATS),
				fc.constantFrom(...FORMS),
				fc.constantFrom(undefined, 'x' as const),
				(text, format, form, how) => {
					// Nobody writes HTML that ends within a tag, which the service drops.
					fc.pre(!(format === 'asIs' ? /\0|<[^>]*$/ : /\0|<[!?][^>]*$/).test(text));
					const content = createSingleContent(text, format, form);
					expect(countCharacters(content, how)).toBe(measureTextLength(sanitize(content), how));
				},
			),
			{ numRuns: 2500 },
		);
	});
});

describe('joining texts', () => {
	const join = (texts: string[], format: TextFormat, form: Markup = 'plain') =>
		toContent({ texts, format }, form);

	test('adds an empty line between them', () => {
		expect(join(['one', '', 'two', ' '], 'plain')).toBe('one\n\ntwo');
		expect(join(['1 < 2', 'two'], 'plain')).toBe('<p>1 &lt; 2</p><p></p><p>two</p>');
		expect(join(['**one**', '- two'], 'markdown')).toBe(
			'<p><strong>one</strong></p><p></p><p>- two</p>',
		);
		expect(join([], 'automatic')).toBe('');
	});

	test('reads each in its own format', () => {
		expect(convertForNetwork(join(['<p>one</p>', '<two>'], 'automatic'), 'plain').shown).toBe(
			'one\n\n<two>',
		);
		expect(join(['**one**', '`two`'], 'markdown', 'markdown')).toBe('**one**\n\n`two`');
	});

	test('keeps them unchanged', () => {
		expect(join(['<p>one</p>', '<p>two</p>'], 'asIs')).toBe('<p>one</p><p></p><p>two</p>');
		expect(join(['one', 'two'], 'asIs')).toBe('one\n\ntwo');
		expect(join(['<p>one</p>', 'two'], 'asIs')).toBe('<p>one</p><p></p>two');
	});
});
