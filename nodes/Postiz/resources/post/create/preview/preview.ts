import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { channelRow } from '../../../../channels/row';
import type { PlannedFile } from '../../../../media/plannedFile';
import { rulesFor } from '../../../../providers';
import { problemsOf } from '../../../../publishing/check/checkPost';
import type { ProblemOfPost } from '../../../../publishing/check/postProblems';
import { placesOf, plannedAddress } from '../../../../publishing/check/fetchable';
import { splitDraftsOnly } from '../../../../publishing/deliver/draftsOnly';
import { rowsOfItem, toBatches, toReadyPosts } from '../../../../publishing/deliver/requests';
import { filesOfPost, withPlugs } from '../../../../publishing/payload';
import type { PlannedItem, PlannedPost } from '../../../../publishing/types';
import type { PostizClient } from '../../../../transport/client';
import { countCharacters } from '../../../../text/length';
import { isBlank } from '../../../../text/plainText';
import { visibleText } from '../../../../text/visibleText';
import { count, sentences } from '../../../../values/plural';
import { addHint, type ItemValue } from '../../../shared/operation';
import { addUnfetchableHint } from '../../shared/hints';
import type { Results } from '../results';

/** Outputs items with Preview Only, with a hint about how many requests they would take. */
export async function outputPreview(
	planned: Array<ItemValue<PlannedItem>>,
	{
		context,
		client,
		results,
		options,
	}: {
		context: IExecuteFunctions;
		client: PostizClient;
		results: Results;
		options: { combinesRows: boolean };
	},
): Promise<void> {
	const { filesAt } = client.instance;
	const items = planned
		.filter(({ value }) => value.previewsOnly)
		.map(({ itemIndex, value }) => ({ itemIndex, value, problems: problemsOf(value, filesAt) }));
	if (items.length + results.invalidCount === 0) return;
	const ready = items
		.filter(({ problems }) => problems.length === 0)
		.map(({ itemIndex, value }) => {
			const files = value.posts.flatMap(filesOfPost);
			const references = new Map(files.map((file) => [file, referenceOf(file)]));
			const changes = value.posts.filter(({ existing }) => existing?.changed.length);
			return { ...value, itemIndex, posts: toReadyPosts(value, references), changes };
		});
	const rows = ready.flatMap((item) => rowsOfItem(item.itemIndex, item));
	// An upper bound: posts whose slots are at the same time share a request.
	const atSlots = ready.flatMap(({ fields, posts }) => (fields.type === 'nextSlot' ? posts : []));
	const split = await splitDraftsOnly(client, rows);
	const toChange = ready.flatMap(({ changes }) => changes);
	const created = toBatches(split, options.combinesRows).length + atSlots.length;
	const requests = created + toChange.length;
	for (const { itemIndex, value, problems } of items) {
		const described = value.posts.map((post) => ({
			...describeProblems(problems.filter(([target]) => target === post.target)),
			...describePost(post, value, [
				...notesFor(post, value, context.getTimezone()),
				...reachNotes(post, client),
			]),
			requests,
		}));
		results.add(described, itemIndex);
	}
	const invalid = items.length - ready.length + results.invalidCount;
	const readyPosts = ready.flatMap(({ posts }) => posts);
	addHint(
		context,
		summary(items, {
			valid: ready.length,
			invalid,
			posts: readyPosts.length,
			changes: toChange.length,
			requests,
		}),
	);
	addUnfetchableHint(context, readyPosts);
}

/** The problems of a post, and how to fix them. */
function describeProblems(problems: ProblemOfPost[]): IDataObject {
	const remedies = problems.flatMap(([, { remedy }]) => remedy ?? []);
	return {
		valid: problems.length === 0,
		problems: problems.map(([, { message }]) => message),
		advice: [...new Set(remedies)].join(' ') || null,
	};
}

/** Notes about what may be a mistake. */
function notesFor(
	{ parts, notes = [] }: PlannedPost,
	{ lacksTime }: PlannedItem,
	timezone: string,
): string[] {
	return [
		...notes.map((note) => `${note.charAt(0).toUpperCase()}${note.slice(1)}.`),
		...(isBlank(parts[0]?.content ?? '') ? [WITHOUT_TEXT] : []),
		...(lacksTime ? [`The date has no time: the post goes out at 00:00 ${timezone}.`] : []),
	];
}

/** Notes about files that the network may not reach. Until the first upload, they may be stored at `baseUrl`. */
function reachNotes(post: PlannedPost, { baseUrl, instance: { filesAt } }: PostizClient): string[] {
	const places = [
		// Of the others, it is certain.
		...(filesAt === undefined
			? placesOf(post, 'never', ({ source }) => ('reference' in source ? undefined : baseUrl))
			: []),
		...placesOf(post, 'perhaps', plannedAddress(filesAt ?? baseUrl)),
	];
	return places.map((place) => `The network may not reach files at ${place}.`);
}

const WITHOUT_TEXT = 'The post has no text.';

/** A post of an item as it would be published. */
function describePost(post: PlannedPost, { fields }: PlannedItem, notes: string[]): IDataObject {
	const files = Object.entries(post.settingFiles).map(([name, file]) => [name, describeFile(file)]);
	const parts = describeParts(post);
	const { text = '', characters = 0, maxCharacters = null } = parts[0] ?? {};
	return {
		...channelRow(post.target),
		type: fields.type,
		// Slots are only looked up when posts are sent, as they may be taken before.
		date: fields.type === 'nextSlot' ? null : fields.date,
		text,
		characters,
		maxCharacters,
		notes,
		...(post.existing && { postId: post.existing.id, changed: post.existing.changed }),
		...(post.sameAs && { skipped: true, sameAs: { ...post.sameAs } }),
		parts,
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
		// The channel's own limit is only fetched if a text is too long for some accounts.
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

/** Has a typical length, as it affects how many posts fit into a request. */
const USUAL_REFERENCE = {
	id: 'x'.repeat(36),
	path: `https://${'x'.repeat(62)}.example/${'x'.repeat(20)}.png`,
};

const referenceOf = ({ source }: PlannedFile) =>
	'reference' in source ? source.reference : USUAL_REFERENCE;

const does = (posts: number, changes: number) =>
	[
		(posts > 0 || changes === 0) && `make ${count(posts, 'post')}`,
		changes > 0 && `change ${count(changes, 'post')}`,
	]
		.filter(Boolean)
		.join(' and ');

function summary(
	items: Array<ItemValue<PlannedItem>>,
	{
		valid,
		invalid,
		posts,
		changes,
		requests,
	}: Record<'valid' | 'invalid' | 'posts' | 'changes' | 'requests', number>,
): string {
	const isUnchecked = items.some(({ value }) => value.skipsValidation);
	const all = items.flatMap(({ value }) => value.posts);
	const withoutText = all.filter(({ parts }) => isBlank(parts[0]?.content ?? '')).length;
	const days = items.filter(({ value }) => value.lacksTime).length;
	return sentences(
		valid > 0
			? `Nothing was sent: ${invalid > 0 ? `${valid} of ${count(valid + invalid, 'item')}` : count(valid, 'item')} would ${does(posts, changes)} in ${count(requests, 'request')}.`
			: 'Nothing was sent.',
		invalid > 0 && `${count(invalid, 'item')} ${invalid === 1 ? 'has' : 'have'} problems.`,
		withoutText > 0 &&
			`${count(withoutText, 'post')} ${withoutText === 1 ? 'has' : 'have'} no text.`,
		days > 0 && `${count(days, 'date')} ${days === 1 ? 'has' : 'have'} no time: 00:00.`,
		isUnchecked && 'Skip Validation is on: lengths, settings and media were not checked.',
		'Remove Preview Only to send them.',
	);
}
