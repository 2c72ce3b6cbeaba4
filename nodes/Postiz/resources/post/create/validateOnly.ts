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
import { addHint, type ItemRun, type ItemValue } from '../../shared/itemRun';
import { addUnfetchableHint } from '../shared/hints';
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
	const items = planned
		.filter(({ value }) => value.validatesOnly)
		.map(({ itemIndex, value }) => ({ itemIndex, value, posts: toReadyPosts(value.posts) }));
	if (items.length === 0) return;
	const requests = countRequests(items, combinesRows);
	for (const { itemIndex, value } of items) {
		const rows = describePosts(value).map((post) => ({ ...post, requests }));
		run.add(rows, itemIndex);
	}
	addHint(context, summary(items, { requests, failed: run.failedCount }));
	addUnfetchableHint(
		context,
		items.flatMap(({ posts }) => posts),
	);
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

/** A file before its upload. */
function describeFile({ alt: entered, source }: PlannedFile): IDataObject {
	const alt = entered ?? null;
	switch (source.from) {
		case 'item': {
			const { name = null, size } = source.file;
			return { name, type: source.type.mime, size, alt };
		}
		case 'url':
			return { name: source.url, type: source.type?.mime ?? null, size: null, alt };
		default:
			return {
				name: source.reference.path,
				type: null,
				size: null,
				alt: alt ?? source.reference.alt ?? null,
			};
	}
}

interface CheckedItem extends ItemValue<PlannedItem> {
	posts: ReadyPost[];
}

/**
 * As long as what the service calls an uploaded file: how many posts fit into a request depends on it.
 * Where it will lie is not known.
 */
const USUAL_REFERENCE = {
	id: 'x'.repeat(36),
	path: `https://${'x'.repeat(62)}.example/${'x'.repeat(20)}.png`,
};

const referenceOf = ({ source }: PlannedFile) =>
	'reference' in source ? source.reference : USUAL_REFERENCE;

function toReadyPosts(posts: PlannedPost[]): ReadyPost[] {
	return posts
		.filter(({ sameAs }) => !sameAs)
		.map((post, place) => {
			const references = new Map(filesOfPost(post).map((file) => [file, referenceOf(file)]));
			return { place, target: post.target, item: toPostItem(post, references) };
		});
}

/**
 * How many `POST /posts` these items would take. At the next free slots it is the most that they can
 * take: posts whose slots are at the same time share a request.
 */
function countRequests(items: CheckedItem[], combinesRows: boolean): number {
	const rows = items.flatMap(({ itemIndex, value: { fields }, posts }): Row[] => {
		const { type } = fields;
		return type === 'nextSlot' ? [] : [{ itemIndex, shared: { ...fields, type }, posts }];
	});
	const atSlots = items.filter(({ value }) => value.fields.type === 'nextSlot');
	const slotRequests = atSlots.reduce((sum, { posts }) => sum + posts.length, 0);
	return toBatches(rows.flatMap(splitDraftsOnly), combinesRows).length + slotRequests;
}

function summary(
	items: Array<ItemValue<PlannedItem>>,
	{ requests, failed }: { requests: number; failed: number },
): string {
	const posts = items.reduce((sum, { value }) => sum + value.posts.length, 0);
	const would = `would make ${count(posts, 'post')} in ${count(requests, 'request')}.`;
	return [
		failed > 0
			? `Nothing was sent: ${items.length} of ${count(items.length + failed, 'item')} ${items.length === 1 ? 'is' : 'are'} fine and ${would} ${failed} failed.`
			: `Nothing was sent: ${count(items.length, 'item')} ${would}`,
		items.some(({ value }) => value.skipsValidation) &&
			'Skip Validation is on: lengths, settings and media were not checked.',
		'Remove Validate Only to send them.',
	]
		.filter(Boolean)
		.join(' ');
}
