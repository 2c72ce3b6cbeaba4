import type { IBinaryKeyData, IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { OTHER } from '../../../channels/fields';
import { readNamedChannels } from '../../../channels/findChannels';
import { parseSettingsJson } from '../../../channels/settings';
import { filesOf, readMediaList } from '../../../media/fileSource';
import { providerName } from '../../../providers';
import type { NetworkSettings, WrittenItem } from '../../../publishing/types';
import type { ContentFormat } from '../../../text/content';
import { idIn } from '../../../values/id';
import { Problem } from '../../../values/problem';
import { readOption } from '../../../values/read';
import { readSegment, readText } from '../shared/readParts';
import { optionsOf, readFields } from './readFields';

/** Reads an item from the form of Post: Create; looks nothing up. Throws {@link Problem} that names the field. */
export function readForm(context: IExecuteFunctions, itemIndex: number, now: number): WrittenItem {
	const shared = readFields(context, itemIndex, { now });
	const options = optionsOf(context, itemIndex);
	const { contentFormat = 'automatic', ifThreadsUnsupported = 'fail' } = options;
	const label = "If Threads Aren't Supported";
	const mergesThread = readOption(ifThreadsUnsupported, ['fail', 'merge'], label) === 'merge';
	const binary = filesOf(context.getInputData()[itemIndex]);
	const text = readText(context.getNodeParameter('content', itemIndex, ''), 'Text');
	const files = readMediaList(context.getNodeParameter('media', itemIndex, {}), binary);
	const thread = (context.getNodeParameter('thread.segment', itemIndex, []) as IDataObject[]).map(
		(segment, index) => readSegment(segment, index, binary),
	);
	const networks = context.getNodeParameter('networkSettings.network', itemIndex, []);
	return {
		...shared,
		written: {
			channels: readNamedChannels(context.getNodeParameter('channels', itemIndex, [])),
			networks: (networks as IDataObject[]).map((form) => readNetwork(form, binary)),
			parts: [{ text, files }, ...thread],
			format: contentFormat as ContentFormat,
			mergesThread,
		},
	};
}

function readNetwork(form: IDataObject, binary: IBinaryKeyData): NetworkSettings {
	const chosen = String(form.provider ?? '');
	const identifier = chosen === OTHER ? idIn(form.providerIdentifier) : chosen;
	if (identifier === '') {
		throw new Problem(
			chosen === OTHER
				? 'Network Settings: the Network Identifier is empty'
				: 'Network Settings: no network is selected',
			chosen === OTHER
				? 'Enter it as Channel > Get Many returns it under “provider”, such as bluesky.'
				: 'Choose the network, or remove the entry.',
		);
	}
	const place = `Network Settings (${providerName(identifier)})`;
	const { settingsJson } = (form.settings ?? {}) as IDataObject;
	return {
		place,
		identifier,
		channelId: idIn(form.integrationId),
		form,
		json: parseSettingsJson(settingsJson, `${place}: Settings (JSON)`),
		text: readText(form.content, `${place}: Custom Text`),
		binary,
	};
}
