import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { createChannelFacts, SlotFinder } from '../channels/channelFacts';
import { Uploads } from '../media/uploads';
import { deliver } from './send/deliver';
import { linkRows } from './send/linkRows';
import { getDedupeWindow } from './dedupeWindow';
import { FileComparison } from './match/fileComparison';
import { readCalendar } from './match/readCalendar';
import { reconcile } from './match/reconcile';
import { openFiles, resolve } from './resolve/resolve';
import { recordLoop, type Run } from './run';
import type { Calendar, CalendarSnapshot, DesiredPost } from './model';
import { explainUnreadable } from './explainPosts';
import type { PostizClient } from '../transport/client';
import { LimitWait } from '../transport/limitWait';
import { sleepUnlessCancelled } from '../transport/sleep';
import { continuesOnError } from '../transport/nodeError';
import { locks } from '../common/processState';
import { asProblem, Problem } from '../common/problem';
import { ItemResults, type Operation, type RunMemory } from '../actions/shared/operation';
import { findBlankRows } from './read/blankRows';
import { readForm, type ReadItem, readRow, readRunOptions } from './read/readForm';
import { formFields, formWithRowId, jsonFields } from '../actions/post/createFields';
import { failUndatedItems, validate } from './validate/validate';
import { prepare } from './send/prepare';
import { preview } from './preview/preview';
import { readJson } from './read/readJson';
import { report } from './report/report';
import { withSameMinuteNotes } from './sameMinute';

const ADVICE = 'To check all items at once, add the option Preview Only.';

/** Creates the posts of all items. Each step finishes for all items before the next: mistakes cost no requests. */
async function createPosts(
	context: IExecuteFunctions,
	connected: PostizClient,
	memory: RunMemory,
	readItem: ReadItem,
): Promise<INodeExecutionData[]> {
	const failures = new ItemResults(context);
	const options = failures.ofAll(() => readRunOptions(context));
	if (!options) return failures.toOutput();
	failures.keepsGoing = options.previewsOnly || continuesOnError(context);
	failures.journal = memory.journal;
	const run = startRun(context, connected, memory, options.maxWaitMs);
	const blank = findBlankRows(context);

	if (failures.items.length > 1) failures.advice = ADVICE;
	const indexes = failures.items.filter((index) => !blank.has(index));
	const items = await failures.inTurn(indexes, (index) => readItem(context, index, run.startedAt));
	const opened = await failures.atOnce(items, async (item) => {
		await openFiles(item, run.uploads, options.previewsOnly);
		return item;
	});
	const resolved = await failures.inTurn(
		opened,
		async (item) => await resolve(item, run, options.previewsOnly),
	);
	const wanted = resolved.flatMap((one) => one.desired);
	failUndatedItems(wanted, failures);
	const valid = wanted.filter(({ item }) => !failures.has(item.index));

	// A concurrent execution with the same posts, such as a repeated webhook, waits and then finds them.
	return await exclusively(run, valid, async () => {
		const { steps: decided, ...observed } = await reconcileAll(run, valid, failures);
		const steps = await validate(decided, observed, run, failures);
		const isPartial = resolved.length < indexes.length;
		const { unread } = observed;
		const seen = { ...options, blank, resolved, isPartial, steps, unread };
		if (options.previewsOnly) {
			const noted = withSameMinuteNotes(steps, ({ desired }) => !failures.has(desired.item.index));
			return await preview(run, { ...seen, steps: noted, items }, failures);
		}
		const prepared = await prepare(steps, run, failures);
		const sent = await deliver(prepared.outgoing, run, continuesOnError(context));
		const isEnded = sent.some(({ outcome }) => outcome === 'notSent');
		const linked = isEnded ? 0 : await linkRows(steps, run);
		return await report(run, { ...seen, ...prepared, sent, linked }, failures);
	});
}

function startRun(
	context: IExecuteFunctions,
	client: PostizClient,
	{ journal, files }: RunMemory,
	maxWaitMs: number,
): Run {
	const limit = new LimitWait(maxWaitMs, async (ms) => await sleepUnlessCancelled(context, ms));
	client.limit = limit;
	return {
		context,
		client,
		uploads: new Uploads(context, client, files),
		factsOf: createChannelFacts(client),
		slots: new SlotFinder(client),
		journal,
		limit,
		startedAt: Date.now(),
		timezone: context.getTimezone(),
	};
}

/** What is to be done for each post. If the calendar can't be read, that is known only of what this run has sent. */
async function reconcileAll(run: Run, wanted: DesiredPost[], failures: ItemResults) {
	const { context, startedAt: now } = run;
	const ofRun = {
		dedupeWindowMs: getDedupeWindow(context),
		loopHistory: recordLoop(run, wanted),
		now,
	};
	const seen = await reconcileSeen(run, wanted, ofRun).catch(asProblem);
	if (!(seen instanceof Problem)) return seen;
	const isKnown = ({ item, earlierAttempt }: DesiredPost) =>
		item.ignoresExisting || earlierAttempt !== undefined;
	const unknown = wanted.filter((one) => !isKnown(one));
	for (const { item } of unknown) failures.add(item.index, explainUnreadable(seen));
	const unseen = { ...NOTHING_SEEN, ...ofRun, compareFiles: () => undefined };
	return { ...NOTHING_SEEN, steps: reconcile(wanted.filter(isKnown), unseen).steps };
}

/** Throws {@link Problem} if the calendar, or a post whose files have to be compared, can't be read. */
async function reconcileSeen(
	run: Run,
	wanted: DesiredPost[],
	ofRun: Pick<Calendar, 'dedupeWindowMs' | 'loopHistory' | 'now'>,
) {
	const observed = await readCalendar(wanted, run);
	const files = new FileComparison(run);
	const calendar = { ...observed, ...ofRun, compareFiles: files.of };
	for (;;) {
		const { steps, uncompared } = reconcile(wanted, calendar);
		if (uncompared.size === 0) return { ...observed, steps };
		await files.compare(uncompared);
	}
}

const NOTHING_SEEN: CalendarSnapshot = {
	...{ posts: [], keepsKeys: true, listed: [], unread: 0 },
	stuck: new Set(),
};

/** Runs `work` while no other execution in this process has posts with the same text or row. */
async function exclusively<T>(
	{ client, context }: Run,
	wanted: DesiredPost[],
	work: () => Promise<T>,
): Promise<T> {
	const keys = wanted
		.filter(({ item }) => !item.ignoresExisting)
		.map(({ target, key }) => JSON.stringify([client.baseUrl, target.id, key.row ?? key.text]));
	return await locks.run(keys, work, context.getExecutionCancelSignal());
}

/** Post: Create (docs/api.md, Creating posts). */
export const create: Operation = {
	name: 'Create',
	value: 'create',
	action: 'Create post',
	description: 'Publish, schedule or draft a post on one or more channels',
	properties: formFields,
	execute: async (context, client, memory) => await createPosts(context, client, memory, readForm),
};

/** Post: Create From JSON (docs/api.md, Creating posts). */
export const createFromJson: Operation = {
	name: 'Create From JSON',
	value: 'createFromJson',
	action: 'Create posts from JSON',
	description:
		'Create posts from JSON for the Postiz API, such as from the payload wizard of Postiz',
	properties: jsonFields,
	execute: async (context, client, memory) => await createPosts(context, client, memory, readJson),
};

/** Post: Create or Update (docs/api.md, Creating posts, Changing a post). */
export const createOrUpdate: Operation = {
	name: 'Create or Update',
	value: 'createOrUpdate',
	action: 'Create or update post',
	description:
		'Create the posts of a row, or update them if the row has changed, matched by its Row ID',
	properties: formWithRowId,
	execute: async (context, client, memory) => await createPosts(context, client, memory, readRow),
};
