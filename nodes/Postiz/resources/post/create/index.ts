import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { PostizClient } from '../../../transport/client';
import { askOnce } from '../../shared/once';
import { ItemRun, type Operation } from '../../shared/operation';
import type { RunMemory } from '../../shared/runMemory';
import { findBlankRows } from './blankRows';
import { decide, exclusively, lockKeysOf, lookForDuplicates } from './decide';
import { ExistingPosts } from './existing';
import { formFields, formWithIds, jsonFields } from './fields';
import { checkItems, planItems } from './planItems';
import { outputResults } from './output';
import { outputPreview } from './preview/preview';
import { readForm, readFormWithIds, readRunOptions } from './readForm';
import { readJson } from './readJson';
import { startRun, type CreateRun } from './run';
import { sendPosts, uploadFiles } from './send';

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
	// If the options of the run are invalid, each item fails.
	const start = new ItemRun(context);
	const options = askOnce(async () => readRunOptions(context));
	const [first] = await start.inTurn(start.items, async () => await options());
	if (!first) return start.toOutput();
	const run = startRun(context, connected, memory, { ...first.value, showsIds });
	const { client, runner, results, startedAt } = run;
	await finishEarlierTries(run);

	const existing = new ExistingPosts(run);
	results.blankRows = findBlankRows(context);
	const open = existing.withoutDone(
		runner.items.filter(
			({ itemIndex }) => memory.sent.hasRemaining(itemIndex) && !results.blankRows.has(itemIndex),
		),
	);
	const written = await runner.inTurn(open, (_value, itemIndex) =>
		readItem(context, itemIndex, startedAt),
	);
	const planned = await planItems(run, await existing.read(written));
	const { changing, creating } = await existing.compare(await checkItems(run, planned));
	let toChange = changing;
	// A concurrent execution with the same posts, such as a repeated webhook, waits and then finds them.
	await exclusively(context, lockKeysOf(client, creating), async () => {
		const decided = await decide(run, creating);
		toChange = existing.withoutGone(changing, decided);
		await outputPreview(run, { written, planned, decided: [...decided, ...toChange] });
		const toSend = decided.filter(({ value }) => !value.previewsOnly);
		results.noteSettled(toSend, client);
		await sendPosts(run, await uploadFiles(run, toSend));
		await lookForDuplicates(run, toSend);
	});
	await existing.change(toChange.filter(({ value }) => !value.previewsOnly));
	return await outputResults(run);
}

/** Looks again at what an earlier try of the run may have sent, so that it isn't sent again. */
async function finishEarlierTries({ client, memory: { sent }, runner }: CreateRun): Promise<void> {
	await sent.lookAgain(client);
	runner.addOutcomes(sent.all());
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
		await createPosts(context, client, memory, { readItem: readFormWithIds, showsIds: true }),
};
