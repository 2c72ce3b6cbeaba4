import type { IDataObject } from 'n8n-workflow';

import {
	listAllowed,
	checkCover,
	checkReference,
	checkValue,
	explainRequired,
} from '../../channels/validateSetting';
import { findNearestWord } from '../../channels/findByName';
import type { SettingField, SettingProblem } from '../../networks/networkTypes';
import { isBlank } from '../../text/storedText';
import { findMarkupNotes, type TextInput } from '../../text/content';
import { modelTalkIn } from '../../text/marks';
import type { Issue } from '../model';
import { listNames } from '../../common/lists';
import { quote } from '../../common/problem';
import { isEmpty } from '../../common/parseValue';
import { count, sentences } from '../../common/wording';
import {
	type CheckedPost,
	getExceededLimit,
	findMistakes,
	OR_ADAPT,
	findPlaces,
	getPlannedAddress,
} from './rules';

/**
 * All that is wrong with a post, or worth knowing: what the service would reject, what the network would refuse, change
 * or leave out (docs/providers.md). Errors first. What only matters when a draft is scheduled is one note. `filesAt` is
 * where the instance keeps uploads, if that is known.
 */
export function validatePost(
	post: CheckedPost,
	{ isDraft, filesAt }: { isDraft: boolean; filesAt?: string },
): Issue[] {
	const { lookupIssues = [] } = post;
	const isLookedUp = (label: string) =>
		lookupIssues.some((one) => isError(one) && one.field === label);
	const settings = checkSettings(post).filter(({ field }) => !isLookedUp(field));
	const always = [
		...checkParts(post),
		...checkFiles(post),
		...lookupIssues,
		...settings.filter(({ isDue }) => !isDue),
		...findMistakes(post, true),
		...checkUnlisted(post),
	];
	const due = [
		...(post.target.network?.onlyDrafts && !isDraft ? [ONLY_DRAFTS] : []),
		...settings.filter(({ isDue }) => isDue),
		...getExceededLimit(post),
		...checkThread(post),
		...findMistakes(post, false),
		...checkFilesReachable(post, filesAt),
	];
	const found = [
		...always,
		...(isDraft ? toDraftIssue(due) : due),
		...findTextNotes(post),
		...findUnusedDetails(post),
	];
	// A field that the form requires may also be a rule of the network.
	const once = [...new Map(found.map((finding) => [finding.message, finding])).values()];
	return [...once.filter(isError), ...once.filter((finding) => !isError(finding))];
}

/** True for what keeps a post from being sent. */
export const isError = ({ level }: Issue): boolean => level === 'error';

/** One note in place of the errors that only matter when a draft is scheduled. */
function toDraftIssue(findings: Issue[]): Issue[] {
	const errors = findings.filter(isError);
	if (errors.length === 0) return findings;
	const messages = errors.map(({ message }) => message);
	const message = `it can't be scheduled like this: ${messages.join('; ')}`;
	const remedy = sentences(...new Set(errors.map((toError) => toError.remedy)));
	const note: Issue = { level: 'note', field: errors[0]!.field, message, remedy };
	return [note, ...findings.filter((finding) => !isError(finding))];
}

const error = (field: string, message: string, more: Partial<Issue> = {}): Issue => ({
	level: 'error',
	field,
	message,
	...more,
});

/** Settings that would be lost: of a newer release, or misspelt (docs/api.md, Releases). */
function checkUnlisted({ unlisted = [], target: { network } }: CheckedPost): Issue[] {
	if (!network) return [];
	const { fields } = network;
	const names = fields.map(({ name }) => name);
	const young = fields.filter(({ name }) => unlisted.includes(name));
	const labels = listNames(young.map(({ displayName }) => displayName));
	const it = young.length === 1 ? 'it' : 'them';
	const lost = `this Postiz doesn't know ${labels}, and would publish the post without ${it}`;
	const own = names.length > 0 ? `Its settings are ${listNames(names)}.` : 'It has no settings.';
	return [
		...(young.length > 0
			? [error(labels, lost, { remedy: `Leave ${it} empty, or update Postiz.` })]
			: []),
		...unlisted
			.filter((key) => !names.includes(key))
			.map((key) => {
				const near = findNearestWord(key, names);
				const remedy = near ? `Did you mean ${quote(near)}?` : own;
				return error(key, `there is no setting ${quote(key)}`, { remedy, mayPass: true });
			}),
	];
}

const describePart = (index: number, first: string) =>
	index === 0 ? first : `part ${index + 1} of the thread`;

function checkParts({ parts }: CheckedPost): Issue[] {
	return parts.flatMap(({ content, files }, index) =>
		isBlank(content) && files.length === 0
			? [
					error(index === 0 ? 'Text' : 'Thread', `${describePart(index, 'the text')} is empty`, {
						remedy: 'A post needs text or media.',
						isOfItem: true,
					}),
				]
			: [],
	);
}

function checkFiles({ parts }: CheckedPost): Issue[] {
	return parts.flatMap(({ files }, index) =>
		files.flatMap(({ reference, cover }, fileIndex) => {
			const coverPath = cover?.reference?.path;
			const message = reference
				? checkReference({ ...reference, ...(cover && { thumbnail: coverPath }) })
				: checkCover(coverPath);
			if (message === undefined) return [];
			const place = `file ${fileIndex + 1} of ${describePart(index, 'the post')}`;
			return [error('Media', `${place} ${message}`, { isOfItem: true })];
		}),
	);
}

/** Of a network whose posts are only taken as drafts, by older releases, too (docs/api.md, Media rules, Releases). */
const ONLY_DRAFTS = error('When to Publish', 'takes only drafts', {
	forPerson: 'choose Save as Draft and schedule it in Postiz.',
	mayPass: true,
});

/** A thread on a network without threads (docs/api.md, Threads). */
function checkThread({ parts, target: { network }, adapts }: CheckedPost): Issue[] {
	const later = parts.length - 1;
	if (!network?.ignoresThreads || later <= 0) return [];
	return [
		error('Thread', `${count(later, 'part')} of the thread would be lost`, {
			remedy: `${network.displayName} has no threads: put all of it into the text.`,
			forPerson: adapts === undefined ? undefined : OR_ADAPT,
		}),
	];
}

/** Files out of the reach of the network, which will or may fail (docs/api.md, Files of a post). */
const checkFilesReachable = (post: CheckedPost, filesAt?: string): Issue[] => [
	...findPlaces(post, 'never', getPlannedAddress(filesAt)).map(toUnreachableIssue),
	...findPlaces(post, 'perhaps', getPlannedAddress(filesAt)).map((place): Issue => ({
		level: 'note',
		field: 'Media',
		message: `the network may not reach files at ${place}`,
	})),
];

/** The finding of files at a place that their network cannot reach. */
export const toUnreachableIssue = (place: string): Issue =>
	error('Media', `the network cannot reach files at ${place}, so the post would fail`, {
		remedy: 'Use files at public https:// addresses, or leave them out.',
		forPerson: 'if Postiz keeps its uploads there, give your instance such an address.',
		mayPass: true,
	});

/** Invalid settings of a post, each with its label in the form (docs/api.md, Providers). */
export function checkSettings({
	settings,
	settingFiles,
	target,
	origin,
}: Omit<CheckedPost, 'parts'>): Issue[] {
	if (!target.network) return [];
	const { fields, displayName } = target.network;
	const sent = fields.filter(({ name }) => !Object.hasOwn(settingFiles, name));
	return checkFields(sent, settings).map(({ field, message, isMissing, ...rest }) => {
		const isForm = origin === 'form' && isMissing;
		const forPerson = isForm
			? `add Network Settings for ${displayName}, and fill in ${field}.`
			: rest.forPerson;
		return error(field, `${field} ${message}`, { ...rest, forPerson });
	});
}

function checkFields(fields: SettingField[], settings: IDataObject) {
	return fields
		.filter(({ formOnly }) => !formOnly)
		.flatMap((field): SettingProblem[] => {
			const value = settings[field.name];
			if (!isEmpty(value)) return checkGivenSettings(field, value);
			const why = explainRequired(field, fields, settings);
			if (why !== undefined) {
				const remedy = listAllowed(field);
				return [
					{ field: field.displayName, message: `is required${why}`, remedy, isMissing: true },
				];
			}
			// Empty lists are sent too, and rejected where a list isn't allowed.
			return Array.isArray(value) ? checkGivenSettings(field, value) : [];
		});
}

/** Checks a setting and the groups in it, in the form they are sent: a single one, or a list of `{value: …}`. */
function checkGivenSettings(field: SettingField, value: unknown): SettingProblem[] {
	const { nested, typeOptions, displayName } = field;
	const problems = checkValue(field, value);
	if (problems.length > 0 || !nested) return problems;
	const checkGroup = (name: string, group: IDataObject) =>
		checkFields(nested.fields, group).map((problem) => ({
			...problem,
			field: problem.field === name ? name : `${name}: ${problem.field}`,
		}));
	if (!typeOptions?.multipleValues) return checkGroup(displayName, value as IDataObject);
	return (value as Array<{ value: IDataObject }>).flatMap((element, index, { length }) =>
		checkGroup(length > 1 ? `${nested.name} ${index + 1}` : nested.name, element.value),
	);
}

const findTextNotes = ({ parts, target: { network } }: CheckedPost): Issue[] =>
	parts.flatMap(({ source }): Issue[] => {
		if (!source) return [];
		const notes = findMarkupNotes(source, network?.identifier);
		return [
			...notes.map((message): Issue => ({ level: 'note', field: 'Text', message })),
			...source.texts.flatMap((text) => checkTalk(text, source.format)),
		];
	});

/** What a model says to the person who asked it; a model that fills in the form can leave it out. */
function checkTalk(text: string, format: TextInput['format']): Issue[] {
	const talk = modelTalkIn(text);
	if (talk === undefined) return [];
	const message = `${quote(talk)} reads like the words of a model, not like a post`;
	const remedy = 'Give the text that is to be published, and nothing else.';
	const level = format === 'model' ? 'error' : 'note';
	return [{ level, field: 'Text', message, remedy, isOfItem: true }];
}

const DETAILS = {
	alt: ['Alt Text', 'alt'],
	cover: ['Cover', 'thumbnail'],
	coverAt: ['Cover Timestamp (Seconds)', 'thumbnailTimestamp'],
} as const;

type Detail = keyof typeof DETAILS;

/** Details of files that the network doesn't use (docs/api.md, Files of a post). */
function findUnusedDetails({ parts, target: { network } }: CheckedPost): Issue[] {
	if (!network) return [];
	const { fileDetails, coverNote } = network;
	const files = parts.flatMap((part) => part.files);
	const has = (detail: Detail) =>
		files.some((file) => file[detail] ?? file.reference?.[DETAILS[detail][1]]);
	return (Object.keys(DETAILS) as Detail[])
		.filter((detail) => !fileDetails?.includes(detail) && has(detail))
		.map((detail): Issue => {
			const [field] = DETAILS[detail];
			const instead = coverNote && detail !== 'alt' ? `: use ${coverNote}` : '';
			return { level: 'note', field, message: `${field} is not published${instead}` };
		});
}
