import type { IBinaryKeyData, IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { OTHER } from '../../../channels/fields';
import { networkFields } from '../../../channels/networkFields';
import { entry, field } from '../../../form/fields';
import { findProvider, networkCalled, providerName } from '../../../providers';
import type { NetworkSettings } from '../../../publishing/shapes';
import { parsePostText } from '../../../text/meant';
import { Problem } from '../../../values/problem';
import { cannotBe, parseObject, parseOptionalText } from '../../../values/read';

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
		options: [entry('Network', 'network', networkFields())],
	},
);

/** The entries of Network Settings of an item; `binary` are its files. */
export function parseNetworkSettings(
	context: IExecuteFunctions,
	itemIndex: number,
	binary: IBinaryKeyData,
): NetworkSettings[] {
	const entries = context.getNodeParameter('networkSettings.network', itemIndex, []);
	return (entries as IDataObject[]).map((form) => parseEntry(form, binary));
}

function parseEntry(form: IDataObject, binary: IBinaryKeyData): NetworkSettings {
	const chosen = parseNetwork(form.provider);
	const identifier =
		chosen === OTHER
			? parseOptionalText(form.providerIdentifier, 'Network Settings: Network Identifier')
			: chosen;
	if (identifier === '') {
		throw new Problem(
			chosen === OTHER
				? 'Network Settings: the Network Identifier is empty'
				: 'Network Settings: no network is selected',
			chosen === OTHER
				? 'Enter it as Channel > Get Many returns it under “provider”, such as bluesky.'
				: 'Choose the network, or remove the entry.',
			{ isForPerson: true },
		);
	}
	const label = `Network Settings (${providerName(identifier)})`;
	const { settingsJson } = (form.settings ?? {}) as IDataObject;
	return {
		label,
		identifier,
		channelId: parseOptionalText(form.integrationId, `${label}: Limit to One Channel`),
		form: { ...form, provider: chosen },
		json: parseObject(settingsJson, `${label}: Settings (JSON)`),
		text: parsePostText(form.content, `${label}: Custom Text`),
		binary,
	};
}

/** The identifier of a network, which expressions may name. Throws {@link Problem} if it is unknown. */
function parseNetwork(entered: unknown): string {
	const chosen = parseOptionalText(entered, 'Network Settings: Network');
	if (chosen === '' || chosen === OTHER) return chosen;
	const { identifier } = networkCalled(chosen) ?? {};
	if (identifier !== undefined) return findProvider(chosen) ? chosen : identifier;
	throw cannotBe(
		'Network Settings: Network',
		chosen,
		'Enter a network as Channel > Get Many returns it under “provider”. For one that the node does not know, choose Other Network.',
	);
}
