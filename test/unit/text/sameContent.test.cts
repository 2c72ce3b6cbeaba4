import type { ContentFormat } from '../../../nodes/Postiz/text/content';
import {
	getComparableText,
	isSameContent,
	removeLinks,
} from '../../../nodes/Postiz/text/storedText';
import { sanitize } from '../../shared/sanitize.cjs';
import { createSingleContent, NETWORK_FORMATS, HOSTILE_TEXTS } from './hostile.cjs';

const FORMATS: ContentFormat[] = ['automatic', 'plain', 'markdown', 'html', 'asIs'];
const FORMS = [...new Set(NETWORK_FORMATS.map(([form]) => form))];

const createAllForms = (text: string) =>
	FORMS.flatMap((form) => FORMATS.map((format) => createSingleContent(text, format, form)));

test.each(HOSTILE_TEXTS)('recognizes the stored text of %j', (text) => {
	for (const content of createAllForms(text)) {
		expect([content, isSameContent(content, sanitize(content))]).toEqual([content, true]);
	}
});

test.each([
	['a line break', 'Fresh\nbeans', 'Fresh beans'],
	['a space', '<p>Fresh  &amp; new</p>', '<p>Fresh &amp; new</p>'],
	['what is bold', '<p>Fresh <strong>beans</strong></p>', '<p>Fresh beans</p>'],
	[
		'how much is bold',
		'<p><strong>Fresh</strong> beans</p>',
		'<p><strong>Fresh beans</strong></p>',
	],
	['a heading', '<h1>Fresh</h1>', '<h2>Fresh</h2>'],
	[
		'an address',
		'<p><a href="https://a.example">a</a></p>',
		'<p><a href="https://b.example">a</a></p>',
	],
	[
		'whom it mentions',
		'<p><span data-mention-id="1">@a</span></p>',
		'<p><span data-mention-id="2">@a</span></p>',
	],
	['an entity that is typed', '&amp;', '&'],
	['an empty line', '<p>Fresh</p><p></p><p>beans</p>', '<p>Fresh</p><p>beans</p>'],
	['what is plain in one of them', '<p>Fresh <strong>beans</strong></p>', 'Fresh beans'],
])('%s makes the content different', (_what, content, other) => {
	expect([isSameContent(content, other), isSameContent(other, content)]).toEqual([false, false]);
});

test.each([
	['was opened in the editor of Postiz', 'Fresh\nbeans', '<p>Fresh</p><p>beans</p>'],
	[
		'has other attributes',
		'<p><a href="https://a.example">a</a></p>',
		'<p class="x"><a target="_blank" href="https://a.example">a</a></p>',
	],
	[
		'is written with other entities',
		'<p>A &amp; "B" &gt; C</p>',
		'<p>A &#38; &quot;B&quot; > C</p>',
	],
])('treats content as the same if it %s', (_what, content, other) => {
	expect([isSameContent(content, other), isSameContent(other, content)]).toEqual([true, true]);
});

test('treats short links as the original ones if Postiz shortens links', () => {
	const pair = ['See https://acme.example/menu', 'See https://s.example/1'] as const;
	expect(isSameContent(...pair)).toBe(false);
	expect(isSameContent(...pair, { isShortened: true })).toBe(true);
	for (const [written, stored] of [
		['See https://acme.example/menu', 'Look https://s.example/1'],
		['https://a.example/1 https://b.example', 'https://A.example/2 https://s.example/1'],
	]) {
		expect(isSameContent(written, stored, { isShortened: true })).toBe(false);
	}
});

describe('treats as the same:', () => {
	const createLink = (address: string, text: string) =>
		`<p>Read <a href="${address}">${text}</a></p>`;

	test.each([
		['with other white space', ' a \n\nb', '<p>a</p><p></p><p>b </p>'],
		[
			'with a link that is its address',
			'Read https://a.example',
			createLink('https://a.example/', 'https://a.example'),
		],
		[
			'with a link that is its address with spaces',
			'Read b.example',
			createLink(' http://b.example', ' b.example '),
		],
		[
			'with a path that is written out',
			'Read b.example/c',
			createLink('https://b.example/c/', 'b.example/c'),
		],
		[
			'with a link that is its address in parts',
			'Read https://a.example now',
			'Read <a href="https://a.example"><strong>https://</strong>a.example</a> now',
		],
		['with what is no link', '<p>a</p>', '<p href="/1">a</p>'],
		[
			'with entities in an address',
			createLink('https://a.example?a&amp;b', 'x'),
			createLink('https://a.example?a&b', 'x'),
		],
	])('%s', (_what, content, other) => {
		expect(getComparableText(content)).toBe(getComparableText(other));
	});

	test.each([
		[
			'of another link',
			createLink('https://a.example/1', 'this'),
			createLink('https://a.example/2', 'this'),
		],
		['of a link that was left out', createLink('https://a.example/1', 'this'), '<p>Read this</p>'],
		[
			'of another link that is not closed',
			'<p><a href="http://a.b">x</p>',
			'<p><a href="http://a.c">x</p>',
		],
		['of words apart', 'teacup', 'tea cup'],
	])('not %s', (_what, content, other) => {
		expect(getComparableText(content)).not.toBe(getComparableText(other));
	});
});

test('reads a text without its URLs', () => {
	expect(removeLinks('see http://a.example/b?c and HTTPS://d.example')).toBe('see  and ');
});
