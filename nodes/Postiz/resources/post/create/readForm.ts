import type { IBinaryKeyData, IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { parseSettingsJson, readSettingFiles, type SettingFiles } from '../../../channels/settings';
import { readChoice } from '../../../channels/targets';
import {
	filesOf,
	findFiles,
	readMediaEntries,
	type FileSource,
	type MediaEntry,
} from '../../../media/fileSource';
import { findProvider } from '../../../providers';
import type { WrittenItem, WrittenPart, WrittenPost } from '../../../publishing/types';
import { Problem } from '../../../values/problem';
import { quote } from '../../../values/quote';
import { isEmpty, readOption, toNumber } from '../../../values/read';
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

/** The files of a Media list, as the item has them. Throws {@link Problem}. */
export function readMediaList(list: unknown, binary: IBinaryKeyData): FileSource[] {
	const { file: entries = [] } = (list ?? {}) as { file?: MediaEntry[] };
	return findFiles(readMediaEntries(entries), binary);
}

/** The files that settings name, as the item has them, by the name of the setting. Throws {@link Problem}. */
export function findSettingFiles(
	settings: SettingFiles[],
	{ binary, place }: { binary: IBinaryKeyData; place: string },
): Record<string, FileSource> {
	return Object.fromEntries(
		settings.flatMap(({ field, files }) => {
			const label = `${place}: ${field.displayName}`;
			const [file, ...more] = findFiles(files, binary, label);
			if (more.length > 0) throw new Problem(`${label} takes one file`, 'Name only one.');
			return file === undefined ? [] : [[field.name, file] as const];
		}),
	);
}

/** Reads a later part of the thread. Throws {@link Problem}. */
export function readSegment(
	{ content, delay, media }: IDataObject,
	index: number,
	binary: IBinaryKeyData,
): WrittenPart {
	const part = `Part ${index + 2} of the thread`;
	const minutes = isEmpty(delay) ? 0 : toNumber(delay);
	if (!(Number.isFinite(minutes) && minutes >= 0)) {
		throw new Problem(
			`${part}: Delay (Minutes) cannot be ${quote(delay)}`,
			'Enter a number of minutes, or 0 for none.',
		);
	}
	return {
		text: readText(content, `${part}: Text`),
		files: readMediaList(media, binary),
		...(minutes > 0 ? { delay: minutes } : {}),
	};
}

function isBlank({ parts: [{ text, files }] }: WrittenPost): boolean {
	return text.trim() === '' && files.length === 0;
}

/** A text, also as the number or date that an expression returns. Throws {@link Problem} for a list or an object. */
export function readText(value: unknown, field: string): string {
	if (value === undefined || value === null) return '';
	if (typeof value !== 'object' || value instanceof Date || 'toISO' in value) return String(value);
	throw new Problem(
		`${field} is no text, but ${quote(value)}`,
		'The expression returns a list or an object. Let it name the one value in it that is the text.',
	);
}
