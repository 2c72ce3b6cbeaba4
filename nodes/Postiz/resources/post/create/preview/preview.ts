import type { IBinaryKeyData, INodeExecutionData } from 'n8n-workflow';

import { isError } from '../../../../publishing/check/check';
import { remedyOf } from '../../../../publishing/check/findings';
import type { Run } from '../../../../publishing/run';
import type { Item, Step, Wanted } from '../../../../publishing/shapes';
import { describeBeside, describeChannel } from '../../../../publishing/words';
import { continuesOnError, isTool } from '../../../../transport/nodeError';
import { ThreadShare } from '../../../../transport/pause';
import { capitalized, count, sentences } from '../../../../values/words';
import { adviceForModel, isOfService, outsideMessage, Problem } from '../../../../values/problem';
import { addHint } from '../../../shared/operation';
import type { Failures } from '../failures';
import { addItemHints, type Seen } from '../itemHints';
import { isToSend } from '../judge';
import { Layout } from '../layout';
import { previewPage } from './page';
import { amountsOf, describePost, describeWritten, type PreviewPost, type Status } from './post';
import { countRequests } from './requests';
import { previewRow } from './row';

/** Outputs the posts of all items as they would go out, those to fix first, with a page of them and a hint that counts. */
export async function preview(
	run: Run,
	seen: Seen & { items: Item[] },
	failures: Failures,
): Promise<INodeExecutionData[]> {
	const { context, timezone } = run;
	const turns = new ThreadShare();
	const layout = new Layout(context, seen.includesInput);
	const posts: Array<{ index: number; post: PreviewPost }> = [];
	const errors: INodeExecutionData[] = [];
	for (const index of context.getInputData().keys()) {
		await turns.share();
		const problem = failures.of(index);
		if (problem instanceof Problem && isOfService(problem)) {
			// What kept the node from asking Postiz says nothing about the posts.
			if (!continuesOnError(context)) throw failures.toError(index);
			errors.push(failures.toItem(index));
		} else if (!seen.blank.has(index)) {
			for (const post of describeItem(index, seen, run, problem)) {
				posts.push({ index, post: { ...post, ...layout.numberOf(index) } });
			}
		}
	}
	const all = posts.map(({ post }) => post);
	const page = all.length > 0 ? await pageOf(all, posts[0]!.index, run) : undefined;
	const rank = ({ post }: (typeof posts)[number]) => Number(post.status !== 'to fix');
	const sorted = [...posts].sort((a, b) => rank(a) - rank(b));
	const rows = sorted.flatMap(({ index, post }, place) =>
		layout.items([previewRow(post, timezone)], index, place === 0 ? page : undefined),
	);
	const open = seen.steps.filter((step) => isToSend(step) && !failures.has(step.wanted.item.index));
	const requests = countRequests(open);
	const isUnchecked = open.some(({ wanted }) => wanted.item.skipsValidation);
	const said = sentences(
		`Nothing was sent: ${countStatuses(all)}.`,
		isUnchecked && 'Skip Validation is on: lengths, settings and media were not checked.',
	);
	const next = sentences(
		'To look at them, download preview.html in the Binary tab.',
		requests > 0 && `Remove Preview Only to send them, in ${count(requests, 'request')}.`,
	);
	if (all.length > 0) addHint(context, `${said} ${next}`, said);
	addItemHints(run, seen);
	return [...rows, ...errors];
}

/** The page as a file; models cannot look at it, and n8n refuses files of tools. */
async function pageOf(
	posts: PreviewPost[],
	index: number,
	{ context, timezone }: Run,
): Promise<IBinaryKeyData | undefined> {
	if (isTool(context)) return undefined;
	const text = await previewPage(posts, { timezone, now: Date.now() });
	const { prepareBinaryData } = context.helpers;
	const { binary = {} } = context.getInputData()[index]!;
	const name = 'preview' in binary ? 'preview_2' : 'preview';
	return { [name]: await prepareBinaryData(Buffer.from(text), 'preview.html', 'text/html') };
}

function describeItem(
	index: number,
	{ items, resolved, steps }: Seen & { items: Item[] },
	run: Run,
	problem: unknown,
): PreviewPost[] {
	const { context, client, timezone } = run;
	const isForModel = isTool(context);
	const explained = problem === undefined ? [] : [explain(problem, isForModel)];
	const { wanted = [] } = resolved.find(({ item }) => item.index === index) ?? {};
	if (wanted.length === 0) {
		const item = items.find((one) => one.index === index);
		return [{ ...describeWritten(item), status: 'to fix', problems: explained }];
	}
	const own = new Map(steps.map((step) => [step.wanted, step]));
	const broken = wanted.filter((one) => isBroken(one, own.get(one)));
	return wanted.map((one): PreviewPost => {
		const step = own.get(one);
		const status = statusOf(one, step, {
			isFailed: problem !== undefined,
			hasBroken: broken.length > 0,
		});
		const found = one.findings
			.filter((finding) => isError(finding) && !one.item.skipsValidation)
			.map((finding) => inOneLine(finding.message, remedyOf(finding, isForModel)));
		const waits = `Nothing of this row is sent until the post to ${broken.map(describeChannel).join(', ')} is fixed.`;
		const problems = {
			waiting: [waits],
			'left out': [step?.why ?? ''],
			'to fix': found.length > 0 && !one.item.dateProblem ? found : explained,
		};
		const { notes, ...described } = describePost(one, { client, timezone });
		const beside = step ? describeBeside(step, timezone) : '';
		return {
			...described,
			notes: [...notes, ...(beside ? [beside] : [])],
			status,
			problems: problems[status as keyof typeof problems] ?? [],
			...(step?.post && { postId: step.post.id }),
			...(step?.do === 'change' && { changed: step.changed?.map((part) => CHANGED[part]) }),
		};
	});
}

const CHANGED = { when: 'date', text: 'text', files: 'media', rest: 'settings', isDraft: 'state' };

/** True for a post that keeps its item from being sent. */
const isBroken = ({ findings, item }: Wanted, step: Step | undefined) =>
	step?.do === 'refuse' ||
	(step && isToSend(step) && !item.skipsValidation && findings.some(isError));

function statusOf(
	one: Wanted,
	step: Step | undefined,
	{ isFailed, hasBroken }: { isFailed: boolean; hasBroken: boolean },
): Status {
	if (step?.do === 'leaveOut') return 'left out';
	if (isFailed) return hasBroken && !isBroken(one, step) ? 'waiting' : 'to fix';
	if (step?.do === 'create') return 'new';
	return step?.do === 'change' ? 'changed' : 'there';
}

function explain(problem: unknown, isForModel: boolean): string {
	// n8n says what fails in an expression.
	if (!(problem instanceof Problem)) return outsideMessage(problem);
	return inOneLine(problem.message, isForModel ? adviceForModel(problem) : problem.description);
}

/** What is wrong and what to do, in one line. Messages begin with a small letter where errors name the channel before. */
const inOneLine = (message: string, advice: string) =>
	sentences(/[.!?…]$/.test(message) ? message : `${message}.`, advice)
		.replace(/\s+/g, ' ')
		.replace(/^[a-z](?=[a-z]* )/, capitalized);

/** Such as `2 new, 19 there, 4 to fix`. */
const countStatuses = (posts: PreviewPost[]) =>
	amountsOf(posts)
		.map(([status, amount]) => `${amount} ${status}`)
		.join(', ');
