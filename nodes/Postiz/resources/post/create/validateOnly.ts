import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { channelRow } from '../../../channels/row';
import type { PlannedFile } from '../../../media/plannedFile';
import { rulesFor } from '../../../providers';
import { splitDraftsOnly } from '../../../publishing/deliver/draftsOnly';
import { rowsOfItem, toBatches, toReadyPosts } from '../../../publishing/deliver/requests';
import { filesOfPost, withPlugs } from '../../../publishing/payload';
import type { PlannedItem, PlannedPost } from '../../../publishing/types';
import type { PostizClient } from '../../../transport/client';
import { countCharacters } from '../../../text/length';
import { visibleText } from '../../../text/visibleText';
import { count } from '../../../values/plural';
import { firstState } from '../../../values/state';
import { addHint, type ItemRun, type ItemValue } from '../../shared/operation';
import { addUnfetchableHint } from '../shared/hints';
import { sentences } from './whenOut';

/** Outputs the items that are only to be validated, and says with the output how many requests they would take. */
export async function outputValidated(
	planned: Array<ItemValue<PlannedItem>>,
	{
		context,
		client,
		results,
		options,
	}: {
		context: IExecuteFunctions;
		client: PostizClient;
		results: ItemRun;
		options: { combinesRows: boolean };
	},
): Promise<void> {
	const items = planned.filter(({ value }) => value.validatesOnly);
	if (items.length === 0) return;
	const ready = items.map(({ itemIndex, value }) => {
		const files = value.posts.flatMap(filesOfPost);
		const references = new Map(files.map((file) => [file, referenceOf(file)]));
		return { ...value, itemIndex, posts: toReadyPosts(value, references) };
	});
	const rows = ready.flatMap((item) => rowsOfItem(item.itemIndex, item));
	// At most: posts whose next free slots are at the same time share a request.
	const atSlots = ready.flatMap(({ fields, posts }) => (fields.type === 'nextSlot' ? posts : []));
	const split = await splitDraftsOnly(client, rows);
	const requests = toBatches(split, options.combinesRows).length + atSlots.length;
	for (const { itemIndex, value } of items) {
		const described = value.posts.map((post) => ({ ...describePost(post, value), requests }));
		results.add(described, itemIndex);
	}
	addHint(context, summary(items, requests, results.failedCount));
	const readyPosts = ready.flatMap(({ posts }) => posts);
	addUnfetchableHint(context, readyPosts);
}

/** A post of an item as it would go out. */
function describePost(post: PlannedPost, { fields }: PlannedItem): IDataObject {
	const files = Object.entries(post.settingFiles).map(([name, file]) => [name, describeFile(file)]);
	return {
		...channelRow(post.target),
		state: firstState(fields.type),
		// A slot is only looked up when the post is sent, as others may take it before.
		date: fields.type === 'nextSlot' ? null : fields.date,
		...(post.sameAs && { skipped: true, sameAs: { ...post.sameAs } }),
		parts: describeParts(post),
		settings: {
			...withPlugs(post.settings),
			...(Object.fromEntries(files) as IDataObject),
			__type: post.target.identifier,
		},
	};
}

function describeParts({ target, parts, settings }: PlannedPost): IDataObject[] {
	const { maxLength: ownLimit, provider } = target;
	const { maxLength, minMaxLength } = rulesFor(provider, settings);
	return parts.map(({ content, delay = 0, files }) => ({
		text: visibleText(content),
		characters: countCharacters(content, provider?.count),
		// A channel is only asked for its own limit if a text is too long for some accounts.
		maxCharacters: ownLimit ?? minMaxLength ?? maxLength ?? null,
		delay,
		files: files.map(describeFile),
	}));
}

function describeFile({ alt: entered, source }: PlannedFile): IDataObject {
	const alt = entered ?? null;
	switch (source.from) {
		case 'item': {
			const { name = null, size } = source.file;
			return { name, type: source.type.mime, size, alt };
		}
		case 'url':
			return { name: source.url, type: source.type?.mime ?? null, size: null, alt };
		default: {
			const { path, alt: own = null } = source.reference;
			return { name: path, type: null, size: null, alt: alt ?? own };
		}
	}
}

/** As long as that of a usual uploaded file: how many posts fit into a request depends on it. */
const USUAL_REFERENCE = {
	id: 'x'.repeat(36),
	path: `https://${'x'.repeat(62)}.example/${'x'.repeat(20)}.png`,
};

const referenceOf = ({ source }: PlannedFile) =>
	'reference' in source ? source.reference : USUAL_REFERENCE;

function summary(items: Array<ItemValue<PlannedItem>>, requests: number, failed: number): string {
	const posts = items.reduce((sum, { value }) => sum + value.posts.length, 0);
	const would = `would make ${count(posts, 'post')} in ${count(requests, 'request')}.`;
	const isUnchecked = items.some(({ value }) => value.skipsValidation);
	return sentences(
		failed > 0
			? `Nothing was sent: ${items.length} of ${count(items.length + failed, 'item')} ${items.length === 1 ? 'is' : 'are'} fine and ${would} ${failed} failed.`
			: `Nothing was sent: ${count(items.length, 'item')} ${would}`,
		isUnchecked && 'Skip Validation is on: lengths, settings and media were not checked.',
		'Remove Validate Only to send them.',
	);
}
