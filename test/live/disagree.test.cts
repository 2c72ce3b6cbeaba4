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

interface Break {
	/** What is broken. */
	name: string;
	area: AreaName;
	apply: (service: Service) => void;
	/** Of a sentence in which the suite says so. */
	says: string;
	/** How many cases fail; any number if nothing is said. */
	count?: number;
	/** The only networks with channels, if the others do not matter. */
	networks?: string[];
}

const DELETED = { error: true };
const { rules: youtubeRules = [] } = providers.youtube;

const breaks: Break[] = [
	{
		name: 'a rule for files that is gone',
		networks: ['youtube'],
		area: 'media',
		apply: change('youtube', { rules: youtubeRules.slice(1) }),
		says: 'media, youtube, none: refused: it was taken',
	},
	{
		name: 'a rule for files that is new',
		networks: ['telegram', 'youtube', 'bluesky'],
		area: 'media',
		apply: change('telegram', { rules: [inPost(hasVideo, 'No videos')] }),
		says: 'media, telegram, picture and video: taken: Channel (Telegram, Acme Coffee): No videos',
	},
	{
		name: 'a tag that is no longer sanitized away',
		area: 'texts',
		apply: sanitizing((stored) => stored.replace('bold', '<b>bold</b>')),
		says: 'texts, "<b>bold</b>": what is stored is "<b>bold</b>", not "bold"',
	},
	{
		name: 'a limit that is one character shorter',
		area: 'lengths',
		networks: ['mastodon'],
		apply: change('mastodon', { max: 499 }),
		says: 'lengths, mastodon says itself that it takes 500: the limit is 499, not 500',
		count: 1,
	},
	{
		name: 'X that counts as other networks do',
		networks: ['x'],
		area: 'lengths',
		apply: change('x', { countAs: undefined }),
		says: 'lengths, x, "postizlivesuite7f3… postiz.com" of 268: refused: it was taken',
	},
	{
		name: 'a delete that does nothing',
		area: 'deletes',
		apply: answer('DELETE', /\/posts\//, DELETED),
		says: 'clean-up, everything that was made is deleted: still there',
	},
	{
		name: 'a key that is not looked at',
		area: 'errors',
		apply: answer('GET', /\/is-connected$/, { connected: true }),
		says: 'errors, wrong key: 401: the status is 200, not 401',
		count: 3,
	},
	{
		name: 'a setting that is lost',
		area: 'networks',
		apply: change('twitch', {
			settings: {
				...providers.twitch.settings,
				announcementColor: [Transform(() => undefined)],
			},
		}),
		says: 'networks, Twitch (twitch), fullest: announcementColor is nothing, not "purple"',
		count: 1,
	},
	{
		name: 'a setting that is no longer required',
		area: 'settings',
		apply: change('discord', { settings: { channel: optional(string(isString)) } }),
		says: 'settings, discord, odd: {}: it was taken',
	},
	{
		name: 'later parts that are lost',
		area: 'threads',
		apply: answerAfterwards('GET', /\/public\/posts\//, [
			{ id: 'p', content: 'Tea', image: '[]', settings: '{}', publishDate: '2099-01-01T00:00:00Z' },
		]),
		says: 'threads, bluesky keeps three parts, and when they follow: the thread is',
	},
	{
		name: 'a calendar that lists nothing',
		networks: ['bluesky'],
		area: 'networks',
		apply: answer('GET', /\/posts$/, { posts: [] }),
		says: 'networks, Bluesky (bluesky), smallest: what a second run skips is nothing, not',
	},
	{
		name: 'drafts that cannot be scheduled',
		area: 'drafts',
		apply: answer('PUT', /\/status$/, { state: 'QUEUE' }),
		says: 'drafts, a draft that is too long is scheduled by the service: the state is "DRAFT", not "QUEUE"',
	},
	{
		name: 'settings that cannot be merged',
		area: 'changes',
		apply: answer('PUT', /\/settings$/, {}),
		says: 'changes, the call for settings merges them, and ends the repetition: the post is',
		count: 1,
	},
	{
		name: 'a slot that is over',
		area: 'reading',
		apply: answer('GET', /\/find-slot\//, { date: '2020-01-01T09:00:00' }),
		says: 'reading, the next free slot is in the future, and in UTC: it is 2020-01-01T09:00:00',
		count: 1,
	},
	{
		name: 'metrics without days',
		area: 'reading',
		apply: answer('GET', /\/analytics\/(?!post)/, [{ label: 'Likes', data: [{}] }]),
		says: 'reading, the analytics of a channel are metrics with days, and one row of the node: the instance said',
		count: 1,
	},
	{
		name: 'a page of notifications that is empty',
		area: 'reading',
		apply: answer('GET', /\/notifications$/, {
			notifications: [],
			total: 130,
			page: 0,
			limit: 100,
			hasMore: true,
		}),
		says: 'reading, the first page of notifications: the number of notifications is 0, not 100',
	},
	{
		name: 'uploads of any type',
		area: 'uploads',
		apply: answer('POST', /\/upload$/, { id: 'a', path: 'https://files.example.com/a.png' }),
		says: 'uploads, pdf: refused: the status is 200, not 400',
	},
	{
		name: 'a token for everybody',
		area: 'oauth',
		apply: answer('POST', /\/oauth\/token$/, { access_token: 'pos_1' }),
		says: 'oauth, unknown client: 401: the status is 200, not 401',
	},
];

describe('the suite notices', () => {
	test.each(breaks.map((entry) => [entry.name, entry] as const))(
		'%s',
		async (_name, { area, apply, says, count, networks }) => {
			const service = await stage.start();
			const { state } = service;
			if (networks)
				state.channels = state.channels.filter(({ identifier }) => networks.includes(identifier));
			const instance = await stage.open(service);
			apply(service);
			const failures = failuresIn(await runAreas(instance, [area]));
			expect(failures).toContainEqual(expect.stringContaining(says));
			if (count !== undefined) expect(failures).toHaveLength(count);
		},
		60_000,
	);

	test('one break in each area', () => {
		expect(new Set(breaks.map(({ area }) => area))).toEqual(new Set(AREAS));
	});
});
