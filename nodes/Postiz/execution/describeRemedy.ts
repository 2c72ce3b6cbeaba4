import { type Problem, MAX_DESCRIPTION, joinRemedy, type Remedy } from '../common/problem';
import { joinSentences, fitSentences } from '../common/text';

/** The remedy for a model if only a person can change something. */
const TELL_AUTHOR = 'Tell the person who built this tool.';
const RETRY_OR_TELL_AUTHOR =
	'Try again later. If it still fails, tell the person who built this tool.';
const OR_TELL_AUTHOR = 'Or tell the person who built this tool.';

/** The minimum length of the remedy before its closing, in characters. */
const MIN_REMEDY = 60;

/** Describes a remedy for a person or a model, in at most `max` characters. */
export function describeRemedy(
	{ remedy, closing, needsPerson, affectsAllItems }: Problem,
	{ isForModel = false, max = MAX_DESCRIPTION } = {},
): string {
	if (isForModel && needsPerson) {
		return affectsAllItems ? RETRY_OR_TELL_AUTHOR : TELL_AUTHOR;
	}
	const end = joinRemedy(closing, { isForModel });
	const room = end ? max - end.length - 1 : max;
	const text = fitSentences(joinRemedy(remedy, { isForModel }), Math.max(MIN_REMEDY, room));
	const whole = end.startsWith('\n') ? `${text}${end}` : joinSentences(text, end);
	return fitSentences(isForModel ? addAuthorHint(whole, [...remedy, ...closing]) : whole, max);
}

/** Describes a remedy for a person or a model in an output, where it is never shortened. */
export const describeRemedyInOutput = (
	remedy: Remedy,
	{ isForModel }: { isForModel: boolean },
): string =>
	isForModel ? addAuthorHint(joinRemedy(remedy, { isForModel }), remedy) : joinRemedy(remedy);

const addAuthorHint = (text: string, remedy: Remedy) =>
	text && remedy.some((part) => typeof part !== 'string')
		? joinSentences(text, OR_TELL_AUTHOR)
		: text;
