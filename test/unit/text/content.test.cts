import fc from 'fast-check';

import type { TextKind } from '../../../nodes/Postiz/providers/types';
import { toServiceContent, type ContentFormat } from '../../../nodes/Postiz/text/content';
import { isServiceHtml } from '../../../nodes/Postiz/text/html';
import { countCharacters } from '../../../nodes/Postiz/text/length';
import { countedLength, publishedText } from '../../service/content.cjs';
import { anyText } from './texts.cjs';

const withUnixLines = (text: string) => text.replace(/\r\n?/g, '\n');

describe('Automatic publishes every character as it was written', () => {
	test.each([
		['Fresh beans'],
		['A & B, 5 > 3'],
		['two\nlines\n\nand a third\n'],
		['5 < 6 & 7 > 3'],
		['x <y z'],
		['<me@example.com>'],
		['I <3 coffee\nand tea'],
		['<b>not bold</b>'],
		['&amp; stays &amp;, also with <'],
		['  indented <\n\ttabbed'],
		['a <p> alone'],
		['<p>starts like HTML, but goes on</p> here'],
		['<!-- no comment -->'],
		['line<br>break'],
		[''],
		['<'],
		['- \n<'],
	])('%j', (text) => {
		const content = toServiceContent(text, 'automatic', 'plain');
		expect(publishedText(content, 'plain')).toBe(text);
		const published = publishedText(toServiceContent(text, 'automatic', 'markdown'), 'markdown');
		expect(published.replace(/\n$/, '')).toBe(text.replace(/\n$/, ''));
	});

	test('leaves a text alone that the service keeps', () => {
		for (const text of ['A & B > C', 'two\r\nlines', '**bold**', '']) {
			for (const kind of ['plain', 'markdown', 'html'] as const) {
				expect(toServiceContent(text, 'automatic', kind)).toBe(text);
			}
		}
	});

	test('whatever it is', () => {
		fc.assert(
			fc.property(anyText, (text) => {
				fc.pre(!isServiceHtml(text));
				const published = publishedText(toServiceContent(text, 'automatic', 'plain'), 'plain');
				expect(withUnixLines(published)).toBe(withUnixLines(text));
			}),
			{ numRuns: 2000 },
		);
	});

	test('takes a text that is paragraphs from beginning to end for what it is', () => {
		const html = '<p>A <strong>bold</strong> start</p><p></p><ul><li>tea</li></ul>';
		expect(toServiceContent(html, 'automatic', 'plain')).toBe(html);
	});

	test('and saves what the service would drop from it', () => {
		expect(toServiceContent('<p>one<br>two</p>\n<p><em>three</em></p>', 'automatic', 'plain')).toBe(
			'<p>one</p><p>two</p><p>three</p>',
		);
	});
});

test('Plain Text publishes every character, tags included', () => {
	fc.assert(
		fc.property(anyText, (text) => {
			const published = publishedText(toServiceContent(text, 'plain', 'plain'), 'plain');
			expect(withUnixLines(published)).toBe(withUnixLines(text));
		}),
		{ numRuns: 1000 },
	);
	expect(publishedText(toServiceContent('<p>a</p>', 'plain', 'plain'), 'plain')).toBe('<p>a</p>');
});

test('As Is sends the text untouched', () => {
	fc.assert(
		fc.property(anyText, (text) => {
			expect(toServiceContent(text, 'asIs', 'plain')).toBe(text);
		}),
	);
});

test('Markdown goes to Markdown networks as Markdown', () => {
	const source = '# Menu\n\n**Tea** & cake';
	expect(toServiceContent(source, 'markdown', 'markdown')).toBe(source);
	const risky = '# Menu\n\n1 < 2';
	expect(publishedText(toServiceContent(risky, 'markdown', 'markdown'), 'markdown')).toBe(
		`${risky}\n`,
	);
});

test.each(['html', 'markdown', 'automatic', 'plain'] as ContentFormat[])(
	'nothing stays nothing as %s',
	(format) => {
		for (const kind of ['plain', 'markdown', 'html'] as TextKind[]) {
			expect(toServiceContent('', format, kind)).toBe('');
			expect(toServiceContent('  \n', format, kind).trim()).toBe('');
		}
	},
);

test('an unknown format is refused', () => {
	expect(() => toServiceContent('a', 'rtf' as ContentFormat, 'plain')).toThrow(
		expect.objectContaining({
			message: 'Text Format cannot be “rtf”',
			description: 'Allowed: automatic, plain, markdown, html, asIs.',
		}),
	);
});

test('the service counts what the node counts', () => {
	const kinds = fc.constantFrom<TextKind>('plain', 'markdown', 'html');
	const formats = fc.constantFrom<ContentFormat>('html', 'markdown', 'plain', 'automatic');
	fc.assert(
		fc.property(anyText, formats, kinds, (text, format, kind) => {
			const content = toServiceContent(text, format, kind);
			expect(countCharacters(content)).toBe(countedLength(content));
		}),
		{ numRuns: 2000 },
	);
});
