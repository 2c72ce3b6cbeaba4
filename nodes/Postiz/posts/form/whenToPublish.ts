import type { INodeProperties } from 'n8n-workflow';

import { field, option } from '../../form/fieldBuilders';

/** The values of When to Publish: the types of the service, and the next free slot. */
export const WHEN_TO_PUBLISH = [
	option('At a Specific Time', 'schedule'),
	option('Save as Draft', 'draft', 'Save it in the Postiz calendar without publishing it'),
	option(
		'Next Free Slot',
		'nextSlot',
		'Publish at the next free time of the posting schedule of each channel',
	),
	option('Now', 'now'),
];

export const whenToPublishFields: INodeProperties[] = [
	field.choice('When to Publish', 'type', {
		default: 'schedule',
		description: 'When to publish the post. A draft is not published.',
		builderHint: {
			propertyHint:
				'Build with "draft" first. "schedule" needs date. "now" publishes for everyone to see: add Post: Wait to get the links.',
		},
		options: WHEN_TO_PUBLISH,
	}),
	field.date('Date', 'date', {
		placeholder: 'e.g. 2026-12-14 10:00:00',
		hint: 'In the time zone of the workflow (⋯ > Settings > Timezone), unless the date has its own',
		description:
			"When to publish, such as 2026-12-14 10:00:00 (in the workflow's time zone). For a draft, its time in the Postiz calendar: today if empty.",
		builderHint: {
			propertyHint:
				'Use an ISO date or an expression that returns one, in the future. For a column such as 05/12/2026, set the option dateOrder.',
		},
		// With `show`, n8n would hide the field for expressions that it can't resolve yet.
		displayOptions: { hide: { type: ['nextSlot', 'now'] } },
	}),
	// n8n deletes the value of a hidden field, even if an expression returns "now" for only some items. A notice with
	// the same name preserves the value.
	field.notice('Published as soon as this node is executed, for everyone to see', 'date', {
		displayOptions: { show: { type: ['now'] } },
	}),
	field.notice(
		"Published at the next free time of each channel's posting schedule in Postiz",
		'date',
		{
			displayOptions: { show: { type: ['nextSlot'] } },
		},
	),
];
