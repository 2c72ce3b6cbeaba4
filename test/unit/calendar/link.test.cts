import { linkOf } from '../../../nodes/Postiz/calendar/row';

const published = (releaseURL: string | null) => linkOf({ state: 'PUBLISHED', releaseURL });

test.each([
	'https://www.instagram.com/p/C8abc/',
	'https://www.instagram.com/reel/C8abc',
	'https://www.instagram.com/acmecoffee/p/C8abc/?img_index=1',
	'https://www.threads.net/@acmecoffee/post/C8abc',
	'https://www.threads.com/t/C8abc',
	'https://www.tiktok.com/@acmecoffee/video/7300000000000000000',
	'https://www.tiktok.com/@acmecoffee/photo/7300000000000000000?lang=en',
	'https://vm.tiktok.com/ZMabc/',
	'https://bsky.app/profile/acmecoffee',
	'https://notinstagram.com/acmecoffee',
	'https://social.example/acmecoffee',
	'https://social.example/?of=https://www.instagram.com/acmecoffee',
	'https://social.example/?of=https://www.tiktok.com/messages',
	'https://www.tiktok.com/messages-of/acme',
])('%s is a post', (url) => {
	expect(published(url)).toEqual({ postUrl: url, postUrlNote: null });
});

test.each([
	'https://www.instagram.com/acmecoffee',
	'https://instagram.com/acmecoffee/?hl=en',
	'https://www.instagram.com',
	'https://www.threads.net/@acmecoffee',
	'http://threads.com/@acmecoffee/',
	'https://www.tiktok.com/@acmecoffee?lang=en',
	'HTTPS://WWW.TikTok.com/@acmecoffee#top',
])('%s is a profile', (url) => {
	expect(published(url)).toEqual({
		postUrl: null,
		postUrlNote: expect.stringContaining(`only the address of the profile, ${url}, not`),
	});
});

test.each([
	'https://www.tiktok.com/messages?lang=en',
	'http://tiktok.com/messages',
	'https://www.tiktok.com/messages/',
])('the inbox of TikTok says what to do: %s', (url) => {
	expect(published(url)).toEqual({
		postUrl: null,
		postUrlNote: expect.stringMatching(/inbox of the TikTok app.*Post > Link the Published Post/),
	});
});

test('only a post that is out lacks a link', () => {
	expect(published(null)).toEqual({
		postUrl: null,
		postUrlNote: 'Postiz has no link to this post.',
	});
	for (const state of ['QUEUE', 'DRAFT', 'ERROR']) {
		expect(linkOf({ state, releaseURL: null })).toEqual({ postUrl: null, postUrlNote: null });
	}
});
