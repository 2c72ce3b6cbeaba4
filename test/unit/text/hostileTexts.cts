import type { Markup } from '../../../nodes/Postiz/networks/networkTypes';
import { toContent, type TextFormat } from '../../../nodes/Postiz/text/content';
import type { TextLimit } from '../../../nodes/Postiz/text/splitText';
import { countCharacters } from '../../../nodes/Postiz/text/characterCount';
import { toNetworkText, type NetworkText, type NetworkFormat } from '../../shared/networkText.cjs';
import { sanitize } from '../../shared/sanitize.cjs';
import { escapeHtml } from './anyText.cjs';

/** Texts that break conversions, as people write them. */
export const HOSTILE_TEXTS = [
	'if (x<y) { return a && b; }',
	'<b>bold?</b> no, typed',
	'5 < 6 & 7 > 3',
	'I <3 tea',
	'<me@acme.example> wrote this',
	'see <https://acme.example/?a=1&b=2>',
	'https://acme.example/?id=3&copy=2&lt=5&amp=1#top',
	'AT&T, R&D and Q&A',
	'&lt;tag&gt; written as entities',
	'write &nbsp; and &amp; in HTML',
	'write &nbsp; alone',
	'&#60;3 and &#x3c;3 and &copy;',
	'&lt without its semicolon; &quot too',
	'<!-- a comment --> shown',
	'<?php echo "hi" ?>',
	'<script>alert(1)</script>',
	'</p></div> closes nothing',
	'<p>one</p> and two',
	'a<br>b<br/>c',
	'<a href="https://acme.example">link</a>',
	'List<Map<String, Integer>> m = new HashMap<>();',
	'-> => <- <= >= << >>',
	'<<<<',
	'x <y z',
	'ends with <',
	'two\n\n\nlines apart',
	'\tindented\n    by four & more',
	'no-break\u00a0space & more',
	'“quotes” ‘single’ — … ™',
	'👩‍👩‍👧‍👦 🇩🇪 1️⃣ <3',
	'שלום < עולם > مرحبا',
	'日本語 & 漢字 <テスト>',
	'e\u0301 combines < z\u0327',
	'```js\na < b && c > d\n```',
	'# no heading, **stars** _under_ `code`',
	'- one\n- two <\n* three',
	'1. first\n2) second & third',
	'[text](https://acme.example) ![alt](x)',
	'| a | b |\n|---|---|\n| 1 | 2 |',
	'\\ back \\n \\< \\& slash',
	'$& $1 $$ %s {0} {{ no expression }}',
	'"double" \'single\' `tick`',
	'null undefined NaN <null>',
	'<h1>Head</h1>\ntext',
	'<ul><li>one</li><li>two</li></ul>',
	'&&<<>>&&',
	'\u200bzero\u200bwidth < 1',
	'one\u2028line\u2028apart < three',
	'<svg onload=alert(1)>',
	'@acme #launch <b>@acme</b>',
	'C:\\temp\\<new>',
];

/** A text format and how its networks convert it, for X also on older instances. */
export const NETWORK_FORMATS: Array<[form: Markup, handing: NetworkFormat, xIsPlain: boolean]> = [
	['plain', 'plain', false],
	['markdown', 'markdown', false],
	['telegram', 'telegram', false],
	['x', 'tweet', false],
	['x', 'tweet', true],
	['html', 'html', false],
	['html', 'mail', false],
];

/** A single text for a network. */
export const createSingleContent = (text: string, format: TextFormat, form: Markup) =>
	toContent({ texts: [text], format }, form);

/** What a content counts for a network with this format. */
export const countContent = (content: string, form: Markup) =>
	countCharacters(content, form === 'x' ? 'x' : 'plain');

/** A network with this format and length. */
export const createLimit = (form: Markup, max: number): TextLimit => ({
	markup: form,
	max,
	fits: (content) => countContent(content, form) <= max,
});

/** The visible text of a sent content. */
export const convertForNetwork = (
	content: string,
	handing: NetworkFormat,
	xIsPlain = false,
): NetworkText =>
	toNetworkText(sanitize(content), handing, {
		has: (change) => !(xIsPlain && change === 'htmlOfX'),
	});

const RESOLVED_LAST = /&(?:lt|gt|nbsp);/;
const ENTITY = /&(?:#?\w+;|[a-z])/i;

/**
 * What arrives of a text that requires tags: no-break spaces become spaces, and Telegram has only one kind of line
 * break and drops spaces at the ends (docs/api.md, Safe forms).
 */
export function toArrivedText(text: string, form: Markup): string {
	if (form !== 'html' && !text.includes('<')) return form === 'telegram' ? text.trim() : text;
	const lines = text.replace(/\u00a0/g, ' ').replace(/[\u2028\u2029]/g, '\n');
	return form === 'telegram' ? lines.trim() : lines;
}

/** True if the text can't arrive on these networks in any form. */
export function isUnstorable(text: string, form: Markup): boolean {
	if (!text.includes('<')) return false;
	if (form === 'x') return ENTITY.test(text);
	return (form === 'plain' || form === 'markdown') && RESOLVED_LAST.test(text);
}

/** How people write exactly this text in each format. */
export const SOURCES: Record<Exclude<TextFormat, 'asIs' | 'model'>, (text: string) => string> = {
	plain: (text) => text,
	automatic: (text) => text,
	html: (text) => `<pre>${escapeHtml(text)}</pre>`,
	markdown: (text) => `\`\`\`\`\n${text}\n\`\`\`\``,
};
