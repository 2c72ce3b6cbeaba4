import type { Target } from '../../channels/target';
import { type Measure, MEASURES } from '../../networks/measures';
import { isLimit, isNote, type Limit, type Rule } from '../../networks/rules';
import { getTextRequirements } from '../../networks/textRequirements';
import { countCharacters } from '../../text/characterCount';
import { getPublishedText } from '../../text/storedText';
import type { PostContent, Part } from '../desiredPost';

/** Returns the rules for a post with these settings. */
export const getRules = ({ target, settings }: PostContent): Rule[] =>
	(target.network?.rules ?? []).filter(({ when }) => when?.isMet(settings) ?? true);

/** True if a network limits the number of posts per day. */
export const hasDailyLimit = ({ network }: Pick<Target, 'network'>): boolean =>
	network?.rules?.some((rule) => isLimit(rule) && rule.measure === 'postsPerDay') === true;

/**
 * Returns the limits for a part, starting with the length that Postiz allows. Returns none if the part isn't published.
 */
export function getPartLimits(post: PostContent, { files }: Part, index: number): Limit[] {
	const { network, maxLength } = post.target;
	if (!network || (index > 0 && network.ignoresThreads)) return [];
	const max = maxLength ?? getTextRequirements(network, post.settings).maxLength;
	const length: Limit = { measure: 'postizLength', max };
	return [length, ...getRules(post).filter(isLimit)].filter(
		({ in: place, onlyWith }) =>
			(place === undefined || (place === 'firstPart') === (index === 0)) &&
			(onlyWith === undefined || files.length > 0),
	);
}

/** Returns the maximums for the text of a part, each with a function that measures the text. */
export const getTextLimits = (post: PostContent, part: Part, index: number) =>
	getPartLimits(post, part, index).flatMap((limit) => {
		const { max = 0 } = limit;
		const measure: Measure = MEASURES[limit.measure];
		if (measure.appliesTo !== 'text' || max === 0 || isNote(limit)) return [];
		return [{ max, count: (content: string) => measureText(content, measure, post) }];
	});

/** Measures content for a text limit. */
export const measureText = (
	content: string,
	{ read }: Extract<Measure, { appliesTo: 'text' }>,
	{ target: { network }, settings }: PostContent,
): number =>
	read
		? read(getPublishedText(content, getTextRequirements(network, settings).markup))
		: countCharacters(content, network?.characterCount);
