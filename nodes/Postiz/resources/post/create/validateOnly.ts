import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { channelRow } from '../../../channels/row';
import type { PlannedFile } from '../../../media/plannedFile';
import { maxLength } from '../../../providers';
import { splitDraftsOnly } from '../../../publishing/deliver/draftsOnly';
import { toBatches, type ReadyPost, type Row } from '../../../publishing/deliver/requests';
import { filesOfPost, toPostItem, withPlugs } from '../../../publishing/payload';
import type { PlannedItem, PlannedPost } from '../../../publishing/types';
import { countCharacters } from '../../../text/length';
import { visibleText } from '../../../text/visibleText';
import { count } from '../../../values/plural';
import { firstState } from '../../../values/state';
import type { ItemValue, ItemRun } from '../../shared/itemRun';
import type { RunOptions } from './runOptions';

/**
 * Outputs the items that are only to be validated, with how many requests they would take, and sums up
 * with the output.
 */
export function outputValidated(
	context: IExecuteFunctions,
	run: ItemRun,
	planned: Array<ItemValue<PlannedItem>>,
	{ combinesRows }: Pick<RunOptions, 'combinesRows'>,
): void {
	const items = planned.filter(({ value }) => value.validatesOnly);
	if (items.length === 0) return;
	const requests = countRequests(items, combinesRows);
	for (const { itemIndex, value } of items) {
		const rows = describePosts(value).map((post) => ({ ...post, requests }));
		run.add(rows, itemIndex);
	}
	const failed = run.items.length - planned.length;
	context.addExecutionHints({
		message: summary(items, { requests, failed }),
		location: 'outputPane',
	});
}

/** Each post of an item as it would go out. */
function describePosts({ posts, fields }: PlannedItem): IDataObject[] {
	return posts.map((post) => ({
		...channelRow(post.target),
		state: firstState(fields.type),
		// A slot is only looked up when the post is sent, as others may take it before.
		date: fields.type === 'nextSlot' ? null : fields.date,
		...(post.sameAs && { skipped: true, sameAs: { ...post.sameAs } }),
		parts: describeParts(post),
		settings: describeSettings(post),
	}));
}

function describeParts({ target, parts, settings }: PlannedPost): IDataObject[] {
	const { maxLength: ownLimit, provider } = target;
	const max = maxLength(provider, settings);
	// A channel is only asked for its own limit if a text is too long for some accounts.
	const usual = max === provider?.maxLength ? (provider?.minMaxLength ?? max) : max;
	return parts.map(({ content, delay = 0, files }) => ({
		text: visibleText(content),
		characters: countCharacters(content, provider?.count),
		maxCharacters: ownLimit ?? usual ?? null,
		delay,
		files: files.map(describeFile),
	}));
}

function describeSettings({ target, settings, settingFiles }: PlannedPost): IDataObject {
	const named = Object.entries(settingFiles).map(([name, file]) => [name, describeFile(file)]);
	return {
		...withPlugs(settings),
		...(Object.fromEntries(named) as IDataObject),
		__type: target.identifier,
	};
}

/** A file before its upload: what lies at a web address is not known yet. */
function describeFile({ alt: entered, source }: PlannedFile): IDataObject {
	const alt = entered ?? null;
	switch (source.from) {
		case 'item': {
			const { name = null, size } = source.file;
			return { name, type: source.type.mime, size, alt };
		}
		case 'url':
			return { name: source.url, type: null, size: null, alt };
		default:
			return {
				name: source.reference.path,
				type: null,
				size: null,
				alt: alt ?? source.reference.alt ?? null,
			};
	}
}

/** As long as what the service calls an uploaded file: how many posts fit into a request depends on it. */
const USUAL_REFERENCE = { id: 'x'.repeat(36), path: 'x'.repeat(100) };

function toReadyPosts(posts: PlannedPost[]): ReadyPost[] {
	return posts
		.filter(({ sameAs }) => !sameAs)
		.map((post, place) => {
			const references = new Map(filesOfPost(post).map((file) => [file, USUAL_REFERENCE]));
			return { place, target: post.target, item: toPostItem(post, references) };
		});
}

/**
 * How many `POST /posts` these items would take. At the next free slots it is the most that they can
 * take: posts whose slots are at the same time share a request.
 */
function countRequests(items: Array<ItemValue<PlannedItem>>, combinesRows: boolean): number {
	const rows = items.flatMap(({ itemIndex, value: { fields, posts } }): Row[] => {
		const { type } = fields;
		return type === 'nextSlot'
			? []
			: [{ itemIndex, shared: { ...fields, type }, posts: toReadyPosts(posts) }];
	});
	const atSlots = items.filter(({ value }) => value.fields.type === 'nextSlot');
	const slotRequests = atSlots.reduce((sum, { value }) => sum + value.posts.length, 0);
	return toBatches(rows.flatMap(splitDraftsOnly), combinesRows).length + slotRequests;
}

function summary(
	items: Array<ItemValue<PlannedItem>>,
	{ requests, failed }: { requests: number; failed: number },
): string {
	const posts = items.reduce((sum, { value }) => sum + value.posts.length, 0);
	return [
		`Nothing was sent: ${count(posts, 'post')} of ${count(items.length, 'item')} would take ${count(requests, 'request')}.`,
		failed > 0 &&
			`${count(failed, 'item')} cannot be sent as ${failed === 1 ? 'it is' : 'they are'}.`,
		items.some(({ value }) => value.skipsValidation) &&
			'Skip Validation is on: lengths, settings and media were not checked.',
		'Remove Validate Only to send them.',
	]
		.filter(Boolean)
		.join(' ');
}
