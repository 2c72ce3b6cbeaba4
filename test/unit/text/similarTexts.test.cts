import { areSimilarTexts } from '../../../nodes/Postiz/text/similarTexts';

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
