import { byId } from '../../integration/support/posts.cjs';
import { jsonItems } from '../../integration/support/harness.cjs';
import { segment } from '../../service/client.cjs';
import type { Values } from '../../service/schema.cjs';
import { answerToPosts, differs, notRefused } from '../compare.cjs';
import type { Channel, Instance } from '../instance.cjs';
import { findChannels, itemFor, smallestFor } from '../items.cjs';
import { MARKER } from '../ledger.cjs';
import { sendEachUnchecked, sendUnchecked, toRequests } from '../nodePosts.cjs';
import { noChannel, single, type AreaPlan, type Problem, type Step } from '../types.cjs';

/** Max characters of a part (docs/api.md, Providers); X depends on the account. */
const LIMITS: Record<string, number> = {
	bluesky: 300,
	devto: 100_000,
	discord: 1980,
	dribbble: 40_000,
	facebook: 63_206,
	gmb: 1500,
	hashnode: 10_000,
	instagram: 2200,
	'instagram-standalone': 2200,
	lemmy: 10_000,
	linkedin: 3000,
	'linkedin-page': 3000,
	mastodon: 500,
	medium: 100_000,
	mewe: 63_206,
	moltbook: 300,
	nostr: 100_000,
	pinterest: 500,
	reddit: 10_000,
	skool: 5000,
	slack: 400_000,
	telegram: 4096,
	threads: 500,
	tiktok: 2000,
	'tiktok-business': 2200,
	tumblr: 32_768,
	twitch: 500,
	vk: 2048,
	whop: 50_000,
	wordpress: 100_000,
	wrapcast: 800,
	youtube: 5000,
};
const X_LIMITS = [280, 4000];
const ARTICLE = {
	settings: {
		who_can_reply_post: 'everyone',
		post_type: 'article',
		article_title: 'Tea',
		article_status: 'published',
	},
	limit: 100_000,
};
const TOO_LONG = 'post is too long, please fix it';
/** The most bytes that stand around a text in its post. */
const MAX_AROUND_TEXT = 400;
/** What a request takes besides (docs/api.md, Size of a request). */
const MAX_TEXT = 101_000;

const fill = (length: number) => MARKER + 'a'.repeat(length - MARKER.length);

/** How something counts: a content of exactly so many characters (docs/api.md, Lengths). */
type Form = [name: string, write: (length: number) => string];
const BARE: Form = ['letters', fill];
const FORMS: Form[] = [
	['&', (length) => `${fill(length - 5)}&`],
	['<', (length) => `${fill(length - 4)}<`],
	['tags', (length) => `${fill(length - 18)}<strong>b</strong>`],
	['emoji', (length) => `${fill(length - 2)}😀`],
	['family', (length) => `${fill(length - 8)}👩‍👩‍👧`],
	['<p> and &amp;', (length) => `<p>${fill(length - 1)}&amp;</p>`],
	['<p> and &amp;lt;', (length) => `<p>${fill(length - 1)}&amp;lt;</p>`],
	['<p> and &amp;amp;', (length) => `<p>${fill(length - 5)}&amp;amp;</p>`],
	['<p> and bold', (length) => `<p>${fill(length - 2)}<strong>b</strong></p>`],
	['<p> and underlined', (length) => `<p>${fill(length - 2)}<u>b</u></p>`],
	['two <p>', (length) => `<p>${fill(length - 2)}</p><p>b</p>`],
	['<p> and a link', (length) => `<p>${fill(length - 15)}<a href="https://e.com/x">y</a></p>`],
];
const X_FORMS: Form[] = [
	['an address', (length) => `${fill(length - 24)} https://e.com`],
	['a bare domain', (length) => `${fill(length - 24)} postiz.com`],
	['wide characters', (length) => `${fill(length - 4)}漢字`],
];
/** Where the forms are tried: short texts, and nothing but text. */
const FORM_NETWORKS = ['mastodon', 'threads', 'bluesky', 'vk'];

/** A text at or near the limit of a channel. */
interface Tried {
	name: string;
	channel: Channel;
	network: string;
	content: string;
	settings?: Values;
	isTaken: boolean;
}

interface Limit {
	network: string;
	channel: Channel;
	limit: number;
	settings?: Values;
}

const nameOf = ({ network, settings }: Pick<Limit, 'network' | 'settings'>) =>
	settings === ARTICLE.settings ? 'x article' : network;

const toTried = (limit: Limit, length: number, [form, write]: Form): Tried => {
	const isTaken = length <= limit.limit;
	return {
		...limit,
		name: `${nameOf(limit)}, ${length} characters, ${form}: ${isTaken ? 'taken' : 'refused'}`,
		content: write(length),
		isTaken,
	};
};

async function toItem(instance: Instance, { network, channel, content, settings }: Tried) {
	const smallest = await smallestFor(instance, network);
	return itemFor(channel, settings ?? smallest.settings, [segment(content, smallest.image)]);
}

async function tryTaken(instance: Instance, tried: Tried[]): Promise<Problem[]> {
	const items: Values[] = [];
	for (const entry of tried) items.push(await toItem(instance, entry));
	return (await sendEachUnchecked(instance, items)).map(({ problem }) => problem);
}

async function tryRefused(instance: Instance, tried: Tried): Promise<Problem> {
	const { run } = await sendUnchecked(instance, [await toItem(instance, tried)]);
	return notRefused(answerToPosts(run), tried.channel.identifier, TOO_LONG);
}

/** What the instance itself says of the limit of each channel. */
async function askLimits(instance: Instance, channels: Channel[]): Promise<Array<number | string>> {
	const { output } = await instance.node(
		{ resource: 'integration', operation: 'getSettings', ...byId('={{ $json.id }}') },
		{ items: jsonItems(channels.map(({ id }) => ({ id }))), onError: 'continueErrorOutput' },
	);
	const said: Array<number | string> = channels.map(() => 'nothing');
	for (const { json, pairedItem } of output.flat()) {
		const { item } = pairedItem as { item: number };
		said[item] = (json.maxLength ?? json.error) as number | string;
	}
	return said;
}

/** The limits that can be tried, and what cannot. */
async function findLimits(
	instance: Instance,
): Promise<{ limits: Limit[]; skipped: AreaPlan['skipped'] }> {
	const { found, skipped } = findChannels(instance, Object.entries(LIMITS), {
		networkOf: ([network]) => network,
		nameOf: ([network]) => network,
	});
	const limits = found.map(({ entry: [network, limit], channel }): Limit => ({
		network,
		channel,
		limit,
	}));
	const accounts = instance.channelsOf('x');
	const said = accounts.length > 0 ? await askLimits(instance, accounts) : [];
	const ofX = X_LIMITS.flatMap((limit): Limit[] => {
		const channel = accounts[said.indexOf(limit)];
		if (!channel)
			skipped.push({ name: `x, ${limit} characters`, reason: 'no channel with this limit' });
		return channel ? [{ network: 'x', channel, limit }] : [];
	});
	const articles = ofX.slice(0, 1).map((entry) => ({ ...entry, ...ARTICLE }));
	return { limits: [...limits, ...ofX, ...articles], skipped };
}

/** One character less than the limit, as many as it allows, and one more. */
const around = (entry: Limit): Tried[] =>
	[entry.limit - 1, entry.limit, entry.limit + 1].map((length) => toTried(entry, length, BARE));

const inForms = (entry: Limit, forms: Form[]): Tried[] =>
	forms.flatMap((form) =>
		[entry.limit, entry.limit + 1].map((length) => toTried(entry, length, form)),
	);

/** What the instance itself says of its networks. */
const saysItself = (instance: Instance, limits: Limit[]): Step => ({
	names: limits.map(({ network, limit }) => `${network} says itself that it takes ${limit}`),
	requests: 0,
	run: async () => {
		const channels = limits.map(({ channel }) => channel);
		const said = await askLimits(instance, channels);
		return limits.map(({ limit }, index) => differs('the limit', said[index], limit));
	},
});

/** Texts around the limit of each network, and all ways in which characters are counted. */
export async function planLengths(instance: Instance): Promise<AreaPlan> {
	const { limits, skipped } = await findLimits(instance);
	const fitting = limits.filter(({ limit }) => limit <= MAX_TEXT);
	for (const entry of limits.filter(({ limit }) => limit > MAX_TEXT))
		skipped.push({ name: nameOf(entry), reason: 'a request takes no more than 102,400 bytes' });

	const limitOf = (wanted: string) => limits.find(({ network }) => network === wanted);
	const plain = FORM_NETWORKS.map(limitOf).find(Boolean);
	const x = limitOf('x');
	if (!plain) skipped.push(noChannel('ways to count', ...FORM_NETWORKS));
	const tried = [
		...fitting.flatMap(around),
		...(plain ? inForms(plain, FORMS) : []),
		...(x ? inForms(x, X_FORMS) : []),
	];
	const taken = tried.filter(({ isTaken }) => isTaken);
	const refused = tried.filter(({ isTaken }) => !isTaken);
	const toText = ({ content }: Tried) => content.padEnd(content.length + MAX_AROUND_TEXT);
	return {
		steps: [
			saysItself(
				instance,
				limits.filter(({ network }) => network !== 'x'),
			),
			...toRequests(taken, toText).map((group): Step => ({
				names: group.map(({ name }) => name),
				requests: 1,
				run: async () => await tryTaken(instance, group),
			})),
			...refused.map((entry) =>
				single(entry.name, async () => await tryRefused(instance, entry), { requests: 1 }),
			),
		],
		skipped,
	};
}
