import { CutLevel, findCuts } from '../../../nodes/Postiz/text/cuts';

/** The text with a letter for each cut between words: Paragraph, Line, Sentence or Word. */
function markCuts(text: string): string {
	const signs = new Map(findCuts(text).map(({ at, level }) => [at, 'PLSW'[level] ?? '']));
	const letters = [...Array(text.length + 1).keys()];
	return letters.map((place) => `${signs.get(place) ?? ''}${text[place] ?? ''}`).join('');
}

test.each([
	['', ''],
	['one  two ', 'oneW  twoP '],
	['A b. C d! E? F', 'AW b.S CW d!S E?S FP'],
	['a \n\n b', 'aP \n\n bP'],
	['a\u2028b\u2029\u2029c', 'aL\u2028bP\u2029\u2029cP'],
	['a\u00a0b \u00a0c', 'a\u00a0bW \u00a0cP'],
	['a\u202f\u2007b', 'a\u202f\u2007bP'],
	['e\u0301 \u0301b', 'e\u0301W \u0301bP'],
	['我。你', '我。S你P'],
	['我！（你）。她「好」吗', '我！（你）。S她「好」吗P'],
])('cuts %j between words: %j', (text, expected) => {
	expect(markCuts(text)).toBe(expected);
});

test('cuts between characters if there are no words', () => {
	const places = findCuts('e\u0301👍🏽x').map(({ at, level }) => [at, level]);
	expect(places).toEqual([
		[2, CutLevel.letter],
		[6, CutLevel.letter],
		[7, CutLevel.paragraph],
	]);
});

test('cuts a long text like a short one', () => {
	const levels = findCuts(`${'One two. '.repeat(999)}One two.`).flatMap(({ level }) =>
		level <= CutLevel.word ? [level] : [],
	);
	expect(levels).toEqual([...Array(999).fill([3, 2]).flat(), 3, 0]);
});

/** What is cut last: links, and what the service or a network treats as one word. */
test.each([
	['https://a.example/x?y=z#1, HTTP://B.example', 'https://a.example/x?y=z#1,', 'HTTP://B.example'],
	['me.you+x@a-b.example.com!', 'me.you+x@a-b.example.com'],
	['@acme.bsky.social #tag_1 a@ #', '@acme.bsky.social', '#tag_1'],
	['@[Acme Co](urn:li:organization:1) x', '@[Acme Co](urn:li:organization:1)'],
	['[[[@12 34]]] [[@5]]', '[[[@12 34]]]', '@5'],
	['日本(post:a1) (post: b)', '(post:a1)'],
	['the menu (https://a.example) x', 'menu (https://a.example)'],
])('in %j: %j', (text, ...expected) => {
	const inside = new Set(
		findCuts(text).flatMap(({ at, level }) => (level === CutLevel.insideName ? [at] : [])),
	);
	// Right behind a space, nothing is cut.
	const isInside = (at: number) => inside.has(text[at - 1] === ' ' ? at - 1 : at);
	const names: string[] = [];
	for (let at = 1; at < text.length; at++) {
		if (!isInside(at)) continue;
		if (isInside(at - 1)) names.push(names.pop()! + text[at]);
		else names.push(text.slice(at - 1, at + 1));
	}
	expect(names).toEqual(expected);
});
