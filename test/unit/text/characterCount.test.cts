import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { findNetwork } from '../../../nodes/Postiz/networks';
import { countCharacters, countTweetCharacters } from '../../../nodes/Postiz/text/characterCount';
import { measureTextLength } from '../../shared/content.cjs';
import { letJestNotice } from './anyText.cjs';

test.each([
	['', 0],
	['two\r\nlines', 9],
	['A & B', 9],
	['☕', 1],
	['👩‍👩‍👧‍👦', 11],
	['&copy;', 1],
	['<p>&quot;it&#39;s&quot;</p>', 6],
	['<p>it&#8217;s &#x27;fine&apos;&hellip;</p>', 12],
	['<strong>a</strong>', 18],
])('counts %j as %i characters', (content, length) => {
	expect(countCharacters(content)).toBe(length);
	expect(measureTextLength(content)).toBe(length);
});

test.each([
	['plain text', 10],
	['https://ab.io', 23],
	['See https://a.io, and http://b.io/c.', 4 + 23 + 6 + 23 + 1],
	[`https://example.com/${'a'.repeat(40)}`, 60],
	['a.io', 4],
	['🎉 https://a.io', 25],
])('Mastodon counts each link as 23, and Postiz all of it: %j, %i', (content, length) => {
	expect(countCharacters(content, 'mastodon')).toBe(length);
});

describe('X weights characters, and uses the larger number', () => {
	test.each([
		['咖啡', 4],
		['👩‍👩‍👧‍👦', 11],
		['☕', 2],
		['postiz.com', 23],
		['<p>See https://social.com</p><p>🎉</p>', 30],
		['©\ufe0f ☕️ ™ 👍🏽', 12],
	])('%j has %i', (content, weight) => {
		expect(countCharacters(content, 'x')).toBe(weight);
		expect(measureTextLength(content, 'x')).toBe(weight);
	});
});

test('weighs a long text like its words, and one without spaces quickly', async () => {
	expect(countTweetCharacters('咖啡 postiz.com '.repeat(2000))).toBe(2000 * (4 + 1 + 23 + 1));
	expect(countTweetCharacters('a'.repeat(300_000))).toBe(300_000);
	await letJestNotice();
});

interface RecordedLength {
	network: string;
	/** Only set for the one account with a higher limit. */
	channel?: string;
	pieces: Array<[piece: string, times: number]>;
	taken: boolean;
}

test('accepts exactly the texts that a running instance accepted', () => {
	const file = join(__dirname, '../../fixtures/recorded/lengths.json');
	const { cases } = JSON.parse(readFileSync(file, 'utf8')) as { cases: RecordedLength[] };
	const different = cases.filter(({ network, channel, pieces, taken }) => {
		const { maxLength, guaranteedMaxLength, characterCount } = findNetwork(network)!;
		const limit = (channel ? undefined : guaranteedMaxLength) ?? maxLength!;
		const content = pieces.map(([piece, times]) => piece.repeat(times)).join('');
		return countCharacters(content, characterCount) <= limit !== taken;
	});
	expect(different).toEqual([]);
	expect(cases.length).toBeGreaterThan(280);
});
