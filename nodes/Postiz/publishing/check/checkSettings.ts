import type { IDataObject } from 'n8n-workflow';

import { allowed, checkValue, whyNeeded } from '../../channels/checkSetting';
import type { SettingField, SettingProblem } from '../../providers/types';
import { isEmpty } from '../../values/read';
import type { PlannedPost } from '../types';

/** What is wrong with the settings of a post, each with the field as people see it (docs/api.md, Providers). */
export function checkSettings({
	settings,
	settingFiles,
	target: { provider, isDetected, isInForm = false },
}: Pick<PlannedPost, 'settings' | 'settingFiles'> & {
	target: Pick<PlannedPost['target'], 'provider' | 'isDetected' | 'isInForm'>;
}): SettingProblem[] {
	if (!provider) return [];
	const fields = provider.fields.filter(({ name }) => !Object.hasOwn(settingFiles, name));
	const problems = [
		...checkFields(fields, settings, isInForm),
		...(provider.check?.(settings) ?? []),
	];
	if (!isDetected) return problems;
	const place = `. Add Network Settings for ${provider.displayName}`;
	return problems.map((problem) =>
		problem.isMissing ? { ...problem, message: problem.message + place } : problem,
	);
}

function checkFields(
	fields: SettingField[],
	settings: IDataObject,
	isInForm: boolean,
): SettingProblem[] {
	return fields
		.filter(({ formOnly }) => !formOnly)
		.flatMap((field) => {
			const value = settings[field.name];
			if (!isEmpty(value)) return checkGiven(field, value, isInForm);
			const isOnlyFormal = field.formRequires === true && !isInForm;
			const why = isOnlyFormal ? undefined : whyNeeded(field, fields, settings);
			if (why !== undefined) {
				const message = `is required${why}${allowed(field)}`;
				return [{ field: field.displayName, message, isMissing: true }];
			}
			// An empty list is sent too, and refused if no list is wanted.
			return Array.isArray(value) ? checkGiven(field, value, isInForm) : [];
		});
}

/** A setting, and the groups in it as they are sent: one, or a list of `{value: …}`. */
function checkGiven(field: SettingField, value: unknown, isInForm: boolean): SettingProblem[] {
	const { nested, typeOptions, displayName } = field;
	const problems = checkValue(field, value);
	if (problems.length > 0 || !nested) return problems;
	const check = (name: string, group: IDataObject) =>
		checkFields(nested.fields, group, isInForm).map((problem) => ({
			...problem,
			field: problem.field === name ? name : `${name}: ${problem.field}`,
		}));
	if (!typeOptions?.multipleValues) return check(displayName, value as IDataObject);
	return (value as Array<{ value: IDataObject }>).flatMap((element, index, { length }) =>
		check(length > 1 ? `${nested.name} ${index + 1}` : nested.name, element.value),
	);
}
