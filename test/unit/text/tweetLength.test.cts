import { tweetLength } from '../../../nodes/Postiz/text/length';
import { letJestNotice } from './texts.cjs';

test('addresses and wide characters count more than others', () => {
	expect(tweetLength('plain')).toBe(5);
	expect(tweetLength('see postiz.com')).toBe(4 + 23);
	expect(tweetLength('咖啡 🎉')).toBe(7);
});

test('a long text counts as much as its words', async () => {
	expect(tweetLength('咖啡 postiz.com '.repeat(2000))).toBe(2000 * (4 + 1 + 23 + 1));
	await letJestNotice();
});

test('and one without any space at once', async () => {
	expect(tweetLength('a'.repeat(300_000))).toBe(300_000);
	await letJestNotice();
});
