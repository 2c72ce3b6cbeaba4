import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { KEEP, OTHER } from '../../../channels/fields';
import { buildSettings, parseSettingsJson, readSettingFiles } from '../../../channels/settings';
import { findProvider } from '../../../providers';
import { Problem } from '../../../values/problem';
import { quote } from '../../../values/quote';
import { readId } from '../../shared/ids';
import type { FileList } from '../create/readForm';
import type { SettingsChange } from './types';

/** The settings that an item changes; undefined if they all stay. Throws {@link Problem}. */
export function readSettingsChange(
	context: IExecuteFunctions,
	itemIndex: number,
	files: FileList,
): SettingsChange | undefined {
	const network = readId(context, itemIndex, 'provider', 'Network Settings');
	if (network === KEEP) return undefined;
	const entered =
		network === OTHER
			? parseSettingsJson(context.getNodeParameter('settingsJson', itemIndex, '{}'))
			: (context.getNodeParameter('settings', itemIndex, {}) as IDataObject);
	if (Object.keys(entered).length === 0) {
		throw new Problem(
			'No setting is given',
			'Add the settings to change under Settings, or choose to keep them.',
		);
	}
	const change =
		network === OTHER
			? { settings: entered, settingFiles: {} }
			: readSettings(entered, network, files);
	const isGiven = Object.keys({ ...change.settings, ...change.settingFiles }).length > 0;
	return isGiven ? change : undefined;
}

function readSettings(entered: IDataObject, identifier: string, files: FileList): SettingsChange {
	const provider = findProvider(identifier);
	if (!provider) {
		throw new Problem(
			`The node knows no network ${quote(identifier)}`,
			'Choose Other (Settings as JSON) and enter the settings there.',
		);
	}
	// Said to be the form of this network, so that no default is added to what was entered.
	const form = { ...entered, settings: entered, provider: identifier };
	const settings: IDataObject = buildSettings(identifier, provider, form);
	// The post keeps its network.
	delete settings.__type;
	const place = provider.displayName;
	const settingFiles = files.addSettings(readSettingFiles(provider, form, { place }), place);
	return { identifier, settings, settingFiles };
}
