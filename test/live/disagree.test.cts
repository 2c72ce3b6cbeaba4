import { Transform } from 'class-transformer';
import { hasVideo, inPost } from '../service/networks/rules.cjs';
import { providers } from '../service/providers.cjs';
import { isString, optional, string } from '../service/schema.cjs';
import type { FaultRule, Service } from '../service/server.cjs';
import { failuresIn, runAreas, useStage, type AreaName } from './stage.cjs';
import { AREAS } from './types.cjs';

/** What stands for sanitizing in these tests: the sandbox's own, and a change that breaks it. */
const mockSanitizing = { change: (stored: string) => stored };
jest.mock('../shared/sanitize.cjs', () => {
	const { sanitize } =
		jest.requireActual<typeof import('../shared/sanitize.cjs')>('../shared/sanitize.cjs');
	return { sanitize: (content: string) => mockSanitizing.change(sanitize(content)) };
});

const stage = useStage();
const untouched = { ...providers };
afterEach(() => {
	mockSanitizing.change = (stored) => stored;
	Object.assign(providers, untouched);
});

/** Changes what the sandbox knows of a network. */
const change = (network: string, more: Partial<(typeof providers)[string]>) => () => {
	providers[network] = { ...providers[network], ...more };
};

const always200 = (method: string, path: RegExp, body: unknown): FaultRule => ({
	match: { method, path },
	kind: 'status',
	status: 200,
	body,
	times: Infinity,
});
/** Breaks what the sandbox answers, from its first request on. */
const answer = (method: string, path: RegExp, body: unknown) => (service: Service) =>
	service.faults.push(always200(method, path, body));
/** Breaks what it answers after it has done what was asked. */
const answerAfterwards = (method: string, path: RegExp, body: unknown) => (service: Service) =>
	service.faults.push({ match: { method, path }, kind: 'wrongJson', body, times: Infinity });
const sanitizing = (damage: (stored: string) => string) => () => {
	mockSanitizing.change = damage;
};

interface More {
	/** How many cases fail; any number if nothing is said. */
	count?: number;
	/** The only networks with channels, if the others do not matter. */
	networks?: string[];
}

const { rules: youtubeRules = [] } = providers.youtube;
const LOST = { ...providers.twitch.settings, announcementColor: [Transform(() => undefined)] };
const ONE_PART = {
	...{ id: 'p', content: 'Tea', image: '[]', settings: '{}' },
	publishDate: '2099-01-01T00:00:00Z',
};
const EMPTY_PAGE = { notifications: [], total: 130, page: 0, limit: 100, hasMore: true };

/** What is broken, how, in which area, and a part of what the suite then says. */
const BREAKS: Array<
	[name: string, apply: (service: Service) => void, area: AreaName, says: string, more?: More]
> = [
	[
		'a rule for files that is gone',
		change('youtube', { rules: youtubeRules.slice(1) }),
		'media',
		'media, youtube, none: refused: it was taken',
		{ networks: ['youtube'] },
	],
	[
		'a rule for files that is new',
		change('telegram', { rules: [inPost(hasVideo, 'No videos')] }),
		'media',
		'media, telegram, picture and video: taken: Channel (Telegram, Acme Coffee): No videos',
		{ networks: ['telegram', 'youtube', 'bluesky'] },
	],
	[
		'a tag that is no longer sanitized away',
		sanitizing((stored) => stored.replace('bold', '<b>bold</b>')),
		'texts',
		'texts, "<b>bold</b>": what is stored is "<b>bold</b>", not "bold"',
	],
	[
		'a limit that is one character shorter',
		change('mastodon', { max: 499 }),
		'lengths',
		'lengths, mastodon says itself that it takes 500: the limit is 499, not 500',
		{ networks: ['mastodon'], count: 1 },
	],
	[
		'X that counts as other networks do',
		change('x', { countAs: undefined }),
		'lengths',
		'lengths, x, "postizlivesuite7f3… postiz.com" of 268: refused: it was taken',
		{ networks: ['x'] },
	],
	[
		'a delete that does nothing',
		answer('DELETE', /\/posts\//, { error: true }),
		'deletes',
		'clean-up, everything that was made is deleted: still there',
	],
	[
		'a token for everybody',
		answer('POST', /\/oauth\/token$/, { access_token: 'pos_1' }),
		'oauth',
		'oauth, unknown client: 401: the status is 200, not 401',
	],
	[
		'a key that is not looked at',
		answer('GET', /\/is-connected$/, { connected: true }),
		'errors',
		'errors, wrong key: 401: the status is 200, not 401',
		{ count: 3 },
	],
	[
		'a setting that is lost',
		change('twitch', { settings: LOST }),
		'networks',
		'networks, Twitch (twitch), fullest: announcementColor is nothing, not "purple"',
		{ count: 1 },
	],
	[
		'a setting that is no longer required',
		change('discord', { settings: { channel: optional(string(isString)) } }),
		'settings',
		'settings, discord, odd: {}: it was taken',
	],
	[
		'later parts that are lost',
		answerAfterwards('GET', /\/public\/posts\//, [ONE_PART]),
		'threads',
		'threads, bluesky keeps three parts, and when they follow: the thread is',
	],
	[
		'a calendar that lists nothing',
		answer('GET', /\/posts$/, { posts: [] }),
		'networks',
		'networks, Bluesky (bluesky), smallest: what a second run skips is nothing, not',
		{ networks: ['bluesky'] },
	],
	[
		'drafts that cannot be scheduled',
		answer('PUT', /\/status$/, { state: 'QUEUE' }),
		'drafts',
		'drafts, a draft that is too long is scheduled by the service: the state is "DRAFT", not "QUEUE"',
	],
	[
		'settings that cannot be merged',
		answer('PUT', /\/settings$/, {}),
		'changes',
		'changes, the call for settings merges them, and ends the repetition: the post is',
		{ count: 1 },
	],
	[
		'a slot that is over',
		answer('GET', /\/find-slot\//, { date: '2020-01-01T09:00:00' }),
		'reading',
		'reading, the next free slot is in the future, and in UTC: it is 2020-01-01T09:00:00',
		{ count: 1 },
	],
	[
		'metrics without days',
		answer('GET', /\/analytics\/(?!post)/, [{ label: 'Likes', data: [{}] }]),
		'reading',
		'reading, the analytics of a channel are metrics with days, and one row of the node: the instance said',
		{ count: 1 },
	],
	[
		'a page of notifications that is empty',
		answer('GET', /\/notifications$/, EMPTY_PAGE),
		'reading',
		'reading, the first page of notifications: the number of notifications is 0, not 100',
	],
	[
		'uploads of any type',
		answer('POST', /\/upload$/, { id: 'a', path: 'https://files.example.com/a.png' }),
		'uploads',
		'uploads, pdf: refused: the status is 200, not 400',
	],
];

describe('the suite notices', () => {
	test.each(BREAKS)('%s', async (_name, apply, area, says, { networks, count } = {}) => {
		const service = await stage.start();
		const { state } = service;
		if (networks)
			state.channels = state.channels.filter(({ identifier }) => networks.includes(identifier));
		const instance = await stage.open(service);
		apply(service);
		const failures = failuresIn(await runAreas(instance, [area]));
		expect(failures).toContainEqual(expect.stringContaining(says));
		if (count !== undefined) expect(failures).toHaveLength(count);
	});

	test('one break in each area', () => {
		expect(new Set(BREAKS.map(([, , area]) => area))).toEqual(new Set(AREAS));
	});
});
