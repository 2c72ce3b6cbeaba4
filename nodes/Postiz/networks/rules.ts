import type { IDataObject } from 'n8n-workflow';

import type { FileFacts } from './fileFacts';
import { MEASURES, type MeasureName, type MeasureWords } from './measures';

/** The fields of all rules. A post that violates a rule is rejected, unless the rule {@link isNote}. */
interface RuleBase {
	/** Whether another release or account may accept a violation. The error then suggests Skip Validation. */
	mayBeAccepted?: true;
	/** Applies the rule only to posts whose settings meet this. */
	when?: Condition;
}

/** A condition on the settings of a post. */
export interface Condition {
	/** Such as `in a story`. */
	description: string;
	isMet: (settings: IDataObject) => boolean;
}

/** A number, type or size that a network limits, such as `{ measure: 'pictures', max: 4 }`. */
export interface Limit extends RuleBase {
	/** What is limited in each part: a key of {@link MEASURES}. */
	measure: MeasureName;
	/** For a measure that is a number. */
	min?: number;
	max?: number;
	/** For a measure that is a text, such as the type of a picture. */
	oneOf?: string[];
	noneOf?: string[];
	/** Limits only the post itself, or only the later parts of its thread. */
	in?: 'firstPart' | 'laterParts';
	/** Limits only parts with files. */
	onlyWith?: 'files';
	/** Makes the rule a note, which doesn't prevent posts. The note ends with this text, such as `X may refuse it`. */
	note?: string;
	/** The remedy, unless it is just to keep to the limit. */
	remedy?: string;
}

/** A rule that measures nothing, as `rejectIf` and `noteIf` create it. */
export interface CustomRule extends RuleBase {
	/** The label of the setting, or of the field of the form, that people have to change. */
	field: string;
	/** What is wrong with it; the sentence begins with the label. */
	problem: string;
	isViolatedBy: (settings: IDataObject, post: PostFacts) => boolean;
	/** The key of a setting with a file, which is opened to check it. */
	settingFile?: string;
	/** Makes the rule a note, which doesn't prevent posts. */
	isNote?: true;
	/** The service also rejects it in drafts. */
	inDrafts?: true;
	remedy?: string;
}

/** What a network rejects, changes or drops (docs/providers.md). */
export type Rule = Limit | CustomRule;

/** The facts about a post for a {@link CustomRule}. */
export interface PostFacts {
	/** The text of the first part, as readers see it. */
	text: string;
	/** The files of the first part. */
	files: readonly FileFacts[];
	laterPartCount: number;
	/** The file of the rule's setting, as far as it is known. */
	settingFile?: Pick<FileFacts, 'extension' | 'bytes' | 'isRotated'>;
}

/** True if a rule measures something. */
export const isLimit = (rule: Rule): rule is Limit => 'measure' in rule;

/** True if a violation of the rule is only a note. */
export const isNote = (rule: Rule): boolean =>
	isLimit(rule) ? rule.note !== undefined : rule.isNote === true;

/** Describes a limit: `at most 4 pictures`, `duration 3 s to 15 min`. */
export function describeLimit(limit: Limit): string {
	const { measure, oneOf, noneOf } = limit;
	const { name, singular }: MeasureWords = MEASURES[measure];
	if (oneOf) return `${name} ${describeValues(oneOf)}`;
	if (noneOf) return `no ${describeValues(noneOf)}`;
	if (singular === undefined) return `${name} ${describeRange(limit)}`;
	return `${describeRange(limit)} ${(limit.max ?? limit.min) === 1 ? singular : name}`;
}

/** Lists types or sizes: `JPG or PNG`. */
export const describeValues = (values: string[]) =>
	values
		.map((value) =>
			value === 'webp' ? 'WebP' : value.replace(/^[a-z]+$/, (word) => word.toUpperCase()),
		)
		.join(' or ');

function describeRange({ measure, min = -Infinity, max = Infinity }: Limit): string {
	const { format = String, singular }: MeasureWords = MEASURES[measure];
	const formatValue = (value: number) => (singular ? value.toLocaleString('en') : format(value));
	if (max === 0) return 'no';
	if (min === max) return `exactly ${formatValue(max)}`;
	if (max === Infinity) return `at least ${formatValue(min)}`;
	if (min === -Infinity) return `at most ${formatValue(max)}`;
	const [unit = ''] = / [a-z].*$/.exec(formatValue(max)) ?? [];
	return `${formatValue(min).replace(unit, '')} to ${formatValue(max)}`;
}
