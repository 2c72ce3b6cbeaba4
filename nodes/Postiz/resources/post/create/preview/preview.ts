import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

import { problemsOf } from '../../../../publishing/check/checkPost';
import { remedyOf } from '../../../../publishing/check/postProblems';
import type { PlannedItem, PlannedPost, WrittenItem } from '../../../../publishing/types';
import { providerName } from '../../../../providers';
import { isTool } from '../../../../transport/nodeError';
import { ThreadShare } from '../../../../transport/pause';
import { getOrMake } from '../../../../values/getOrMake';
import { listNames } from '../../../../values/lists';
import { capitalized, count, sentences } from '../../../../values/words';
import { adviceForModel, type Explanation, type Problem } from '../../../../values/problem';
import { addHint, type ItemValue } from '../../../shared/operation';
import type { CreateRun } from '../run';
import { previewPage } from './page';
import { amountsOf, describePost, describeWritten, type PreviewPost, type Status } from './post';
import { countRequests } from './requests';
import { previewRow } from './row';

/** The items of a run after its steps; what is there is decided for posts to change and posts to create apart. */
export interface Steps {
	written: Array<ItemValue<WrittenItem>>;
	/** As planned, before it is known what is there. */
	planned: Array<ItemValue<PlannedItem>>;
	decided: Array<ItemValue<PlannedItem>>;
}

/** What a run would do with an item. */
interface Seen {
	written?: WrittenItem;
	planned?: PlannedItem;
	decided: PlannedItem[];
	/** Why it would not be sent. */
	refused?: Problem;
}

/** Outputs the items that are only previewed, with a hint that counts them. */
export async function outputPreview(run: CreateRun, steps: Steps): Promise<void> {
	const { context, runner, results, layout, timezone } = run;
	const all = onlyPreviewed(steps, results.refused);
	if (all.length === 0) return;
	const turns = new ThreadShare();
	const items: Array<{ itemIndex: number; posts: PreviewPost[]; rows: IDataObject[] }> = [];
	for (const [itemIndex, seen] of all) {
		await turns.share();
		const number = layout.numberOf(itemIndex);
		const posts = describeItem(seen, run).map((post) => ({ ...post, ...number }));
		const rows = posts.map((post) => previewRow(post, timezone));
		items.push({ itemIndex, posts, rows });
	}
	const posts = items.flatMap((item) => item.posts);
	let page = await pageOf(posts, items[0]!.itemIndex, run);
	for (const { itemIndex, rows } of items) {
		runner.addPreview(rows, itemIndex, page);
		page = undefined;
	}
	const ready = all.flatMap(([itemIndex, { refused, decided }]) =>
		refused ? [] : decided.map((value) => ({ itemIndex, value })),
	);
	const requests = countRequests(ready);
	const isUnchecked = ready.some(({ value }) => value.skipsValidation);
	const said = sentences(
		`Nothing was sent: ${countStatuses(posts)}.`,
		isUnchecked && 'Skip Validation is on: lengths, settings and media were not checked.',
	);
	const next = sentences(
		'To look at them, download preview.html in the Binary tab.',
		requests > 0 && `Remove Preview Only to send them, in ${count(requests, 'request')}.`,
	);
	addHint(context, `${said} ${next}`, said);
}

/** The items that are only previewed, in order. */
function onlyPreviewed(
	{ written, planned, decided }: Steps,
	refused: ReadonlyMap<number, Problem>,
): Array<[itemIndex: number, seen: Seen]> {
	const items = new Map<number, Seen>();
	const seenOf = (itemIndex: number) => getOrMake(items, itemIndex, () => ({ decided: [] }));
	for (const { itemIndex, value } of written) {
		if (value.previewsOnly) seenOf(itemIndex).written = value;
	}
	for (const [itemIndex, problem] of refused) seenOf(itemIndex).refused = problem;
	for (const { itemIndex, value } of planned) {
		if (value.previewsOnly) seenOf(itemIndex).planned = value;
	}
	for (const { itemIndex, value } of decided) {
		if (value.previewsOnly) seenOf(itemIndex).decided.push(value);
	}
	return [...items].sort(([a], [b]) => a - b);
}

/** The page as a file; models cannot look at it, and n8n refuses files of tools. */
async function pageOf(
	posts: PreviewPost[],
	itemIndex: number,
	{ context, timezone }: CreateRun,
): Promise<IBinaryKeyData | undefined> {
	if (isTool(context)) return undefined;
	const text = await previewPage(posts, { timezone, now: Date.now() });
	const { prepareBinaryData } = context.helpers;
	const { binary = {} } = context.getInputData()[itemIndex]!;
	const name = 'preview' in binary ? 'preview_2' : 'preview';
	return { [name]: await prepareBinaryData(Buffer.from(text), 'preview.html', 'text/html') };
}

function describeItem(
	{ written, planned, decided, refused }: Seen,
	{ context, client, timezone }: CreateRun,
): PreviewPost[] {
	const isForModel = isTool(context);
	const explain = (problem: Explanation) =>
		inOneLine(problem.message, isForModel ? adviceForModel(problem) : problem.description);
	if (!planned) {
		const problems = refused ? [explain(refused)] : [];
		return [{ ...describeWritten(written), status: 'to fix', problems }];
	}
	const found = problemsOf(planned, client.facts.filesAt);
	const ofDate = planned.dateProblem ? [explain(planned.dateProblem)] : [];
	const ofItem = found.length + ofDate.length === 0 && refused ? [explain(refused)] : ofDate;
	const items = refused ? [planned] : decided;
	return items.flatMap((item) =>
		item.posts.map((post) => {
			const own = found.filter(([target]) => target === post.target);
			const problems = [
				...ofItem,
				...own.map(([, problem]) => inOneLine(problem.message, remedyOf(problem, isForModel))),
			];
			const status =
				refused && problems.length === 0 ? 'waiting' : statusOf(post, problems.length > 0);
			const others = new Set(found.map(([{ identifier }]) => providerName(identifier)));
			const waits = `Nothing of this row is sent until the post to ${listNames([...others])} is fixed.`;
			const why = post.action?.kind === 'leaveOut' ? [post.action.why] : [];
			const said = problems.length === 0 ? why : problems;
			return {
				...describePost(post, item, { client, timezone }),
				status,
				problems: status === 'waiting' ? [waits] : said,
			};
		}),
	);
}

function statusOf({ action }: PlannedPost, hasProblems: boolean): Status {
	if (action?.kind === 'leaveOut') return 'left out';
	if (hasProblems) return 'to fix';
	if (action?.kind === 'change' && action.changed.length > 0) return 'changed';
	return action ? 'there already' : 'new';
}

/** What is wrong and what to do, in one line. Messages begin with a small letter where errors name the channel before. */
const inOneLine = (message: string, advice: string) =>
	sentences(/[.!?…]$/.test(message) ? message : `${message}.`, advice)
		.replace(/\s+/g, ' ')
		.replace(/^[a-z](?=[a-z]* )/, capitalized);

/** Such as `2 new, 19 there already, 4 to fix`. */
const countStatuses = (posts: PreviewPost[]) =>
	amountsOf(posts)
		.map(([status, amount]) => `${amount} ${status}`)
		.join(', ');
