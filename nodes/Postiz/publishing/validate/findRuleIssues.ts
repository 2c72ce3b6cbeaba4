import { toObject } from '../../common/value';
import type { MediaFile } from '../../media/mediaFile';
import { type MeasureName, MEASURES, type Measure } from '../../networks/measures';
import {
	describeLimit,
	isLimit,
	isNote,
	type Limit,
	type PostFacts,
	type Rule,
} from '../../networks/rules';
import type { Part } from '../../posts/desiredPost';
import type { Issue } from '../../posts/issue';
import { describeViolation } from '../../posts/limits/describeViolation';
import {
	countFilesToKeep,
	countSurplus,
	DIVISIBLE_MEASURES,
} from '../../posts/limits/fittingFiles';
import { getPartLimits, getRules } from '../../posts/limits/partLimits';
import type { PostToValidate } from '../../posts/limits/postToValidate';
import { getVisibleText } from '../../text/storedText';

/** Measures of the length of a text. */
const LENGTH_MEASURES: MeasureName[] = [
	'postizLength',
	'codePoints',
	'codeUnits',
	'bytes',
	'emojiBytes',
];

const isLength = ({ measure, max = 0 }: Limit) => LENGTH_MEASURES.includes(measure) && max > 0;

const findViolations = (post: PostToValidate, part: Part, index: number, limits: Limit[]) =>
	limits.flatMap((limit) => {
		const violation = describeViolation(post, part, index, limit);
		return violation ? [{ limit, violation }] : [];
	});

/** Finds violations of limits. If a text exceeds several length limits, only reports the first. */
export const findLimitIssues = (post: PostToValidate): Issue[] =>
	post.parts.flatMap((part, index) => {
		const exceeded = findViolations(post, part, index, getPartLimits(post, part, index));
		const tooLong = exceeded.find(({ limit }) => isLength(limit));
		return exceeded
			.filter((entry) => entry === tooLong || !isLength(entry.limit))
			.map(({ limit, violation }) => toIssue(limit, index, violation, post));
	});

/** Finds violations of daily limits, in the `dailyWindows` of a post. */
export function findDailyLimitIssues(post: PostToValidate): Issue[] {
	const first = post.parts[0]!;
	const limits = getPartLimits(post, first, 0).filter(
		({ measure }) => MEASURES[measure].appliesTo === 'day',
	);
	return findViolations(post, first, 0, limits).map(({ limit, violation }) =>
		toIssue(limit, 0, violation, post),
	);
}

const FIELDS: Record<Measure['appliesTo'], string> = {
	text: 'Text',
	files: 'Media',
	picture: 'Media',
	video: 'Media',
	day: 'Date',
};

function toIssue(limit: Limit, index: number, violation: string, post: PostToValidate): Issue {
	const { note, measure } = limit;
	const field = index > 0 ? 'Thread' : FIELDS[MEASURES[measure].appliesTo];
	const message = note ? `${violation}: ${note}` : violation;
	return {
		...getSeverity(limit),
		field,
		message,
		...(!isNote(limit) && createRemedy(limit, index, post)),
	};
}

const getSeverity = (rule: Rule): Pick<Issue, 'level' | 'mayBeAccepted'> =>
	isNote(rule)
		? { level: 'note' }
		: { level: 'error', ...(rule.mayBeAccepted && { mayBeAccepted: true }) };

function createRemedy(
	limit: Limit,
	index: number,
	post: PostToValidate,
): Pick<Issue, 'remedy' | 'forPerson'> {
	const { remedy, min, max = 0, measure, when } = limit;
	const { appliesTo } = MEASURES[measure];
	if (appliesTo === 'text' && max > 0) return createShorteningRemedy(post);
	const canMoveFiles =
		DIVISIBLE_MEASURES.includes(measure) &&
		post.adaptsIfUnsupported === false &&
		post.parts.some((part, position) => countFilesToKeep(post, part, position) !== undefined);
	const forPerson = canMoveFiles ? OR_ADAPT : undefined;
	if (remedy) return { remedy, forPerson };
	const surplus = countSurplus(limit, post.parts[index]!.files);
	if (surplus > 0) return { remedy: `Remove ${surplus}.`, forPerson };
	if (appliesTo === 'picture') return { remedy: 'Edit the picture, or use another one.' };
	if (appliesTo === 'video') return { remedy: 'Convert or cut the video, or use another one.' };
	const verb = min !== undefined && max === 0 ? 'needs' : 'accepts';
	const network = post.target.network?.displayName;
	const rule = [network, verb, describeLimit(limit), when?.description].filter(Boolean).join(' ');
	return { remedy: `${rule}.`, forPerson };
}

const NOT_ADAPTED =
	'HTML that is sent As Is cannot be split or shortened, nor can a long block of Markdown, such as code: use Post > Create with the Text Format HTML.';

/** Creates the remedy for a text that is too long. */
function createShorteningRemedy({
	adaptsIfUnsupported,
	target: { network },
}: PostToValidate): Pick<Issue, 'remedy' | 'forPerson'> {
	const remedy = 'Shorten the text.';
	if (adaptsIfUnsupported !== undefined)
		return { remedy, forPerson: adaptsIfUnsupported ? NOT_ADAPTED : OR_ADAPT };
	if (network?.ignoresThreads) return { remedy };
	return { remedy: 'Shorten the text, or move the rest to the thread.' };
}

/** Ends a remedy with the option that adapts posts. */
export const OR_ADAPT = { or: "set the option If a Post Doesn't Fit a Channel to Adapt." };

/**
 * Finds violations of rules that aren't limits: with `inDrafts`, of rules that also apply to drafts; otherwise, of the
 * other rules.
 */
export function findCustomRuleIssues(
	post: PostToValidate,
	{ inDrafts }: { inDrafts: boolean },
): Issue[] {
	const { settings, parts } = post;
	const [first = { content: '', files: [] }, ...laterParts] = parts;
	const facts: PostFacts = {
		text: getVisibleText(first.content),
		files: first.files,
		laterPartCount: laterParts.length,
	};
	return getRules(post).flatMap((rule) => {
		if (isLimit(rule) || Boolean(rule.inDrafts) !== inDrafts) return [];
		const { field, problem, isViolatedBy, remedy, settingFile: key } = rule;
		const settingFile = key === undefined ? undefined : findSettingFile(post, key);
		if (!isViolatedBy(settings, { ...facts, settingFile })) return [];
		return [{ ...getSeverity(rule), field, message: `${field} ${problem}`, remedy }];
	});
}

/** Finds the file in a setting: a new one, or the reference to an upload. */
function findSettingFile(
	{ settings, settingFiles }: PostToValidate,
	key: string,
): PostFacts['settingFile'] {
	const { extension, bytes, isRotated }: Partial<MediaFile> = settingFiles[key] ?? {};
	const path = String(toObject(settings[key]).path);
	const ending = extension ?? /\.(\w+)(?:\?.*)?$/.exec(path)?.[1];
	return ending === undefined ? undefined : { extension: ending, bytes, isRotated };
}
