import { normalizeLine, type TextFormat } from '../../../nodes/Postiz/text/content';
import { findTextNotes } from '../../../nodes/Postiz/text/textNotes';
import { findModelReply } from '../../../nodes/Postiz/text/modelMarks';
import { quote } from '../../../nodes/Postiz/common/text';
import { getVisibleText } from '../../../nodes/Postiz/text/storedText';
import { createSingleContent } from './hostileTexts.cjs';

/** What people see on X or Facebook. */
const readText = (text: string, format: TextFormat = 'automatic') =>
	getVisibleText(createSingleContent(text, format, 'plain'));

describe('reads what feeds, sheets and models write', () => {
	test.each([
		['Line one\\n\\nLine two', 'Line one\n\nLine two'],
		['Open now 🎉\\n👉 https://e.example', 'Open now 🎉\n👉 https://e.example'],
		['It&#8217;s here: Caf&eacute; &amp; Bar', 'It’s here: Café & Bar'],
		['Tea &#x1F375; &ndash; hot &hellip;', 'Tea 🍵 – hot …'],
		['https://e.example/?a=1&amp;b=2', 'https://e.example/?a=1&b=2'],
		[
			'<p>New <a href="https://e.example/x">post</a></p><br><img src="https://e.example/a.jpg">',
			'New post (https://e.example/x)\n\nhttps://e.example/a.jpg',
		],
		['<p>A summary</p>\n\nhttps://e.example', 'A summary\nhttps://e.example'],
		[
			'New on the blog: <p>Tea, and <img src="https://e.example/a.jpg"/></p>',
			'New on the blog:\nTea, and https://e.example/a.jpg',
		],
		['<div class="x"><p>a</p><ul><li>b</li></ul></div>', 'a\n- b'],
		['<ul><li>a</li></ul>', '- a'],
		['head <p>a</p>', 'head\na'],
		['Line one<br/>Line two<br>\nLine three\n\nEnd', 'Line one\nLine two\nLine three\n\nEnd'],
		['<i>Now</i> open,\nevery day', 'Now open,\nevery day'],
		['<!-- wp:paragraph --><p>a</p><!-- /wp:paragraph -->', 'a'],
		[
			'<!DOCTYPE html><html><head><title>x</title></head><body class="y"><p>a</p></body></html>',
			'a',
		],
		['&lt;p&gt;Twice escaped&lt;/p&gt;', 'Twice escaped'],
		['<think>Plan: be short.\n</think>\n\nHello', 'Hello'],
		['Tea is old【4:0†source】. Very old 【12†menu.pdf】!', 'Tea is old. Very old!'],
		['Tea is old :contentReference[oaicite:0]{index=0}.', 'Tea is old.'],
		['Tea is old. \ue200cite\ue202turn0search0\ue202turn1news2\ue201\nNew!', 'Tea is old.\nNew!'],
		[
			'By \ue200entity\ue202["company","Acme Tea","shop"]\ue201, since 1902',
			'By Acme Tea, since 1902',
		],
		['Tea is old. citeturn0search0turn2view1', 'Tea is old.'],
		[
			'New: <https://e.example/blog|our blog> is out',
			'New: our blog (https://e.example/blog) is out',
		],
		[
			'<https://e.example|e.example>\n<mailto:jo@e.example|jo@e.example>',
			'https://e.example\njo@e.example',
		],
		['A <https://e.example/?a=1&amp;b=2|menu>', 'A menu (https://e.example/?a=1&b=2)'],
		['```markdown\nHello\n\n#tea\n```', 'Hello\n\n#tea'],
		['```\nHello\n```\n', 'Hello'],
		[' ~~~md  \r\nHello\r\n~~~', 'Hello'],
		[' <thought>Plan</thought>Hello', 'Hello'],
		['Hello\\nYou, \\"Sir\\"\\tJo', 'Hello\nYou, "Sir"\tJo'],
		['Hello \\r\\n You', 'Hello\nYou'],
		['a\\n\\nb', 'a\n\nb'],
		['identity &frac12; &EACUTE; &Eacute;', 'identity ½ &EACUTE; É'],
		['HTML <a href="https://a.example">x</a>', 'HTML x (https://a.example)'],
		['CSS <img src = http://a.example >', 'CSS http://a.example'],
		['<P>a<BR>b</p >', 'a\nb'],
		["<p  class='ab' hidden data-x=y>a</p>", 'a'],
		[' \n<p>HTML</p> \n', 'HTML'],
		['<p>a</p>\n<b>b</b>\nc', 'a\nb c'],
		['<b>a</b><br />\nb', 'a\nb'],
		['<b>a</b> \r\nb\rc', 'a\nb\nc'],
		...['#b', '@b', '• b', '* b', '– b', '- b', '2', '日', '🎉', ' http://b', ' B', ' ', ''].map(
			(next) => [`a\\n${next}`, `a\n${next.trim()}`],
		),
	])('%j', (text, expected) => {
		expect(readText(text)).toBe(expected);
		expect(findTextNotes({ texts: [text], format: 'automatic' })).not.toEqual([]);
	});

	test.each<[string, string]>([
		['<thinking>Plan</thinking>**Hello**', '𝗛𝗲𝗹𝗹𝗼'],
		['```markdown\n**Hello**\n```', '𝗛𝗲𝗹𝗹𝗼'],
		['# Hello\\n\\nYou', '𝗛𝗲𝗹𝗹𝗼\n\nYou'],
		[' <p>**a**</p>\n', '**a**'],
	])('%j of a model', (text, expected) => {
		const hello = readText('**Hello**', 'markdown');
		expect(readText(text, 'model')).toBe(expected.replace('𝗛𝗲𝗹𝗹𝗼', hello));
	});

	test.each<[text: string, lost: string[]]>([
		['Write to <me@x.com> or <you@x.com>', ['<me@x.com>']],
		['<p>See <https://e.example/a></p>', ['<https://e.example/a>']],
		['<p>Open <Today></p>', ['<Today>']],
		['<P>a<BR>b</p> <br/><i>c</i> <div class="d">e</div> 1 < 2 > 0 <3', []],
		['<p>Write to &lt;me@x.com&gt;</p>', []],
	])('notes what %j loses if it is sent unchanged', (text, lost) => {
		expect(findTextNotes({ texts: [text], format: 'asIs' })).toEqual(
			lost.map((tag) => `“${tag}” is read as a tag and not published. Write &lt; instead of <`),
		);
	});

	test('notes each change', () => {
		const texts = ['<think>a</think>b', '```\na\n```', 'Tea &amp; milk', '<b>Now</b>\\nOpen'];
		expect(findTextNotes({ texts: ['<b>Tea</b> &amp; milk'], format: 'model' })).toEqual([]);
		expect(findTextNotes({ texts, format: 'automatic' })).toEqual([
			"the model's thoughts are not published",
			'the code fence around the text is not published',
			'entities such as &amp; are published as characters',
			'a typed “\\n” is published as a line break',
			'HTML tags are published as formatting',
		]);
	});
});

describe('keeps what may be intended', () => {
	test.each([
		'C:\\new\\notes',
		'\\\\server\\news',
		'In C, "\\n" begins a new line',
		'printf("Hi\\n");',
		'AT&T, R&D; Q&A',
		'https://e.example/?a=1&copy=2&lt=3',
		'Write &lt; for a bracket',
		'&nbsp; keeps words together',
		'Write `&eacute;` or `<b>`',
		'5 < 6, 7 > 3, <3, <-',
		'<me@example.com> wrote',
		'if (a<b && c>d) return;',
		'List<String> names',
		'The <p> tag opens a paragraph',
		'Use <b>bold</b>: HTML is easy',
		'The <body> tag has <title>',
		'<!-- wp:paragraph -->',
		'My <Card> and <my-tag></my-tag>',
		'Dear <name>, hello',
		'<pre>a</pre>',
		'<p>never closed',
		'<p><h1>a</h1>',
		'head <p>a</p> in HTML',
		'head <script>a()</script>',
		'Use it like this:\n```js\nconst a = 1;\n```',
		'```js\nconst a = 1;\n```',
		'I <think> so',
		'Hi <think>a</think>',
		'a\n```\nb\n```',
		'&notanentity;',
		'<b>a</b> <Card></Card>',
		'<b>a</b> and <x y',
		'```\na\n```\nb\n```\nc\n```',
		'a\\nb',
		...['a:\\nB', 'a\\\\nB', '\\nB', 'a\\nB \\x', 'a/\\nB', 'a(\\nB', 'a[\\nB', "a'\\nB"],
		...["'", '`', ')', ']'].map((mark) => `a\\nB\\n${mark}`),
		...['&gt;', '"&quot;"', '(&apos;)', '“&nbsp;”.', 'entity &eacute;', 'entities &eacute;'],
		...['&#12345678;', '&#x1234567;', '&a;', '&copy'],
		...['tag', 'element', 'css', 'jsx', 'xml', 'Markup'].map((word) => `${word} <b>a</b>`),
		'<b>a</b> <script>b</script> c',
		...['C:\\new\n', 'The gradient \\nabla\nis', 'Use `\\n`\nfor', '¯\\_(ツ)_/¯\na\\nb'],
		'In Excel, a wrong name shows #NAME?',
		'#N/Apple #REF #VALUEs!',
	])('%j', (text) => {
		expect(readText(text)).toBe(text);
		expect(findTextNotes({ texts: [text], format: 'automatic' })).toEqual([]);
	});

	test.each(['Line one\\n\nLine two', 'first\\nsecond\n\nthird', 'Open.\\r\\n 5 cups\n'])(
		'notes what nobody may have intended: %j',
		(text) => {
			expect(readText(text)).toBe(text);
			expect(findTextNotes({ texts: [text], format: 'automatic' })).toEqual([
				'“\\n” is published as typed',
			]);
		},
	);

	test.each<[string, string]>([
		['From #VALUE! a cup', '#VALUE!'],
		['Was €5, now #N/A', '#N/A'],
		['Tea #ERROR! cup', '#ERROR!'],
		['Hello #NAME?, (#DIV/0!)', '#NAME?'],
	])('notes the error of a formula in %j: %s', (text, error) => {
		for (const format of ['automatic', 'plain', 'model'] as const)
			expect(findTextNotes({ texts: [text], format })).toEqual([
				`“${error}” looks like a formula error`,
			]);
	});

	test.each<TextFormat>(['plain', 'asIs', 'html', 'markdown'])(
		'keeps a text whose format somebody chose, such as %s',
		(format) =>
			expect(findTextNotes({ texts: ['Tea\\n\\nMilk &amp; <b>more</b>'], format })).toEqual([]),
	);

	test.each<[TextFormat, string, string]>([
		['markdown', 'Tea is old【4:0†source】.', '【4:0†source】'],
		['html', '<p>Tea is old :contentReference[oaicite:0]{index=0}.</p>', ':contentReference'],
		['plain', '<think>Plan: be short.\n</think>\n\nTea', '<think>'],
		['asIs', '<p>Tea</p>\n【4:0†source】', '【4:0†source】'],
	])('notes what a model leaves in %j, as %s', (format, text, mark) => {
		const [note, ...others] = findTextNotes({ texts: [text], format });
		expect(note).toContain(mark);
		expect(note).toContain('is a model’s mark, and is published as written');
		expect(others).toEqual([]);
	});
});

test.each<[string, TextFormat, string | null]>([
	['Dear {{ first_name }}, hello', 'automatic', '{{ first_name }}'],
	['{{$json.title}}', 'plain', '{{$json.title}}'],
	['Vue: {{ $t("hello") }}', 'automatic', null],
	['Write `{{name}}`', 'model', null],
	['{now} {{ }}', 'automatic', null],
	['Read more: [Insert link here]', 'automatic', '[Insert link here]'],
	['Yours, [Your Name]', 'model', '[Your Name]'],
	['[LINK]', 'model', '[LINK]'],
	['On [Event Date] in [City]', 'plain', '[Event Date]'],
	['[Link](https://a.example), [add to cart](https://a.example)', 'model', null],
	['Hi %FIRSTNAME%, and %LAST_NAME%', 'automatic', '%FIRSTNAME%'],
	['100%PURE% 5%OFF 20%20% %d%', 'automatic', null],
	['All about [[product]]', 'plain', '[[product]]'],
	['if [[ -f a ]]; [[1, 2], [3]]; [[a]](https://a.example)', 'automatic', null],
	['More: <insert link>', 'automatic', '<insert link>'],
	['<your company name> opens', 'model', '<your company name>'],
	['<Your> <user@a.example> I <3 your > text', 'automatic', null],
	['TODO: the text\nTea', 'automatic', 'TODO: the text'],
	['Todo: buy tea. TODO: more', 'automatic', null],
	['[VIDEO] [COMPANY] [GIVEAWAY]', 'automatic', null],
	['[WIP] [your] [Links below] @[Name](urn:li:organization:1)', 'automatic', null],
])('finds the placeholder in %j as %s: %s', (text, format, mark) => {
	const notes = mark === null ? [] : [`“${mark}” is not filled in`];
	expect(findTextNotes({ texts: [text], format })).toEqual(notes);
});

test('a text may have any number of spaces between tags', () => {
	const started = Date.now();
	const text = `<b>Tea</b>${' '.repeat(50_000)}Milk`;
	expect(findTextNotes({ texts: [text], format: 'automatic' })).toHaveLength(1);
	expect(Date.now() - started).toBeLessThan(5000);
});

test.each([
	['It&#8217;s here &amp; hot', 'It’s here & hot'],
	['A <em>new</em> menu', 'A new menu'],
	['AT&T <3', 'AT&T <3'],
])('cleans the title %j to %j', (title, expected) => {
	expect(normalizeLine(title)).toBe(expected);
});

test('turns a Slack link into a Markdown link, and into its label in a title', () => {
	const text = 'New: <https://e.example/blog|our blog> is out';
	expect(readText(text, 'model')).toBe('New: our blog (https://e.example/blog) is out');
	expect(createSingleContent(text, 'model', 'markdown')).toContain(
		'[our blog](https://e.example/blog)',
	);
	expect(createSingleContent(text, 'automatic', 'html')).toContain(
		'<a href="https://e.example/blog">our blog</a>',
	);
	expect(normalizeLine(text)).toBe('New: our blog is out');
	expect(normalizeLine('Tea【4:0†source】')).toBe('Tea');
	expect(createSingleContent(text, 'plain', 'plain')).toContain('|our blog');
});

test.each([
	['Thanks <@U012AB3CD>, see <#C012AB3CD|general>', 'slack', '<@U012AB3CD>'],
	['<!here> New', 'slack', '<!here>'],
	['A party <:party:1> today', 'discord', '<:party:1>'],
	['Opens <t:1:R>', 'discord', '<t:1:R>'],
])('notes a code in %j, except in its own chat', (text, chat, code) => {
	const written = { texts: [text], format: 'automatic' as const };
	const note = `${quote(code)} is a chat code, and is published as text`;
	expect(findTextNotes(written)).toEqual([note]);
	expect(findTextNotes(written, chat)).toEqual([]);
});

test.each([
	["Sure! Here's your LinkedIn post:\n\nTea is here.", "Sure! Here's your LinkedIn post:"],
	[
		'Certainly! Here is a short caption for Instagram: Tea!',
		'Certainly! Here is a short caption for Instagram:',
	],
	["Here's a tweet about tea:\n\nTea!", "Here's a tweet about tea:"],
	["I'm sorry, but I can't help with that.", "I'm sorry, but I can't help with that."],
	['I’m sorry, I can’t assist with that request.', 'I’m sorry, I can’t assist with that request.'],
	['As an AI language model, I have no opinion.', 'As an AI language model, I have no opinion.'],
	["I'm sorry I can't help smiling at this tea", undefined],
	["Sure! We're open on Sunday", undefined],
	["Here's the post you asked for: a letter from 1902", undefined],
	['Sure, here is the menu: tea', undefined],
])('recognizes the words of a model in %j: %j', (text, talk) => {
	expect(findModelReply(text)).toBe(talk);
});
