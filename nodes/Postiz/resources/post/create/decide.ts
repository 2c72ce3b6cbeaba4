import type { IExecuteFunctions } from 'n8n-workflow';

import { fetchCandidates, type Candidate } from '../../../publishing/decide/candidates';
import { explainDoubt } from '../../../publishing/decide/doubts';
import { pair, type Pairing } from '../../../publishing/decide/pair';
import {
	REACH_MS,
	REACH_OF_EVENT_MS,
	toWanted,
	type RunStart,
	type Wanted,
} from '../../../publishing/decide/wanted';
import { CANCELLED } from '../../../publishing/deliver/requests';
import {
	isToCreate,
	type Action,
	type PlannedItem,
	type PlannedPost,
} from '../../../publishing/types';
import type { PostizClient } from '../../../transport/client';
import { isTool } from '../../../transport/nodeError';
import { ThreadShare } from '../../../transport/pause';
import {
	caughtProblem,
	ignoreProblem,
	Problem,
	quote,
	remedy,
	shorten,
} from '../../../values/problem';
import { append } from '../../../values/lists';
import { stateWord } from '../../../values/words';
import { visibleText } from '../../../text/stored';
import { locks } from '../../../values/locks';
import type { ItemValue } from '../../shared/operation';
import { createdBefore } from '../../shared/runMemory';
import type { CreateRun } from './run';

/** Execution modes in which a program calls the node for one thing after another. */
const BY_EVENT = ['trigger', 'webhook', 'error', 'chat'];
const LOOP = 'n8n-nodes-base.splitInBatches';

/** True if a trigger started the run for this item alone. */
function isEvent(context: IExecuteFunctions): boolean {
	if (context.getInputData().length !== 1 || !BY_EVENT.includes(context.getMode())) return false;
	const before = context.getParentNodes(context.getNode().name);
	return !before.some(({ type }) => type === LOOP);
}

/** True if the node, or one before it, leads back to itself. A node also runs several times for several branches. */
function isInLoop(context: IExecuteFunctions): boolean {
	const before = (node: string) => context.getParentNodes(node).map(({ name }) => name);
	const { name: own } = context.getNode();
	return [own, ...before(own)].some((node) => {
		const after = new Set(context.getChildNodes(node).map(({ name }) => name));
		return before(node).some((name) => after.has(name));
	});
}

/** Runs `work` while no other execution in this process has one of the keys. Throws {@link Problem} if cancelled. */
export async function exclusively<T>(
	context: IExecuteFunctions,
	keys: string[],
	work: () => Promise<T>,
): Promise<T> {
	const done = await locks.run(keys, work, context.getExecutionCancelSignal());
	if (!done) throw Problem.from(CANCELLED);
	return done.result;
}

/** Keys that two executions share if they would create the same posts. */
export function lockKeysOf(
	{ baseUrl }: Pick<PostizClient, 'baseUrl'>,
	items: Array<ItemValue<PlannedItem>>,
): string[] {
	const looking = items.filter(({ value }) => !value.postsAgain && !value.previewsOnly);
	return looking.flatMap(({ value: { posts } }) =>
		posts
			.filter(isToCreate)
			.map(({ target, key }) => JSON.stringify([baseUrl, target.id, key?.text])),
	);
}

/** Marks posts that already exist. Items fail if that isn't certain, or can't be known. */
export async function decide(
	run: CreateRun,
	items: Array<ItemValue<PlannedItem>>,
): Promise<Array<ItemValue<PlannedItem>>> {
	const { context, runner, results, memory, timezone } = run;
	const { sent } = memory;
	const reach = isEvent(context) ? REACH_OF_EVENT_MS : REACH_MS;
	const all = items.map(({ value }) => value);
	memory.advice = adviseToRunAgain(all, reach);
	const looking = items.filter(({ value }) => !value.postsAgain);
	const isSent = (itemIndex: number, { posts }: PlannedItem, post: PlannedPost) =>
		sent.has(itemIndex, posts.indexOf(post), post.target.id);
	const open = looking.flatMap(({ itemIndex, value }) =>
		value.posts
			.filter((post) => isToCreate(post) && !isSent(itemIndex, value, post))
			.map((post) => ({ value, post })),
	);
	// Rounds of a loop may have equal rows, but a model that repeats a call means the same post.
	const earlier = createdBefore(context);
	const areOfRounds = earlier.size > 0 && !isTool(context) && isInLoop(context);
	const start: RunStart = {
		startedAt: run.startedAt,
		reach,
		taken: new Set([
			...sent.ids(),
			...sent.openKeys(),
			...results.settledIds(looking),
			...(areOfRounds ? earlier : []),
		]),
	};
	const looked = await lookFor(run, open, start).catch((error: unknown) => caughtProblem(error));
	return await runner.inTurn(items, (item, itemIndex) => {
		if (item.postsAgain) return item;
		if (looked instanceof Problem) throw unreadCalendar(looked);
		const posts = item.posts.map((post, postIndex) => {
			const wanted = looked.wanted.get(post);
			const verdict = wanted && looked.verdicts.get(wanted);
			if (verdict?.kind === 'doubt') throw explainDoubt(wanted!, verdict, timezone);
			if (verdict?.kind === 'there') return { ...post, action: toKept(verdict.candidate) };
			const replaced = wanted && looked.replaced.get(wanted);
			if (!replaced) return post;
			const note = noteOf(replaced, isTool(context));
			results.noteReplacement({ itemIndex, postIndex, post: { ...post, notes: [note] } });
			return { ...post, notes: [...(post.notes ?? []), note] };
		});
		const isNew = posts.some(
			(post, index) => isToCreate(post) && !isSent(itemIndex, item, item.posts[index]!),
		);
		const refusal = item.goneProblem ?? item.pastProblem;
		if (refusal && isNew) throw refusal;
		return { ...item, posts };
	});
}

/** Looks posts up in the calendar, once for all. Throws {@link Problem} if it can't be read. */
async function lookFor(
	{ client, results, uploads, slotFinder }: CreateRun,
	open: Array<{ value: PlannedItem; post: PlannedPost }>,
	start: RunStart,
): Promise<Pick<Pairing, 'verdicts' | 'replaced'> & { wanted: Map<PlannedPost, Wanted> }> {
	const slots = new Map<string, number>();
	for (const { value, post } of open) {
		const { target } = post;
		if (value.shared.type !== 'nextSlot' || slots.has(target.id)) continue;
		// Slots before the ones that are free now were taken by an earlier run. If this fails, it is reported when the
		// post is sent.
		slots.set(
			target.id,
			Date.parse((await slotFinder.findOne(target).catch(ignoreProblem)) ?? '') || 0,
		);
	}
	const wanted = new Map<PlannedPost, Wanted>();
	const turns = new ThreadShare();
	for (const { value, post } of open) {
		await turns.share();
		wanted.set(post, toWanted(value, post, start, slots.get(post.target.id)));
	}
	const all = [...wanted.values()];
	if (all.length === 0) return { wanted, verdicts: new Map(), replaced: new Map() };
	const candidates = await fetchCandidates(client, all, start);
	const { verdicts, duplicates, replaced } = await pair(all, candidates, {
		uploads,
		run: start,
		facts: client.facts,
	});
	append(results.duplicates, duplicates);
	return { wanted, verdicts, replaced };
}

const toKept = ({ id, state, time }: Candidate): Action => ({
	kind: 'keep',
	postId: id,
	state: stateWord(state),
	date: new Date(time).toISOString(),
});

const noteOf = ({ id, content }: Candidate, forModel: boolean): string => {
	const other = `${quote(shorten(visibleText(content), MAX_TEXT))} (${id})`;
	// A model does at once what it is told to.
	return forModel
		? `Postiz has another post at this date, ${other}. Both are kept: delete that one only if this one replaces it`
		: `Postiz has another post of the node at this date, ${other}: if this one replaces it, delete it. Create or Update changes posts instead`;
};

/** In characters. */
const MAX_TEXT = 40;

const unreadCalendar = (problem: Problem): Problem =>
	problem.with({
		message: `It is unknown whether Postiz has these posts already: ${problem.message}`,
		...remedy(
			'Nothing was sent. Run it again later.',
			`Or choose Post Again under If the Post Exists, which does not look. ${problem.description}`,
		),
	});

/** How to send the rest if only a part was sent. */
function adviseToRunAgain(items: PlannedItem[], reach: number): string {
	if (items.some(({ postsAgain }) => postsAgain)) {
		return 'Before you run it again, set If the Post Exists to Skip.';
	}
	const isFixed = items.every(({ namesDate, followsClock }) => namesDate && !followsClock);
	const within = reach === REACH_MS ? ' within 12 hours' : ' within 10 minutes';
	return `Run it again${isFixed ? '' : within}: existing posts are skipped.`;
}

/** After an event, looks for duplicates of the created posts: another worker may have sent the same at the same time. */
export async function lookForDuplicates(
	{ context, client, results, uploads, memory, startedAt }: CreateRun,
	items: Array<ItemValue<PlannedItem>>,
): Promise<void> {
	if (!isEvent(context) || memory.sent.ids().size === 0) return;
	const start = { startedAt, reach: REACH_OF_EVENT_MS, taken: new Set<string>() };
	const all = items.flatMap(({ value }) =>
		value.posts.filter(isToCreate).map((post) => {
			const wanted = toWanted(value, post, start);
			const { isFixed, minute, span } = wanted;
			return { ...wanted, span: isFixed ? { start: minute, end: minute + 60_000 } : span };
		}),
	);
	if (all.length === 0) return;
	const candidates = await fetchCandidates(client, all, start).catch(ignoreProblem);
	if (!candidates) return;
	const { duplicates } = await pair(all, candidates, {
		uploads,
		run: start,
		facts: client.facts,
	});
	append(results.duplicates, duplicates);
}
