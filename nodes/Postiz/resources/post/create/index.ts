import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { describeChannel } from '../../../channels/nearestChannels';
import { SlotFinder } from '../../../channels/slots';
import { Uploads } from '../../../media/uploads';
import { checkItem } from '../../../publishing/check/checkPost';
import {
	deliverAtSlots,
	Delivery,
	type DeliveryDependencies,
} from '../../../publishing/deliver/delivery';
import { scheduleDrafts, splitDraftsOnly } from '../../../publishing/deliver/draftsOnly';
import { findRows } from '../../../publishing/deliver/findRows';
import {
	rowsOfItem,
	toReadyPosts,
	type ReadyItem,
	type ReadyPost,
	type Row,
} from '../../../publishing/deliver/requests';
import { sentPosts, type SentPosts } from '../../../publishing/deliver/sentPosts';
import { filesOfPost } from '../../../publishing/payload';
import { completeItem, OwnLengths } from '../../../publishing/plan/completePlan';
import { openItem, planItem } from '../../../publishing/plan/plan';
import { SamePosts } from '../../../publishing/plan/samePosts';
import type { PlannedItem } from '../../../publishing/types';
import type { PostizClient } from '../../../transport/client';
import { LimitWait } from '../../../transport/limit';
import { continuesOnError } from '../../../transport/nodeError';
import { isCancelled, pause } from '../../../transport/pause';
import { isPast, showDate } from '../../../values/date';
import type { Explanation } from '../../../values/problem';
import { askOnce } from '../../shared/once';
import { addHint, ItemRun, type ItemValue, type Operation } from '../../shared/operation';
import { addMendedHint, addUnfetchableHint } from '../shared/hints';
import { formFields, jsonFields } from './fields';
import { readForm, readRunOptions } from './readForm';
import { readJson } from './readJson';
import { Results } from './results';
import { outputValidated } from './validateOnly';

/** Creates the posts of all items, which take each step before the first takes the next: a mistake costs no request. */
async function createPosts(
	context: IExecuteFunctions,
	client: PostizClient,
	readItem: typeof readForm,
): Promise<INodeExecutionData[]> {
	const start = new ItemRun(context);
	const readOptions = askOnce(async () => readRunOptions(context));
	const [first] = await start.inTurn(start.items, async () => await readOptions());
	if (!first) return start.toOutput();
	const options = first.value;
	const now = Date.now();
	const timezone = context.getTimezone();
	const results = new Results(context, options.outputsLimited);
	const sent = sentPosts(context);
	const limit = new LimitWait(options.maxWaitMs, async (ms) => await pause(context, ms));
	const patient = client.waitingFor(limit);
	const uploads = new Uploads(context, patient, 'postMedia');
	const dependencies = deliveryDependencies(context, client, { limit, sent });
	const { lookUp, note } = dependencies;

	// What an earlier try of the run has sent is not sent again.
	await sent.lookAgain(lookUp);
	results.addOutcomes(await scheduleDrafts(patient, sent.all(), { note, again: true }));
	const unsent = results.items.filter(({ itemIndex }) => sent.hasUnsent(itemIndex));

	const written = await results.inTurn(unsent, (_value, itemIndex) =>
		readItem(context, itemIndex, now),
	);

	const openings = await results.atOnce(written, async (item) => ({
		item,
		opened: await openItem(item, uploads),
	}));
	const lengths = new OwnLengths(patient);
	const planned = await results.inTurn(openings, async ({ item, opened }) => {
		const channels = await patient.channels();
		const planOfItem = await planItem(item, { channels, uploads, opened, timezone });
		return await completeItem(planOfItem, { lengths, uploads });
	});
	const items = planned.map(({ value }) => value);
	addPlanHints(context, items);

	const same = new SamePosts(patient, items, { now, timezone });
	const checked = await results.inTurn(
		planned,
		async (item, itemIndex) => await same.mark(checkItem(item), itemIndex, sent.ids(itemIndex)),
	);
	outputValidated(context, results, checked, options.combinesRows);
	const toSend = checked.filter(({ value }) => !value.validatesOnly);
	results.addSkipped(toSend);

	const ready = await results.atOnce(toSend, async (item, itemIndex): Promise<ReadyItem> => {
		const wanted = item.posts.filter(({ sameAs }) => !sameAs);
		const references = await uploads.references(wanted.flatMap(filesOfPost));
		return { ...item, posts: sent.unsent(itemIndex, toReadyPosts(item, references)) };
	});
	const readyPosts = ready.flatMap(({ value }) => value.posts);
	addUnfetchableHint(context, readyPosts);

	const { combinesRows } = options;
	const isolatesFailures = continuesOnError(context);
	const delivery = new Delivery({ combinesRows, isolatesFailures }, dependencies);
	const deliver = async (own: Row[]) => {
		const outcomes = await delivery.deliver(own.flatMap(splitDraftsOnly));
		return await scheduleDrafts(patient, outcomes, { note });
	};
	const rows = ready.flatMap(({ itemIndex, value }) => rowsOfItem(itemIndex, value));
	results.addOutcomes(await deliver(rows));
	const finder = new SlotFinder(patient);
	const findSlots = async (posts: ReadyPost[]) =>
		delivery.isStopped ? new Map<string, string>() : await finder.find(posts);
	await results.inTurn(ready.filter(isForSlots), async ({ fields, posts }, itemIndex) => {
		results.addOutcomes(await deliverAtSlots({ itemIndex, fields, posts }, findSlots, deliver));
	});

	return await results.finish(patient);
}

function deliveryDependencies(
	context: IExecuteFunctions,
	client: PostizClient,
	{ limit, sent }: { limit: LimitWait; sent: SentPosts },
): DeliveryDependencies {
	const timezone = context.getTimezone();
	const request = { method: 'POST', path: '/posts', handlesLimit: true } as const;
	return {
		send: async (body) => await client.exchange({ ...request, body: { ...body } }),
		explain: (exchange) => client.explain(exchange, request),
		// Posts that the service named for other rows are not the ones that a look-up looks for.
		lookUp: async (rows, sentAt) => await findRows(client, rows, { sentAt, taken: sent.ids() }),
		note: (outcomes) => sent.note(outcomes),
		expiry: (row) => expiry(row, timezone),
		limit,
		wait: async (milliseconds) => await pause(context, milliseconds),
		isCancelled: () => isCancelled(context),
		now: () => Date.now(),
	};
}

/** Says what was read otherwise in JSON, which channels get no post, and which Network Settings do nothing. */
function addPlanHints(context: IExecuteFunctions, items: PlannedItem[]): void {
	const add = (found: string[], describe: (list: string[]) => string) => {
		const unique = [...new Set(found)];
		if (unique.length > 0) addHint(context, describe(unique));
	};
	add(
		items.flatMap(({ corrections }) => [...corrections]),
		(list) => `Some of the JSON was read as it was probably meant: ${list.join('; ')}.`,
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
	const validated = items.filter(({ validatesOnly }) => validatesOnly);
	const [first, ...others] = validated.map(({ unusedNetworks }) => unusedNetworks);
	add(
		(first ?? []).filter((network) => others.every((unused) => unused.includes(network))),
		(list) =>
			`Network Settings for ${list.join(', ')} do nothing: no channel that they apply to is selected.`,
	);
}

const isForSlots = ({ value: { fields } }: ItemValue<ReadyItem>) => fields.type === 'nextSlot';

/** A date that passed while others were sent or waited for, unless it may. */
function expiry({ shared, becomes, allowsPast }: Row, timezone: string): Explanation | undefined {
	const { type, date } = shared;
	if ((becomes ?? type) !== 'schedule' || allowsPast || !isPast(date, Date.now())) return undefined;
	return {
		message: `Its date, ${showDate(date, timezone)}, passed before this item could be sent`,
		description:
			'Postiz would publish it immediately. Choose a later date and run it again. Combine Items Into One Request sends faster.',
	};
}

/** Post: Create (docs/api.md, Creating posts). */
export const create: Operation = {
	name: 'Create',
	value: 'create',
	action: 'Create a post on one or more channels',
	description: 'Publish, schedule or draft a post on one or several channels',
	properties: formFields,
	execute: async (context, client) => await createPosts(context, client, readForm),
};

/** Post: Create From JSON (docs/api.md, Creating posts). */
export const createFromJson: Operation = {
	name: 'Create From JSON',
	value: 'createFromJson',
	action: 'Create posts from JSON',
	description:
		'Create posts from JSON for the Postiz API, such as from the payload wizard of Postiz',
	properties: jsonFields,
	execute: async (context, client) => await createPosts(context, client, readJson),
};
