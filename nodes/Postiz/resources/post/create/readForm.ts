import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { parseSettingsJson, readSettingFiles } from '../../../channels/settings';
import { readChoice } from '../../../channels/targets';
import { filesOf } from '../../../media/fileSource';
import { findProvider } from '../../../providers';
import type { WrittenItem, WrittenPost } from '../../../publishing/types';
import { Problem } from '../../../values/problem';
import { readOption } from '../../../values/read';
import { findSettingFiles, readMediaList, readSegment, readText } from '../shared/readParts';
import { optionsOf, readFields } from './readFields';

/**
 * Reads an item from the form of Post: Create. Nothing is looked up or sent. Throws {@link Problem}
 * that names the field.
 */
export function readForm(context: IExecuteFunctions, itemIndex: number, now: number): WrittenItem {
	const shared = readFields(context, itemIndex, { now });
	const { contentFormat: format = 'automatic', noThreads = 'refuse' } = optionsOf(
		context,
		itemIndex,
	);
	const joinsThread =
		readOption(noThreads, ['refuse', 'join'] as const, 'Networks Without Threads') === 'join';
	const entries = context.getNodeParameter('channels.channel', itemIndex, []) as IDataObject[];
	if (entries.length === 0) {
		throw new Problem('No channel is chosen', 'Add at least one channel under Channels.');
	}
	const binary = filesOf(context.getInputData()[itemIndex]);
	const text = readText(context.getNodeParameter('content', itemIndex, ''), 'Text');
	const first = readMediaList(context.getNodeParameter('media', itemIndex, {}), binary);
	const thread = (context.getNodeParameter('thread.segment', itemIndex, []) as IDataObject[]).map(
		(segment, index) => readSegment(segment, index, binary),
	);
	const posts = entries.map((entry, index): WrittenPost => {
		const choice = readChoice(entry, index, entries.length);
		const { position, identifier } = choice;
		const provider = identifier === undefined ? undefined : findProvider(identifier);
		const { settingsJson } = (entry.settings ?? {}) as IDataObject;
		const json = parseSettingsJson(settingsJson, `${position}: Settings (JSON)`);
		const own = readText(entry.content, `${position}: Text for This Channel`);
		return {
			choice,
			format,
			entry,
			joinsThread,
			json,
			parts: [{ text: own === '' ? text : own, files: first }, ...thread],
			settingFiles: findSettingFiles(readSettingFiles(provider, entry, { json, place: position }), {
				binary,
				place: position,
			}),
		};
	});
	// One text that is missing is not the fault of each channel.
	if (!shared.skipsChecks && posts.length > 1 && posts.every(isBlank)) {
		throw new Problem(
			'The text is empty. A post needs text or media',
			'Nothing was sent for this item. Write something under Text, or add files under Media.',
		);
	}
	return { ...shared, posts };
}

function isBlank({ parts: [first] }: WrittenPost): boolean {
	return first?.text.trim() === '' && first.files.length === 0;
}
