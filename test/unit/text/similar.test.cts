import { areSimilar } from '../../../nodes/Postiz/text/similar';

test.each([
	['Fresh beans', 'Fresh beans!', true],
	['Fresh beans', 'Fresh BEANS are here', true],
	['Fresh beans', 'Fresh tea', false],
	['Fresh beans https://a.example/1', 'Fresh tea https://a.example/1', false],
	['Fresh beans', '', true],
	['https://a.example/1', 'Fresh beans', true],
	['新しい豆が入荷しました', '新しい豆が入荷です', true],
	['新しい豆が入荷しました', '今日は休みです', false],
	['ｃａｆé', 'café', true],
])('%j and %j are similar: %j', (text, other, similar) => {
	expect(areSimilar(text, other)).toBe(similar);
	expect(areSimilar(other, text)).toBe(similar);
});
