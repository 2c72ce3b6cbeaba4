import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { KEEP, OTHER } from '../../../channels/fields';
import { buildSettings, parseSettingsJson, readSettingFiles } from '../../../channels/settings';
import { findProvider } from '../../../providers';
import { Problem } from '../../../values/problem';
import { quote } from '../../../values/quote';
import { readId } from '../../shared/ids';
import type { FileList } from '../create/readForm';
import type { SettingsChange } from './types';

/** The settings that an item changes; undefined if they stay. Throws {@link Problem}. */
export function readSettingsChange(
	context: IExecuteFunctions,
	itemIndex: number,
	files: FileList,
): SettingsChange | undefined {
	const network = readId(context, itemIndex, 'provider', 'Network Settings');
	if (network === KEEP) return undefined;
	const change =
		network === OTHER
			? {
					settings: parseSettingsJson(context.getNodeParameter('settingsJson', itemIndex, '{}')),
					settingFiles: {},
				}
			: readSettings(context, itemIndex, network, files);
	if (Object.keys(change.settings).length + Object.keys(change.settingFiles).length === 0) {
		throw new Problem(
			'No setting is given',
			'Add the settings to change under Settings, or choose to keep them.',
		);
	}
	return change;
}

function readSettings(
	context: IExecuteFunctions,
	itemIndex: number,
	identifier: string,
	files: FileList,
): SettingsChange {
	const provider = findProvider(identifier);
	if (!provider) {
		throw new Problem(
			`The node knows no network ${quote(identifier)}`,
			'Choose Other (Settings as JSON) and enter the settings there.',
		);
	}
	const entered = context.getNodeParameter('settings', itemIndex, {}) as IDataObject;
	// Said to be the form of this network, so that no default is added to what was entered.
	const form = { ...entered, settings: entered, provider: identifier };
	const settings: IDataObject = buildSettings(identifier, provider, form);
	// The post keeps its network.
	delete settings.__type;
	const place = provider.displayName;
	const settingFiles = files.addSettings(readSettingFiles(provider, form, { place }), place);
	const empty = provider.fields.filter(
		({ name }) => name in entered && !(name in settings) && !(name in settingFiles),
	);
	if (empty.length > 0) {
		throw new Problem(
			`${empty.map(({ displayName }) => displayName).join(', ')} is empty`,
			'Nothing was changed. Fill it in, or take it out to leave it as it is.',
		);
	}
	return { identifier, settings, settingFiles };
}
