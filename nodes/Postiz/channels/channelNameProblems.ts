import { findNearest, measureSimilarity } from '../common/nameSimilarity';
import { Problem } from '../common/problem';
import { quote, toComparableName } from '../common/text';
import { getNetworkName } from '../networks';
import type { Channel } from '../transport/apiTypes';
import { getChannelLabel, getNameAndHandle, joinLabels } from './channelLabel';

/** In characters. */
const MAX_LABELS = 240;
const MAX_CHANNELS = 5;

/** Creates the problem of an ambiguous name, of channels or a network. */
export function createAmbiguousNameProblem(
	text: string,
	matches: Channel[],
	group?: { name: string },
): Problem {
	const groupChoice = group ? `“All of ${group.name}” for the whole group, or ` : '';
	return new Problem(
		`${quote(text)} matches several channels`,
		`Use ${groupChoice}one of these: ${joinLabels(matches, MAX_LABELS - groupChoice.length)}.`,
	);
}

/** Separators that people write, although names may contain them. */
const OTHER_SEPARATOR = /[/|+&]|\sand\s/i;

/** Creates the problem of an unknown name or ID. The message starts with `subject`, and the remedy lists `accepted`. */
export const createUnknownNameProblem = (
	text: string,
	channels: Channel[],
	subject = 'No channel, group or network',
	accepted = 'name, handle, ID, group or network',
): Problem => {
	const suggestion = suggestNames(text, channels);
	const separation = OTHER_SEPARATOR.test(text) ? ' Separate names with commas.' : '';
	return new Problem(
		`${subject} is named ${quote(text)}`,
		(suggestion ?? `Enter a ${accepted}. ${describeConnected(channels)}`) + separation,
		{
			forPerson: suggestion
				? ''
				: 'Channel > Get Many lists all channels; the credential may belong to another account.',
		},
	);
};

/** Lists connected channels in a sentence, so that models can correct themselves. */
export function describeConnected(channels: Channel[]): string {
	const connected = channels.filter(({ disabled }) => !disabled);
	if (connected.length === 0)
		return 'No channel is connected yet. Connect one under Channels in Postiz.';
	const shown = connected.slice(0, MAX_CHANNELS);
	const remainingCount = connected.length - shown.length;
	return `Connected: ${shown.map(getChannelLabel).join(', ')}${remainingCount > 0 ? `, and ${remainingCount} more` : ''}.`;
}

/** Suggests channels with the most similar name, handle or network. Undefined if none is similar. */
function suggestNames(text: string, channels: Channel[]): string | undefined {
	const word = toComparableName(text);
	const getScore = (channel: Channel) => {
		const words = [...getNameAndHandle(channel), getNetworkName(channel.identifier)].map(
			toComparableName,
		);
		// Many words contain an X.
		const longWords = words.filter(({ length }) => length > 2);
		return Math.max(0, ...longWords.map((candidate) => measureSimilarity(candidate, word)));
	};
	const usable = channels.filter(({ disabled }) => !disabled);
	const nearest = findNearest(usable, getScore).slice(0, MAX_CHANNELS);
	return nearest.length > 0 ? `Did you mean ${joinLabels(nearest, MAX_LABELS)}?` : undefined;
}
