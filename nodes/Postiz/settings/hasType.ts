import { isUsableText } from '../common/errorText';
import { isObject } from '../common/value';
import type { ValueType } from '../networks/networkTypes';

/** True if a value has a type, and a text is not blank. */
export const hasType = (value: unknown, kind: ValueType) => TYPE_CHECKS[kind](value);

const TYPE_CHECKS: Record<ValueType, (value: unknown) => boolean> = {
	text: (value) => isUsableText(value) && value.trim() !== '',
	number: Number.isFinite,
	object: isObject,
};
