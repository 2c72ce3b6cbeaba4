import { getEntrySettings } from './entries';
import type { Condition, CustomRule, Limit, Rule } from './rules';

/** A condition that a setting has a value, with a `description` such as `in a story`. */
export const createCondition = (description: string, key: string, value: unknown): Condition => ({
	description,
	isMet: (settings) => settings[key] === value,
});

/** The opposite of a condition. */
export const negateCondition = ({ isMet }: Condition, description: string): Condition => ({
	description,
	isMet: (settings) => !isMet(settings),
});

/** Narrows limits to the first or the later parts, or to posts that meet a condition. */
export const narrowTo = (scope: Pick<Limit, 'in' | 'when'>, limits: Limit[]): Limit[] =>
	limits.map((limit) => ({ ...scope, ...limit }));

/** Files of a thread's later parts are not published. */
export const NO_FILES_IN_THREAD: Rule = {
	measure: 'files',
	max: 0,
	in: 'laterParts',
	mayBeAccepted: true,
	remedy: 'They would not be published: add them to the post itself.',
};

/** Postiz redraws pictures without the orientation in their EXIF (docs/api.md, Files of a post). */
export const LOSES_ROTATION =
	'goes out without that rotation: rotate it first (Edit Image > Rotate, with the Format PNG)';

export const NOT_ROTATED: Limit = { measure: 'rotatedPictures', max: 0, note: LOSES_ROTATION };

/** The videos of phones. */
export const NOT_HEVC: Rule = {
	measure: 'codec',
	noneOf: ['HEVC'],
	note: 'it may be refused, or not play everywhere',
};

/** A post without text fails. */
export const NEEDS_TEXT: Rule = { measure: 'codePoints', min: 1 };

/** Rejects posts with a problem in a setting or another field, which follows its label. */
export const rejectIf = (
	field: string,
	problem: string,
	isViolatedBy: CustomRule['isViolatedBy'],
	options: Partial<CustomRule> = {},
): CustomRule => ({ field, problem, isViolatedBy, ...options });

/** Like {@link rejectIf}, but only with a note. */
export const noteIf = (...rule: Parameters<typeof rejectIf>): Rule => ({
	...rejectIf(...rule),
	isNote: true,
});

/** Warns that a post may reach only some of its communities. */
export const warnOfPartialFailure = (field: string, key: string): Rule =>
	noteIf(
		field,
		'get the post one by one; if one fails, earlier ones already have it',
		({ [key]: groups }) => getEntrySettings(groups).length > 1,
	);
