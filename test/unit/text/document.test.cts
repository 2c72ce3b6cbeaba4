import { parsePlain } from '../../../nodes/Postiz/text/document';

test('a paragraph for each line, whatever ends it', () => {
	const texts = parsePlain('a\nb\r\n\rc').map(({ tag, spans }) => [
		tag,
		...spans.map(({ text }) => text),
	]);
	expect(texts).toEqual([['p', 'a'], ['p', 'b'], ['p'], ['p', 'c']]);
	expect(parsePlain('')).toEqual([{ tag: 'p', spans: [] }]);
});

test('tags and entities are text', () => {
	expect(parsePlain('<b>&amp;</b>')).toEqual([{ tag: 'p', spans: [{ text: '<b>&amp;</b>' }] }]);
});
