import { MINUTE_MS } from '../../common/date';
import { parseBoolean } from '../../common/parseBoolean';
import { toNumber } from '../../common/parseNumber';
import { parseOptionalText } from '../../common/parseText';
import { createInvalidProblem, createEmptyProblem } from '../../common/problem';
import { isEmpty } from '../../common/value';
import { parseAddress } from '../../common/webAddress';
import { field, option } from '../../form/fieldBuilders';
import { createFieldSpec, createBooleanSpec, createChoiceSpec } from '../../form/fieldSpec';
import { allowPastDatesSpec, contentFormatSpec, dateOrderSpec, tagsSpec } from './postFields';

export const LIMIT_TO_GROUP = 'Limit to Group';

/** The options of Create, Create or Update and Create From JSON, with their readers, in the order of the form. */
export const OPTIONS = {
	allowPastDates: allowPastDatesSpec,
	dateOrder: dateOrderSpec,
	approvalLink: createFieldSpec(
		field.text('Approval Link', 'approvalLink', {
			default: '={{ $execution.resumeFormUrl }}',
			description:
				'Address for approving the posts, which the preview page links to. By default, it is the form of a Wait node after this one, with Resume set to On Form Submitted.',
		}),
		(entered, label, { isAdded }) => {
			const link = parseOptionalText(entered, label);
			if (/^https?:$/.test(parseAddress(link)?.protocol ?? '')) return link;
			const remedy = 'Enter an address that starts with https:// or http://, or remove the option.';
			if (link !== '') throw createInvalidProblem(label, link, remedy);
			if (isAdded) throw createEmptyProblem(`${label} is empty`, remedy);
			return '';
		},
	),
	ifUnsupported: createChoiceSpec("If a Post Doesn't Fit a Channel", 'ifUnsupported', 'fail', {
		initialValue: 'adapt',
		options: [
			option(
				'Adapt',
				'adapt',
				'Split a text that is too long into a thread. On networks without threads, shorten it, and join a thread into one post.',
			),
			option(
				'Adapt or Skip Channel',
				'adaptOrSkip',
				'Adapt the post, and skip the channel if that is not enough',
			),
			option('Fail', 'fail', 'Send nothing for the item, and report what to change'),
			option('Skip Channel', 'skip', 'Create the posts of the other channels'),
		],
		description:
			'What to do if a network does not accept the post, such as a text that is too long, a thread, too many files, or a missing board',
	}),
	ifExists: createChoiceSpec('If the Post Exists', 'ifExists', 'skip', {
		// In Create or Update, a row always keeps its post.
		displayOptions: { hide: { '/operation': ['upsert'] } },
		initialValue: 'post',
		options: [
			option('Post Again', 'post'),
			option(
				'Skip',
				'skip',
				'Create only posts that do not exist yet. Existing ones are in the output, too.',
			),
		],
		description:
			'What to do if the node has already created a post with the same date, text, files and settings. Posts without a fixed date are compared with those of the last 11 hours. By default, you can safely run a workflow again, such as after an error.',
	}),
	includeInputFields: createBooleanSpec('Include Input Fields', 'includeInputFields', {
		default: true,
		noDataExpression: true,
		description:
			'Whether to include all fields of the input item in the output items, such as the columns of a row',
	}),
	onlyInGroup: createFieldSpec(
		field.text(LIMIT_TO_GROUP, 'onlyInGroup', {
			// The JSON has channel IDs.
			displayOptions: { hide: { '/operation': ['createFromJson'] } },
			placeholder: 'e.g. Acme',
			description:
				'Name or ID of the group to look for the channels in, such as the column with the client',
		}),
		parseOptionalText,
	),
	previewForClient: createBooleanSpec('Preview for a Client', 'previewForClient', {
		default: true,
		description:
			'Whether the preview shows only posts that are ready, without row numbers, problems and technical notes',
	}),
	previewOnly: createFieldSpec(
		field.boolean('Preview Only', 'previewOnly', {
			default: true,
			description:
				'Whether to check the posts without sending anything. Outputs each post with what to fix, and a page of all posts: preview.html.',
			builderHint: {
				propertyHint:
					'Set to true to show somebody the posts first: the first item has the page as binary field "preview".',
			},
		}),
		(entered, label, { isAdded }) => {
			// If the expression returns nothing, the posts must not be published.
			if (!isAdded || !isEmpty(entered)) return parseBoolean(entered, label);
			throw createEmptyProblem(`${label} is empty`, 'Enter true or false, or remove the option.');
		},
	),
	previewTitle: createFieldSpec(
		field.text('Preview Title', 'previewTitle', {
			placeholder: 'e.g. Acme in December',
			description: 'Heading of the preview page. The value of the first item applies to all.',
		}),
		parseOptionalText,
	),
	shortLink: createBooleanSpec('Shorten Links', 'shortLink', {
		default: true,
		description: 'Whether Postiz replaces links with short links that count clicks',
	}),
	skipValidation: createBooleanSpec('Skip Validation', 'skipValidation', {
		default: true,
		description:
			'Whether to send posts even if their lengths, settings or media break the rules of a network. Violations become notes, and Postiz may still reject the post. Older versions ignore settings they do not know.',
	}),
	tags: tagsSpec,
	contentFormat: {
		...contentFormatSpec,
		// The JSON has texts as they are sent.
		property: {
			...contentFormatSpec.property,
			displayOptions: { hide: { '/operation': ['createFromJson'] } },
		},
	},
	waitAtLimit: createFieldSpec(
		field.number('Wait If Rate-Limited (Minutes)', 'waitAtLimit', {
			typeOptions: { minValue: 0 },
			default: 60,
			description:
				'How long to wait in total when the hourly limit of Postiz is reached. Posts that are not sent by then fail. The value of the first item applies to all.',
		}),
		(entered, label) => {
			const minutes = isEmpty(entered) ? 0 : toNumber(entered);
			if (minutes >= 0) return minutes * MINUTE_MS;
			throw createInvalidProblem(label, entered, 'Enter a number of minutes, or 0 to not wait.');
		},
	),
};
