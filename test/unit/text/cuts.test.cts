import { findCuts, findRuns, type Run } from '../../../nodes/Postiz/text/cuts';
import { parsePlain } from '../../../nodes/Postiz/text/document';
import { parseHtml } from '../../../nodes/Postiz/text/parseHtml';

/** The places of a way, in words. */
const places = (text: string, runs: Run[], way: number) =>
	findCuts(text, runs).ways[way].map(({ at }) => at);

describe('between words', () => {
	/** The text with a letter for each cut: Paragraph, Line, Sentence or Word. */
	const marked = (text: string) => {
		const [words] = findCuts(text, []).ways;
		const at = (place: number) =>
			words.flatMap((cut) => (cut.at === place ? 'PLSW'[cut.level] : [])).join('');
		const letters = [...Array(text.length + 1).keys()];
		return letters.map((place) => at(place) + (text[place] ?? '')).join('');
	};

	test.each([
		['', ''],
		[' a', ' aP'],
		['one two', 'oneW twoP'],
		['one  two ', 'oneW  twoWP '],
		['A b. C d! E? F', 'AW b.S CW d!S E?S FP'],
		['a\nb', 'aL\nbP'],
		['a \n\n b', 'aP \n\n bP'],
		['a\u2028b\u2029\u2029c', 'aL\u2028bP\u2029\u2029cP'],
		['a\u00a0b \u00a0c', 'a\u00a0bW \u00a0cP'],
		['a\u202f\u2007b', 'a\u202f\u2007bP'],
		['e\u0301 \u0301b', 'e\u0301W \u0301bP'],
		['我。你', '我。S你P'],
		['我！（你）。她「好」吗', '我！S（你）。S她W「好」W吗P'],
		['我, 你、他 a我', '我,W 你、W他W aW我P'],
		['你…我', '你…S我P'],
	])('%j: %j', (text, expected) => {
		expect(marked(text)).toBe(expected);
	});
});

test('else between letters, and last in what better stays whole, but never between marks', () => {
	const text = 'a **b c* d';
	const ways = (run: Run) => [0, 1, 2, 3].map((way) => places(text, [run], way));
	const outside = [
		[1, 10],
		[1, 2, 9, 10],
	];
	expect(ways({ start: 2, end: 9 })).toEqual([...outside, [5, 8], [3, 4, 5, 6, 7, 8]]);
	expect(ways({ start: 2, end: 9, isMarked: true })).toEqual([...outside, [], []]);
	expect(places('e\u0301👍🏽x', [], 1)).toEqual([2, 6, 7]);
});

test.each([
	['a  b', 1, 3],
	['a  b', 0, 0],
	['a \u0301b', 1, 1],
	['a  ', 1, 3],
])('in %j, what follows the place %i begins at %i', (text, from, expected) => {
	expect(findCuts(text, []).skipSpace(from)).toBe(expected);
});

test('a long text is cut as a short one', () => {
	const text = `${'One two. '.repeat(999)}One two.`;
	const [words] = findCuts(text, []).ways;
	expect(words.map(({ level }) => level)).toEqual([...Array(999).fill([3, 2]).flat(), 3, 0]);
});

describe('what better stays whole', () => {
	const found = (text: string, isMarkdown: boolean) =>
		findRuns(parsePlain(text), isMarkdown)
			.filter(({ isMarked = false }) => isMarked === isMarkdown)
			.map(({ start, end }) => text.slice(start, end));

	test.each([
		[
			'https://a.example/x?y=z#1, HTTP://B.example',
			'https://a.example/x?y=z#1,',
			'HTTP://B.example',
		],
		['at www.b.example', 'www.b.example'],
		['me.you+x@a-b.example.com!', 'me.you+x@a-b.example.com'],
		['@acme.bsky.social #tag_1 a@ #', '@acme.bsky.social', '#tag_1'],
		['@[Acme Co](urn:li:organization:1) x', '@[Acme Co](urn:li:organization:1)'],
		['[[[@12 34]]] [[@5]]', '[[[@12 34]]]', '@5'],
		['日本(post:a1) (post: b)', '(post:a1)'],
		['the menu (https://a.example) x', 'menu (https://a.example)'],
		['the menu https://a.example', 'https://a.example'],
		[`${'a'.repeat(60)} (https://a.example)`, `${'a'.repeat(50)} (https://a.example)`],
	])('in %j: %j', (text, ...expected) => {
		expect(found(text, false)).toEqual(expected);
	});

	test.each<[string, string[]]>([
		['**a b** c', ['**a b**']],
		['*a* _b_ `c` __d__', ['*a*', '_b_', '`c`', '__d__']],
		['~~b~~ ||c||', ['~~b~~', '||c||']],
		['`` ` `` ` a `', ['`` ` ``', '` a `']],
		['snake_case_name, \\*a\\* *b', []],
		['** a ** b*', []],
		['*a *b*', ['*a *b*']],
		['`a * b` * c *', ['`a * b`']],
		['**a *b* c**', ['**a *b* c**', '*b*']],
		['*a **b* c**', ['*a **b*']],
		['[x y](b) ![z](c) [d]\n(e)', ['[x y](b)', '![z](c)']],
		['a\n```js\nb\n  ```\n*c*', ['```js\nb\n  ```', '*c*']],
		['~~~\n*a*\n```\n~~~', ['~~~\n*a*\n```\n~~~', '*a*']],
		['````\n```\n`````', ['````\n```\n`````']],
		['    ```\na', []],
		// It isn't closed.
		['```\na *b*', ['*b*']],
		['*a\nb*', []],
	])('in Markdown, %j: %j', (text, expected) => {
		expect(found(text, true)).toEqual(expected);
	});

	test('links of their own, wherever they are, and whom a text mentions', () => {
		const mention = '<span data-mention-id="7">@Jo Doe</span>';
		const html = `<p>a <a href="https://a.example">b <b>c</b></a></p><p>${mention} d</p>`;
		expect(findRuns(parseHtml(html), false).map(({ start, end }) => [start, end])).toEqual([
			[2, 5],
			[6, 13],
			[6, 9],
		]);
	});
});
