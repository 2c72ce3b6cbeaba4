import { providerName } from '../providers';
import type { Channel } from '../transport/types';
import { comparable } from '../values/words';
import { getOrMake, oncePer } from '../values/getOrMake';
import { listNames } from '../values/lists';
import { Problem, quote } from '../values/problem';

const MAX_CANDIDATES = 5;
const MIN_SIMILARITY = 0.5;
/** Longer texts aren't names. */
const MAX_LENGTH = 500;

/** Suggests the channels with the most similar names or handles; undefined if there are none. */
export function didYouMean(text: string, channels: Channel[]): string | undefined {
	const word = comparable(text);
	if (word.length > MAX_LENGTH) return undefined;
	const near = nearest(channels, (channel) =>
		Math.max(0, ...wordsOf(channel).map((own) => similarity(own, word))),
	).slice(0, MAX_CANDIDATES);
	return near.length > 0 ? `Did you mean ${listNames(near.map(describeChannel))}?` : undefined;
}

/** The most similar of several words; undefined if none is similar. */
export function nearestWord(text: string, words: string[]): string | undefined {
	if (text.length > MAX_LENGTH) return undefined;
	const solid = (word: string) => comparable(word).replace(/[\s_-]/g, '');
	return nearest(words, (word) => similarity(solid(word), solid(text)))[0];
}

/** Those that are similar enough, the most similar first. */
const nearest = <T>(all: T[], similarityOf: (one: T) => number): T[] =>
	all
		.map((one) => ({ one, score: similarityOf(one) }))
		.filter(({ score }) => score >= MIN_SIMILARITY)
		.sort((a, b) => b.score - a.score)
		.map(({ one }) => one);

/** The share of letter pairs that two words have in common, from 0 to 1; 1 if one contains the other. */
function similarity(a: string, b: string): number {
	if (a.includes(b) || b.includes(a)) return 1;
	const pairs = pairsOf(a);
	const others = pairsOf(b);
	const shared = [...pairs].filter((pair) => others.has(pair)).length;
	return (2 * shared) / Math.max(1, pairs.size + others.size);
}

const pairsOf = (word: string) =>
	new Set(Array.from(word, (letter, index) => letter + word.charAt(index + 1)).slice(0, -1));

/** The name and the handle of a channel, normalized. */
const wordsOf = ({ name, profile }: Channel) => [name, profile].map(comparable).filter(Boolean);

/** Every way to name a channel, including how errors name it. */
export const namesOfChannel = (channel: Channel) => [
	...wordsOf(channel),
	comparable(labelOf(channel)),
	comparable(describeChannel(channel)),
];

/** The channels by ID and by name: built once, as each row of a sheet names some. */
const indexOf = oncePer((channels: Channel[]) => {
	const byName = new Map<string, Channel[]>();
	for (const channel of channels) {
		for (const name of new Set(namesOfChannel(channel))) {
			getOrMake(byName, name, () => []).push(channel);
		}
	}
	return { byId: new Map(channels.map((channel) => [channel.id, channel])), byName };
});

/** The channel with this ID, or all channels with this name or handle. */
export function channelsCalled(text: string, channels: Channel[]): Channel[] {
	const { byId, byName } = indexOf(channels);
	const withId = byId.get(text.trim());
	return withId ? [withId] : (byName.get(comparable(text)) ?? []);
}

/** The problem of an ambiguous name; `orElse` is another way to resolve it. */
export const severalCalled = (text: string, called: Channel[], orElse = '') =>
	new Problem(
		`Several channels are called ${quote(text)}`,
		`Use the ID of one of them: ${listNames(called.map(describeChannel))}${orElse}.`,
	);

/** True if a text is the ID, name or handle of a channel. */
export const isCalled = (channel: Channel, text: string) =>
	channel.id === text.trim() || namesOfChannel(channel).includes(comparable(text));

/** A channel with its network: `Acme Coffee (X)`. */
export const labelOf = ({ name, identifier }: Pick<Channel, 'name' | 'identifier'>) =>
	`${name} (${providerName(identifier)})`;

/** A channel with its network and ID: `Acme Coffee (X, cmb1)`. */
export const describeChannel = ({ id, name, identifier }: Channel) =>
	`${name} (${providerName(identifier)}, ${id})`;
