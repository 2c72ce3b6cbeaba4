import { getLink } from '../../../nodes/Postiz/calendar/postLink';

describe('the link of a published post', () => {
	const getLinkAt = (releaseURL: string | null) => getLink({ state: 'PUBLISHED', releaseURL });

	test.each([
		'https://www.instagram.com/p/C8abc/',
		'https://www.instagram.com/acmecoffee/p/C8abc/?img_index=1',
		'https://www.threads.net/@acmecoffee/post/C8abc',
		'https://www.tiktok.com/@acmecoffee/video/7300000000000000000',
		'https://notinstagram.com/acmecoffee',
		'https://social.example/?of=https://www.instagram.com/acmecoffee',
		'https://social.example/?of=https://www.tiktok.com/messages',
		'https://www.tiktok.com/messages-of/acme',
	])('is %s', (url) => {
		expect(getLinkAt(url)).toEqual({ link: url });
	});

	const PROFILES = [
		'https://www.instagram.com/acmecoffee',
		'https://instagram.com/acmecoffee/?hl=en',
		'https://www.threads.net/@acmecoffee',
		'HTTPS://WWW.TikTok.com/@acmecoffee#top',
		'http://threads.com',
	];
	const INBOX = 'link it in the Postiz calendar';
	const notes: Array<[url: string | null, note: string]> = [
		...PROFILES.map((url): [string, string] => [url, `only the address of the profile, ${url}`]),
		['https://www.tiktok.com/messages?lang=en', INBOX],
		['http://tiktok.com/messages', INBOX],
		[null, 'Postiz has no link to this post.'],
	];
	test.each(notes)('is unknown from %s: %s', (url, note) => {
		expect(getLinkAt(url)).toEqual({ note: expect.stringContaining(note) });
	});

	test.each(['QUEUE', 'DRAFT', 'ERROR'] as const)('is not reported missing in %s', (state) => {
		expect(getLink({ state, releaseURL: null })).toEqual({});
	});
});
