import type { IBinaryKeyData, IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { parseEntries, parseObject } from '../../common/parseObject';
import { parseOptionalText } from '../../common/parseText';
import { Problem, createInvalidProblem } from '../../common/problem';
import { findNetwork, getNetworkName } from '../../networks';
import { findNetworkByName } from '../../networks/networkNames';
import type { NetworkSettingsEntry } from '../../posts/item';
import { OTHER_NETWORK } from '../../settings/networkFields';
import { parsePostText } from '../../text/parsePostText';

/** Reads the Network Settings of an item. `binary` has its files. Throws {@link Problem} that names the field. */
export function readNetworkSettings(
	context: IExecuteFunctions,
	itemIndex: number,
	binary: IBinaryKeyData,
): NetworkSettingsEntry[] {
	const entries = context.getNodeParameter('networkSettings.network', itemIndex, []);
	return parseEntries(entries, 'Network Settings').map((formSettings) =>
		parseSettingsEntry(formSettings, binary),
	);
}

function parseSettingsEntry(
	formSettings: IDataObject,
	binary: IBinaryKeyData,
): NetworkSettingsEntry {
	const chosen = parseOptionalText(formSettings.provider, 'Network Settings: Network');
	const isOther = chosen === OTHER_NETWORK;
	const entered = isOther
		? parseOptionalText(formSettings.providerIdentifier, 'Network Settings: Network Identifier')
		: chosen;
	if (entered === '') {
		throw new Problem(
			'Network Settings: no network is selected',
			'Choose the network, or remove the entry. In an expression, use the identifier that Channel > Get Many returns as “network”, such as bluesky.',
			{ needsPerson: true },
		);
	}
	// An expression may return a name instead of an identifier.
	const identifier =
		isOther || findNetwork(entered) ? entered : findNetworkByName(entered)?.identifier;
	if (identifier === undefined) {
		throw createInvalidProblem(
			'Network Settings: Network',
			chosen,
			'Use the identifier that Channel > Get Many returns as “network”. For a network that is not listed, choose Other Network.',
		);
	}
	const label = `Network Settings (${getNetworkName(identifier)})`;
	const { settingsJson } = (formSettings.settings ?? {}) as IDataObject;
	return {
		label,
		identifier,
		onlyChannel: parseOptionalText(formSettings.integrationId, `${label}: Limit to One Channel`),
		formSettings: { ...formSettings, provider: isOther ? OTHER_NETWORK : identifier },
		jsonSettings: parseObject(settingsJson, `${label}: Settings (JSON)`),
		text: parsePostText(formSettings.content, `${label}: Custom Text`),
		binary,
	};
}
