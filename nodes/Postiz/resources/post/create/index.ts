import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { Abilities } from '../../../channels/abilities';
import { describeChannel, labelOf } from '../../../channels/nearestChannels';
import { SlotFinder } from '../../../channels/slots';
import { Uploads } from '../../../media/uploads';
import { PostChanger } from '../../../publishing/change/changer';
import { checkItem } from '../../../publishing/check/checkPost';
import { checkReach, plannedAddress } from '../../../publishing/check/fetchable';
import { withNotes } from '../../../publishing/check/notes';
import { scheduleDrafts } from '../../../publishing/deliver/draftsOnly';
import { toNewPosts } from '../../../publishing/deliver/requests';
import { filesOfPost } from '../../../publishing/payload';
import { completeItem } from '../../../publishing/plan/completePlan';
import { openItem, planItem } from '../../../publishing/plan/plan';
import { doubledProblem } from '../../../values/repetition';
import {
	isToSend,
	type PlannedItem,
	type PlannedPost,
	type WrittenItem,
} from '../../../publishing/types';
import { markupIn } from '../../../text/content';
import type { PostizClient } from '../../../transport/client';
import { LimitWait } from '../../../transport/limit';
import { pause } from '../../../transport/pause';
import { listNames } from '../../../values/lists';
import {
	adviceForModel,
	ignoreProblem,
	isOfService,
	Problem,
	quote,
} from '../../../values/problem';
import { askOnce } from '../../shared/once';
import { addHint, ItemRun, type Operation } from '../../shared/operation';
import { noteCreated, type RunMemory } from '../../shared/runMemory';
import { addDraftsHint, addMendedHint, addNotesHint, addUnfetchableHint } from '../shared/hints';
import { findBlankRows } from './blankRows';
import { ExistingPosts } from './existing';
import { formFields, formWithIds, jsonFields } from './fields';
import { readExisting, readForm, readRunOptions } from './readForm';
import { readJson } from './readJson';
import { Results } from './results';
import { inTurn, isEvent, lookedUpKeys, lookForTwins, markSame } from './same';
import { sendPosts } from './send';
import { Preview } from './preview/preview';

/** How an operation reads items, and what it outputs. */
interface Kind {
	readItem: typeof readForm;
	showsIds?: boolean;
}

/** Creates the posts of all items. Each step finishes for all items before the next: mistakes cost no requests. */
async function createPosts(
	context: IExecuteFunctions,
	connected: PostizClient,
	memory: RunMemory,
	{ readItem, showsIds }: Kind,
): Promise<INodeExecutionData[]> {
	const start = new ItemRun(context);
	const runOptions = askOnce(async () => readRunOptions(context));
	const [first] = await start.inTurn(start.items, async () => await runOptions());
	if (!first) return start.toOutput();
	const options = first.value;
	const now = Date.now();
	const timezone = context.getTimezone();
	const preview = new Preview(context);
	const results = new Results(context, { ...options, showsIds }, memory, preview);
	results.blankRows = findBlankRows(context);
	const { sent, files } = memory;
	const limit = new LimitWait(options.maxWaitMs, async (ms) => await pause(context, ms));
	const client = connected.waitingFor(limit);
	const uploads = new Uploads(context, client, 'postMedia', files);

	// Don't resend what an earlier try has sent.
	await sent.lookAgain(client);
	results.addOutcomes(await scheduleDrafts(client, sent.all(), sent, { again: true }));
	const abilities = new Abilities(client);
	const finder = new SlotFinder(client, memory.withoutSlot);
	const changer = new PostChanger(client, { uploads, abilities, timezone });
	const existingPosts = new ExistingPosts({
		context,
		memory,
		results,
		changer,
		uploads,
		finder,
	});
	const unsent = existingPosts.withoutDone(
		results.items.filter(
			({ itemIndex }) => sent.hasUnsent(itemIndex) && !results.blankRows.has(itemIndex),
		),
	);

	const written = await results.inTurn(unsent, (_value, itemIndex) =>
		readItem(context, itemIndex, now),
	);
	for (const { itemIndex, value } of written) preview.noteWritten(itemIndex, value);
	const found = await existingPosts.read(written);

	const opened = await results.atOnce(found, async (value) => {
		await openItem(value.item, uploads);
		return value;
	});
	const planned = await results.inTurn(opened, async ({ item, existing }) => {
		const channels = await client.channels();
		abilities.noteChannels(channels);
		const plan = async () => {
			const known = { channels, uploads, timezone, existing };
			return withNotes(await completeItem(await planItem(item, known), { abilities, uploads }));
		};
		return await planWithDate(item, { madeAt: now, timezone }, plan);
	});
	for (const { itemIndex, value } of planned) preview.notePlanned(itemIndex, value);
	addPlanHints(
		context,
		planned.map(({ value }) => value),
	);
	const checked = await results.inTurn(planned, (item) =>
		checkWithDate(item, client.instance.filesAt),
	);
	addDraftsHint(
		context,
		checked.map(({ value }) => value),
	);
	const { changing, creating } = await existingPosts.compare(checked);
	const looking = { context, client, results, memory, finder, uploads, now };
	let toChange = changing;

	// A concurrent execution with the same posts, such as a repeated webhook, waits and then finds them.
	await inTurn(context, lookedUpKeys(client, creating), async () => {
		const marked = await markSame(creating, looking);
		const toSend = preview.take(marked);
		toChange = preview.take(existingPosts.withoutGone(changing, marked));
		await preview.output(results, client);
		results.addUnsent(toSend, client);

		const upload = uploadFirst(client);
		const ready = await results.atOnce(toSend, async (item, itemIndex) => {
			const { planned: fetchable, references } = await upload(item, async ({ posts }) =>
				uploads.references(posts.filter(isToSend).flatMap(filesOfPost)),
			);
			const reached = checkReach(fetchable, (file) => references.get(file)?.path);
			results.addUnsent([{ itemIndex, value: reached }], client);
			return sent.unsent(itemIndex, toNewPosts(itemIndex, reached, references));
		});
		const posts = ready.flatMap(({ value }) => value);
		addUnfetchableHint(context, posts);
		await sendPosts(posts, { context, client, results, sent, limit, finder, now });
		noteCreated(context, sent.ids());
		if (isEvent(context)) await lookForTwins(toSend, looking);
	});
	await existingPosts.change(toChange);

	return await results.finish(client);
}

/**
 * Uploads the files of items at once, but for those that networks fetch: the first upload shows where the instance keeps
 * files, so that the others need not be uploaded if that is out of reach. Throws {@link Problem} then.
 */
function uploadFirst({ instance }: PostizClient) {
	let first: Promise<unknown> | undefined;
	return async <T>(item: PlannedItem, upload: (planned: PlannedItem) => Promise<T>) => {
		const isFetched = item.posts.some(
			(post) => isToSend(post) && post.target.provider?.fetchesFiles,
		);
		if (isFetched && instance.filesAt === undefined && first) await first.catch(ignoreProblem);
		const planned = checkReach(item, plannedAddress(instance.filesAt));
		const own = upload(planned);
		first ??= own;
		return { planned, references: await own };
	};
}

/** Plans an item, with what is wrong with its date. Throws {@link Problem}, which also mentions an invalid date. */
async function planWithDate(
	{ fields, invalidDate, pastDate, postIds }: WrittenItem,
	created: { madeAt: number; timezone: string },
	plan: () => Promise<PlannedItem>,
): Promise<PlannedItem> {
	// Of existing posts, it is checked when they were made.
	const isNew = fields.type === 'schedule' && !postIds;
	const invalid = invalidDate ?? (isNew ? doubledProblem(fields, created) : undefined);
	try {
		return { ...(await plan()), ...(invalid && { invalidDate: invalid }) };
	} catch (error) {
		throw withProblem(invalid ?? pastDate, error);
	}
}

/** Like {@link checkItem}, with the date. */
function checkWithDate(item: PlannedItem, filesAt?: string): PlannedItem {
	try {
		const checked = checkItem(item, filesAt);
		if (!item.invalidDate) return checked;
	} catch (error) {
		throw withProblem(item.invalidDate, error);
	}
	throw item.invalidDate;
}

/** Combines both problems of an item. Failures of the service replace neither. */
function withProblem(first: Problem | undefined, error: unknown): unknown {
	if (!first || !(error instanceof Problem) || isOfService(error)) return error;
	const { message, description } = error;
	return new Problem(`${first.message}; ${message}`, `${first.description}\n${description}`, {
		forModel: `${adviceForModel(first)}\n${adviceForModel(error)}`,
	});
}

/** Adds hints about corrected JSON, channels without a post, and unused Network Settings. */
function addPlanHints(context: IExecuteFunctions, items: PlannedItem[]): void {
	const add = (found: string[], describe: (list: string[]) => string, forModel?: '') => {
		const unique = [...new Set(found)];
		if (unique.length > 0) addHint(context, describe(unique), forModel);
	};
	add(
		items.flatMap(({ corrections }) => [...corrections]),
		(list) => `Parts of the JSON were corrected: ${list.join('; ')}.`,
	);
	addMendedHint(
		context,
		items.flatMap(({ mended }) => [...mended]),
	);
	add(
		items.flatMap(({ leftOut }) => leftOut.map(describeChannel)),
		(list) =>
			`These channels of the chosen groups were left out, as they are disabled in Postiz: ${list.join(', ')}.`,
	);
	addNotesHint(
		context,
		items.flatMap(({ posts }) => posts),
	);
	const [first, ...others] = items.map(({ unusedNetworks }) => unusedNetworks);
	add(
		(first ?? []).filter((network) => others.every((unused) => unused.includes(network))),
		(list) => `Network Settings for ${list.join(', ')} were not used: ${chosenChannels(items)}.`,
		'',
	);
	const [unread] = items.flatMap(({ posts }) => posts.flatMap(unreadMarkup));
	if (unread) {
		const { found, format } = unread;
		addHint(
			context,
			`${quote(found)} is published as it is written. If the text is ${format}, set the option Text Format to ${format}.`,
			'',
		);
	}
}

/** The chosen channels, as the end of a sentence. */
function chosenChannels(items: PlannedItem[]): string {
	const labels = items.flatMap(({ posts }) => posts.map(({ target }) => labelOf(target)));
	const [only = '', ...others] = new Set(labels);
	return others.length === 0
		? `the chosen channel is ${only}`
		: `the chosen channels are ${listNames([only, ...others], 120)}`;
}

/** Finds Markdown or HTML in plain text, unless the network renders it. */
function unreadMarkup({ target, parts }: PlannedPost) {
	const texts = parts.flatMap(({ written }) =>
		written?.format === 'automatic' ? written.texts : [],
	);
	return texts
		.flatMap((text) => markupIn(text) ?? [])
		.filter(({ format }) => format === 'HTML' || target.provider?.text !== 'markdown');
}

/** Post: Create (docs/api.md, Creating posts). */
export const create: Operation = {
	name: 'Create',
	value: 'create',
	action: 'Create post on one or more channels',
	description: 'Publish, schedule or draft a post on one or more channels',
	properties: formFields,
	execute: async (context, client, memory) =>
		await createPosts(context, client, memory, { readItem: readForm }),
};

/** Post: Create From JSON (docs/api.md, Creating posts). */
export const createFromJson: Operation = {
	name: 'Create From JSON',
	value: 'createFromJson',
	action: 'Create posts from JSON',
	description:
		'Create posts from JSON for the Postiz API, such as from the payload wizard of Postiz',
	properties: jsonFields,
	execute: async (context, client, memory) =>
		await createPosts(context, client, memory, { readItem: readJson }),
};

/** Post: Create or Update (docs/api.md, Creating posts, Changing a post). */
export const createOrUpdate: Operation = {
	name: 'Create or Update',
	value: 'createOrUpdate',
	action: 'Create or update post on one or more channels',
	description:
		'Create a post, or change the posts with the given IDs into what the form says. Nothing is sent if nothing has changed.',
	properties: formWithIds,
	execute: async (context, client, memory) =>
		await createPosts(context, client, memory, { readItem: readExisting, showsIds: true }),
};
