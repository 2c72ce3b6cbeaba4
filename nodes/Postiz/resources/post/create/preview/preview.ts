import type { IBinaryKeyData, IDataObject, INodeExecutionData } from 'n8n-workflow';

import { tagsOf } from '../../../../calendar/post';
import { flatRow } from '../../../../calendar/row';
import { channelLabel } from '../../../../channels/match';
import { isError } from '../../../../publishing/check/check';
import { remedyOf } from '../../../../publishing/check/findings';
import type { Run } from '../../../../publishing/run';
import { postOf } from '../../../../publishing/reconcile';
import type { Item, Step, Wanted } from '../../../../publishing/shapes';
import { describeBeside, explainRefusal } from '../../../../publishing/words';
import { visibleText } from '../../../../text/stored';
import { listPosts } from '../../../../transport/lists';
import { continuesOnError, isTool } from '../../../../transport/nodeError';
import { ThreadShare } from '../../../../transport/pause';
import { capitalized, sentences } from '../../../../values/words';
import {
	ignoreProblem,
	isOfService,
	outsideMessage,
	Problem,
	quote,
} from '../../../../values/problem';
import { DAY_MS } from '../../../../values/date';
import { addHint, type Failures } from '../../../shared/operation';
import { enteredText } from '../../shared/expressions';
import { addItemHints, type Seen } from '../hints';
import { isToSend } from '../judge';
import { Layout } from '../report';
import { previewPage, type PageOptions } from './page';
import {
	amountsOf,
	describePost,
	describeWritten,
	fileName,
	showLength,
	showWhen,
	type PreviewPart,
	type PreviewPost,
	type Status,
} from './post';

const YEAR_MS = 366 * DAY_MS;

/** Outputs the posts of all items as they would go out, those to fix first, with a page of them and a hint that counts. */
export async function preview(
	run: Run,
	seen: Seen & { items: Item[] },
	failures: Failures,
): Promise<INodeExecutionData[]> {
	const { context } = run;
	const turns = new ThreadShare();
	const layout = new Layout(context, seen.includesInput);
	const unseen = await unseenTags(seen.steps, run);
	const steps = new Map(seen.steps.map((step) => [step.wanted, step]));
	const items = new Map(seen.items.map((item) => [item.index, item]));
	const resolved = new Map(seen.resolved.map(({ item, wanted }) => [item.index, wanted]));
	const posts: PreviewPost[] = [];
	const errors: INodeExecutionData[] = [];
	for (const index of context.getInputData().keys()) {
		await turns.share();
		const problem = failures.of(index);
		if (problem instanceof Problem && isOfService(problem)) {
			// What kept the node from asking Postiz says nothing about the posts.
			if (!continuesOnError(context)) throw failures.toError(index);
			errors.push(failures.toItem(index));
		} else if (!seen.blank.has(index)) {
			const explained = problem === undefined ? [] : [explain(problem)];
			const wanted = resolved.get(index) ?? [];
			const described: Array<Omit<PreviewPost, 'index'>> =
				wanted.length > 0
					? describeWanted(wanted, { steps, unseen, explained, run })
					: [
							{
								...describeWritten(items.get(index), index, run),
								status: 'to fix',
								problems: explained,
							},
						];
			posts.push(...described.map((post) => ({ ...post, index, ...layout.numberOf(index) })));
		}
	}
	const isToFix = ({ status }: PreviewPost) => Number(status === 'to fix');
	const sorted = [...posts].sort((a, b) => isToFix(b) - isToFix(a));
	const page = await pageOf(sorted, seen.page, run);
	const rows = sorted.flatMap((post, place) =>
		layout.items([previewRow(post, run)], post.index, place === 0 ? page : undefined),
	);
	const open = seen.steps.filter((step) => isToSend(step) && !failures.has(step.wanted.item.index));
	const amounts = amountsOf(posts).map(([status, amount]) => `${amount} ${status}`);
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
async function pageOf(
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

/**
 * Tags that no post in the calendar has. Postiz lists tags only with posts, and drops those that it does not know
 * (docs/api.md, Tags).
 */
async function unseenTags(steps: Step[], { client, startedAt }: Run): Promise<Set<string>> {
	const unseen = new Set(
		steps.flatMap(({ wanted }) => wanted.item.shared.tags.map(({ label }) => label)),
	);
	if (unseen.size === 0) return unseen;
	const window = { start: startedAt - YEAR_MS, end: startedAt + YEAR_MS };
	const posts = await listPosts(client, window).catch(ignoreProblem);
	if (!posts) return new Set();
	for (const tag of posts.flatMap((post) => tagsOf({ ...post, parts: [] }))) unseen.delete(tag);
	return unseen;
}

/** The posts of an item; `explained` is what is wrong with it as a whole. */
function describeWanted(
	wanted: Wanted[],
	{
		steps,
		unseen,
		explained,
		run,
	}: { steps: Map<Wanted, Step>; unseen: Set<string>; explained: string[]; run: Run },
): Array<Omit<PreviewPost, 'index'>> {
	const broken = wanted.filter((one) => isBroken(one, steps.get(one)));
	return wanted.map((one) => {
		const step = steps.get(one);
		const isWaiting = broken.length > 0 && !broken.includes(one);
		const status = statusOf(step, explained.length > 0, isWaiting);
		const findings = step?.findings ?? [];
		const found =
			step?.do === 'refuse'
				? [explain(explainRefusal(step, run))]
				: findings
						.filter((finding) => isError(finding) && !one.item.skipsValidation)
						.map((finding) => inOneLine(finding.message, remedyOf(finding)));
		const waits = `Nothing of this row is sent until the post to ${broken.map(({ target }) => channelLabel(target)).join(', ')} is fixed.`;
		const problems = {
			waiting: [waits],
			'left out': step?.do === 'leaveOut' ? [step.why] : [],
			'to fix': found.length > 0 && !one.item.dateProblem ? found : explained,
		};
		const notes = [
			step ? describeBeside(step, run.timezone) : '',
			...one.item.shared.tags.map(({ label }) => (unseen.has(label) ? describeUnseen(label) : '')),
		];
		return {
			...describePost(one, findings, run, notes.filter(Boolean)),
			status,
			problems: problems[status as keyof typeof problems] ?? [],
			postId: step && postOf(step)?.id,
			...(step?.do === 'change' && { changed: step.changed.map((part) => CHANGED[part]) }),
		};
	});
}

const describeUnseen = (tag: string) =>
	`No post in the calendar has the tag ${quote(tag)} yet. If Postiz does not know it, it is left out.`;

const CHANGED = { when: 'date', text: 'text', files: 'media', rest: 'settings', isDraft: 'state' };

/** True for a post that keeps its item from being sent. */
const isBroken = ({ item }: Wanted, step: Step | undefined) =>
	step?.do === 'refuse' ||
	(step && isToSend(step) && !item.skipsValidation && step.findings.some(isError));

function statusOf(step: Step | undefined, isFailed: boolean, isWaiting: boolean): Status {
	if (step?.do === 'leaveOut') return 'left out';
	if (isFailed) return isWaiting ? 'waiting' : 'to fix';
	if (step?.do === 'create') return 'new';
	return step?.do === 'change' ? 'changed' : 'there';
}

/** n8n itself says what fails in an expression. */
const explain = (problem: unknown) =>
	problem instanceof Problem
		? inOneLine(problem.message, problem.description)
		: outsideMessage(problem);

/** What is wrong and what to do, in one line. Messages begin with a small letter where errors name the channel before. */
const inOneLine = (message: string, advice: string) =>
	sentences(/[.!?…]$/.test(message) ? message : `${message}.`, advice)
		.replace(/\s+/g, ' ')
		.replace(/^[a-z](?=[a-z]* )/, capitalized);

/** The output of a post: what people look at first comes first, and nothing is empty. */
function previewRow(post: PreviewPost, { context, timezone }: Run): IDataObject {
	const { target, named, parts, status, number, postId, settings } = post;
	const [first, ...later] = parts;
	return flatRow(
		{
			...(target ? { target } : { channel: named }),
			...(first && partRow(first)),
			...{ status, number, postId },
			toFix: post.problems.join('\n'),
			when: showWhen(post.when, timezone) ?? enteredText(context, post.index, 'date'),
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
