import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { buildSettings, findSettingFiles } from '../../../channels/settings';
import { isSameNetwork } from '../../../channels/targets';
import { filesOf } from '../../../media/fileSource';
import { parseMediaList } from '../../../media/mediaField';
import { findProvider } from '../../../providers';
import { refuseDuplicates } from '../../../publishing/resolve';
import { parsePostText } from '../../../text/meant';
import { pastDateProblem, toServiceDate } from '../../../values/date';
import { Problem } from '../../../values/problem';
import { isEmpty, propertiesOf, unwrap } from '../../../values/read';
import { readTextFormat, readThread, tags } from '../shared/fields';
import { parseNetworkSettings } from '../shared/networkSettings';
import { refuseFoundNothing, refuseMiswritten, writtenFields } from '../shared/expressions';
import {
	remove,
	REMOVABLE,
	settingsJson,
	state,
	UPDATE_OPTIONS,
	updateFields,
	type Entered,
} from './fields';

/** What an item wants changed; its settings depend on the network of its post. */
export type UpdateForm = ReturnType<typeof readUpdateForm>;

/** Reads the form of an item. */
export function readUpdateForm(context: IExecuteFunctions, itemIndex: number) {
	const fields = writtenFields(context, updateFields);
	refuseMiswritten(fields);
	refuseFoundNothing(context, itemIndex, fields);
	const given = context.getNodeParameter('updateFields', itemIndex, {}) as IDataObject;
	const options = context.getNodeParameter('options', itemIndex, {}) as IDataObject;
	const binary = filesOf(context.getInputData()[itemIndex]);
	const timezone = context.getTimezone();
	const { segment = [] } = propertiesOf(given.thread);
	const json = settingsJson.read(given);
	const order = UPDATE_OPTIONS.dateOrder.read(options);
	const allowsPast = UPDATE_OPTIONS.allowPastDates.read(options);
	const written: Entered = {
		text: parsePostText(given.content, 'Text', true),
		media: parseMediaList(given.media, binary),
		tags: tags.read(given),
		thread: readThread(segment as IDataObject[], binary),
		date: isEmpty(given.date)
			? undefined
			: toServiceDate(given.date, timezone, { field: 'Date', order }),
		state: state.read(given),
	};
	const past = written.date && !allowsPast && pastDateProblem(written.date, Date.now(), timezone);
	if (past) throw past;
	const { settingsFor, networks } = readSettings(context, itemIndex, json);
	const entered = withRemoved(withoutEmpty(written), remove.read(given));
	if (Object.keys({ ...entered, ...json }).length + networks.length === 0) {
		throw new Problem(
			'Nothing to change',
			'Give at least one new value, such as a text or a date.',
			{
				forPerson:
					'add it under Update Fields or Network Settings, and with an expression, check that every item has a value.',
			},
		);
	}
	return {
		entered,
		format: readTextFormat(context, given),
		settingsFor,
		networks,
		allowsPast,
		allowsPublished: UPDATE_OPTIONS.allowPublished.read(options),
	};
}

const withoutEmpty = <T extends object>(form: T): Partial<T> =>
	Object.fromEntries(
		Object.entries(form).filter(([, value]) => !isEmpty(unwrap(value))),
	) as Partial<T>;

/** Adds what is removed. Throws {@link Problem} if it is also entered. */
function withRemoved(entered: Entered, names: string[]): Entered {
	const removed = names.map((name) => {
		const [label, change] = REMOVABLE.get(name)!;
		if (Object.keys(change).some((key) => key in entered)) {
			throw new Problem(
				`${label} is both entered and removed`,
				'Remove it from Remove to change it, or leave it empty to remove it.',
			);
		}
		return change;
	});
	return Object.assign({}, entered, ...removed) as Entered;
}

/** What Network Settings and `json` say for a network. Throws {@link Problem}, as does `settingsFor`. */
function readSettings(context: IExecuteFunctions, itemIndex: number, json: IDataObject) {
	const binary = filesOf(context.getInputData()[itemIndex]);
	const timezone = context.getTimezone();
	const entries = parseNetworkSettings(context, itemIndex, binary);
	refuseDuplicates(entries);
	const settingsOf = (network: string, more: IDataObject) => {
		const entry = entries.find(({ identifier }) => isSameNetwork(identifier, network));
		const provider = findProvider(network);
		const { form = {}, label = 'Network Settings' } = entry ?? {};
		const values = { ...withoutEmpty(form), ...propertiesOf(form.settings) } as IDataObject;
		const shown = { ...values, settings: values };
		const all = { ...entry?.json, ...more };
		return {
			settings: buildSettings(network, provider, shown, { json: all, timezone, hasPresets: false }),
			settingFiles: findSettingFiles(provider, shown, { json: all, label, binary }),
		};
	};
	const hasValues = (network: string) => {
		const { settings, settingFiles } = settingsOf(network, {});
		return Object.keys({ ...settings, ...settingFiles }).length > 0;
	};
	return {
		settingsFor: (network: string) => settingsOf(network, json),
		/** The networks that Network Settings have values for. */
		networks: entries.map(({ identifier }) => identifier).filter(hasValues),
	};
}
