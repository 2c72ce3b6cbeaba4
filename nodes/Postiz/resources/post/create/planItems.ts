import { describeChannel, labelOf } from '../../../channels/nearestChannels';
import { checkItem, problemsOf } from '../../../publishing/check/checkPost';
import { withNotes } from '../../../publishing/check/notes';
import { toProblem } from '../../../publishing/check/postProblems';
import { completeItem } from '../../../publishing/plan/completePlan';
import { openItem, planItem } from '../../../publishing/plan/planItem';
import type { PlannedItem, PlannedPost, WrittenItem } from '../../../publishing/types';
import { markupIn } from '../../../text/written';
import { listNames } from '../../../values/lists';
import { adviceForModel, isOfService, Problem, quote } from '../../../values/problem';
import { doubledProblem } from '../../../values/repetition';
import { addHint, type ItemValue } from '../../shared/operation';
import { addNotesHint } from '../shared/hints';
import type { FoundItem } from './existing';
import type { CreateRun } from './run';

/** Finds channels, renders texts and opens files: posts as they would be sent, with hints about what was changed. */
export async function planItems(
	run: CreateRun,
	found: Array<ItemValue<FoundItem>>,
): Promise<Array<ItemValue<PlannedItem>>> {
	const { client, runner, uploads, factsOf, timezone } = run;
	const opened = await runner.atOnce(found, async (value) => {
		await openItem(value.item, uploads);
		return value;
	});
	const planned = await runner.inTurn(opened, async ({ item, existing }) => {
		const channels = await client.channels();
		return await withDateProblem(item, run, async () => {
			const plan = await planItem(item, { channels, uploads, timezone, existing });
			return withNotes(await completeItem(plan, { factsOf, uploads }));
		});
	});
	addPlanHints(run, planned, planned.length === found.length);
	return planned;
}

/** Checks the rules of the networks. Items that break one fail, or leave out the channel. */
export async function checkItems(
	run: CreateRun,
	planned: Array<ItemValue<PlannedItem>>,
): Promise<Array<ItemValue<PlannedItem>>> {
	const { filesAt } = run.client.facts;
	const checked = await run.runner.inTurn(planned, (item) => checkWithDate(item, filesAt));
	addDraftsHint(
		run,
		checked.map(({ value }) => value),
	);
	return checked;
}

/** Adds a hint about what must change in these drafts before they can be scheduled, if anything. */
function addDraftsHint({ context }: CreateRun, items: PlannedItem[]): void {
	const problems = items.flatMap((item) =>
		item.shared.type === 'draft' && !item.previewsOnly
			? problemsOf({ ...item, shared: { ...item.shared, type: 'schedule' } })
			: [],
	);
	const problem = toProblem(problems, '');
	if (problem)
		addHint(context, `Saved as a draft, but it can't be scheduled like this: ${problem.message}.`);
}

/** Plans an item, with what is wrong with its date. Throws {@link Problem}, which also mentions an invalid date. */
async function withDateProblem(
	{ shared, dateProblem, pastProblem, postIds }: WrittenItem,
	{ startedAt, timezone }: CreateRun,
	plan: () => Promise<PlannedItem>,
): Promise<PlannedItem> {
	// Of existing posts, it is checked when they were made.
	const isNew = shared.type === 'schedule' && !postIds;
	const doubled = isNew ? doubledProblem(shared, { madeAt: startedAt, timezone }) : undefined;
	const invalid = dateProblem ?? doubled;
	try {
		return { ...(await plan()), ...(invalid && { dateProblem: invalid }) };
	} catch (error) {
		throw withProblem(invalid ?? pastProblem, error);
	}
}

/** Like {@link checkItem}, with the date. */
function checkWithDate(item: PlannedItem, filesAt?: string): PlannedItem {
	try {
		const checked = checkItem(item, filesAt);
		if (!item.dateProblem) return checked;
	} catch (error) {
		throw withProblem(item.dateProblem, error);
	}
	throw item.dateProblem;
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
function addPlanHints(
	{ context }: CreateRun,
	planned: Array<ItemValue<PlannedItem>>,
	isAll: boolean,
): void {
	const items = planned.map(({ value }) => value);
	const add = (found: string[], describe: (list: string[]) => string, forModel?: '') => {
		const unique = [...new Set(found)];
		if (unique.length > 0) addHint(context, describe(unique), forModel);
	};
	add(
		items.flatMap(({ corrections }) => [...corrections]),
		(list) => `Parts of the JSON were corrected: ${list.join('; ')}.`,
	);
	add(
		items.flatMap(({ disabled }) => disabled.map(describeChannel)),
		(list) =>
			`These channels of the chosen groups were left out, as they are disabled in Postiz: ${list.join(', ')}.`,
	);
	addNotesHint(
		context,
		items.flatMap(({ posts }) => posts),
	);
	// An item that failed may need them.
	const [first = [], ...others] = isAll ? items.map(({ unusedNetworks }) => unusedNetworks) : [];
	add(
		first.filter((network) => others.every((unused) => unused.includes(network))),
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
