import { toStoredContent } from './storedContent.cjs';

const CONTENT =
	'<p>See <a href="https://a.example/1?b=2">https://a.example/1?b=2</a>, https://short.example/x</p>';
const store = (shortLink: boolean, shortensLinks: boolean) =>
	toStoredContent(
		CONTENT,
		{ identifier: 'bluesky', shortLink },
		{ shortensLinks, stripsLinksOnX: false },
	);

test('has short links if the request asks for them and the instance has a shortener', () => {
	expect(store(true, true)).toMatch(
		/^<p>See <a href="(https:\/\/short\.example\/\w+)">\1<\/a>, https:\/\/short\.example\/x<\/p>$/,
	);
	expect([store(false, true), store(true, false)]).toEqual([CONTENT, CONTENT]);
});
