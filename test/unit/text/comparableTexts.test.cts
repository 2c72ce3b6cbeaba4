import {
	areSimilarTexts,
	isShortenedFrom,
	removeLinks,
} from '../../../nodes/Postiz/text/comparableTexts';

test('reads a text without its URLs', () => {
	expect(removeLinks('see http://a.example/b?c and HTTPS://d.example')).toBe('see  and ');
});

test.each([
	['See https://acme.example/menu', 'See https://s.example/1', true],
	['https://s.example/0, https://acme.example', 'https://s.example/0, https://s.example/1', true],
	['See https://acme.example/menu', 'Look https://s.example/1', false],
	['https://a.example/1 https://b.example', 'https://A.example/2 https://s.example/1', false],
	['See https://acme.example', 'See ', false],
])('of a text %j, %j may be what Postiz stores with short links: %s', (written, stored, may) => {
	expect(isShortenedFrom(written, stored)).toBe(may);
});

test.each([
	['Fresh beans', 'Fresh beans!', true],
	['Fresh beans', 'Fresh BEANS are here', true],
	['Fresh beans', 'Fresh tea', false],
	['Fresh beans https://a.example/1', 'Fresh tea https://a.example/1', false],
	['Fresh beans', '', false],
	['Fresh beans', '☕', false],
	['https://a.example/1', 'Fresh beans', false],
	['https://a.example/1', '☕', true],
	['新しい豆が入荷しました', '新しい豆が入荷です', true],
	['新しい豆が入荷しました', '今日は休みです', false],
	['ｃａｆé', 'café', true],
])('%j and %j may be versions of one text: %j', (text, other, expected) => {
	expect(areSimilarTexts(text, other)).toBe(expected);
	expect(areSimilarTexts(other, text)).toBe(expected);
});
