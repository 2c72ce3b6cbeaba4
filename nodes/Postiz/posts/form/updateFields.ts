import type { INodeProperties } from 'n8n-workflow';

import { postIdSpec } from '../../calendar/postIdSpec';
import { parseOption } from '../../common/parseOption';
import { isEmpty, unwrapLocator } from '../../common/value';
import { field, option } from '../../form/fieldBuilders';
import { createFieldSpec } from '../../form/fieldSpec';
import { API_STATES, type EditableState } from '../postUpdate';
import {
	allowPastDatesSpec,
	contentField,
	dateOrderSpec,
	mediaField,
	networkSettingsField,
	tagsSpec,
	contentFormatSpec,
	threadField,
} from './postFields';

/** Undefined if it is empty. */
export const stateSpec = createFieldSpec(
	field.choice('State', 'state', {
		default: 'scheduled',
		description: 'Publish the post at its date, or keep it as a draft',
		options: [
			option('Draft', 'draft', 'Keep it without publishing it'),
			option(
				'Scheduled',
				'scheduled',
				'Publish it at its date; a failed post goes out again at once',
			),
		],
	}),
	(entered, label) => {
		const chosen = unwrapLocator(entered);
		const states = Object.keys(API_STATES) as EditableState[];
		return isEmpty(chosen) ? undefined : parseOption(chosen, states, label);
	},
);

export const fieldsOfUpdate: INodeProperties[] = [
	postIdSpec.property,
	field.collection('Update Fields', 'updateFields', {
		placeholder: 'Add Field',
		description: 'What to change. Fields that are not added, or are empty, stay as they are.',
		options: [
			field.date('Date', 'date', {
				placeholder: 'e.g. 2026-12-14 10:00:00',
				description:
					"When to publish the post, such as 2026-12-14 10:00:00 (in the workflow's time zone). A failed post is tried again at this date.",
			}),
			{ ...mediaField, description: 'Files that replace the current ones' },
			stateSpec.property,
			{
				...tagsSpec.property,
				description:
					'Tags in Postiz that replace the current ones, separated by commas. Only tags that already exist in Postiz are kept.',
			},
			{ ...contentField, description: 'Text that replaces the current one' },
			{
				...contentFormatSpec.property,
				description: 'How the new text, and the new parts of the thread, are written',
			},
			{ ...threadField, description: 'Later parts of the thread that replace the current ones' },
		],
	}),
	networkSettingsField,
	field.optionsCollection([allowPastDatesSpec.property, dateOrderSpec.property]),
];
