import type { IBinaryKeyData, IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { postField } from '../../calendar/postField';
import {
	assertNoDuplicates,
	buildSettings,
	findSettingFiles,
} from '../../channels/networkSettings';
import { getPastDateProblem } from '../../common/date';
import { type DayOrder, explainUnexpectedTime, toServiceDate } from '../../common/parseDate';
import { isEmpty, parseOption, getProperties, unwrapLocator } from '../../common/parseValue';
import { Problem } from '../../common/problem';
import { field, option } from '../../form/fieldBuilders';
import { createFieldSpec } from '../../form/fieldSpec';
import { getItemFiles } from '../../media/fileSource';
import { parseMediaList } from '../../media/mediaField';
import { findNetwork } from '../../networks';
import { parsePostText, assertNotPlaceholder } from '../../text/parsePostText';
import type { NetworkSettings } from '../item';
import { checkExpressions } from './checkExpressions';
import { assertExpressionsValid, listEnteredFields } from './expressions';
import {
	allowPastDates,
	contentField,
	dateOrder,
	mediaField,
	networkSettingsField,
	parseNetworkSettings,
	readContentFormat,
	readThread,
	tags,
	contentFormat,
	threadField,
} from './postFields';

/** The states that people can choose, and their names in the API. */
export const API_STATES = { draft: 'DRAFT', scheduled: 'QUEUE' } as const;
export type DesiredState = keyof typeof API_STATES;

/** Undefined if it is empty. */
const state = createFieldSpec(
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
		const states = Object.keys(API_STATES) as DesiredState[];
		return isEmpty(chosen) ? undefined : parseOption(chosen, states, label);
	},
);

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
			state.property,
			{
				...tags.property,
				description:
					'The tags of Postiz, separated by commas, instead of those the post has. Only tags that already exist in Postiz are kept.',
			},
			{ ...contentField, description: 'The text of the post, instead of the one it has' },
			{
				...contentFormat.property,
				description: 'How the new text, and the new parts of the thread, are written',
			},
			{ ...threadField, description: 'The later parts of the thread, instead of those it has' },
		],
	}),
	networkSettingsField,
	field.optionsCollection([allowPastDates.property, dateOrder.property]),
];

/** The changes that an item asks for. Its settings depend on the network of its post. */
export type UpdateForm = ReturnType<typeof readUpdateForm>;

/** Reads the form of an item. Throws {@link Problem} that names the field. */
export function readUpdateForm(context: IExecuteFunctions, itemIndex: number) {
	const fields = listEnteredFields(context, updateFields);
	assertExpressionsValid(fields);
	const notes = checkExpressions(context, itemIndex, fields);
	const given = context.getNodeParameter('updateFields', itemIndex, {}) as IDataObject;
	const options = context.getNodeParameter('options', itemIndex, {}) as IDataObject;
	const timezone = context.getTimezone();
	const order = dateOrder.read(options);
	const allowsPast = allowPastDates.read(options);
	const binary = getItemFiles(context.getInputData()[itemIndex]);
	const entered = readEnteredFields(given, binary, { timezone, order });
	const { date } = entered;
	const pastProblem = date && !allowsPast && getPastDateProblem(date, Date.now(), timezone);
	if (pastProblem) throw pastProblem;
	const networkSettings = readNetworkSettings(
		parseNetworkSettings(context, itemIndex, binary),
		timezone,
	);
	if (Object.keys(entered).length + networkSettings.length === 0) {
		throw new Problem(
			'Nothing to change',
			'Enter at least one new value, such as a text or a date.',
			{
				forPerson:
					'add it under Update Fields or Network Settings, and check that each item has a value.',
			},
		);
	}
	const format = readContentFormat(context, given);
	const dateNote = explainUnexpectedTime(given.date, timezone, order);
	return { entered, networkSettings, allowsPast, notes, format, dateNote };
}

/** Reads Update Fields, without empty ones: these stay as they are. */
function readEnteredFields(
	given: IDataObject,
	binary: IBinaryKeyData,
	{ timezone, order }: { timezone: string; order: DayOrder },
) {
	assertNotPlaceholder(given.date, 'Date');
	assertNotPlaceholder(given.state, 'State');
	assertNotPlaceholder(given.tags, 'Tags');
	const { segment = [] } = getProperties(given.thread);
	return omitEmpty({
		text: parsePostText(given.content, 'Text', { isUpdate: true }),
		media: parseMediaList(given.media, binary),
		tags: tags.read(given),
		thread: readThread(segment as IDataObject[], binary, { isUpdate: true }),
		date: isEmpty(given.date)
			? undefined
			: toServiceDate(given.date, timezone, { field: 'Date', order }),
		state: state.read(given),
	});
}

/** Reads the entries of Network Settings that change something. */
function readNetworkSettings(entries: NetworkSettings[], timezone: string) {
	assertNoDuplicates(entries);
	return entries
		.map((entry) => readEntry(entry, timezone))
		.filter(
			({ settings, settingFiles }) => Object.keys({ ...settings, ...settingFiles }).length > 0,
		);
}

const omitEmpty = <T extends object>(values: T): Partial<T> =>
	Object.fromEntries(
		Object.entries(values).filter(([, value]) => !isEmpty(unwrapLocator(value))),
	) as Partial<T>;

function readEntry(
	{ identifier, formSettings, jsonSettings, label, binary }: NetworkSettings,
	timezone: string,
) {
	const network = findNetwork(identifier);
	const values = {
		...omitEmpty(formSettings),
		...getProperties(formSettings.settings),
	} as IDataObject;
	const shown = { ...values, settings: values };
	return {
		identifier,
		settings: buildSettings(identifier, network, shown, {
			jsonSettings,
			timezone,
			hasPresets: false,
		}),
		settingFiles: findSettingFiles(network, shown, { jsonSettings, label, binary }),
	};
}
