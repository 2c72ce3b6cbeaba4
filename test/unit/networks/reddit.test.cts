import { toSubreddit } from '../../../nodes/Postiz/networks/reddit';

describe('a subreddit', () => {
	test.each([
		['https://www.reddit.com/r/coffee/comments/1abc/what_now/', '/r/coffee'],
		['http://m.reddit.com/r/coffee?sort=new', '/r/coffee'],
		[' reddit.com/r/coffee ', '/r/coffee'],
		['R/coffee', '/r/coffee'],
		['coffee', '/r/coffee'],
		['/r/coffee/', '/r/coffee'],
	])('%s', (written, sent) => {
		expect(toSubreddit(written)).toBe(sent);
	});

	test.each(['u/acme', 'https://example.com/r/coffee', 'two words', 'r/', 'reddit.com', ''])(
		'keeps “%s”, which is no subreddit',
		(written) => {
			expect(toSubreddit(written)).toBe(written);
		},
	);
});
