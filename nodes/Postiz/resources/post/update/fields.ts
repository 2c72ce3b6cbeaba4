import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { FileSource } from '../../../media/fileSource';
import { field, option } from '../../../form/fields';
import { readable, readableBoolean } from '../../../form/readable';
import { STATE_OF, type WantedState } from '../../../publishing/change';
import type { WrittenPart } from '../../../publishing/shapes';
import type { SharedFields } from '../../../transport/types';
import { isEmpty, parseObject, parseOption, parseOptions, unwrap } from '../../../values/read';
import { postField } from '../../shared/ids';
import {
	contentField,
	dateOrder,
	mediaField,
	tags,
	textFormat,
	threadField,
} from '../shared/fields';
import { networkSettingsField } from '../shared/networkSettings';

/** What the form says of a post; undefined properties stay as they are. */
export interface Entered {
	/** In UTC, with milliseconds and Z. */
	date?: string;
	/** Whether to publish it at its date. */
	state?: WantedState;
	text?: string;
	media?: FileSource[];
	thread?: WrittenPart[];
	tags?: SharedFields['tags'];
	/** Null ends the repetition. */
	inter?: null;
}

/** The values of Remove, each with its label and the change. */
export const REMOVABLE = new Map<string, [name: string, change: Entered]>([
	['media', ['Media', { media: [] }]],
	['inter', ['Repetition', { inter: null }]],
	['tags', ['Tags', { tags: [] }]],
	['content', ['Text', { text: '' }]],
	['thread', ['Thread', { thread: [] }]],
]);

const removable = [...REMOVABLE].map(([value, [name]]) => option(name, value));
export const remove = readable(
	field.choices('Remove', 'remove', {
		description: 'What to remove from the post',
		options: removable,
	}),
	(entered, label) => parseOptions(entered, removable, label),
);

/** Undefined if it is empty. Also accepts the API's words. */
export const state = readable(
	field.choice('State', 'state', {
		default: 'scheduled',
		description: 'Whether the post is published at its date, or kept as a draft',
		options: [
			option('Draft', 'draft', 'Keep it without publishing it'),
			option(
				'Scheduled',
				'scheduled',
				'Publish it at its date; a failed post goes out again at once',
			),
		],
	}),
	(entered, label): WantedState | undefined => {
		const chosen = unwrap(entered);
		if (isEmpty(chosen)) return undefined;
		const states = Object.keys(STATE_OF) as WantedState[];
		return chosen === 'schedule' ? 'scheduled' : parseOption(chosen, states, label);
	},
);

export const settingsJson = readable<IDataObject>(
	field.json('Network Settings (JSON)', 'settingsJson', {
		typeOptions: { rows: 2 },
		description:
			'Settings of the network as JSON, with the keys that Post > Get returns under “settings”. They take precedence over Network Settings.',
	}),
	parseObject,
);

/** All options, in the order of the form. */
export const UPDATE_OPTIONS = {
	allowPastDates: readableBoolean('Allow Past Dates', 'allowPastDates', {
		description:
			'Whether to schedule posts for a date that has passed. Postiz publishes them immediately.',
	}),
	allowPublished: readableBoolean('Allow Published Posts', 'allowPublished', {
		description:
			'Whether to change the State of a post that is already published. Scheduled again, it is published a second time; as a draft it stays on the network.',
	}),
	dateOrder,
};

/** The form of Post: Update. */
export const updateFields: INodeProperties[] = [
	postField.property,
	field.collection('Update Fields', 'updateFields', {
		placeholder: 'Add Field',
		description: 'What to change. What is not added, or left empty, stays as it is.',
		options: [
			field.date('Date', 'date', {
				placeholder: 'e.g. 2026-12-14 10:00:00',
				description:
					"When to publish the post, such as 2026-12-14 10:00:00 (in the workflow's time zone). A failed post is tried again at this date.",
			}),
			{ ...mediaField, description: 'The files of the post, instead of those it has' },
			settingsJson.property,
			remove.property,
			state.property,
			{
				...tags.property,
				description:
					'The tags of Postiz, separated by commas, instead of those the post has. Only tags that already exist in Postiz are kept.',
			},
			{ ...contentField, description: 'The text of the post, instead of the one it has' },
			{
				...textFormat.property,
				description: 'How the new text, and the new parts of the thread, are written',
			},
			{ ...threadField, description: 'The later parts of the thread, instead of those it has' },
		],
	}),
	networkSettingsField,
	field.furtherOptions(Object.values(UPDATE_OPTIONS).map(({ property }) => property)),
];
