import type { TextForm } from '../../../nodes/Postiz/providers/types';
import { splitText } from '../../../nodes/Postiz/text/longText';
import { countedLength } from '../../shared/content.cjs';
import { sanitize } from '../../shared/sanitize.cjs';
import { contentOf, countFor, fitting, handed } from './hostile.cjs';
import { escapeHtml } from './texts.cjs';

/** Mentions, and the networks that support them. */
const MENTIONS: Array<[mention: string, form: TextForm]> = [
	['@[Acme Coffee & Co](urn:li:organization:12345)', 'plain'],
	['@[acme_*coffee*_co](urn:li:organization:12345)', 'plain'],
	['@acme.bsky.social', 'plain'],
	['@_acme_coffee_', 'x'],
	['[[[@1234_5678_]]]', 'markdown'],
];
const FORMATS = ['automatic', 'plain', 'markdown', 'html', 'asIs'] as const;

describe.each(MENTIONS)('%s', (mention, form) => {
	const write = (text: string, format: (typeof FORMATS)[number]) =>
		contentOf(format === 'html' ? escapeHtml(text) : text, format, form);
	const handing = form === 'x' ? 'tweet' : form;

	test.each(FORMATS)('arrives as %s, and is counted as Postiz counts it', (format) => {
		const tags = format === 'asIs' ? [''] : ['', ' 5 < 6'];
		for (const more of tags) {
			const text = `Thanks ${mention}, all${more}`;
			const content = write(text, format);
			expect(handed(content, handing).shown.trim()).toBe(text);
			const stored = content.includes('<') ? sanitize(content) : content;
			expect(countFor(content, form)).toBe(countedLength(stored, form === 'x' ? 'x' : undefined));
		}
	});

	test.each(['<strong>', '<u>'])('stays letters in %s', (tag) => {
		const name = escapeHtml(mention);
		const html = `<p>${tag}to (${name}) now${tag.replace('<', '</')}</p>`;
		const { shown } = handed(contentOf(html, 'html', form), handing);
		expect(shown).toContain(`(${mention})`);
	});

	test.each(FORMATS)('is never cut as %s', (format) => {
		const text = `one ${mention} three`;
		const written = { texts: [format === 'html' ? escapeHtml(text) : text], format };
		const limit = countFor(write(mention, format), form) + 3;
		const pieces = splitText(written, fitting(form, limit))!.map(
			(piece) => handed(piece, handing).shown,
		);
		expect(pieces.map((piece) => piece.trim())).toEqual(['one', mention, 'three']);
	});
});

test('whom the editor of Postiz mentioned is never bold letters', () => {
	const mention = '<span class="mention" data-mention-id="7">@Jo Doe</span>';
	const content = contentOf(`<p><b>to ${mention}</b></p>`, 'html', 'plain');
	expect(content).toBe(`<p><strong>to</strong> ${mention}</p>`);
});
