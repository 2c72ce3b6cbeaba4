import fc from 'fast-check';

import { toSubreddit } from '../../../nodes/Postiz/providers/reddit';

describe('a subreddit', () => {
	const name = fc.stringMatching(/^\w{2,21}$/).filter((text) => !/^r$/i.test(text));

	test('is found in whatever way people write it', () => {
		fc.assert(
			fc.property(
				name,
				fc.constantFrom('', ' ', 'r/', '/r/', 'R/', 'reddit.com/r/', 'https://old.reddit.com/r/'),
				fc.constantFrom('', '/', ' '),
				(subreddit, before, after) => {
					expect(toSubreddit(before + subreddit + after)).toBe(`/r/${subreddit}`);
				},
			),
		);
	});

	test.each([
		['https://www.reddit.com/r/coffee/comments/1abc/what_now/', '/r/coffee'],
		['http://m.reddit.com/r/coffee?sort=new', '/r/coffee'],
		['/r/coffee/', '/r/coffee'],
	])('%s', (written, sent) => {
		expect(toSubreddit(written)).toBe(sent);
	});

	test.each(['u/acme', 'https://example.com/r/coffee', 'two words', 'r/', 'reddit.com', ''])(
		'“%s” is none, and stays what it is',
		(written) => {
			expect(toSubreddit(written)).toBe(written);
		},
	);
});
