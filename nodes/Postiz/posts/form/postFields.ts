import type { INodeProperties } from 'n8n-workflow';

import { AMBIGUOUS_DATES } from '../../common/parseDate';
import { Problem } from '../../common/problem';
import { quote } from '../../common/text';
import { entry, field, option } from '../../form/fieldBuilders';
import { createBooleanSpec, createFieldSpec, createChoiceSpec } from '../../form/fieldSpec';
import { mediaEntry } from '../../media/mediaField';
import { toTags } from '../../networks/tags';
import { createNetworkFields } from '../../settings/networkFields';
import type { RequestFields } from '../../transport/apiTypes';

export const allowPastDatesSpec = createBooleanSpec('Allow Past Dates', 'allowPastDates', {
	default: true,
	description: 'Whether to accept dates in the past. Postiz publishes such posts immediately.',
});

/** Whether ambiguous dates, such as 1/2, start with the day or the month. */
export const dateOrderSpec = createChoiceSpec(AMBIGUOUS_DATES, 'dateOrder', 'reject', {
	initialValue: 'dayFirst',
	options: [
		option('Day First', 'dayFirst', '5 December 2026'),
		option('Month First', 'monthFirst', 'May 12, 2026'),
		option('Reject', 'reject', 'Report both ways to read it'),
	],
	description: 'How to read dates such as 05/12/2026, which may start with the day or the month',
});

/** Its reader returns the tags for the API. */
export const tagsSpec = createFieldSpec(
	field.text('Tags', 'tags', {
		placeholder: 'e.g. winter, menu',
		description:
			'Tags in the Postiz calendar, separated by commas. Only tags that already exist in Postiz are kept. Hashtags belong in the text.',
	}),
	(entered, label) =>
		toTags(entered, (tag) => {
			throw new Problem(
				`${label} cannot have ${quote(tag)}`,
				'Enter the names of the tags, separated by commas, or a list of names.',
			);
		}) as RequestFields['tags'],
);

export const contentField = field.text('Text', 'content', {
	typeOptions: { rows: 5 },
	placeholder: 'e.g. Our winter menu is here!',
	description:
		'The text of the post on all channels, unless Network Settings have a Custom Text. What an AI agent writes is read as Markdown.',
});

export const contentFormatSpec = createChoiceSpec('Text Format', 'contentFormat', 'automatic', {
	initialValue: 'markdown',
	options: [
		option(
			'As Is',
			'asIs',
			'Send the text unchanged, for text that is already in the HTML of Postiz',
		),
		option(
			'Automatic',
			'automatic',
			'HTML if it is clearly HTML, Markdown if an AI agent writes it, otherwise plain text',
		),
		option('HTML', 'html', 'Turn tags for bold, links and lists into formatting'),
		option('Markdown', 'markdown', 'Turn **bold** and [link](https://…) into formatting'),
		option('Plain Text', 'plain', 'Show tags and marks as written'),
	],
	description: 'How the text is written: as plain text, Markdown or HTML',
});

export const mediaField = field.entries('Media', 'media', {
	placeholder: 'Add Media',
	typeOptions: { sortable: true },
	description: 'Pictures and videos of the post, in this order. Each file is uploaded once.',
	builderHint: {
		propertyHint:
			'Source "binary" takes names of binary fields, "url" takes addresses without a prior download. Media: Upload is not required.',
	},
	options: [mediaEntry],
});

export const threadField = field.entries('Thread', 'thread', {
	placeholder: 'Add Part or First Comment',
	typeOptions: { sortable: true },
	description:
		'More parts that follow as a thread, or as comments, such as a first comment with a link',
	options: [
		entry('Part', 'segment', [
			field.text('Text', 'content', {
				typeOptions: { rows: 3 },
				description: 'Text of this part of the thread',
			}),
			field.number('Delay (Minutes)', 'delay', {
				typeOptions: { minValue: 0 },
				description: 'Minutes to wait after the previous part',
			}),
			field.entries('Media', 'media', {
				placeholder: 'Add Media',
				typeOptions: { sortable: true },
				description: 'Pictures and videos of this part of the thread',
				options: [mediaEntry],
			}),
		]),
	],
});

/** Network Settings of Create and Update. */
export const networkSettingsField: INodeProperties = field.entries(
	'Network Settings',
	'networkSettings',
	{
		placeholder: 'Add Network Settings',
		description:
			'Settings of a network, such as who can reply on X or the board on Pinterest, and a custom text for new posts',
		builderHint: {
			propertyHint:
				'One entry per network that needs settings: {"network": [{"provider": "pinterest", "board": {"__rl": true, "mode": "id", "value": "<ID>"}, "content": "custom text"}]}. Entries of networks without a chosen channel do nothing. Leave out networks that need no settings; empty titles take the first line of the text.',
		},
		options: [entry('Network', 'network', createNetworkFields())],
	},
);
