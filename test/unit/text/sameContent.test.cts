import type { TextFormat } from '../../../nodes/Postiz/text/content';
import { getComparableText, isSameContent } from '../../../nodes/Postiz/text/sameContent';
import { sanitize } from '../../shared/sanitize.cjs';
import { createSingleContent, NETWORK_FORMATS, HOSTILE_TEXTS } from './hostileTexts.cjs';

const FORMATS: TextFormat[] = ['automatic', 'plain', 'markdown', 'html', 'asIs'];
const FORMS = [...new Set(NETWORK_FORMATS.map(([form]) => form))];

const createAllForms = (text: string) =>
	FORMS.flatMap((form) => FORMATS.map((format) => createSingleContent(text, format, form)));

test.each(HOSTILE_TEXTS)('recognizes the stored text of %j', (text) => {
	for (const content of createAllForms(text)) {
		expect([content, isSameContent(content, sanitize(content))]).toEqual([content, true]);
	}
});

test.each([
	{ title: 'a line break', content: 'Fresh\nbeans', other: 'Fresh beans' },
	{ title: 'a space', content: '<p>Fresh  &amp; new</p>', other: '<p>Fresh &amp; new</p>' },
	{
		title: 'what is bold',
		content: '<p>Fresh <strong>beans</strong></p>',
		other: '<p>Fresh beans</p>',
	},
	{
		title: 'how much is bold',
		content: '<p><strong>Fresh</strong> beans</p>',
		other: '<p><strong>Fresh beans</strong></p>',
	},
	{ title: 'a heading', content: '<h1>Fresh</h1>', other: '<h2>Fresh</h2>' },
	{
		title: 'an address',
		content: '<p><a href="https://a.example">a</a></p>',
		other: '<p><a href="https://b.example">a</a></p>',
	},
	{
		title: 'whom it mentions',
		content: '<p><span data-mention-id="1">@a</span></p>',
		other: '<p><span data-mention-id="2">@a</span></p>',
	},
	{ title: 'an entity that is typed', content: '&amp;', other: '&' },
	{
		title: 'an empty line',
		content: '<p>Fresh</p><p></p><p>beans</p>',
		other: '<p>Fresh</p><p>beans</p>',
	},
	{
		title: 'what is plain in one of them',
		content: '<p>Fresh <strong>beans</strong></p>',
		other: 'Fresh beans',
	},
])('$title makes the content different', ({ content, other }) => {
	expect([isSameContent(content, other), isSameContent(other, content)]).toEqual([false, false]);
});

test.each([
	{
		title: 'was opened in the editor of Postiz',
		content: 'Fresh\nbeans',
		other: '<p>Fresh</p><p>beans</p>',
	},
	{
		title: 'has other attributes',
		content: '<p><a href="https://a.example">a</a></p>',
		other: '<p class="x"><a target="_blank" href="https://a.example">a</a></p>',
	},
	{
		title: 'is written with other entities',
		content: '<p>A &amp; "B" &gt; C</p>',
		other: '<p>A &#38; &quot;B&quot; > C</p>',
	},
])('treats content as the same if it $title', ({ content, other }) => {
	expect([isSameContent(content, other), isSameContent(other, content)]).toEqual([true, true]);
});

test('treats short links as the original ones if Postiz shortens links', () => {
	const pair = ['See https://acme.example/menu', 'See https://s.example/1'] as const;
	expect(isSameContent(...pair)).toBe(false);
	expect(isSameContent(...pair, { isShortened: true })).toBe(true);
});

describe('treats as the same:', () => {
	const createLink = (address: string, text: string) =>
		`<p>Read <a href="${address}">${text}</a></p>`;

	test.each([
		{ title: 'with other white space', content: ' a \n\nb', other: '<p>a</p><p></p><p>b </p>' },
		{
			title: 'with a link that is its address',
			content: 'Read https://a.example',
			other: createLink('https://a.example/', 'https://a.example'),
		},
		{
			title: 'with a link that is its address with spaces',
			content: 'Read b.example',
			other: createLink(' http://b.example', ' b.example '),
		},
		{
			title: 'with a path that is written out',
			content: 'Read b.example/c',
			other: createLink('https://b.example/c/', 'b.example/c'),
		},
		{
			title: 'with a link that is its address in parts',
			content: 'Read https://a.example now',
			other: 'Read <a href="https://a.example"><strong>https://</strong>a.example</a> now',
		},
		{ title: 'with what is no link', content: '<p>a</p>', other: '<p href="/1">a</p>' },
		{
			title: 'with entities in an address',
			content: createLink('https://a.example?a&amp;b', 'x'),
			other: createLink('https://a.example?a&b', 'x'),
		},
	])('$title', ({ content, other }) => {
		expect(getComparableText(content)).toBe(getComparableText(other));
	});

	test.each([
		{
			title: 'of another link',
			content: createLink('https://a.example/1', 'this'),
			other: createLink('https://a.example/2', 'this'),
		},
		{
			title: 'of a link that was left out',
			content: createLink('https://a.example/1', 'this'),
			other: '<p>Read this</p>',
		},
		{
			title: 'of another link that is not closed',
			content: '<p><a href="http://a.b">x</p>',
			other: '<p><a href="http://a.c">x</p>',
		},
		{ title: 'of words apart', content: 'teacup', other: 'tea cup' },
	])('not $title', ({ content, other }) => {
		expect(getComparableText(content)).not.toBe(getComparableText(other));
	});
});
