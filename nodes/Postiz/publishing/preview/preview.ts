import type { IBinaryKeyData, IDataObject, INodeExecutionData } from 'n8n-workflow';

import { toFlatRow } from '../../calendar/postRow';
import { channelLabel } from '../../channels/findByName';
import { isError } from '../model';
import { getRemedy } from '../issues';
import { nameItems, type Run } from '../run';
import { getExistingPost, isToSend, type Item, type PlannedPost, type DesiredPost } from '../model';
import { describeReplaced, explainRejection } from '../explainPosts';
import { visibleText } from '../../text/storedText';
import { continuesOnError, isTool } from '../../transport/nodeError';
import { EventLoopYield } from '../../transport/eventLoopYield';
import { capitalized, sentences } from '../../common/wording';
import { isServiceProblem, externalErrorMessage, Problem } from '../../common/problem';
import { addHint, type ItemResults } from '../../actions/shared/operation';
import { getEnteredText } from '../read/expressions';
import { addItemHints, type RunSummary } from '../report/hints';
import { Layout } from '../report/report';
import { previewPage, type PageOptions } from './page';
import {
	countAmounts,
	describePost,
	describeInput,
	fileName,
	showLength,
	showWhen,
	type PreviewPart,
	type PreviewPost,
	type Status,
} from './previewPost';

/** Outputs the posts of all items as they would go out, those to fix first, with a page of them and a hint that counts. */
export async function preview(
	run: Run,
	seen: RunSummary & { items: Item[] },
	failures: ItemResults,
): Promise<INodeExecutionData[]> {
	const { context } = run;
	const turns = new EventLoopYield();
	const layout = new Layout(context, seen.includesInput);
	const steps = new Map(seen.steps.map((step) => [step.desired, step]));
	const items = new Map(seen.items.map((item) => [item.index, item]));
	const resolved = new Map(seen.resolved.map(({ item, desired }) => [item.index, desired]));
	const posts: PreviewPost[] = [];
	const errors: INodeExecutionData[] = [];
	for (const index of context.getInputData().keys()) {
		await turns.yieldIfDue();
		const problem = failures.of(index);
		if (problem instanceof Problem && isServiceProblem(problem)) {
			// What kept the node from asking Postiz says nothing about the posts.
			if (!continuesOnError(context)) throw failures.toError(index);
			errors.push(failures.toItem(index));
		} else if (!seen.blank.has(index)) {
			const explained = problem === undefined ? [] : [explain(problem)];
			const wanted = resolved.get(index) ?? [];
			const described: Array<Omit<PreviewPost, 'index'>> =
				wanted.length > 0
					? describeDesiredPost(wanted, { steps, explained, run })
					: [
							{
								...describeInput(items.get(index), index, run),
								status: 'to fix',
								problems: explained,
							},
						];
			posts.push(...described.map((post) => ({ ...post, index, ...layout.numberOf(index) })));
		}
	}
	const isToFix = ({ status }: PreviewPost) => Number(status === 'to fix');
	const sorted = [...posts].sort((a, b) => isToFix(b) - isToFix(a));
	const page = await toPage(sorted, seen.page, run);
	const rows = sorted.flatMap((post, place) =>
		layout.items([previewRow(post, run)], post.index, place === 0 ? page : undefined),
	);
	const open = seen.steps.filter(
		(step) => isToSend(step) && !failures.has(step.desired.item.index),
	);
	const amounts = countAmounts(posts).map(([status, amount]) => `${amount} ${status}`);
	const said = `Nothing was sent: ${amounts.join(', ')}.`;
	const next = sentences(
		'To look at them, download preview.html in the Binary tab.',
		open.length > 0 && 'To send them, remove Preview Only.',
	);
	if (posts.length > 0) addHint(context, `${said} ${next}`, said);
	addItemHints(run, seen);
	return [...rows, ...errors];
}

/** The page as a file of the first post; models cannot look at it, and n8n refuses files of tools. */
async function toPage(
	posts: PreviewPost[],
	options: PageOptions | undefined,
	{ context, timezone }: Run,
): Promise<IBinaryKeyData | undefined> {
	const [first] = posts;
	if (!first || !options || isTool(context)) return undefined;
	const text = await previewPage(posts, { ...options, timezone, now: Date.now() });
	const { binary = {} } = context.getInputData()[first.index]!;
	const name = 'preview' in binary ? 'preview_2' : 'preview';
	const { prepareBinaryData } = context.helpers;
	return { [name]: await prepareBinaryData(Buffer.from(text), 'preview.html', 'text/html') };
}

/** The posts of an item; `explained` is what is wrong with it as a whole. */
function describeDesiredPost(
	wanted: DesiredPost[],
	{
		steps,
		explained,
		run,
	}: { steps: Map<DesiredPost, PlannedPost>; explained: string[]; run: Run },
): Array<Omit<PreviewPost, 'index'>> {
	const problems = new Map(wanted.map((one) => [one, listProblems(one, steps.get(one), run)]));
	const broken = wanted.filter((one) => problems.get(one)!.length > 0);
	const fateOf = (
		one: DesiredPost,
		step: PlannedPost | undefined,
	): Pick<PreviewPost, 'status' | 'problems'> => {
		if (step?.action === 'skip') return { status: 'left out', problems: [step.reason] };
		if (explained.length === 0) return { status: getStatus(step), problems: [] };
		if (broken.length > 0 && !broken.includes(one)) {
			const names = broken.map(({ target }) => channelLabel(target)).join(', ');
			const waits = `Nothing of this row is sent until the post to ${names} is fixed.`;
			return { status: 'waiting', problems: [waits] };
		}
		// What is wrong with the date of the item is only told of it as a whole.
		const { dateProblem, pastProblem } = one.item;
		const isWhole = broken.length === 0 || dateProblem !== undefined || pastProblem !== undefined;
		return { status: 'to fix', problems: isWhole ? explained : problems.get(one)! };
	};
	return wanted.map((one) => {
		const step = steps.get(one);
		return {
			...describePost(one, step?.issues ?? [], run, getReplacedNote(step, run)),
			...fateOf(one, step),
			postId: step && getExistingPost(step)?.id,
			...(step?.action === 'update' && { changed: step.changed.map((part) => CHANGED[part]) }),
		};
	});
}

/** What there is beside a post, in a sentence; empty if there is nothing. */
const getReplacedNote = (step: PlannedPost | undefined, { context, timezone }: Run): string => {
	if (step?.action !== 'duplicate') return step ? describeReplaced(step, timezone) : '';
	return `It says the same as ${nameItems(context, [step.duplicateOf.item.index])}, so both are one post.`;
};

const CHANGED = { when: 'date', text: 'text', files: 'media', rest: 'settings', isDraft: 'state' };

/** What keeps a post from being sent. */
function listProblems({ item }: DesiredPost, step: PlannedPost | undefined, run: Run): string[] {
	if (step?.action === 'reject') return [explain(explainRejection(step, run))];
	if (!step || item.skipsValidation || !isToSend(step)) return [];
	return step.issues
		.filter(isError)
		.map((finding) => inOneLine(finding.message, getRemedy(finding)));
}

/** What a run would make of a post of an item that has no problem. */
function getStatus(step: PlannedPost | undefined): Status {
	if (step?.action === 'create') return 'new';
	return step?.action === 'update' ? 'changed' : 'there';
}

/** n8n itself says what fails in an expression. */
const explain = (problem: unknown) =>
	problem instanceof Problem
		? inOneLine(problem.message, problem.description)
		: externalErrorMessage(problem);

/** What is wrong and what to do, in one line. Messages begin with a small letter where errors name the channel before. */
const inOneLine = (message: string, advice: string) =>
	sentences(/[.!?…]$/.test(message) ? message : `${message}.`, advice)
		.replace(/\s+/g, ' ')
		.replace(/^[a-z](?=[a-z]* )/, capitalized);

/** The output of a post: what people look at first comes first, and nothing is empty. */
function previewRow(post: PreviewPost, { context, timezone }: Run): IDataObject {
	const { target, named, parts, status, number, postId, settings } = post;
	const [first, ...later] = parts;
	return toFlatRow(
		{
			...(target ? { target } : { channel: named }),
			...(first && partRow(first)),
			...{ status, number, postId },
			toFix: post.problems.join('\n'),
			when: showWhen(post.when, timezone) ?? getEnteredText(context, post.index, 'date'),
			thread: later.map((part) => ({
				...partRow(part),
				...(part.delay > 0 && { delay: part.delay }),
			})),
			files: parts.flatMap((part) => part.files.map(fileName)).join(', '),
			note: post.notes.join('\n'),
			changed: post.changed?.join(', '),
			tags: post.tags.join(', '),
			...(settings.length > 0 && { settings: Object.fromEntries(settings) }),
		},
		timezone,
	);
}

const partRow = ({ content, length, limit }: PreviewPart) => ({
	text: visibleText(content),
	length: showLength({ length, limit }),
});
