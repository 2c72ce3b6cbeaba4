import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { CheckedFile } from '../../../media/uploads';
import { maxLength } from '../../../providers';
import { countCharacters } from '../../../text/length';
import { visibleText } from '../../../text/visibleText';
import type { ImageRef } from '../../../transport/types';
import type { Entry, ItemRun } from '../../shared/itemRun';
import { toBatches, type ReadyPost, type Row } from '../../../publishing/deliver/requests';
import { splitDraftsOnly } from '../../../publishing/deliver/draftsOnly';
import type { RunOptions } from './runOptions';
import type { Draft, DraftedItem } from './types';

/** An item that was checked, with its posts as they would be sent. */
export interface CheckedItem extends DraftedItem {
	posts: ReadyPost[];
}

/**
 * Outputs the items that are to be checked only, with how many requests they would take, and sums up
 * with the output.
 */
export function outputOnlyChecked(
	context: IExecuteFunctions,
	run: ItemRun,
	checked: Array<Entry<CheckedItem>>,
	{ combinesRows }: Pick<RunOptions, 'combinesRows'>,
): void {
	const entries = checked.filter(({ value }) => value.onlyChecks);
	if (entries.length === 0) return;
	const requests = countRequests(entries, combinesRows);
	for (const { itemIndex, value } of entries) {
		const rows = describePosts(value).map((post) => ({ ...post, requests }));
		run.add(rows, itemIndex);
	}
	const failed = run.items.length - checked.length;
	context.addExecutionHints({
		message: summary(entries, { requests, failed }),
		location: 'outputPane',
	});
}

/** Each post of an item as it would go out. */
function describePosts({ drafts, fields, files }: DraftedItem): IDataObject[] {
	return drafts.map((draft) => ({
		channelId: draft.target.id,
		channelName: draft.target.name,
		provider: draft.target.identifier,
		type: fields.type,
		// A slot is only looked up when the post is sent, as others may take it before.
		date: fields.type === 'nextSlot' ? null : fields.date,
		parts: describeParts(draft, files),
		settings: describeSettings(draft, files),
	}));
}

function describeParts({ target, parts, settings }: Draft, files: CheckedFile[]): IDataObject[] {
	const { maxLength: ownLimit, provider } = target;
	const max = maxLength(provider, settings);
	// A channel is only asked for its own limit if a text is too long for some accounts.
	const usual = max === provider?.maxLength ? (provider?.minMaxLength ?? max) : max;
	return parts.map(({ content, delay = 0, files: own }) => ({
		text: visibleText(content),
		characters: countCharacters(content, provider?.count),
		maxCharacters: ownLimit ?? usual ?? null,
		delay,
		files: own.map((file) => describeFile(typeof file === 'number' ? files[file] : file)),
	}));
}

function describeSettings({ settings, settingFiles }: Draft, files: CheckedFile[]): IDataObject {
	const named = Object.entries(settingFiles).map(([name, place]) => [
		name,
		describeFile(files[place]),
	]);
	return { ...settings, ...(Object.fromEntries(named) as IDataObject) };
}

/** A file before its upload: what lies at a web address is not known yet. */
function describeFile(file: CheckedFile | ImageRef): IDataObject {
	const { alt = null } = file;
	if (!('from' in file)) return { name: file.path, type: null, size: null, alt };
	const checked = file as CheckedFile;
	if (checked.from === 'item') {
		const { name = null, size } = checked.file;
		return { name, type: checked.type.mime, size, alt };
	}
	return { name: checked.from === 'url' ? checked.url : checked.path, type: null, size: null, alt };
}

/**
 * How many `POST /posts` these items would take. At the next free slots it is the most that they can
 * take: posts whose slots are at the same time share a request.
 */
function countRequests(entries: Array<Entry<CheckedItem>>, combinesRows: boolean): number {
	const rows = entries.flatMap(({ itemIndex, value: { fields, posts } }): Row[] => {
		const { type } = fields;
		return type === 'nextSlot' ? [] : [{ itemIndex, shared: { ...fields, type }, posts }];
	});
	const atSlots = entries.filter(({ value }) => value.fields.type === 'nextSlot');
	const slotRequests = atSlots.reduce((sum, { value }) => sum + value.posts.length, 0);
	return toBatches(rows.flatMap(splitDraftsOnly), combinesRows).length + slotRequests;
}

function summary(
	entries: Array<Entry<CheckedItem>>,
	{ requests, failed }: { requests: number; failed: number },
): string {
	const posts = entries.reduce((sum, { value }) => sum + value.posts.length, 0);
	return [
		`Nothing was sent: ${count(posts, 'post')} of ${count(entries.length, 'item')} would take ${count(requests, 'request')}.`,
		failed > 0 &&
			`${count(failed, 'item')} cannot be sent as ${failed === 1 ? 'it is' : 'they are'}.`,
		entries.some(({ value }) => value.skipsChecks) &&
			'Skip Checks is on: lengths, settings and media were not checked.',
		'Take out Only Check to send them.',
	]
		.filter(Boolean)
		.join(' ');
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;
