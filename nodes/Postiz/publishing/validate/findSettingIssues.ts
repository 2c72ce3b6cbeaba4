import type { IDataObject } from 'n8n-workflow';

import type { Target } from '../../channels/target';
import { isEmpty } from '../../common/value';
import { getEntryLabel } from '../../form/fieldSpec';
import type { SettingField } from '../../networks/networkTypes';
import type { PostContent } from '../../posts/desiredPost';
import { createErrorIssue, type Issue } from '../../posts/issue';
import { describeWhyRequired } from '../../settings/describeWhyRequired';
import { findValueIssues, type SettingIssue } from '../../settings/findValueIssues';
import { describeAllowedOptions } from '../../settings/settingOptions';

/** Finds invalid and missing settings. Each issue names the field by its label (docs/api.md, Providers). */
export function findSettingIssues({
	settings,
	settingFiles,
	target,
	source,
}: Pick<PostContent, 'settings' | 'settingFiles' | 'source'> & {
	target: Pick<Target, 'network'>;
}): Issue[] {
	if (!target.network) return [];
	const { fields, displayName } = target.network;
	const sent = fields.filter(({ name }) => !Object.hasOwn(settingFiles, name));
	return findFieldIssues(sent, settings).map(({ field, message, isMissing, ...rest }) => {
		const needsNetworkSettings = source === 'formWithoutSettings' && isMissing;
		const forPerson = needsNetworkSettings
			? `add Network Settings for ${displayName}, and fill in ${field}.`
			: rest.forPerson;
		return createErrorIssue(field, `${field} ${message}`, { ...rest, forPerson });
	});
}

function findFieldIssues(fields: SettingField[], settings: IDataObject) {
	return fields
		.filter(({ isFormOnly }) => !isFormOnly)
		.flatMap((field): SettingIssue[] => {
			const value = settings[field.name];
			if (!isEmpty(value)) return findGivenSettingIssues(field, value);
			const condition = describeWhyRequired(field, fields, settings);
			if (condition !== undefined) {
				const remedy = describeAllowedOptions(field);
				return [
					{ field: field.displayName, message: `is required${condition}`, remedy, isMissing: true },
				];
			}
			// Empty lists are sent, too, and the service may reject them.
			return Array.isArray(value) ? findGivenSettingIssues(field, value) : [];
		});
}

/**
 * Finds the issues of a setting and its groups. A single group is an object, several groups are a list of `{value: …}`.
 */
function findGivenSettingIssues(field: SettingField, value: unknown): SettingIssue[] {
	const { nested, typeOptions, displayName } = field;
	const issues = findValueIssues(field, value);
	if (issues.length > 0 || !nested) return issues;
	const findGroupIssues = (name: string, group: IDataObject) =>
		findFieldIssues(nested.fields, group).map((issue) => ({
			...issue,
			field: issue.field === name ? name : `${name}: ${issue.field}`,
		}));
	if (!typeOptions?.multipleValues) return findGroupIssues(displayName, value as IDataObject);
	return (value as Array<{ value: IDataObject }>).flatMap((element, index, { length }) =>
		findGroupIssues(getEntryLabel(nested.name, index, length), element.value),
	);
}
