import { field, option } from '../../../form/fields';
import { readable, readableBoolean, readableChoice } from '../../../form/readable';
import { ONLY_IN_GROUP } from '../../../publishing/resolve';
import { MINUTE_MS } from '../../../values/date';
import {
	cannotBe,
	emptyProblem,
	isEmpty,
	parseBoolean,
	parseOptionalText,
	toNumber,
} from '../../../values/read';
import { parseAddress } from '../../../values/webAddress';
import { dateOrder, tags, textFormat } from '../shared/fields';

/** All options, in the order of the form. */
export const OPTIONS = {
	allowPastDates: readableBoolean('Allow Past Dates', 'allowPastDates', {
		description: 'Whether to accept dates in the past. Postiz publishes such posts immediately.',
	}),
	approvalLink: readable(
		field.text('Approval Link', 'approvalLink', {
			default: '={{ $execution.resumeFormUrl }}',
			description:
				'Address at which the posts of the preview are approved, to which the page links. The preset one is the form of a Wait node that follows, with Resume set to On Form Submitted.',
		}),
		(entered, label, isAdded) => {
			const link = parseOptionalText(entered, label);
			if (/^https?:$/.test(parseAddress(link)?.protocol ?? '')) return link;
			const advice = 'Enter an address that starts with https:// or http://, or remove the option.';
			if (link !== '') throw cannotBe(label, link, advice);
			if (isAdded) throw emptyProblem(`${label} is empty`, advice);
			return '';
		},
	),
	dateOrder,
	ifUnsupported: readableChoice('If a Channel Cannot Take It', 'ifUnsupported', 'fail', {
		begins: 'adapt',
		options: [
			option(
				'Adapt',
				'adapt',
				'Turn a text that is too long into a thread, or shorten it where there are no threads; make a thread one post there',
			),
			option(
				'Adapt or Leave It Out',
				'adaptOrLeaveOut',
				'Adapt the post, and leave the channel out if that is not enough',
			),
			option('Fail', 'fail', 'Send nothing of the item, and say what to change'),
			option(
				'Leave It Out',
				'leaveOut',
				'Create the other posts of the item, and say why not this one',
			),
		],
		description:
			'What to do if the network of a channel cannot take the post, such as a text that is too long, a thread, too many files, or a missing board',
	}),
	ifExists: readableChoice('If the Post Exists', 'ifExists', 'skip', {
		begins: 'post',
		options: [
			option('Post Again', 'post'),
			option('Skip', 'skip', 'Create only posts that do not exist yet, and output the others'),
		],
		description:
			'What to do with posts that the node created before, with the same date, text, files and settings; without a fixed date, within the last 11 hours. By default, you can safely run a workflow again, such as after an error.',
	}),
	includeInputFields: readableBoolean('Include Input Fields', 'includeInputFields', {
		noDataExpression: true,
		description:
			'Whether to include all fields of the input item in the output items, such as the columns of a row',
	}),
	onlyInGroup: readable(
		field.text(ONLY_IN_GROUP, 'onlyInGroup', {
			// JSON names the channels by their IDs.
			displayOptions: { hide: { '/operation': ['createFromJson'] } },
			placeholder: 'e.g. Acme',
			description:
				'Name or ID of the group to look for the channels in, such as the column with the client',
		}),
		parseOptionalText,
	),
	previewForClient: readableBoolean('Preview for a Client', 'previewForClient', {
		default: true,
		description:
			'Whether the page of the preview has only what is ready to go out, without row numbers, problems and other technical notes',
	}),
	previewOnly: readable(
		field.boolean('Preview Only', 'previewOnly', {
			default: true,
			description:
				'Whether to look at the posts before anything is uploaded or sent. Outputs each post as it would go out, with what to fix in it, and a page of all posts to look at or send to somebody: preview.html.',
			builderHint: {
				propertyHint:
					'Set to true to show somebody the posts first: the first item has the page as binary field "preview".',
			},
		}),
		(entered, label, isAdded) => {
			// An expression that returns nothing must not publish what was only meant to be checked.
			if (!isAdded || !isEmpty(entered)) return parseBoolean(entered, label);
			throw emptyProblem(`${label} is empty`, 'Enter true or false, or remove the option.');
		},
	),
	previewTitle: readable(
		field.text('Preview Title', 'previewTitle', {
			placeholder: 'e.g. Acme in December',
			description:
				'Heading of the page of the preview. The value of the first item applies to all.',
		}),
		parseOptionalText,
	),
	shortLink: readableBoolean('Shorten Links', 'shortLink', {
		description: 'Whether Postiz replaces links in the text with short ones that count clicks',
	}),
	skipValidation: readableBoolean('Skip Validation', 'skipValidation', {
		description:
			'Whether to send the posts without checking lengths, settings and media first. Postiz may still reject them, and older versions ignore the settings they do not know.',
	}),
	tags,
	textFormat: {
		...textFormat,
		// JSON contains texts as they are sent.
		property: {
			...textFormat.property,
			displayOptions: { hide: { '/operation': ['createFromJson'] } },
		},
	},
	/** In milliseconds. */
	waitAtLimit: readable(
		field.number('Wait at the Limit (Max Minutes)', 'waitAtLimit', {
			typeOptions: { minValue: 0 },
			default: 60,
			description:
				'Max minutes to wait in total if Postiz accepts no more requests this hour. What is not sent by then fails. The value of the first item applies to all.',
		}),
		(entered, label) => {
			const minutes = isEmpty(entered) ? 0 : toNumber(entered);
			if (minutes >= 0) return minutes * MINUTE_MS;
			throw cannotBe(label, entered, 'Enter a number of minutes, or 0 to wait for nothing.');
		},
	),
};
