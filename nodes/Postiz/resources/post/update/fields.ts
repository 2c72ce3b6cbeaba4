import type { INodeProperties } from 'n8n-workflow';

import { changeFields } from '../../../channels/entryFields';
import { postField } from '../../shared/ids';
import { mediaField, textFormat, threadField } from '../create/fields';

/** The form of Post: Update. */
export const updateFields: INodeProperties[] = [
	postField('The scheduled, failed or drafted post to change'),
	{
		displayName: 'Update Fields',
		name: 'updateFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		description: 'What to change. Everything else stays exactly as it is.',
		options: [
			{
				displayName: 'Date',
				name: 'date',
				type: 'dateTime',
				default: '',
				placeholder: 'e.g. 2026-12-14 10:00',
				description:
					'When to publish. A failed post is tried again at this date. Without a time zone it is meant in the time zone of the workflow.',
			},
			{ ...mediaField, description: 'The files of the post, instead of those it has' },
			{
				displayName: 'Repeat Every (Days)',
				name: 'inter',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: 7,
				description: 'Publish the post again every so many days; 0 ends the repetition',
			},
			{
				displayName: 'Tags',
				name: 'tags',
				type: 'string',
				default: '',
				placeholder: 'e.g. winter, menu',
				description:
					'The tags of Postiz, separated by commas, instead of those it has; empty removes them all',
			},
			{
				displayName: 'Text',
				name: 'content',
				type: 'string',
				typeOptions: { rows: 5 },
				default: '',
				placeholder: 'e.g. Our winter menu is here!',
				description: 'The text of the post, instead of the one it has',
			},
			textFormat,
			{
				...threadField,
				description:
					'The later parts of the thread, instead of those it has; none removes them all',
			},
		],
	},
	...changeFields(),
];
