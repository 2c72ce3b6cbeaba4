import { findNearestWord } from '../../common/nameSimilarity';
import { formatCount, joinSentences, joinNames, quote } from '../../common/text';
import { isEmpty } from '../../common/value';
import type { SettingField } from '../../networks/networkTypes';
import {
	describePart,
	createNoteIssue,
	createErrorIssue,
	isErrorIssue,
	type Issue,
} from '../../posts/issue';
import {
	findUnreachableOrigins,
	createPlannedAddressGetter,
	toUnreachableIssue,
} from '../../posts/issues/unreachableFiles';
import type { PostToValidate } from '../../posts/limits/postToValidate';
import { describeInvalidCover, describeInvalidFileReference } from '../../settings/fileReferences';
import { isBlank } from '../../text/storedText';
import { findLimitIssues, findCustomRuleIssues, OR_ADAPT } from './findRuleIssues';
import { findSettingIssues } from './findSettingIssues';
import { findTextIssues } from './findTextIssues';

/**
 * Finds what the service or the network would reject, change or drop (docs/providers.md). Errors come first. For a
 * draft, all errors that only matter once it is scheduled become a single note. `filesOrigin`: where the instance keeps
 * uploads, if known.
 */
export function findPostIssues(
	post: PostToValidate,
	{
		isDraft,
		filesOrigin,
		isAgentTool = false,
	}: { isDraft: boolean; filesOrigin?: string; isAgentTool?: boolean },
): Issue[] {
	const { nameIssues = [] } = post;
	const hasNameIssue = (label: string) =>
		nameIssues.some((issue) => isErrorIssue(issue) && issue.field === label);
	const settingIssues = findSettingIssues(post).filter(({ field }) => !hasNameIssue(field));
	const savingIssues = [
		...findEmptyPartIssues(post),
		...findFileIssues(post),
		...nameIssues,
		...settingIssues.filter(({ failsWhenDue }) => !failsWhenDue),
		...findCustomRuleIssues(post, { inDrafts: true }),
		...findUnsupportedSettingIssues(post),
	];
	const publishingIssues = [
		...(post.target.network?.onlyDrafts && !isDraft ? [ONLY_DRAFTS] : []),
		...settingIssues.filter(({ failsWhenDue }) => failsWhenDue),
		...findLimitIssues(post),
		...findThreadIssues(post),
		...findCustomRuleIssues(post, { inDrafts: false }),
		...findUnreachableFileIssues(post, filesOrigin),
	];
	const issues = [
		...savingIssues,
		...(isDraft ? summarizeForDraft(publishingIssues) : publishingIssues),
		...findTextIssues(post, { isAgentTool }),
		...findFileDetailIssues(post),
	];
	// A required field may also be a rule of the network.
	const unique = [...new Map(issues.map((issue) => [issue.message, issue])).values()];
	return [...unique.filter(isErrorIssue), ...unique.filter((issue) => !isErrorIssue(issue))];
}

/** Replaces errors that only matter once a draft is scheduled with a single note. */
function summarizeForDraft(issues: Issue[]): Issue[] {
	const errors = issues.filter(isErrorIssue);
	if (errors.length === 0) return issues;
	const messages = errors.map(({ message }) => message);
	const message = `it can't be scheduled like this: ${messages.join('; ')}`;
	const remedy = joinSentences(...new Set(errors.map((issue) => issue.remedy)));
	const note: Issue = { ...createNoteIssue(errors[0]!.field, message), remedy };
	return [note, ...issues.filter((issue) => !isErrorIssue(issue))];
}

/**
 * Finds settings that the instance would drop, because they are misspelled or need a newer release (docs/api.md,
 * Releases).
 */
function findUnsupportedSettingIssues({
	unsupportedSettings = [],
	target: { network },
}: PostToValidate): Issue[] {
	if (!network) return [];
	const names = network.fields.map(({ name }) => name);
	const newerFields = network.fields.filter(({ name }) => unsupportedSettings.includes(name));
	const unknownKeys = unsupportedSettings.filter((key) => !names.includes(key));
	return [
		...(newerFields.length > 0 ? [createNewerReleaseIssue(newerFields)] : []),
		...unknownKeys.map((key) => createUnknownSettingIssue(key, names)),
	];
}

function createNewerReleaseIssue(fields: SettingField[]): Issue {
	const labels = joinNames(fields.map(({ displayName }) => displayName));
	const pronoun = fields.length === 1 ? 'it' : 'them';
	const message = `this Postiz instance doesn't know ${labels}, and would publish the post without ${pronoun}`;
	return createErrorIssue(labels, message, {
		remedy: `Leave ${pronoun} empty, or update Postiz.`,
	});
}

function createUnknownSettingIssue(key: string, names: string[]): Issue {
	const similarName = findNearestWord(key, names);
	const choices =
		names.length > 0 ? `Its settings are ${joinNames(names)}.` : 'It has no settings.';
	return createErrorIssue(key, `there is no setting ${quote(key)}`, {
		remedy: similarName ? `Did you mean ${quote(similarName)}?` : choices,
		mayBeAccepted: true,
	});
}

function findEmptyPartIssues({ parts }: PostToValidate): Issue[] {
	return parts.flatMap(({ content, files }, index) =>
		isBlank(content) && files.length === 0
			? [
					createErrorIssue(
						index === 0 ? 'Text' : 'Thread',
						`${describePart(index, 'the text')} is empty`,
						{
							remedy: 'A post needs text or media.',
							failsWholeItem: true,
						},
					),
				]
			: [],
	);
}

function findFileIssues({ parts }: PostToValidate): Issue[] {
	return parts.flatMap(({ files }, index) =>
		files.flatMap(({ reference, cover }, fileIndex) => {
			const coverPath = cover?.reference?.path;
			const message = reference
				? describeInvalidFileReference({ ...reference, ...(cover && { thumbnail: coverPath }) })
				: describeInvalidCover(coverPath);
			if (message === undefined) return [];
			const label = `file ${fileIndex + 1} of ${describePart(index, 'the post')}`;
			return [createErrorIssue('Media', `${label} ${message}`, { failsWholeItem: true })];
		}),
	);
}

/** For networks on which the service only accepts drafts (docs/api.md, Media rules, Releases). */
const ONLY_DRAFTS = createErrorIssue('When to Publish', 'accepts only drafts', {
	forPerson: 'choose Save as Draft and schedule it in Postiz.',
	mayBeAccepted: true,
});

/** Finds a thread on a network without threads (docs/api.md, Threads). */
function findThreadIssues({
	parts,
	target: { network },
	adaptsIfUnsupported,
}: PostToValidate): Issue[] {
	const laterCount = parts.length - 1;
	if (!network?.ignoresThreads || laterCount <= 0) return [];
	return [
		createErrorIssue('Thread', `${formatCount(laterCount, 'part')} of the thread would be lost`, {
			remedy: `${network.displayName} has no threads. Put all of it in the text.`,
			forPerson: adaptsIfUnsupported === undefined ? undefined : OR_ADAPT,
		}),
	];
}

/** Finds files that the network can't fetch, or may not be able to fetch (docs/api.md, Files of a post). */
function findUnreachableFileIssues(post: PostToValidate, filesOrigin?: string): Issue[] {
	const getAddress = createPlannedAddressGetter(filesOrigin);
	return [
		...findUnreachableOrigins(post, 'never', getAddress).map(toUnreachableIssue),
		...findUnreachableOrigins(post, 'perhaps', getAddress).map((origin) =>
			createNoteIssue('Media', `the network may not reach files at ${origin}`),
		),
	];
}

const DETAILS = {
	alt: ['Alt Text', 'alt'],
	cover: ['Cover', 'thumbnail'],
	coverAt: ['Cover Timestamp (Seconds)', 'thumbnailTimestamp'],
} as const;

type Detail = keyof typeof DETAILS;

/** Finds file details that the network doesn't use (docs/api.md, Files of a post). */
function findFileDetailIssues({ parts, target: { network } }: PostToValidate): Issue[] {
	if (!network) return [];
	const { fileDetails, coverNote } = network;
	const files = parts.flatMap((part) => part.files);
	const hasDetail = (detail: Detail) =>
		files.some((file) => !isEmpty(file[detail] ?? file.reference?.[DETAILS[detail][1]]));
	return (Object.keys(DETAILS) as Detail[])
		.filter((detail) => !fileDetails?.includes(detail) && hasDetail(detail))
		.map((detail): Issue => {
			const [field] = DETAILS[detail];
			const instead = coverNote && detail !== 'alt' ? `: use ${coverNote}` : '';
			return createNoteIssue(field, `${field} is not published${instead}`);
		});
}
