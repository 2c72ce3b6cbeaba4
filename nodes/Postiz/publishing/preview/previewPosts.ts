import type { IBinaryKeyData, IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { toOutputColumns } from '../../calendar/postOutput';
import { listGroups } from '../../channels/channelGroups';
import { isRequestError } from '../../common/problem';
import { joinSentences, joinWithAnd } from '../../common/text';
import { getEnteredText } from '../../execution/inputItems';
import { toThrownItemError } from '../../execution/itemError';
import { isAgentTool, shouldContinueOnError } from '../../execution/nodeContext';
import { dropEmptyHints, type Hint, type OperationResult } from '../../execution/operationResult';
import { OutputLayout } from '../../execution/outputLayout';
import { withSameMinuteNotes } from '../../posts/issues/withSameMinuteNotes';
import type { Run } from '../../posts/run/run';
import type { PageOptions } from '../../posts/run/runOptions';
import type { ValidatedRun } from '../../posts/run/runSteps';
import { getVisibleText } from '../../text/storedText';
import { createPreviewPosts } from './createPreviewPosts';
import { formatLength, formatWhen, getFileName } from './formatPreview';
import { numberPosts, renderPage } from './page';
import {
	type PreviewPart,
	countStatuses,
	dropDuplicates,
	isReady,
	type PreviewPost,
} from './previewPost';

/** Outputs all posts as they would be published, with a page and hints. Posts to fix come first. */
export async function previewPosts(
	run: Run,
	state: ValidatedRun,
	itemHints: Hint[],
): Promise<OperationResult> {
	const { context, options } = run;
	throwIfUnreached(context, state);
	const { posts, errorOutputs } = await createPreviewPosts(run, {
		...state,
		plannedPosts: withSameMinuteNotes(
			state.plannedPosts,
			({ desired }) => !state.failures.has(desired.item.index),
		),
	});
	const toRank = ({ status }: PreviewPost) => Number(status === 'to fix');
	const sortedPosts = [...posts].sort((a, b) => toRank(b) - toRank(a));
	const shownPosts = dropDuplicates(sortedPosts);
	// Tools get no page, as n8n rejects their files.
	const pageOptions = isAgentTool(context) ? undefined : options.page;
	const numbers = pageOptions
		? numberPosts(shownPosts, pageOptions)
		: new Map<PreviewPost, number>();
	const pageFile = pageOptions && (await createPageFile(shownPosts, numbers, pageOptions, run));
	const layout = new OutputLayout(context, options.includesInputFields);
	const outputs = sortedPosts.flatMap((post, position) =>
		layout.render(
			[toPreviewOutput(post, numbers.get(post), run)],
			post.index,
			position === 0 ? pageFile : undefined,
		),
	);
	const hints = [
		...(posts.length > 0 ? [createSummaryHint(shownPosts)] : []),
		...(pageOptions?.isForClient ? [{ text: await fetchAndDescribeGroups(posts, run) }] : []),
		...itemHints,
	];
	return { outputs: [...outputs, ...errorOutputs], hints: dropEmptyHints(hints) };
}

/** Throws the failure if Postiz is unreachable and there is nothing to show, unless On Error is set to continue. */
function throwIfUnreached(
	context: IExecuteFunctions,
	{ plannedPosts, failures }: ValidatedRun,
): void {
	const unreached = [...failures].find(([, error]) => isRequestError(error));
	if (unreached && plannedPosts.length === 0 && !shouldContinueOnError(context))
		throw toThrownItemError(context, unreached);
}

/** Warns if a page for a client shows posts of several groups, as each may belong to another client; empty if not. */
async function fetchAndDescribeGroups(posts: PreviewPost[], { client }: Run): Promise<string> {
	const readyChannelIds = new Set(posts.filter(isReady).map(({ target }) => target?.id));
	// Without ready posts, the channels may be unknown.
	if (readyChannelIds.size < 2) return '';
	const groups = listGroups(await client.fetchChannels()).filter(({ channels }) =>
		channels.some(({ id }) => readyChannelIds.has(id)),
	);
	if (groups.length < 2) return '';
	const names = joinWithAnd(groups.map(({ name }) => name));
	return `The page shows posts of ${groups.length} groups: ${names}. For a page for each client, run this with the rows of one group at a time, as in the recipe sheet-for-approval.`;
}

/** Says how many posts have each status, and what to do next. */
function createSummaryHint(posts: PreviewPost[]): Hint {
	const amounts = countStatuses(posts).map(([status, amount]) => `${amount} ${status}`);
	const summary = `Nothing was sent: ${amounts.join(', ')}.`;
	return {
		text: joinSentences(
			summary,
			'To look at them, download preview.html in the Binary tab.',
			posts.some(isReady) && 'To send them, remove Preview Only.',
		),
		forModel: summary,
	};
}

/** Creates the page as a file of the first post. */
async function createPageFile(
	posts: PreviewPost[],
	numbers: Map<PreviewPost, number>,
	options: PageOptions,
	{ context, timezone }: Run,
): Promise<IBinaryKeyData | undefined> {
	const [first] = posts;
	if (!first) return undefined;
	const html = await renderPage(posts, numbers, { ...options, timezone, now: Date.now() });
	const { binary = {} } = context.getInputData()[first.index]!;
	const { prepareBinaryData } = context.helpers;
	return {
		[choosePageField(binary)]: await prepareBinaryData(
			Buffer.from(html),
			'preview.html',
			'text/html',
		),
	};
}

/** Returns `preview`, or the first of `preview_2`, `preview_3` and so on that the item doesn't have. */
function choosePageField(binary: IBinaryKeyData): string {
	let field = 'preview';
	for (let number = 2; field in binary; number++) field = `preview_${number}`;
	return field;
}

function toPreviewOutput(
	post: PreviewPost,
	number: number | undefined,
	{ context, timezone }: Run,
): IDataObject {
	const { target, enteredChannels, parts, status, postId, settings, original } = post;
	const [first, ...later] = parts;
	return toOutputColumns(
		{
			...(target ? { target } : { channel: enteredChannels }),
			...(first && toPartOutput(first)),
			status,
			number,
			postId,
			...(original && original.item.index !== post.index && { sameAs: original.item.index }),
			toFix: post.problems.join('\n'),
			when: formatWhen(post.when, timezone) ?? getEnteredText(context, post.index, 'date'),
			thread: later.map((part) => ({
				...toPartOutput(part),
				...(part.delay > 0 && { delay: part.delay }),
			})),
			files: parts.flatMap((part) => part.files.map(getFileName)).join(', '),
			note: post.notes.join('\n'),
			changed: post.changed?.join(', '),
			tags: post.tags.join(', '),
			...(settings.length > 0 && { settings: Object.fromEntries(settings) }),
		},
		timezone,
	);
}

const toPartOutput = ({ content, length, limit }: PreviewPart) => ({
	text: getVisibleText(content),
	length: formatLength({ length, limit }),
});
