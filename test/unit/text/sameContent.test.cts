import { toServiceContent, type ContentFormat } from '../../../nodes/Postiz/text/content';
import { isSameContent } from '../../../nodes/Postiz/text/sameContent';
import { sanitize } from '../../shared/sanitize.cjs';
import { HANDINGS, HOSTILE_TEXTS, targetOf } from './hostile.cjs';

const FORMATS: ContentFormat[] = ['automatic', 'plain', 'markdown', 'html', 'asIs'];
const FORMS = [...new Set(HANDINGS.map(([form]) => form))];

/** Broken HTML that is sent as it is: such a post is written again each time. */
const BROKEN = ['<script>alert(1)</script>', '</p></div> closes nothing'];

const inAllForms = (text: string) =>
	FORMS.flatMap((form) =>
		FORMATS.filter((format) => format !== 'asIs' || !BROKEN.includes(text)).map((format) =>
			toServiceContent(text, format, targetOf(form, 1000)),
		),
	);

test.each(HOSTILE_TEXTS)('what the service stores of %j is the same', (text) => {
	for (const content of inAllForms(text)) {
		expect([content, isSameContent(content, sanitize(content))]).toEqual([content, true]);
	}
});

test.each([
	['a word', 'Fresh beans', 'Fresh bean'],
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
	['an empty line', '<p>Fresh</p><p></p><p>beans</p>', '<p>Fresh</p><p>beans</p>'],
	['what is plain in one of them', '<p>Fresh <strong>beans</strong></p>', 'Fresh beans'],
])('%s makes another content of it', (_what, one, other) => {
	expect([isSameContent(one, other), isSameContent(other, one)]).toEqual([false, false]);
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
])('a content is the same if it %s', (_what, one, other) => {
	expect([isSameContent(one, other), isSameContent(other, one)]).toEqual([true, true]);
});

test('short links stand for those that were written, if Postiz was to shorten them', () => {
	const pair = ['See https://acme.example/menu', 'See https://s.example/1'] as const;
	expect(isSameContent(...pair)).toBe(false);
	expect(isSameContent(...pair, { isShortened: true })).toBe(true);
	expect(
		isSameContent('See https://acme.example/menu', 'Look https://s.example/1', {
			isShortened: true,
		}),
	).toBe(false);
});
