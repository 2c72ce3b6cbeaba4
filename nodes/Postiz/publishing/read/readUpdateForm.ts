import type { IBinaryKeyData, IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { DateOrder } from '../../common/dateText';
import { parseDate } from '../../common/parseDate';
import { parseEntries } from '../../common/parseObject';
import { Problem } from '../../common/problem';
import { describeUnexpectedTime } from '../../common/unexpectedTime';
import { toObject, isEmpty, unwrapLocator } from '../../common/value';
import { getItemFiles } from '../../media/itemFiles';
import { parseMediaEntries } from '../../media/mediaField';
import { findNetwork } from '../../networks';
import { tagsSpec } from '../../posts/form/postFields';
import { OPTIONS } from '../../posts/form/publishOptions';
import { fieldsOfUpdate, stateSpec } from '../../posts/form/updateFields';
import type { NetworkSettingsEntry } from '../../posts/item';
import type { SettingChanges, UpdateForm } from '../../posts/updateForm';
import { assertNoDuplicates } from '../../settings/assertNoDuplicates';
import { buildSettings } from '../../settings/buildSettings';
import { findSettingFiles } from '../../settings/findSettingFiles';
import { assertNotPlaceholder, parsePostText } from '../../text/parsePostText';
import { assertExpressionsValid } from './expressions/assertExpressionsValid';
import { findExpressionNotesOrThrow } from './expressions/findExpressionNotesOrThrow';
import { listRawFields } from './expressions/rawFields';
import { readNetworkSettings } from './readNetworkSettings';
import { readOptions } from './readOptions';
import { readTextFormat } from './readTextFormat';
import { readThread } from './readThread';

/** Reads the form of Post > Update. Throws {@link Problem} that names the field. */
export function readUpdateForm(context: IExecuteFunctions, itemIndex: number): UpdateForm {
	const fields = listRawFields(context, fieldsOfUpdate);
	assertExpressionsValid(fields);
	const notes = findExpressionNotesOrThrow(context, itemIndex, fields);
	const enteredFields = context.getNodeParameter('updateFields', itemIndex, {}) as IDataObject;
	const options = readOptions(context, itemIndex);
	const timezone = context.getTimezone();
	const dateOrder = OPTIONS.dateOrder.read(options);
	const allowsPastDates = OPTIONS.allowPastDates.read(options);
	const binary = getItemFiles(context.getInputData()[itemIndex]);
	const newValues = readUpdateFields(enteredFields, binary, { timezone, dateOrder });
	const settingChanges = readSettingChanges(
		readNetworkSettings(context, itemIndex, binary),
		timezone,
	);
	if (Object.keys(newValues).length + settingChanges.length === 0) {
		throw new Problem(
			'Nothing to change',
			'Enter at least one new value, such as a text or a date.',
			{
				forPerson:
					'add it under Update Fields or Network Settings, and check that each item has a value.',
			},
		);
	}
	const format = readTextFormat(context, enteredFields);
	const dateNote = describeUnexpectedTime(enteredFields.date, timezone, dateOrder);
	return { newValues, settingChanges, allowsPastDates, notes, format, dateNote };
}

/** Reads Update Fields. Leaves out empty fields, which stay unchanged. */
function readUpdateFields(
	enteredFields: IDataObject,
	binary: IBinaryKeyData,
	{ timezone, dateOrder }: { timezone: string; dateOrder: DateOrder },
): UpdateForm['newValues'] {
	assertNotPlaceholder(enteredFields.date, 'Date');
	assertNotPlaceholder(enteredFields.state, 'State');
	assertNotPlaceholder(enteredFields.tags, 'Tags');
	return omitEmpty({
		text: parsePostText(enteredFields.content, 'Text', { isUpdate: true }),
		media: parseMediaEntries(enteredFields.media, binary),
		tags: tagsSpec.read(enteredFields),
		thread: readThread(parseEntries(toObject(enteredFields.thread).segment, 'Thread'), binary, {
			isUpdate: true,
		}),
		date: isEmpty(enteredFields.date)
			? undefined
			: parseDate(enteredFields.date, timezone, { label: 'Date', dateOrder }),
		state: stateSpec.read(enteredFields),
	});
}

/** Reads the entries of Network Settings that change a setting. */
function readSettingChanges(entries: NetworkSettingsEntry[], timezone: string): SettingChanges[] {
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
	{ identifier, formSettings, jsonSettings, label, binary }: NetworkSettingsEntry,
	timezone: string,
): SettingChanges {
	const network = findNetwork(identifier);
	const values = {
		...omitEmpty(formSettings),
		...toObject(formSettings.settings),
	} as IDataObject;
	const shown = { ...values, settings: values };
	return {
		identifier,
		settings: buildSettings(identifier, network, shown, {
			jsonSettings,
			timezone,
			fillsDefaults: false,
		}),
		settingFiles: findSettingFiles(network, shown, { jsonSettings, label, binary }),
	};
}
