import { isUsableText } from '../common/errorText';
import { isExactNumber } from '../common/parseNumber';
import { quote } from '../common/text';
import { isObject } from '../common/value';
import { isWebAddress } from '../common/webAddress';
import type { SettingField, Shape } from '../networks/networkTypes';
import { describeInvalidFileReference } from './fileReferences';
import { hasType } from './hasType';
import { describeAllowedOptions, getOptions } from './settingOptions';

/** What is wrong with a setting: `message` follows its label, `field`. Becomes an `Issue` (posts/issue.ts). */
export interface SettingIssue {
	field: string;
	message: string;
	/** How to fix it, in a sentence. */
	remedy?: string;
	/** What only a person can do. */
	forPerson?: string;
	/** Nothing was entered. */
	isMissing?: boolean;
	/** Other versions of Postiz may accept it. */
	mayBeAccepted?: boolean;
	/** Only the network rejects it, when the post is due. */
	failsWhenDue?: boolean;
}

/** Finds the issues of a value, without the issues of fields in its groups. */
export function findValueIssues(field: SettingField, value: unknown): SettingIssue[] {
	const format = describeInvalidType(field, value) ?? describeInvalidFormat(field, value);
	const message = format ?? describeInvalidSize(field, value);
	if (message === undefined) return [];
	// Versions of Postiz differ in options and limits, but not in the format of a link.
	const mayBeAccepted = format === undefined || field.type === 'options';
	const failsWhenDue =
		field.isNetworkMaxLength && String(value).length > (field.maxLength ?? Infinity);
	const remedy = format === undefined ? undefined : describeAllowedOptions(field);
	return [
		{
			field: field.displayName,
			message,
			remedy,
			...(mayBeAccepted && { mayBeAccepted }),
			...(failsWhenDue && { failsWhenDue }),
		},
	];
}

function describeInvalidType(field: SettingField, value: unknown): string | undefined {
	switch (field.type) {
		case 'options':
			return getOptions(field).some((option) => option.value === value)
				? undefined
				: `cannot be ${quote(value)}`;
		case 'boolean':
			return typeof value === 'boolean' ? undefined : `must be true or false, not ${quote(value)}`;
		case 'number':
			return hasType(value, 'number') ? undefined : `must be a number, not ${quote(value)}`;
		default:
			return describeInvalidShape(field, value);
	}
}

// Several groups are sent as a list, each below the key `value`.
const GROUP_SHAPE: Shape = {
	type: { value: 'object' },
	expected: 'its settings, as {"value": {…}}',
};

function describeInvalidShape(
	{ element, nested, isFile, shape, typeOptions }: SettingField,
	value: unknown,
): string | undefined {
	if (isFile) return describeInvalidFileReference(value);
	if (element) return describeInvalidElements(element, value);
	if (nested && typeOptions?.multipleValues) return describeInvalidElements(GROUP_SHAPE, value);
	if (nested) return isObject(value) ? undefined : `must be an object, not ${quote(value)}`;
	if (shape) return hasShape(value, shape) ? undefined : `needs ${shape.expected}`;
	if (isUsableText(value)) return undefined;
	const isRounded = Number.isFinite(value) && !isExactNumber(value);
	return `must be text, not ${quote(value)}${isRounded ? ': the number has lost digits' : ''}`;
}

function describeInvalidElements(shape: Shape, value: unknown): string | undefined {
	const requirement = `each entry needs ${shape.expected}`;
	if (!Array.isArray(value)) return `must be a list, not ${quote(value)}: ${requirement}`;
	const wrongIndex = value.findIndex((element) => !hasShape(element, shape));
	return wrongIndex < 0 ? undefined : `cannot have ${quote(value[wrongIndex])}: ${requirement}`;
}

function hasShape(value: unknown, { type }: Shape): boolean {
	return typeof type === 'string'
		? hasType(value, type)
		: isObject(value) && Object.entries(type).every(([key, kind]) => hasType(value[key], kind));
}

/** No ID contains these. Postiz would accept a name or a rounded number, and the post would fail when it is due. */
export const NOT_AN_ID = /\s|^#|:\/\/|^\d+(?:\.\d+)?e\+\d+$/i;

const POST_LINK = /^\(post:[^\s()]+\)$/;

function describeInvalidFormat(
	{ pattern, isUrl, acceptsPostLink, shape, channelTool, type }: SettingField,
	value: unknown,
): string | undefined {
	const isString = typeof value === 'string';
	const isById = channelTool && type === 'resourceLocator' && !pattern && !isUrl && !shape;
	if (isById && isString && NOT_AN_ID.test(value)) {
		return `must be an ID, not ${quote(value)}; Channel > Look Up (${channelTool}) returns the IDs`;
	}
	if (pattern && !(isString && pattern.matches.test(value))) {
		return `cannot be ${quote(value)}; it must be ${pattern.expected}`;
	}
	if (!isUrl && !acceptsPostLink) return undefined;
	if (isString && (isWebAddress(value) || (acceptsPostLink && POST_LINK.test(value))))
		return undefined;
	const alternative = acceptsPostLink ? ', or (post:ID) with the ID of an earlier post' : '';
	return `cannot be ${quote(value)}; it must be a web address that starts with https://${alternative}`;
}

function describeInvalidSize(
	{ type, minLength = 0, maxLength = Infinity, maxItems = Infinity, typeOptions }: SettingField,
	value: unknown,
): string | undefined {
	if (typeof value === 'string' && value.trim().length < minLength) {
		return `must have at least ${minLength} characters`;
	}
	if (typeof value === 'string' && value.length > maxLength) {
		return `has ${value.length} characters; the maximum is ${maxLength}`;
	}
	if (Array.isArray(value) && value.length > maxItems) {
		return `has ${value.length} entries; the maximum is ${maxItems}`;
	}
	const { minValue = -Infinity, maxValue = Infinity } = typeOptions ?? {};
	const fits = type !== 'number' || (Number(value) >= minValue && Number(value) <= maxValue);
	return fits ? undefined : `is ${String(value)}; it must be between ${minValue} and ${maxValue}`;
}
