import { byId } from '../../integration/support/posts.cjs';
import { jsonItems } from '../../integration/support/harness.cjs';
import { networks } from '../../networks/table.cjs';
import { segment } from '../../service/client.cjs';
import type { LengthCase } from '../../service/recorded/posts.cjs';
import type { Values } from '../../service/schema.cjs';
import { differs } from '../compare.cjs';
import type { Channel, Instance } from '../instance.cjs';
import { findChannels, recordedCases, toItem } from '../items.cjs';
import { MARKER } from '../ledger.cjs';
import { planJudged, toRequests, type Judged } from '../sending.cjs';
import { noChannel, type AreaPlan } from '../types.cjs';

const TOO_LONG = 'post is too long, please fix it';
/** The most bytes that stand around a text in its post. */
const MAX_AROUND_TEXT = 400;
/** Where all ways to count were recorded that are not those of X. */
const COUNTED = ['bluesky', 'threads'];
/** The limit of an account on X that was not verified. */
const X_LIMIT = 280;
const ARTICLE = {
	who_can_reply_post: 'everyone',
	post_type: 'article',
	article_title: 'Tea',
	article_status: 'published',
};
const MAX_ARTICLE = 100_000;

/** A text at or near the limit of a channel. */
interface Tried {
	network: string;
	channel: Channel;
	content: string;
	settings?: Values;
	isTaken: boolean;
}

/** What the instance itself says of the limit of each channel. */
async function askLimits(instance: Instance, channels: Channel[]): Promise<unknown[]> {
	const { output } = await instance.node(
		{ resource: 'integration', operation: 'getSettings', ...byId('={{ $json.id }}') },
		{ items: jsonItems(channels.map(({ id }) => ({ id }))), onError: 'continueErrorOutput' },
	);
	const said: unknown[] = channels.map(() => 'nothing');
	for (const { json, pairedItem } of output.flat()) {
		const { item } = pairedItem as { item: number };
		said[item] = json.maxLength ?? json.error;
	}
	return said;
}

/** What the instance itself says of its networks; that of X depends on the account. */
function saysItself(instance: Instance): AreaPlan {
	const limits = Object.entries(networks).flatMap(([identifier, { alias, max }]) =>
		identifier === 'x' || max === Infinity ? [] : [{ network: alias ?? identifier, max }],
	);
	const nameOf = ({ network, max }: (typeof limits)[number]) =>
		`${network} says itself that it takes ${max}`;
	const { found, skipped } = findChannels(instance, limits, nameOf);
	const run = async () => {
		const said = await askLimits(
			instance,
			found.map(({ channel }) => channel),
		);
		return found.map(({ max }, index) => differs('the limit', said[index], max));
	};
	return [{ names: found.map(nameOf), requests: 0, run }, ...skipped];
}

/** A text of a network as it is tried, with the fewest files and settings unless some are given. */
const judgedText = (
	instance: Instance,
	{ network, channel, content, isTaken, settings }: Tried,
): Judged => ({
	name: `${network}${settings ? ' article' : ''}, ${JSON.stringify(content).replace(/a{9,}/, '…')} of ${content.length}`,
	channel,
	isTaken,
	words: TOO_LONG,
	make: async () => await toItem(instance, { network, channel, settings, value: [{ content }] }),
});

/** The recorded contents of a network's texts, which begin with the marker; of refused ones the first of each kind. */
function recordedTexts(network: string, channel: Channel): Tried[] {
	const cases = recordedCases<LengthCase>('lengths.json').filter(
		(one) => one.network === network && !one.channel,
	);
	const kinds = new Set<string>();
	return cases.flatMap(({ pieces, taken: isTaken }) => {
		const content = pieces.map(([piece, times]) => piece.repeat(times)).join('');
		const letters = 'a'.repeat(MARKER.length);
		const kind = JSON.stringify(pieces.filter(([piece]) => piece !== 'a'));
		if (!content.includes(letters) || (!isTaken && kinds.has(kind))) return [];
		if (!isTaken) kinds.add(kind);
		return [{ network, channel, content: content.replace(letters, MARKER), isTaken }];
	});
}

const articles = (channel: Channel): Tried[] =>
	[MAX_ARTICLE, MAX_ARTICLE + 1].map((length) => ({
		network: 'x',
		channel,
		content: MARKER.padEnd(length, 'a'),
		settings: ARTICLE,
		isTaken: length <= MAX_ARTICLE,
	}));

/** The limit of each network, and all ways in which characters are counted. */
export async function planLengths(instance: Instance): Promise<AreaPlan> {
	const counted = instance.firstOf(COUNTED);
	const accounts = instance.channelsOf('x');
	const said = accounts.length > 0 ? await askLimits(instance, accounts) : [];
	const account = accounts[said.indexOf(X_LIMIT)];
	const tried = [
		...(counted ? recordedTexts(counted.identifier, counted) : []),
		...(account ? [...recordedTexts('x', account), ...articles(account)] : []),
	];
	const toText = ({ content }: Tried) => segment(content.padEnd(content.length + MAX_AROUND_TEXT));
	const taken = tried.filter(({ isTaken }) => isTaken);
	const refused = tried.filter(({ isTaken }) => !isTaken);
	const judge = (one: Tried) => judgedText(instance, one);
	return [
		...saysItself(instance),
		...planJudged(
			instance,
			toRequests(taken, toText).map((group) => group.map(judge)),
			refused.map(judge),
		),
		...(counted ? [] : [noChannel('ways to count', ...COUNTED)]),
		...(account ? [] : [{ name: 'ways to count of X', reason: 'no account with this limit' }]),
	];
}
