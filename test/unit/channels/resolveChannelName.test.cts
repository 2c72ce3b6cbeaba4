import { resolveChannels } from '../../../nodes/Postiz/channels/resolveChannels';
import type { Channel } from '../../../nodes/Postiz/transport/apiTypes';
import { toProblemOrRethrow } from '../../../nodes/Postiz/common/problem';
import { catchProblem } from '../support/catchProblem.cjs';

const acme = { id: 'g-acme', name: 'Acme' };
const beans = { id: 'g-beans', name: 'Beans & Co' };

const CHANNELS: Channel[] = [
	{ id: 'x-acme', name: 'Test x', identifier: 'x', customer: acme, profile: 'testx' },
	{ id: 'li-acme', name: 'Acme Ltd', identifier: 'linkedin', customer: acme },
	{ id: 'fb-acme', name: 'Acme Page', identifier: 'facebook', customer: acme },
	{ id: 'x-beans', name: 'Beans', identifier: 'x', customer: beans },
	{ id: 'sky-beans', name: 'beans.example', identifier: 'bluesky', customer: beans },
	{ id: 'ig', name: 'Rock and Roll', identifier: 'instagram' },
	{ id: 'cafe', name: 'Caf\u00e9', identifier: 'mastodon' },
	{ id: 'yt', name: 'Cups / Mugs', identifier: 'youtube' },
	{ id: 'tt', name: 'Off', identifier: 'tiktok', disabled: true, customer: beans },
];

/** The IDs of enabled channels, and then of disabled ones. */
function matchIds(text: string, channels = CHANNELS): string[] {
	const { channels: enabled, disabled } = resolveChannels([[text]], channels);
	return [...enabled, ...disabled].map(({ id }) => id);
}

describe('names that people write and copy', () => {
	test.each<[string, string[]]>([
		// Labels of the picker.
		['X: Test x (Acme)', ['x-acme']],
		['X (Twitter): Test x', ['x-acme']],
		['All of Acme (3)', ['x-acme', 'li-acme', 'fb-acme']],
		['Facebook Page: Acme Page', ['fb-acme']],
		// The channel of a client.
		['acme:x', ['x-acme']],
		['Test x (@testx)', ['x-acme']],
		['Acme: X, Beans & Co: Bluesky', ['x-acme', 'sky-beans']],
		// Lists.
		['LinkedIn, Bluesky; YT\nFB', ['li-acme', 'sky-beans', 'yt', 'fb-acme']],
		[
			'All of Beans & Co (3), all of acme',
			['x-beans', 'sky-beans', 'x-acme', 'li-acme', 'fb-acme', 'tt'],
		],
		// As the output names it, and other names of the network.
		['twitter: test x, LI: Acme Ltd;FB : Acme Page', ['x-acme', 'li-acme', 'fb-acme']],
		['LinkedIn: Acme Ltd\nX: @testx', ['li-acme', 'x-acme']],
		['LinkedIn (Acme Ltd), Bluesky (beans.example)', ['li-acme', 'sky-beans']],
		// Short names.
		['FB', ['fb-acme']],
		['YouTube Shorts', ['yt']],
		['Linked In, You Tube', ['li-acme', 'yt']],
		['LinkedIn Profile; Instagram Reels', ['li-acme', 'ig']],
		// Names that look like lists.
		['Rock\u00a0and  Roll', ['ig']],
		['Cafe\u0301', ['cafe']],
		['Cups / Mugs', ['yt']],
		['Rock and Roll, Cups / Mugs', ['ig', 'yt']],
		['Beans & Co', ['x-beans', 'sky-beans', 'tt']],
	])('%j', (text, ids) => {
		expect(matchIds(text)).toEqual(ids);
	});
});

test.each<[string, string[]]>([
	['LinkedIn: Acme, Inc.; X: Test x', ['inc', 'x-acme']],
	['X: Test x\nAcme, Inc.', ['x-acme', 'inc']],
	['X, FB; Acme, Inc.', ['x-acme', 'fb-acme', 'inc']],
])('names with commas between semicolons or lines: %j', (text, ids) => {
	const more = [
		...CHANNELS.filter(({ id }) => !['li-acme', 'x-beans'].includes(id)),
		{ id: 'inc', name: 'Acme, Inc.', identifier: 'linkedin' },
	];
	expect(matchIds(text, more)).toEqual(ids);
});

describe('rejects unknown names', () => {
	test.each([
		'Acme: Bluesky',
		'Bluesky / Acme',
		// Lists show a channel called Acme like this.
		'X: Acme',
		'X (Twitter): Acme',
		'Acme (X)',
		'Rock and Roll and LinkedIn',
		'LinkedIn and Bluesky',
		// That would be another kind of post.
		'Instagram Story',
		'(',
		': /',
	])('%j', (text) => {
		const [message] = catchProblem(() => matchIds(text));
		expect(message).toBe(`No channel, group or network is named “${text}”`);
	});

	test('a disabled channel as the picker shows it, with its state', () => {
		const shown = 'TikTok: Off (Beans & Co) – disabled in Postiz';
		expect(catchProblem(() => matchIds(shown))[0]).toBe('TikTok: Off is disabled in Postiz');
	});

	test('with the candidates if several channels match', () => {
		const two = [...CHANNELS, { ...CHANNELS[0], id: 'x-2', name: 'Second x' }];
		expect(catchProblem(() => matchIds('Acme: X', two))).toEqual([
			'“Acme: X” matches several channels',
			'Use one of these: X: Test x, X: Second x.',
		]);
	});

	test('with the group of that name', () => {
		const customer = { id: 'g', name: 'Tea' };
		const two = ['x', 'bluesky'].map((identifier) => ({
			...CHANNELS[0],
			id: identifier,
			name: 'tea',
			identifier,
			customer,
		}));
		expect(catchProblem(() => matchIds('TEA', two))[1]).toBe(
			'Use “All of Tea” for the whole group, or one of these: X: tea, Bluesky: tea.',
		);
		expect(matchIds('All of Tea', two)).toEqual(['x', 'bluesky']);
		const renamed = [two[0], { ...two[1], name: 'Green' }];
		expect(catchProblem(() => matchIds('tea', renamed))).toEqual([
			'“tea” matches several channels',
			'Use “All of Tea” for the whole group, or one of these: X: tea.',
		]);
		expect([matchIds('X: tea', renamed), matchIds('tea', [two[0]])]).toEqual([['x'], ['x']]);
	});

	test('a network that shares its name with another one, with both', () => {
		const two = [...CHANNELS, { id: 'page', name: 'Acme Inc', identifier: 'linkedin-page' }];
		expect(catchProblem(() => matchIds('LinkedIn', two))).toEqual([
			'“LinkedIn” matches several channels',
			'Use one of these: LinkedIn: Acme Ltd, LinkedIn Page: Acme Inc.',
		]);
		expect(matchIds('LinkedIn page, LinkedIn profile', two)).toEqual(['page', 'li-acme']);
	});

	test.each([
		['beens', 'Did you mean X: Beans?'],
		['Mastodn', 'Did you mean Mastodon: Caf\u00e9?'],
		['offf', /^Enter a name/],
		['offf & oz', /^Enter a name[^]* Separate names with commas\. /],
		['Mastodon/Beens', /^Did you mean [^]*\? Separate names with commas\.$/],
	])('%s, with channels of similar names, and no disabled one', (text, advice) => {
		const [, remedy] = catchProblem(() => matchIds(text));
		expect(remedy).toEqual(typeof advice === 'string' ? advice : expect.stringMatching(advice));
	});

	test('all of a list that are ambiguous, unknown or disabled, with what to do about each', () => {
		const more = [...CHANNELS, { ...CHANNELS[3], id: 'x-2' }];
		expect(catchProblem(() => matchIds('x, Mastodn, YT, TikTok', more))).toEqual([
			'“x” matches several channels; no channel, group or network is named “Mastodn”; TikTok: Off is disabled in Postiz',
			expect.stringMatching(
				/^“x”: Use one of these: X: .*\n“Mastodn”: Did you mean Mastodon: Caf\u00e9\?\n“TikTok”: Posts /,
			),
		]);
	});

	test('several unknown ones with the same advice once', () => {
		const [message, advice] = catchProblem(() => matchIds('offf, YT, zzz'));
		expect(message).toBe(
			'No channel, group or network is named “offf”; no channel, group or network is named “zzz”',
		);
		expect(advice.match(/Connected: /g)).toHaveLength(1);
		expect(advice).toMatch(/^Enter a name/);
	});

	test.each(['/', ': ', ',', '('])('100 kB of %j', (separator) => {
		const text = `X${separator.repeat(100_000 / separator.length)}`;
		expect(() => matchIds(text)).toThrow(/^(No channel, group or network is named “|“)/);
	});
});

test('prepares names once, however many rows name channels', () => {
	let reads = 0;
	const channels = Array.from({ length: 40 }, (_channel, index) => ({
		id: `c${index}`,
		name: `Shop ${index}`,
		identifier: 'x',
		get profile() {
			reads++;
			return `shop${index}`;
		},
	}));
	const find = (text: string) => {
		reads = 0;
		try {
			resolveChannels([[text]], channels);
		} catch (error) {
			toProblemOrRethrow(error);
		}
		return reads;
	};
	expect(find('Shop 1')).toBeGreaterThan(0);
	for (const unit of ['Shop 1, ', 'shop2; ', 'X (Shop 3), ', 'Acme: X; ']) {
		// A suggestion reads each once more.
		expect(find(unit.repeat(500))).toBeLessThanOrEqual(80);
	}
});
